import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

import { REPOSITORY } from '../../../runtime/paths';

const read = (...file: string[]) => readFileSync(path.join(REPOSITORY, ...file), 'utf8');

interface Nightly {
	jobs: { mutation: { strategy: { matrix: { rooms: string[] } } } };
}

it('the mutation tests of a night cover credentials/ and every room of nodes/', () => {
	const rooms = Object.keys(JSON.parse(read('test', 'mutation', 'rooms.json')) as object).sort();
	const nightly = parse(read('.github', 'workflows', 'nightly.yml')) as Nightly;
	const nightlyRooms = nightly.jobs.mutation.strategy.matrix.rooms.flatMap((names) => names.split(' '));
	expect(rooms).toEqual(['credentials', ...readdirSync(path.join(REPOSITORY, 'nodes'))].sort());
	expect(nightlyRooms.sort()).toEqual(rooms);
});
