import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the live service has sent, as people with accounts have recorded it. */
export const recorded = <Of>(name: string) =>
	JSON.parse(readFileSync(join(__dirname, 'recorded', `${name}.json`), 'utf8')) as Of;
