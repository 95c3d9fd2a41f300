import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import { at, last, withoutPauses } from './bookings';
import { act, byId, HIGH_LEVEL, onHighLevel, type Sent, TOOL } from './nodeOnPlatform';

withoutPauses();

let count = 0;
let executionId: string;
beforeEach(() => (executionId = `memory-${++count}`));

const slots = [10, 11, 12, 13].map((hour) => at(hour));
const fromItem = { startTime: '={{ $json.startTime }}', endTime: '={{ $json.endTime }}' };
const bookItems = async (
	items: IDataObject[],
	parameters: IDataObject = {},
	given: Parameters<typeof last>[1] = {},
) =>
	await last(
		'book',
		{ write: items.map(() => ({ id: 'appt' })), items, ...given },
		{ ...fromItem, ...parameters },
	);

const contacts = ['b', 'b', 'b', 'a', 'c', 'c', 'c', 'c'].map((contactId, index) => ({
	...slots[index % 4],
	contactId,
}));

it.each([
	['ada', 2, slots.slice(0, 2), {}],
	[
		'ada',
		2,
		['UTC', 'Asia/Tokyo'].map((zone) => ({
			startTime: '2026-11-23T10:00',
			endTime: '2026-11-23T10:30',
			zone,
		})),
		{ options: { timezone: byId('={{ $json.zone }}') } },
	],
	// The one with the most is named, and an item that cannot be read is none of them.
	['c', 4, [...contacts, {}], { contactId: '={{ $json.contactId }}' }],
])(
	'Book books nothing where several items are for one contact and calendar: %s, %d of %j',
	async (contact, several, items, parameters) => {
		const { sent, told, error } = await bookItems(items, parameters);
		expect(sent).toEqual([]);
		const names = `${several} appointments would be booked for the contact '${contact}' in the calendar 'cal-1'`;
		expect(error).not.toMatchObject({ context: { itemIndex: expect.any(Number) } });
		expect(told.replace(`${names} `, '')).toMatch(
			/^Nothing was booked\. .*'Limit' to 1.*'Allow Several per Contact'/,
		);
	},
);

it.each([
	['calendars', { calendarId: byId('={{ $json.id }}') }],
	['slots, where the option allows it', { options: { allowSeveral: true } }],
])('Book books each of several %s', async (_, parameters) => {
	const items = slots.slice(1).map((slot, index) => ({ ...slot, id: `c${index}` }));
	expect(await bookItems(items, parameters)).toMatchObject({
		error: undefined,
		writes: { length: 3 },
	});
});

it('Book refuses several for one contact that is named in two ways, before the first is booked', async () => {
	const items = ['ada@example.com', 'Ada@Example.com'].map((email, index) => ({
		...slots[index],
		email,
	}));
	const contactId = { __rl: true, mode: 'emailOrPhone', value: '={{ $json.email }}' };
	const found = { contacts: [{ id: 'ada', email: 'ada@example.com' }], total: 1 };
	const given = { credential: HIGH_LEVEL, responses: () => found };
	const { told, writes } = await bookItems(items, { contactId }, given);
	expect(told).toMatch(/^2 appointments would be booked for the contact 'ada'/);
	expect(writes.filter(({ path }) => path !== '/contacts/search')).toEqual([]);
});

