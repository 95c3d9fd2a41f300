import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import { REPOSITORY } from '../../../runtime/paths';

interface Service {
	command: string | string[];
	environment?: Record<string, string | number | boolean>;
	networks?: { default: { ipv4_address: string } };
	extra_hosts?: string[];
}

/** The text of a file that users are given. */
export function example(file: string): string {
	return readFileSync(join(REPOSITORY, 'examples', 'queue-mode', file), 'utf8');
}

/** The services of compose.yaml, as shipped. */
export function composeServices(): Record<string, Service> {
	return (parse(example('compose.yaml'), { merge: true }) as { services: Record<string, Service> })
		.services;
}
