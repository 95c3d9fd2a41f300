import { NodeApiError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import type { Slot } from '../../../nodes/booking/slots';
import { changed, once, partiesOf, type Send } from '../../../nodes/Platform/appointment/memory';
import type { WriteOutcome } from '../../../nodes/platformApi/writeOutcome';
import { failed, lost, node } from '../platformApi/fakePlatform';
import {
	act,
	byId,
	expectRefused,
	type Given,
	onHighLevel,
	type Sent,
	TOOL,
} from './nodeOnPlatform';

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
	wantedSlot?: Slot;
	write?: (slot: Slot) => Promise<WriteOutcome>;
}

const call = async (place: Place, put: (send: Send) => Promise<IDataObject>, more: More = {}) =>
	await once(
		{
			context: contextOf({ executionId, ...place }),
			itemIndex: place.itemIndex ?? 0,
			purpose: { contactId: 'ada' },
			wantedSlot: nine,
			write,
			...more,
		},
		put,
	);
const booked =
	(appointmentId: string, more: IDataObject = {}) =>
	async () =>
		await Promise.resolve({ booked: true, appointmentId, ...more });
const book = async (appointmentId: string, wantedSlot = nine) =>
	(await call({}, booked(appointmentId), { wantedSlot })).appointmentId;

const OTHERS: Array<[string, Place, More]> = [
	['execution', { executionId: 'another' }, {}],
	['node', { id: 'other' }, {}],
	['purpose', {}, { purpose: { contactId: 'ben' } }],
];

it('once puts out the same again, as it was, for the same call', async () => {
	const first = await call({}, booked('a'));
	first.booked = 'changed by a later node';
	const second = await call({ $runIndex: 1, itemIndex: 3 }, booked('b'));
	expect(second).toEqual({ booked: true, appointmentId: 'a' });
	second.appointmentId = 'changed too';
	expect(await book('c')).toBe('a');
});

it('once lets two that come at once write once', async () => {
	expect(await Promise.all([book('a'), book('b')])).toEqual(['a', 'a']);
});

it.each([
	...OTHERS,
	['start', {}, { wantedSlot: { start: 8, end: 10 } }],
	['end', {}, { wantedSlot: { start: 9, end: 12 } }],
] as typeof OTHERS)('once writes for another %s', async (_, place, more) => {
	await book('a');
	expect(await call(place, booked('b'), more)).toEqual({ booked: true, appointmentId: 'b' });
});

it('once remembers each of several slots of a purpose', async () => {
	await book('a');
	await book('b', ten);
	expect([await book('c'), await book('c', ten)]).toEqual(['a', 'b']);
});

it.each(['', '__UNKNOWN__'])(
	'once remembers nothing where n8n names no execution (%j), as for the MCP Server Trigger',
	async (none) => {
		await call({ executionId: none }, booked('a'));
		expect(await call({ executionId: none }, booked('b'))).toMatchObject({ appointmentId: 'b' });
	},
);

it('once remembers nothing that was not written', async () => {
	await call({}, async () => await Promise.resolve({ booked: false }));
	await expect(call({}, async () => await Promise.reject(failed(400)))).rejects.toThrow();
	expect(await book('b')).toBe('b');
});

const unknown = new NodeApiError(node, { message: 'No response' });
const sendAt = (slot: Slot) => async (send: Send) => await send(slot).then(() => ({}));
const lose = async (place: Place = {}) =>
	await expect(
		call(place, sendAt(ten), {
			write: async () => await Promise.resolve({ kind: 'unknown', error: unknown }),
		}),
	).rejects.toBe(unknown);
/** The slot that is sent where another one is wanted: the lost one, where it is the same call. */
const sentFor = async (place: Place, more: More = {}) => {
	const asked = jest.fn(write);
	await call(place, sendAt(nine), { ...more, write: asked as never });
	return (asked.mock.calls as unknown[][])[0][0];
};
const later = { wantedSlot: { start: 9.1, end: 10.1 } };

const others: typeof OTHERS = [
	...OTHERS.slice(1),
	['execution', { executionId: 'a third' }, {}],
	['slot', {}, { wantedSlot: ten }],
];
it.each(others)(
	'a lost slot is sent for the same call, not for another %s',
	async (_, place, more) => {
		await lose();
		expect([await sentFor(place, more), await sentFor({})]).toEqual([nine, ten]);
	},
);

