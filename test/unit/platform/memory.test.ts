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
const unknown = new NodeApiError(node, { message: 'No response' });
unknown.context.outcomeUnknown = true;
let count = 0;
let executionId: string;
beforeEach(() => (executionId = `memory-${++count}`));

describe('once', () => {
	const [nine, ten] = [{ start: 9, end: 10 }, { start: 10, end: 11 }];
	interface More { purpose?: IDataObject; wanted?: Slot; write?: (slot: Slot) => Promise<WriteOutcome> }
	const call = async (place: Place, put: (send: Send) => Promise<IDataObject>, more: More = {}) =>
		await once({ context: contextOf({ executionId, ...place }), itemIndex: place.itemIndex ?? 0, purpose: { contactId: 'ada' }, wanted: nine, write, ...more }, put);
	const booked = (appointmentId: string) => async () => await Promise.resolve({ booked: true, appointmentId });

	it('puts out the same again, as it was, for the same call', async () => {
		const first = await call({}, booked('a'));
		first.booked = 'changed by a later node';
		const second = await call({ $runIndex: 1, itemIndex: 3 }, booked('b'));
		expect(second).toEqual({ booked: true, appointmentId: 'a' });
		second.appointmentId = 'changed too';
		expect(await call({}, booked('c'))).toEqual({ booked: true, appointmentId: 'a' });
	});

	it('lets two that come at once write once', async () => {
		const both = await Promise.all([call({}, booked('a')), call({}, booked('b'))]);
		expect(both.map(({ appointmentId }) => appointmentId)).toEqual(['a', 'a']);
	});

	it.each<[string, Place, object]>([
		['execution', { executionId: 'another' }, {}],
		['node', { id: 'other' }, {}],
		['purpose', {}, { purpose: { contactId: 'ben' } }],
		['start', {}, { wanted: { start: 8, end: 10 } }],
		['end', {}, { wanted: { start: 9, end: 12 } }],
	])('writes for another %s', async (_, place, more) => {
		await call({}, booked('a'));
		expect(await call(place, booked('b'), more)).toEqual({ booked: true, appointmentId: 'b' });
	});

	it('remembers each of several slots of a purpose', async () => {
		await call({}, booked('a'));
		await call({}, booked('b'), { wanted: ten });
		expect(await call({}, booked('c'))).toMatchObject({ appointmentId: 'a' });
		expect(await call({}, booked('c'), { wanted: ten })).toMatchObject({ appointmentId: 'b' });
	});

	it.each(['', '__UNKNOWN__'])('remembers nothing where n8n names no execution (%j), as for the MCP Server Trigger', async (none) => {
		await call({ executionId: none }, booked('a'));
		expect(await call({ executionId: none }, booked('b'))).toMatchObject({ appointmentId: 'b' });
	});

	it('remembers nothing that was not written', async () => {
		await call({}, async () => await Promise.resolve({ booked: false }));
		await expect(call({}, async () => await Promise.reject(failed(400)))).rejects.toThrow();
		expect(await call({}, booked('b'))).toMatchObject({ appointmentId: 'b' });
	});

	const sendAt = (slot: Slot) => async (send: Send) => await send(slot).then(() => ({}));
	const lose = async (place: Place) =>
		await expect(call(place, sendAt(ten), { write: async () => await Promise.resolve({ kind: 'unknown', error: unknown }) })).rejects.toBe(unknown);
	/** The slot that is sent where another one is wanted: the lost one, where it is the same call. */
	const sentFor = async (place: Place, more: More = {}) => {
		const asked = jest.fn(write);
		await call(place, sendAt(nine), { ...more, write: asked as never });
		return (asked.mock.calls as unknown[][])[0][0];
	};

	it.each<[string, Place, object]>([
		['execution', { executionId: 'a third' }, {}],
		['node', { id: 'other' }, {}],
		['purpose', {}, { purpose: { contactId: 'ben' } }],
		['slot', {}, { wanted: ten }],
	])('tells of a lost slot for the same call, not for another %s', async (_, place, more) => {
		await lose({});
		expect([await sentFor(place, more), await sentFor({})]).toEqual([nine, ten]);
	});

	it.each<[string, Place]>([
		['execution', { executionId: 'another' }],
		['node', { id: 'other' }],
		['run', { $runIndex: 1 }],
		['item', { itemIndex: 1 }],
	])('tells of it for a further try of the item whose times have changed, not for another %s', async (_, place) => {
		await lose({ retryOnFail: true });
		const later = { wanted: { start: 9.1, end: 10.1 } };
		expect([await sentFor({ retryOnFail: true, ...place }, later), await sentFor({ retryOnFail: true }, later)]).toEqual([nine, ten]);
	});

	it.each<Place>([{ type: 'n8n-nodes-crm-platform.platformTool', retryOnFail: true }, { retryOnFail: false }])('takes other times for another call with %j, where no further try can come', async (place) => {
		await lose(place);
		expect(await sentFor(place, { wanted: { start: 9.1, end: 10.1 } })).toBe(nine);
	});

	it('puts out what a further try has found out, and no more asks', async () => {
		await lose({});
		await call({}, booked('found'));
		expect(await call({}, booked('again'))).toEqual({ booked: true, appointmentId: 'found' });
	});

	it('refuses another slot where it is told to, and not the same one', async () => {
		const refusal = new Error('Another slot') as NodeOperationError;
		const other = { context: contextOf({ executionId }), itemIndex: 0, purpose: { contactId: 'ada' }, write, refuseOther: () => refusal };
		await once({ ...other, wanted: nine }, booked('a'));
		await expect(once({ ...other, wanted: ten }, booked('b'))).rejects.toBe(refusal);
		expect(await once({ ...other, wanted: nine }, booked('b'))).toMatchObject({ appointmentId: 'a' });
	});
});

