import { NodeApiError, type IDataObject, type IExecuteFunctions, type NodeOperationError } from 'n8n-workflow';

import type { Slot } from '../../../nodes/booking/slots';
import { changed, once, partiesOf, type Send } from '../../../nodes/Platform/appointment/memory';
import type { WriteOutcome } from '../../../nodes/platformApi/writeOutcome';
import { failed, node } from '../platformApi/fakePlatform';

interface Place {
	executionId?: string;
	id?: string;
	type?: string;
	retryOnFail?: boolean;
	$runIndex?: number;
	itemIndex?: number;
	items?: IDataObject[];
}

const contextOf = ({ executionId, $runIndex = 0, items = [{}], ...ofNode }: Place) =>
	({
		getExecutionId: () => executionId,
		getNode: () => ({ ...node, ...ofNode }),
		getWorkflowDataProxy: () => ({ $runIndex }),
		getInputData: () => items.map((json) => ({ json })),
		getNodeParameter: () => '',
	}) as unknown as IExecuteFunctions;

const write = async (): Promise<WriteOutcome> => await Promise.resolve({ kind: 'done' });
const [nine, ten, eleven] = [9, 10, 11].map((start) => ({ start, end: start + 1 }));
let count = 0;
let executionId: string;
beforeEach(() => (executionId = `memory-${++count}`));

interface More {
	purpose?: IDataObject;
	wanted?: Slot;
	write?: (slot: Slot) => Promise<WriteOutcome>;
	refuseOther?: () => NodeOperationError;
}

const call = async (place: Place, put: (send: Send) => Promise<IDataObject>, more: More = {}) =>
	await once({ context: contextOf({ executionId, ...place }), itemIndex: place.itemIndex ?? 0, purpose: { contactId: 'ada' }, wanted: nine, write, ...more }, put);
const booked = (appointmentId: string, more: IDataObject = {}) => async () => await Promise.resolve({ booked: true, appointmentId, ...more });
const book = async (appointmentId: string, wanted = nine) => (await call({}, booked(appointmentId), { wanted })).appointmentId;

const OTHERS: Array<[string, Place, More]> = [
	['execution', { executionId: 'another' }, {}],
	['node', { id: 'other' }, {}],
	['purpose', {}, { purpose: { contactId: 'ben' } }],
];

describe('once', () => {
	it('puts out the same again, as it was, for the same call', async () => {
		const first = await call({}, booked('a'));
		first.booked = 'changed by a later node';
		const second = await call({ $runIndex: 1, itemIndex: 3 }, booked('b'));
		expect(second).toEqual({ booked: true, appointmentId: 'a' });
		second.appointmentId = 'changed too';
		expect(await book('c')).toBe('a');
	});

	it('lets two that come at once write once', async () => {
		expect(await Promise.all([book('a'), book('b')])).toEqual(['a', 'a']);
	});

	it.each([...OTHERS, ['start', {}, { wanted: { start: 8, end: 10 } }], ['end', {}, { wanted: { start: 9, end: 12 } }]] as typeof OTHERS)('writes for another %s', async (_, place, more) => {
		await book('a');
		expect(await call(place, booked('b'), more)).toEqual({ booked: true, appointmentId: 'b' });
	});

	it('remembers each of several slots of a purpose', async () => {
		await book('a');
		await book('b', ten);
		expect([await book('c'), await book('c', ten)]).toEqual(['a', 'b']);
	});

	it.each(['', '__UNKNOWN__'])('remembers nothing where n8n names no execution (%j), as for the MCP Server Trigger', async (none) => {
		await call({ executionId: none }, booked('a'));
		expect(await call({ executionId: none }, booked('b'))).toMatchObject({ appointmentId: 'b' });
	});

	it('remembers nothing that was not written', async () => {
		await call({}, async () => await Promise.resolve({ booked: false }));
		await expect(call({}, async () => await Promise.reject(failed(400)))).rejects.toThrow();
		expect(await book('b')).toBe('b');
	});

	it('refuses another slot where it is told to, and not the same one', async () => {
		const refusal = new Error('Another slot') as NodeOperationError;
		const refuseOther = () => refusal;
		await call({}, booked('a'), { refuseOther });
		await expect(call({}, booked('b'), { refuseOther, wanted: ten })).rejects.toBe(refusal);
		expect(await call({}, booked('b'), { refuseOther })).toMatchObject({ appointmentId: 'a' });
	});
});