it.each<[string, Place]>([
	['execution', { executionId: 'a third' }],
	['node', { id: 'other' }],
	['run', { $runIndex: 1 }],
	['item', { itemIndex: 1 }],
])(
	'a lost slot is sent for a further try of the item whose times have changed, not for another %s',
	async (_, place) => {
		await lose({ retryOnFail: true });
		expect([
			await sentFor({ retryOnFail: true, ...place }, later),
			await sentFor({ retryOnFail: true }, later),
		]).toEqual([nine, ten]);
	},
);

it.each<Place>([{ ...TOOL, retryOnFail: true }, { retryOnFail: false }])(
	'a lost slot is not sent for other times with %j, where no further try can come',
	async (place) => {
		await lose(place);
		expect(await sentFor(place, later)).toBe(nine);
	},
);

it('a lost slot that a further try has found, also with other times, is asked for no more', async () => {
	await lose({ retryOnFail: true });
	await call({ retryOnFail: true }, booked('found'), later);
	expect([await book('again'), await book('again', later.wantedSlot)]).toEqual(['found', 'found']);
});

const move = async (wantedSlot: Slot) =>
	await call(
		{ id: 'mover' },
		async () => {
			const item = {
				rescheduled: true,
				appointmentId: 'a',
				startTime: `moved to ${wantedSlot.start}`,
				endTime: 'then',
			};
			changed('a', { slot: wantedSlot, item });
			return await Promise.resolve(item);
		},
		{ purpose: { appointmentId: 'a' }, wantedSlot },
	);

it('an appointment that changes is booked at its new time, and its old one is free for a further booking', async () => {
	await call({}, booked('a', { startTime: 'at 9', wantedStartTime: 'before' }));
	await book('b', eleven);
	await move(ten);
	expect(await call({}, booked('c'), { wantedSlot: ten })).toEqual({
		booked: true,
		appointmentId: 'a',
		startTime: 'moved to 10',
	});
	expect([await book('c', eleven), await book('c')]).toEqual(['b', 'c']);
});

it('an appointment that changes moves to where it was before, also by the same node', async () => {
	const starts = [];
	for (const slot of [ten, ten, eleven, ten]) starts.push((await move(slot)).startTime);
	expect(starts).toEqual(['moved to 10', 'moved to 10', 'moved to 11', 'moved to 10']);
	const again = jest.fn(
		async () => await Promise.resolve({ rescheduled: true, appointmentId: 'a' }),
	);
	await call({ id: 'mover' }, again, { purpose: { appointmentId: 'a' }, wantedSlot: eleven });
	expect(again).toHaveBeenCalledTimes(1);
});

it('an appointment that changes has the contact and the calendar of the record, else of the execution, else of the item that came in', async () => {
	await call({}, booked('parts', { contactId: 'ada', calendarId: 'cal-1' }));
	const items = [
		{},
		{ appointmentId: 'parts', contactId: 'came', calendarId: 'in' },
		{ appointmentId: 'other', contactId: 'came', calendarId: 'in' },
	];
	const parties = (place: Place, itemIndex: number, id = 'parts', record?: IDataObject) =>
		partiesOf(contextOf({ executionId, items, ...place }), itemIndex, id, record);
	expect(parties({}, 1, 'parts', { contactId: 'recorded' })).toEqual({
		contactId: 'recorded',
		calendarId: 'cal-1',
	});
	expect(parties({}, 1)).toEqual({ contactId: 'ada', calendarId: 'cal-1' });
	expect(parties({ executionId: 'another' }, 1)).toEqual({ contactId: 'came', calendarId: 'in' });
	expect(parties({ executionId: 'another' }, 2)).toEqual({});
	expect(parties({}, 2, 'other')).toEqual({ contactId: 'came', calendarId: 'in' });
});

