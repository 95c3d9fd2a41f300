import type { IDataObject } from 'n8n-workflow';
import {
	locationOf,
	recall,
	remember,
} from '../../../nodes/PlatformTrigger/trigger/memory';
import type { Memory } from '../../../nodes/PlatformTrigger/trigger/memory';

const KEY = 'platformTrigger:node-1';
const memory: Memory = {
	url: 'https://n8n.example.com/webhook/x/webhook',
	locationId: 'loc-1',
	registrations: [{ id: 'hook-1', locationId: 'loc-1', url: 'https://n8n.example.com', events: ['X'] }],
};

/** The node's context, with the workflow's static data, which may hold anything. */
function contextWith(data: unknown, registration = 'automatic') {
	return {
		getWorkflowStaticData: () => data,
		getNode: () => ({ id: 'node-1' }),
		getNodeParameter: () => registration,
	} as never;
}

it('remembers by the id of the node, and forgets', () => {
	const data: IDataObject = { others: 1 };
	remember(contextWith(data), memory);
	expect(data).toEqual({ others: 1, [KEY]: memory });
	expect(recall(contextWith(data))).toEqual(memory);
	remember(contextWith(data), undefined);
	expect(data).toEqual({ others: 1 });
	expect(recall(contextWith(data))).toBeUndefined();
});

it('leaves out registrations that have another form', () => {
	const [known] = memory.registrations;
	const recalled = (registrations: unknown) =>
		recall(contextWith({ [KEY]: { ...memory, registrations } }))?.registrations;
	expect(recalled([known, null, { id: 5 }, 'x', { ...known, events: ['X', 1] }])).toEqual([known, known]);
	for (const name of Object.keys(known)) expect(recalled([{ ...known, [name]: undefined }])).toEqual([]);
	expect(recalled('garbage')).toEqual([]);
	expect(recalled(undefined)).toEqual([]);
});

it('writes only what has changed', () => {
	let writes = 0;
	const data = new Proxy<IDataObject>({ [KEY]: { ...memory } as never }, {
		set: (target, key, value) => {
			writes += 1;
			return Reflect.set(target, key, value);
		},
	});
	remember(contextWith(data), { ...memory });
	expect(writes).toBe(0);
	remember(contextWith(data), { ...memory, locationId: 'loc-2' });
	expect(writes).toBe(1);
});

it.each([
	['nothing', {}],
	['a text', { [KEY]: 'x' }],
	['no address', { [KEY]: { locationId: 'loc-1', registrations: [] } }],
	['no location', { [KEY]: { url: memory.url, registrations: [] } }],
	['null', { [KEY]: null }],
])('recalls nothing from %s', (_what, data) => {
	expect(recall(contextWith(data))).toBeUndefined();
	expect(locationOf(contextWith(data))).toBeUndefined();
});

it.each([
	['null', null],
	['undefined', undefined],
	['a text', 'x'],
	['a function', Object.assign(() => {}, { [KEY]: memory })],
	['a list', Object.assign([], { [KEY]: memory })],
])('neither reads nor writes static data that is %s', (_what, data) => {
	expect(recall(contextWith(data))).toBeUndefined();
	remember(contextWith(data), undefined);
	expect(recall(contextWith(data))).toBeUndefined();
	expect((data as IDataObject | null)?.[KEY]).toBe((data as IDataObject | null)?.[KEY] && memory);
});

it('knows the location of an automatic registration only', () => {
	expect(locationOf(contextWith({ [KEY]: memory }))).toBe('loc-1');
	expect(locationOf(contextWith({ [KEY]: memory }, 'manual'))).toBeUndefined();
});
