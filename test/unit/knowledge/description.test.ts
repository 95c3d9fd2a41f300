import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { defaultSeed } from '../../../sandbox/seed';

const { recipes, glossaryTerms, useCases, changelogEntries, features } = defaultSeed.knowledge;

it.each([
	['recipe/search', recipes],
	['glossaryTerm/get', glossaryTerms],
	['useCase/getAll', useCases],
	['changelogEntry/getAll', changelogEntries],
	['feature/get', features],
])('the output schema of %s names the fields of the contract', (name, records) => {
	const file = join(__dirname, '../../../nodes/Knowledge/__schema__/v1.0.0', `${name}.json`);
	const schema = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
	expect(Object.keys(schema.properties)).toEqual(Object.keys(records[0]));
});
