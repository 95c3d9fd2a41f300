import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { describeAll, factsOfNode, readAll, unannounced, type Saved } from '../../../scripts/saved';
import { ROOT } from './packageClasses';

it('workflows saved with the last release do the same with this one, or the changelog says what changes', () => {
	const now = describeAll();
	const changelog = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8');
	const saved = Object.entries(readAll());
	const isReleased = /^## .*\d{4}-\d\d-\d\d$/m.test(changelog);
	expect(saved.length > 0 || !isReleased).toBe(true);
	const gone = { release: '0.0.0', facts: {} };
	const changed = saved.flatMap(([name, before]) => unannounced(name, before, now[name] ?? gone, changelog));
	const message = 'saved workflows would change: add a version or an entry in CHANGELOG';
	expect(changed.length > 0 ? [message, ...changed] : []).toEqual([]);
});

const LIMIT: INodeProperties = { displayName: 'Limit', name: 'limit', type: 'number', default: 50 };
const OUTPUT: INodeProperties = {
	...{ displayName: 'Output', name: 'output', type: 'options', default: 'raw' },
	options: [{ name: 'Raw', value: 'raw' }, { name: 'Simple', value: 'simple' }],
};
const OPTIONS: INodeProperties = { displayName: 'Options', name: 'options', type: 'collection', default: {}, options: [LIMIT] };

const describe_ = (release: string, version: number | number[], ...properties: INodeProperties[]): Saved => ({
	release,
	facts: factsOfNode({ instance: { description: { version, properties, outputs: ['main'] } } } as never),
});

const from = (since: object, field: INodeProperties): INodeProperties => ({ ...field, displayOptions: { show: { '@version': [{ _cnd: since }] } } as never });
const ENTRY = '# Changelog\n\n## [0.2.0]\n\n- `node limit` is 100 now.\n\n## [0.1.0]\n\n- `node output`\n';

describe('what changes for saved workflows', () => {
	const saved = describe_('0.1.0', 1, LIMIT, OUTPUT, OPTIONS);
	const changes = (now: Saved, changelog = '') => unannounced('node', saved, now, changelog);
	const [raw] = OUTPUT.options!;

	it.each([
		['a field that is gone', [OUTPUT, OPTIONS], ['limit = 50']],
		['an option that is gone', [LIMIT, OUTPUT, { ...OPTIONS, options: [] }], ['options.limit = 50']],
		['a value that is gone', [LIMIT, { ...OUTPUT, options: [raw] }, OPTIONS], ['output: simple']],
		['another default', [{ ...LIMIT, default: 100 }, OUTPUT, OPTIONS], ['limit = 50']],
		['several values where there was one', [{ ...LIMIT, typeOptions: { multipleValues: true } }, OUTPUT, OPTIONS], ['limit = 50']],
	] as Array<[string, INodeProperties[], string[]]>)('%s', (_, properties, gone) => {
		expect(changes(describe_('0.2.0', 1, ...properties))).toEqual(gone.map((fact) => `node 1: ${fact}`));
	});

	it.each([
		['a further field', describe_('0.2.0', 1, LIMIT, OUTPUT, OPTIONS, { ...LIMIT, name: 'further' })],
		['another label and order', describe_('0.2.0', 1, OPTIONS, OUTPUT, { ...LIMIT, displayName: 'At Most' })],
		['a new version with another default', describe_('0.2.0', [1, 1.1], from({ lt: 1.1 }, LIMIT), from({ gte: 1.1 }, { ...LIMIT, default: 100 }), OUTPUT, OPTIONS)],
	])('%s changes nothing', (_, now) => {
		expect(changes(now)).toEqual([]);
	});

	it('an entry in the newest part of the changelog announces it; from 1.0 on with a new major version only', () => {
		expect(changes(describe_('0.2.0', 1, { ...LIMIT, default: 100 }, OUTPUT, OPTIONS), ENTRY)).toEqual([]);
		expect(changes(describe_('0.2.0', 1, LIMIT, OPTIONS), ENTRY)).toHaveLength(3);
		const [one, two] = ['1.1.0', '2.0.0'].map((release) => describe_(release, 1, { ...LIMIT, default: 100 }));
		const released = describe_('1.0.0', 1, LIMIT);
		expect([one, two].map((now) => unannounced('node', released, now, ENTRY).length)).toEqual([1, 0]);
	});
});