describe('a lost slot', () => {
	const unknown = new NodeApiError(node, { message: 'No response' });
	const sendAt = (slot: Slot) => async (send: Send) => await send(slot).then(() => ({}));
	const lose = async (place: Place = {}) =>
		await expect(call(place, sendAt(ten), { write: async () => await Promise.resolve({ kind: 'unknown', error: unknown }) })).rejects.toBe(unknown);
	/** The slot that is sent where another one is wanted: the lost one, where it is the same call. */
	const sentFor = async (place: Place, more: More = {}) => {
		const asked = jest.fn(write);
		await call(place, sendAt(nine), { ...more, write: asked as never });
		return (asked.mock.calls as unknown[][])[0][0];
	};
	const later = { wanted: { start: 9.1, end: 10.1 } };

	const others: typeof OTHERS = [...OTHERS.slice(1), ['execution', { executionId: 'a third' }, {}], ['slot', {}, { wanted: ten }]];
	it.each(others)('is sent for the same call, not for another %s', async (_, place, more) => {
		await lose();
		expect([await sentFor(place, more), await sentFor({})]).toEqual([nine, ten]);
	});

	it.each<[string, Place]>([
		['execution', { executionId: 'a third' }],
		['node', { id: 'other' }],
		['run', { $runIndex: 1 }],
		['item', { itemIndex: 1 }],
	])('is sent for a further try of the item whose times have changed, not for another %s', async (_, place) => {
		await lose({ retryOnFail: true });
		expect([await sentFor({ retryOnFail: true, ...place }, later), await sentFor({ retryOnFail: true }, later)]).toEqual([nine, ten]);
	});

	it.each<Place>([{ type: 'n8n-nodes-crm-platform.platformTool', retryOnFail: true }, { retryOnFail: false }])('is not sent for other times with %j, where no further try can come', async (place) => {
		await lose(place);
		expect(await sentFor(place, later)).toBe(nine);
	});

	it('that a further try has found, also with other times, is asked for no more', async () => {
		await lose({ retryOnFail: true });
		await call({ retryOnFail: true }, booked('found'), later);
		expect([await book('again'), await book('again', later.wanted)]).toEqual(['found', 'found']);
	});
});

describe('an appointment that changes', () => {
	const move = async (wanted: Slot) =>
		await call({ id: 'mover' }, async () => {
			const item = { rescheduled: true, appointmentId: 'a', startTime: `moved to ${wanted.start}`, endTime: 'then' };
			changed('a', { slot: wanted, item });
			return await Promise.resolve(item);
		}, { purpose: { appointmentId: 'a' }, wanted });

	it('is booked at its new time, and its old one is free for a further booking', async () => {
		await call({}, booked('a', { startTime: 'at 9', wantedStartTime: 'before' }));
		await book('b', eleven);
		await move(ten);
		expect(await call({}, booked('c'), { wanted: ten })).toEqual({ booked: true, appointmentId: 'a', startTime: 'moved to 10' });
		expect([await book('c', eleven), await book('c')]).toEqual(['b', 'c']);
	});

	it('can be booked anew once it is canceled, and no other one', async () => {
		await book('a');
		await book('b', eleven);
		changed('a');
		expect([await book('c'), await book('c', eleven)]).toEqual(['c', 'b']);
	});

	it('moves to where it was before, also by the same node', async () => {
		const starts = [];
		for (const slot of [ten, ten, eleven, ten]) starts.push((await move(slot)).startTime);
		expect(starts).toEqual(['moved to 10', 'moved to 10', 'moved to 11', 'moved to 10']);
		const again = jest.fn(async () => await Promise.resolve({ rescheduled: true, appointmentId: 'a' }));
		await call({ id: 'mover' }, again, { purpose: { appointmentId: 'a' }, wanted: eleven });
		expect(again).toHaveBeenCalledTimes(1);
	});

	it('has the contact and the calendar of the record, else of the execution, else of the item that came in', async () => {
		await call({}, booked('parts', { contactId: 'ada', calendarId: 'cal-1' }));
		const items = [{}, { appointmentId: 'parts', contactId: 'came', calendarId: 'in' }, { appointmentId: 'other', contactId: 'came', calendarId: 'in' }];
		const parties = (place: Place, itemIndex: number, id = 'parts', record?: IDataObject) => partiesOf(contextOf({ executionId, items, ...place }), itemIndex, id, record);
		expect(parties({}, 1, 'parts', { contactId: 'recorded' })).toEqual({ contactId: 'recorded', calendarId: 'cal-1' });
		expect(parties({}, 1)).toEqual({ contactId: 'ada', calendarId: 'cal-1' });
		expect(parties({ executionId: 'another' }, 1)).toEqual({ contactId: 'came', calendarId: 'in' });
		expect(parties({ executionId: 'another' }, 2)).toEqual({});
		expect(parties({}, 2, 'other')).toEqual({ contactId: 'came', calendarId: 'in' });
	});
});
