import type { IDataObject } from 'n8n-workflow';

import { succeeded, textOf, type Given, type Scenario } from './scenario';
import type { RunResult } from '../../support/engine';
import { lookUp, type LookUpName } from '../knowledge/knowledge';

async function look(
	{ sandbox, profile }: Given,
	name: LookUpName,
	parameters: IDataObject,
): Promise<RunResult> {
	const { knowledgeHeader } = profile;
	const credential = knowledgeHeader
		? { headerName: knowledgeHeader.name, headerValue: knowledgeHeader.value }
		: undefined;
	return await lookUp(sandbox, name, parameters, { credential });
}

/** What the platform itself sends. */
async function sent({ sandbox, profile }: Given, path: string): Promise<unknown> {
	const { knowledgeHeader } = profile;
	const headers = knowledgeHeader ? { [knowledgeHeader.name]: knowledgeHeader.value } : {};
	for (;;) {
		const response = await fetch(sandbox.url + path, { headers });
		if (response.status !== 429) return (await response.json()) as unknown;
	}
}

const LISTS: Array<[LookUpName, IDataObject, string]> = [
	['recipe.search', { query: 'book', limit: 50 }, '/v1/recipes/search?q=book&limit=50'],
	['useCase.getAll', { returnAll: true }, '/v1/use-cases'],
	['changelogEntry.getAll', { returnAll: true }, '/v1/changelog'],
];

const RECORDS: Array<[LookUpName, string]> = [
	['glossaryTerm.get', '/v1/glossary/access-token'],
	['feature.get', '/v1/features/calendars'],
];

export const knowledgeScenarios: Scenario[] = [
	...LISTS.map(([name, parameters, path]): Scenario => ({
		name: `${name} gives each record as it was sent`,
		async run(given) {
			const { json } = succeeded(await look(given, name, parameters));
			const { results } = (await sent(given, path)) as { results: IDataObject[] };
			expect(json.length).toBeGreaterThan(0);
			expect(json).toEqual(results);
		},
	})),
	...RECORDS.map(([name, path]): Scenario => ({
		name: `${name} gives the record as it was sent`,
		async run(given) {
			const slug = path.split('/').pop() ?? '';
			const { json } = succeeded(await look(given, name, { slug }));
			expect(json).toEqual([await sent(given, path)]);
		},
	})),
	{
		name: 'look-ups that find nothing say so',
		async run(given) {
			for (const [name, parameters] of [
				['recipe.search', { query: 'qqqqzzzz' }],
				['useCase.getAll', { vertical: 'no-such-vertical' }],
				['changelogEntry.getAll', { since: '2099-01-01' }],
			] as Array<[LookUpName, IDataObject]>) {
				const result = await look(given, name, parameters);
				// A 404 can also mean a wrong base URL.
				if (given.profile.emptyList === 404) expect(textOf(result)).toMatch(/match/i);
				else expect(succeeded(result).json).toEqual([]);
			}
			for (const name of ['glossaryTerm.get', 'feature.get'] as const) {
				expect(textOf(await look(given, name, { slug: 'no-such-slug' }))).toContain('no-such-slug');
			}
		},
	},
];
