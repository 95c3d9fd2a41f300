import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

import { ROOT } from './packageClasses';
import { CHOICES } from '../../../nodes/platformApi/pickLists';
import { resources } from '../../../nodes/Platform/resources';

interface Sent {
	/** Where it is declared. */
	name: string;
	method: string;
	path: string;
}

/** Names in braces are ours, and may be others than those of the description. */
const shapeOf = (method: string, endpoint: string): string =>
	`${method} ${endpoint.replace(/\{\w+\}/g, '{}')}`;

/** The endpoints of a description of the local platform, without the names in braces. */
function endpointsIn(file: string): string[] {
	const source = readFileSync(path.join(ROOT, 'sandbox', file), 'utf8');
	const { paths } = parse(source) as { paths: Record<string, object> };
	return Object.entries(paths).flatMap(([endpoint, methods]) =>
		Object.keys(methods).map((method) => shapeOf(method.toUpperCase(), endpoint)),
	);
}

const OF_ROWS: Sent[] = Object.entries(resources).flatMap(([resource, { operations }]) =>
	Object.entries(operations).flatMap(([operation, { endpoint }]) =>
		endpoint ? [{ name: `${resource}.${operation}`, ...endpoint }] : [],
	),
);

const OF_LISTS: Sent[] = Object.entries(CHOICES).map(([name, { method, path: endpoint }]) => ({
	name: `the list of ${name}`,
	method,
	path: endpoint,
}));

it('the local platform has the endpoint of each row and of each list to choose from', () => {
	const known = [...endpointsIn('highLevel.yaml'), ...endpointsIn('openapi.yaml')];
	const missing = [...OF_ROWS, ...OF_LISTS].filter(
		(sent) => !known.includes(shapeOf(sent.method, sent.path)),
	);
	const advice = missing.map(
		(sent) => `Add ${sent.method} ${sent.path} to sandbox/highLevel.yaml: ${sent.name} needs it`,
	);
	expect(OF_ROWS.length).toBeGreaterThan(40);
	expect(advice).toEqual([]);
});
