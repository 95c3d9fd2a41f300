import type { IDataObject } from 'n8n-workflow';
import { recall, remember } from '../../../nodes/PlatformTrigger/trigger/memory';

const KEY = 'platformTrigger:node-1';
const url = 'https://n8n.example.com/webhook/x/webhook';
const known = { id: 'hook-1', locationId: 'loc-1', url, events: ['X'] };

/** The node's context, with the workflow's static data, which may hold anything. */
function contextWith(data: unknown, mode = 'trigger') {
	const context = { getWorkflowStaticData: () => data, getNode: () => ({ id: 'node-1' }), getMode: () => mode };
	return context as never;
}

it('remembers by the id of the node, and forgets', () => {
	const data: IDataObject = { others: 1 };
	remember(contextWith(data), [known]);
	expect(data).toEqual({ others: 1, [KEY]: { registrations: [known] } });
	expect(recall(contextWith(data))).toEqual([known]);
	remember(contextWith(data));
	expect(data).toEqual({ others: 1 });
	expect(recall(contextWith(data))).toEqual([]);
});

it('keeps the registration of the test URL apart', () => {
	const data: IDataObject = {};
	remember(contextWith(data), [known]);
	expect(recall(contextWith(data, 'manual'))).toEqual([]);
	remember(contextWith(data, 'manual'), [{ ...known, id: 'test' }]);
	expect(recall(contextWith(data))).toEqual([known]);
	expect(recall(contextWith(data, 'manual'))).toEqual([{ ...known, id: 'test' }]);
});

it('writes only what has changed', () => {
	let writes = 0;
	const data = new Proxy<IDataObject>({ [KEY]: { registrations: [known] } as never }, {
		set: (target, key, value) => {
			writes += 1;
			return Reflect.set(target, key, value);
		},
	});
	remember(contextWith(data), [{ ...known }]);
	expect(writes).toBe(0);
	remember(contextWith(data), [{ ...known, locationId: 'loc-2' }]);
	expect(writes).toBe(1);
});

it('recalls what earlier versions have saved, without what has another form', () => {
	const recalled = (registrations: unknown) =>
		recall(contextWith({ [KEY]: { url, locationId: 'loc-1', registrations } }));
	expect(recalled([known, null, { id: 5 }, 'x', { ...known, events: ['X', 1] }])).toEqual([known, known]);
	for (const name of Object.keys(known)) expect(recalled([{ ...known, [name]: undefined }])).toEqual([]);
	expect(recalled('garbage')).toEqual([]);
	expect(recalled(undefined)).toEqual([]);
});

it.each([
	['null', null],
	['undefined', undefined],
	['a text', 'x'],
	['without an entry', {}],
	['with a text as its entry', { [KEY]: 'x' }],
	['with null as its entry', { [KEY]: null }],
	['a function', Object.assign(() => {}, { [KEY]: { registrations: [known] } })],
	['a list', Object.assign([], { [KEY]: { registrations: [known] } })],
])('recalls nothing from static data that is %s, nor fails', (_what, data) => {
	expect(recall(contextWith(data))).toEqual([]);
	remember(contextWith(data), [known]);
	const isUsable = typeof data === 'object' && data !== null && !Array.isArray(data);
	expect(recall(contextWith(data))).toEqual(isUsable ? [known] : []);
});