describe('a further run in an execution', () => {
	const turn = async (
		index: number,
		parameters: IDataObject = {},
		given: Parameters<typeof last>[1] = {},
	) => await bookItems([slots[index]], parameters, { executionId, ...given });
	const before =
		/booked an appointment for the contact 'ada' in the calendar 'cal-1' before, or may have .*turn on 'Allow Several per Contact'/;

	it.each([
		['nothing more for the contact in the calendar', { id: 'appt' }, before],
		['nothing where the outcome of another time is unknown', lost(), before],
		['where nothing was booked before', failed(409), /^$/],
	])('of Book books %s', async (_, response, told) => {
		await turn(0, {}, { responses: [response] });
		expect((await turn(1)).told).toMatch(told);
	});

	it.each([
		['a node that allows several', { options: { allowSeveral: true } }, {}],
		['a call of a language model', {}, { node: TOOL }],
	])('of Book books for %s', async (_, parameters, given) => {
		await turn(0);
		expect((await turn(1, parameters, given)).json).toMatchObject([{ booked: true }]);
	});

	const appointmentId = 'appt';

	it('of Book books anew where the appointment has been canceled, and only then', async () => {
		await turn(0);
		const cancel = async (write: unknown) => await last('cancel', { write }, { appointmentId });
		expect((await cancel(failed(400))).error).toBeDefined();
		expect((await turn(1)).told).toMatch(before);
		expect((await cancel([''])).json).toMatchObject([{ canceled: true }]);
		expect((await turn(1)).json).toMatchObject([{ booked: true }]);
	});

	it('of Book finds the appointment where Reschedule has put it, not where it was wanted', async () => {
		const taken = failed(400, { message: 'No such slot' });
		await turn(0, { whenTaken: 'nextFree' }, { write: [taken, { id: 'appt' }], free: [13] });
		const platform = { write: [taken, ''], free: [12] };
		await last('reschedule', platform, { appointmentId, ...slots[1], whenTaken: 'nextFree' });
		expect((await turn(1)).told).toMatch(before);
		const { json, sent } = await turn(2);
		expect(sent).toEqual([]);
		expect(json).toMatchObject([{ booked: true, ...slots[2] }]);
		expect(json[0]).not.toHaveProperty('wantedStartTime');
	});

	it("finds this account's booking as it was after a change in another account", async () => {
		await turn(0);
		const credential = { accessToken: 'token-2', locationId: 'loc-2' };
		const moved = { appointmentId, calendarId: byId('cal-9'), ...slots[1] };
		await last('reschedule', { write: '', credential }, moved);
		expect(await turn(0)).toMatchObject({
			json: [{ appointmentId, calendarId: 'cal-1' }],
			sent: [],
		});
	});

	it.each([slots[0], {}])(
		'of Cancel cancels again once its appointment is confirmed again, which Book has booked: %j',
		async (times) => {
			const requests = [];
			for (const name of ['cancel', 'cancel', 'book', 'updateStatus', 'book', 'cancel']) {
				const { writes } = await last(
					name,
					{ write: { id: 'appt-1', ...times }, has: [{ id: 'appt-1', ...times }], executionId },
					{ ...slots[0], appointmentStatus: 'confirmed' },
				);
				requests.push(writes.length);
			}
			expect(requests).toEqual([1, 0, 1, 1, 0, 1]);
		},
	);

	it('of Reschedule sends another status for the same time, and each once', async () => {
		const requests = [];
		for (const appointmentStatus of ['new', 'confirmed', 'confirmed']) {
			const options = { appointmentStatus };
			requests.push(await last('reschedule', { write: '', executionId }, { options }));
		}
		expect(requests.map(({ sent }) => sent.length)).toEqual([1, 1, 0]);
	});
});

it.each(['cancel', 'reschedule'])(
	'%s puts out the contact and the calendar of each item, where it is of the appointment',
	async (name) => {
		const items = ['x', 'y', 'z'].map((id, index) => ({
			contactId: `con-${id}`,
			calendarId: `cal-${id}`,
			id,
			appointmentId: id === 'z' ? 'x' : id,
			...slots[index],
		}));
		const parameters = { ...fromItem, appointmentId: '={{ $json.id }}', calendarId: '' };
		const { json } = await last(name, { write: ['', '', ''], items }, parameters);
		expect(json.map(({ contactId, calendarId }) => [contactId, calendarId])).toEqual([
			['con-x', 'cal-x'],
			['con-y', 'cal-y'],
			[undefined, undefined],
		]);
	},
);

it('Delete in the same execution is sent after Cancel of the same appointment, which removes no record', async () => {
	const appointmentId = 'appt-1';
	const event = { id: appointmentId, calendarId: 'cal-1', contactId: 'ada', ...at(9) };
	const respond = ({ method }: Sent) => (method === 'GET' ? { event } : { succeded: true });
	const run = async (operation: string) =>
		await onHighLevel(`appointment.${operation}`, { appointmentId }, respond, { executionId });
	await run('cancel');

	const { writes } = await run('delete');

	expect(writes).toMatchObject([{ method: 'DELETE' }]);
});

it("a model is told of an ID that the contract's platform does not know, also where 'When Already Canceled' is Treat as Done", async () => {
	const fields = { appointmentId: 'appt-9', options: { whenAlreadyCanceled: 'done' } };
	const cancel = async (node: object) =>
		await act('appointment.cancel', fields, { node, responses: [failed(404)] });

	const ofModel = await cancel(TOOL);
	const ofPerson = await cancel({});

	expect(ofModel.error?.message).toContain('was not found');
	expect(ofPerson.json).toMatchObject([{ canceled: true, alreadyCanceled: true }]);
});