const slots = [10, 11, 12, 13].map((hour) => ({
	startTime: `2099-03-02T${hour}:00:00Z`,
	endTime: `2099-03-02T${hour}:30:00Z`,
}));
const fromItem = { startTime: '={{ $json.startTime }}', endTime: '={{ $json.endTime }}' };
const bookItems = async (items: IDataObject[], parameters: IDataObject = {}, given: Given = {}) =>
	await act(
		'appointment.book',
		{
			calendarId: byId('cal-1'),
			contactId: 'ada',
			slotSource: 'startEnd',
			...fromItem,
			...parameters,
		},
		{ items, responses: ({ method }) => (method === 'POST' ? { id: 'appt' } : {}), ...given },
	);

it.each([
	['stops', {}, slots.slice(0, 2)],
	['stops also by their ends', {}, [slots[0], { ...slots[0], endTime: slots[1].endTime }]],
	[
		'stops by the clocks of each item',
		{},
		['UTC', 'Asia/Tokyo'].map((zone) => ({
			startTime: '2099-03-02T10:00',
			endTime: '2099-03-02T10:30',
			zone,
		})),
	],
	['goes on', { onError: 'continueRegularOutput' }, [...slots.slice(1), {}]],
] as const)(
	'Book books nothing where several items are for one contact and calendar, and %s',
	async (_, node, items) => {
		const { sent, error, json } = await bookItems(
			[...items],
			{ options: { timezone: byId('={{ $json.zone }}') } },
			{ node },
		);
		expect(sent).toEqual([]);
		const message = error?.message ?? json[0].error;
		expect(message).toMatch(
			/^[23] appointments would be booked for the contact 'ada' in the calendar 'cal-1'$/,
		);
		expect((error as { context?: IDataObject } | undefined)?.context?.itemIndex).toBeUndefined();
		expect(error?.description ?? json[3].message).toMatch(
			/^Nothing was booked\. .*'Limit' to 1\. .*'Allow Several per Contact'/,
		);
	},
);

it('Book names the contact with the most items', async () => {
	const items = [
		...slots.slice(1).map((slot) => ({ ...slot, contact: 'b' })),
		{ ...slots[0], contact: 'a' },
		...slots.map((slot) => ({ ...slot, contact: 'c' })),
	];
	const { error, sent } = await bookItems(items, { contactId: '={{ $json.contact }}' });
	expect([error?.message, sent]).toEqual([
		expect.stringMatching(/^4 appointments would be booked .* the contact 'c'/),
		[],
	]);
});

it.each<[string, IDataObject]>([
	['contacts', { contactId: '={{ $json.id }}' }],
	['calendars', { calendarId: byId('={{ $json.id }}') }],
	['slots, where the option allows it', { options: { allowSeveral: true } }],
	[
		'slots, where it allows it for all items but one',
		{ options: { allowSeveral: '={{ $json.id !== "c0" }}' } },
	],
])('Book books each of several %s', async (_, parameters) => {
	const { sent, error } = await bookItems(
		slots.slice(1).map((slot, index) => ({ ...slot, id: `c${index}` })),
		parameters,
	);
	expect(error).toBeUndefined();
	expect(sent.filter(({ method }) => method !== 'GET')).toHaveLength(3);
});

const turn = async (index: number, parameters: IDataObject = {}, given: Given = {}) =>
	await bookItems([slots[index]], parameters, { executionId, ...given });

it('a further run of Book in an execution books nothing more for the contact in the calendar', async () => {
	expect((await turn(0)).error).toBeUndefined();
	const message =
		"booked an appointment for the contact 'ada' in the calendar 'cal-1' before, or may have";
	expectRefused(await turn(1), message, "turn on 'Allow Several per Contact'");
});

it('a further run of Book in an execution books nothing where the outcome of another time is unknown', async () => {
	expect((await turn(0, {}, { responses: [lost()] })).error).toMatchObject({
		context: { outcomeUnknown: true },
	});
	expect((await turn(1)).error?.message).toMatch(/or may have/);
});

it.each<[string, IDataObject, Given]>([
	['another contact', { contactId: 'ben' }, {}],
	['another calendar', { calendarId: byId('cal-2') }, {}],
	['a node that allows several', { options: { allowSeveral: true } }, {}],
	['a call of a language model', {}, { node: TOOL }],
])('a further run of Book in an execution books for %s', async (_, parameters, given) => {
	await turn(0);
	expect((await turn(1, parameters, given)).json).toMatchObject([{ booked: true }]);
});