describe('an appointment that changes', () => {
	const slots = [9, 10, 11].map((start) => ({ start, end: start + 1 }));
	const book = async (index: number, appointmentId: string, purpose: IDataObject = { contactId: 'ada' }) =>
		await once(
			{ context: contextOf({ executionId }), itemIndex: 0, purpose, wanted: slots[index], write },
			async () => await Promise.resolve({ booked: true, appointmentId, startTime: `at ${index}`, wantedStartTime: 'before' }),
		);
	const move = async (index: number, id = 'a', node = 'mover') =>
		await once(
			{ context: contextOf({ executionId, id: node }), itemIndex: 0, purpose: { appointmentId: id }, wanted: slots[index], write },
			async () => {
				const item = { rescheduled: true, appointmentId: id, startTime: `moved to ${index}`, endTime: 'then' };
				changed(id, { slot: slots[index], item });
				return await Promise.resolve(item);
			},
		);

	it('is booked at its new time, and its old one is free for a further booking', async () => {
		await book(0, 'a');
		await book(2, 'b');
		await move(1);
		expect(await book(1, 'c')).toEqual({ booked: true, appointmentId: 'a', startTime: 'moved to 1' });
		expect(await book(2, 'c')).toMatchObject({ appointmentId: 'b' });
		expect(await book(0, 'c')).toMatchObject({ appointmentId: 'c' });
	});

	it('can be booked anew once it is canceled, and no other one', async () => {
		await book(0, 'a');
		await book(2, 'b');
		changed('a');
		expect(await book(0, 'c')).toMatchObject({ appointmentId: 'c' });
		expect(await book(2, 'c')).toMatchObject({ appointmentId: 'b' });
	});

	it('moves to where it was before, also by the same node', async () => {
		const starts = [];
		for (const index of [1, 1, 2, 1]) starts.push((await move(index)).startTime);
		const again = jest.fn(async () => await Promise.resolve({ rescheduled: true, appointmentId: 'a' }));
		await once({ context: contextOf({ executionId, id: 'mover' }), itemIndex: 0, purpose: { appointmentId: 'a' }, wanted: slots[2], write }, again);
		expect([starts, again.mock.calls.length]).toEqual([['moved to 1', 'moved to 1', 'moved to 2', 'moved to 1'], 1]);
	});

	it('has the contact and the calendar of the record, else of the execution, else of the item that came in', async () => {
		await once({ context: contextOf({ executionId }), itemIndex: 0, purpose: { contactId: 'ada' }, wanted: slots[0], write }, async () =>
			await Promise.resolve({ booked: true, appointmentId: 'parts', contactId: 'ada', calendarId: 'cal-1' }),
		);
		const items = [{}, { appointmentId: 'parts', contactId: 'came', calendarId: 'in' }, { appointmentId: 'other', contactId: 'came', calendarId: 'in' }];
		const parties = (place: Place, itemIndex: number, id = 'parts', record?: IDataObject) => partiesOf(contextOf({ executionId, items, ...place }), itemIndex, id, record);
		expect(parties({}, 1, 'parts', { contactId: 'recorded' })).toEqual({ contactId: 'recorded', calendarId: 'cal-1' });
		expect(parties({}, 1)).toEqual({ contactId: 'ada', calendarId: 'cal-1' });
		expect(parties({ executionId: 'another' }, 1)).toEqual({ contactId: 'came', calendarId: 'in' });
		expect(parties({ executionId: 'another' }, 2)).toEqual({});
		expect(parties({}, 2, 'other')).toEqual({ contactId: 'came', calendarId: 'in' });
	});
});
