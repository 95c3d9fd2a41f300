import { readFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from './packageClasses';
import { resources } from '../../../nodes/Platform/resources';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import { HIGH_LEVEL_RUNS, IN_SCENARIOS, RUNS } from '../../support/operationRuns';

/*
 * docs/move-to-these-nodes.md: each operation that a row leads to is there, and is run once in a real n8n by the smoke suite
 * (test/support/operationRuns.ts).
 */

const page = readFileSync(path.join(ROOT, 'docs/move-to-these-nodes.md'), 'utf8');

/** The second column of the page's tables, without those that say no more than that it is called the same. */
function targetsOf(text: string): string[] {
	const rows = text.split('\n').filter((line) => line.startsWith('| '));
	const cells = rows.map((row) => row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
	return cells
		.map(([from, to]) => (to === 'the same' ? from : to))
		.filter((to) => to !== 'CRM Platform');
}

const operationsBy = (name: string): Map<string, string> | undefined => {
	const found = Object.entries(resources).find(([, resource]) => resource.name === name);
	if (!found) return undefined;
	const [resource, { operations }] = found;
	return new Map(
		Object.entries(operations).map(([key, operation]) => [operation.name, `${resource}.${key}`]),
	);
};

/** The operations of a cell such as `Contact > Add Tags, Remove Tags; …` or `Pipeline, Workflow > Get Many`. */
function operationsIn(cell: string): string[] {
	const [listed] = cell.split(';');
	const [names, operations] = listed.split(' > ');
	return names.split(', ').flatMap((name) => {
		const known = operationsBy(name);
		if (!known) return [`unknown resource '${name}'`];
		if (operations === undefined) return [...known.values()];
		return operations
			.split(', ')
			.map((operation) => known.get(operation) ?? `unknown operation '${name} > ${operation}'`);
	});
}

const targets = targetsOf(page);

it('the page has rows', () => {
	expect(targets.length).toBeGreaterThan(25);
});

it.each(targets)('"%s" is there, and runs in a real n8n', (cell) => {
	const run = [...Object.keys(RUNS.platform), ...Object.keys(HIGH_LEVEL_RUNS), ...IN_SCENARIOS];
	const advice: string[] = [];
	for (const operation of operationsIn(cell)) {
		if (operation.startsWith('unknown'))
			advice.push(`Correct "${cell}" in docs/move-to-these-nodes.md: ${operation}`);
		else if (!run.includes(operation))
			advice.push(
				`'${operation}' has no run: add it to HIGH_LEVEL_RUNS of test/support/operationRuns.ts`,
			);
	}
	expect(advice).toEqual([]);
});

it('the page has the request of each row that HighLevel has', () => {
	const reached = new Set(targets.flatMap(operationsIn));
	const rows = Object.entries(resources).flatMap(([resource, { name, operations }]) =>
		Object.entries(operations).flatMap(([key, operation]) => {
			const { endpoint } = operation;
			if (!endpoint || (endpoint.right && !(endpoint.right in DIALECTS.highLevel.scopes)))
				return [];
			const request = `${endpoint.method} ${endpoint.path}`;
			const isReached = reached.has(`${resource}.${key}`);
			return [{ request, label: `${name} > ${operation.name}`, isReached }];
		}),
	);
	// Contact > Add Note and Note > Create send the same.
	const onPage = rows.filter(({ isReached }) => isReached).map(({ request }) => request);

	const missing = rows.filter(({ request }) => !onPage.includes(request));
	expect(rows.length).toBeGreaterThan(40);
	expect(
		missing.map(
			({ request, label }) =>
				`Add ${request}, with ${label} beside it, to a table of docs/move-to-these-nodes.md`,
		),
	).toEqual([]);
});
