import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Knowledge } from '../../../nodes/Knowledge/Knowledge.node';
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

it('a search is limited as the contract says', () => {
	const limit = new Knowledge().description.properties.find(
		({ name, displayOptions }) => name === 'limit' && displayOptions?.show?.resource?.includes('recipe'),
	);
	expect(limit).toMatchObject({ default: 10, typeOptions: { minValue: 1, maxValue: 50 } });
});
