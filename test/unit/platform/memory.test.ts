import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import {
	act,
	byId,
	expectRefused,
	type Given,
	onHighLevel,
	type Sent,
	TOOL,
} from './nodeOnPlatform';

let count = 0;
let executionId: string;
beforeEach(() => (executionId = `memory-${++count}`));

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
			/^Nothing was booked\. .*'Limit' to 1.*'Allow Several per Contact'/,
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

it.each([
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

it.each([
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
					() => ({ id: 'again', ...times }),
					own,
				)
			).sent.filter(({ method }) => method !== 'GET').length;
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

it("a change in another account leaves this one's booking as it was", async () => {
	await turn(0);
	const other = { credential: { accessToken: 'token-2', locationId: 'loc-2' }, responses: [''] };
	const moved = { appointmentId: 'appt', calendarId: byId('cal-9'), slotSource: 'startEnd' };
	await act('appointment.reschedule', { ...moved, ...slots[1] }, other);
	const { json, sent } = await turn(0);
	expect([json, sent]).toMatchObject([[{ appointmentId: 'appt', calendarId: 'cal-1' }], []]);
});

it('Book refuses several for one contact that is named in two ways, before the first is booked', async () => {
	const items = ['ada@example.com', 'Ada@Example.com'].map((email, index) => ({
		...slots[index],
		email,
	}));
	const contactId = { __rl: true, mode: 'emailOrPhone', value: '={{ $json.email }}' };
	const { error, sent } = await bookItems(
		items,
		{ contactId },
		{
			credential: { accessToken: 'token-1', locationId: 'loc-1', api: 'highLevel' },
			responses: ({ path }) =>
				path === '/contacts/search'
					? { contacts: [{ id: 'ada', email: 'ada@example.com' }], total: 1 }
					: {},
		},
	);
	expect(error?.message).toMatch(/^2 appointments would be booked for the contact 'ada'/);
	expect(sent.filter(({ path }) => path.startsWith('/calendars/events'))).toEqual([]);
});