it('a further run of Book in an execution books anew where the appointment has been canceled, and only then', async () => {
	await turn(0);
	const cancel = async (response: unknown) =>
		await act('appointment.cancel', { appointmentId: 'appt' }, { responses: [response] });
	expect((await cancel(failed(400))).error).toBeDefined();
	expect((await turn(1)).error).toBeDefined();
	expect((await cancel('')).json).toMatchObject([{ canceled: true }]);
	expect((await turn(1)).json).toMatchObject([{ booked: true }]);
});

it('a further run of Book in an execution books nothing for the slot from which the appointment has been moved', async () => {
	await turn(0);
	await act(
		'appointment.reschedule',
		{ appointmentId: 'appt', slotSource: 'startEnd', ...slots[1] },
		{ responses: [''] },
	);
	expect((await turn(0)).error?.message).toMatch(/before, or may have/);
	expect((await turn(1)).json).toMatchObject([{ booked: true }]);
});

it('a further run of Book in an execution finds the appointment where Reschedule has put it, not where it was wanted', async () => {
	await turn(0);
	const writes = [failed(400, { message: 'No such slot' }), ''];
	const responses = ({ method }: Sent) =>
		method === 'GET' ? { _dates_: { free: [slots[2]] } } : writes.shift();
	const wanted = {
		calendarId: byId('cal-1'),
		slotSource: 'startEnd',
		...slots[1],
		whenTaken: 'nextFree',
	};
	await act('appointment.reschedule', { appointmentId: 'appt', ...wanted }, { responses });
	expect((await turn(1)).error?.message).toMatch(/before, or may have/);
	const { json, sent } = await turn(2);
	expect([json, sent]).toMatchObject([
		[{ booked: true, startTime: '2099-03-02T12:00:00+00:00' }],
		[],
	]);
});

it.each(['cancel', 'reschedule'])(
	'%s puts out the contact and the calendar of each item',
	async (name) => {
		const items = ['x', 'y'].map((id, index) => ({
			...slots[index],
			appointmentId: `${name}-${id}`,
			contactId: `con-${id}`,
			calendarId: `cal-${id}`,
		}));
		const parameters = {
			appointmentId: '={{ $json.appointmentId }}',
			slotSource: 'startEnd',
			...fromItem,
		};
		const { json } = await act(`appointment.${name}`, parameters, { items, responses: () => '' });
		expect(json).toMatchObject(
			items.map(({ contactId, calendarId }) => ({ contactId, calendarId })),
		);
	},
);

it.each([slots[0], {}])(
	'Cancel cancels again in an execution once its appointment is confirmed again, which Book has booked: %j',
	async (times) => {
		const own = { executionId: `${executionId} ${JSON.stringify(times)}` };
		const booking = {
			calendarId: byId('cal-1'),
			contactId: 'ada',
			slotSource: 'startEnd',
			...slots[0],
		};
		const run = async (name: string) =>
			(
				await onHighLevel(
					`appointment.${name}`,
					{ ...booking, appointmentId: 'again', appointmentStatus: 'confirmed' },
					[{ id: 'again', ...times }],
					own,
				)
			).sent.length;
		const requests = [];
		for (const name of ['cancel', 'cancel', 'book', 'updateStatus', 'book', 'cancel'])
			requests.push(await run(name));
		expect(requests).toEqual([1, 0, 1, 1, 0, 1]);
	},
);

it('Reschedule sends another status for the same time in an execution, and each once', async () => {
	const requests = [];
	for (const appointmentStatus of ['new', 'confirmed', 'confirmed']) {
		const moved = {
			appointmentId: 'status',
			slotSource: 'startEnd',
			...slots[1],
			options: { appointmentStatus },
		};
		requests.push(
			(await act('appointment.reschedule', moved, { executionId, responses: [''] })).sent.length,
		);
	}
	expect(requests).toEqual([1, 1, 0]);
});

it('a further run of Book in an execution books where nothing was booked before', async () => {
	expect((await turn(0, {}, { responses: [failed(409)] })).error?.message).toMatch(
		/already has an appointment/,
	);
	expect((await turn(1)).json).toMatchObject([{ booked: true }]);
});
