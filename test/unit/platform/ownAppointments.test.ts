import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import { at, last, withoutPauses } from './bookings';
import { byId, expectRefused, TOOL } from './nodeOnPlatform';

/** Of a platform that can be asked for its appointments. */

withoutPauses();

const refused = failed(400, { message: 'The slot you have selected is no longer available.' });
const own = (hour: number, more: IDataObject = {}) => ({
	id: 'appt-1',
	calendarId: 'cal-1',
	contactId: 'ada',
	appointmentStatus: 'confirmed',
	...at(hour),
	...more,
});
const canceled = { appointmentStatus: 'cancelled' };
const policies = ['stop', 'alternatives', 'nextFree'];

it.each(policies)(
	"Book names a slot that is the contact's own, and takes it for booked where it is told to (When Slot Is Taken: %s)",
	async (whenTaken) => {
		const mine = { id: 'mine', endTime: at(10).startTime };
		const has = [own(8), own(9, { id: 'bens', contactId: 'ben' }), own(9, mine)];
		const platform = { write: refused, has, free: [11] };
		const { told, starts } = await last('book', platform, { whenTaken });
		expect(told).toMatch(
			/already has the appointment 'mine' in this calendar: Nov 23, 9:00.*set 'When Already Booked'/,
		);
		expect(starts).toHaveLength(1);
		const options = { whenAlreadyBooked: 'done' };
		const done = await last('book', platform, { whenTaken, options });
		expect(done.json).toMatchObject([
			{ booked: true, alreadyBooked: true, appointmentId: 'mine', endTime: mine.endTime },
		]);
		expect(done.starts).toHaveLength(1);
	},
);

const nextFree = { whenTaken: 'nextFree', options: { whenAlreadyBooked: 'done' } };

it.each([
	['where no earlier one is free', own(10), 11, 10],
	['not where an earlier one is free', own(11), 10, 10],
	['not where its times cannot be read', own(10, { startTime: 'soon', endTime: 'later' }), 11, 11],
	['not where it is longer', own(10, { endTime: at(11).startTime }), 11, 11],
])('Book finds the next slot that it used the first time, %s', async (which, mine, free, hour) => {
	const platform = { write: [refused, { id: 'new' }], has: [mine], free: [free] };
	const { json, starts } = await last('book', platform, nextFree);
	expect(json).toMatchObject([{ ...at(hour), wantedStartTime: at(9).startTime }]);
	const isFound = !which.startsWith('not');
	expect([starts.length, json[0].alreadyBooked]).toEqual(isFound ? [1, true] : [2, undefined]);
});

it.each(policies)(
	'Book says what could not be checked, and books nothing else, where the appointments cannot be read: %s',
	async (whenTaken) => {
		const platform = { write: refused, has: failed(403) };
		const { json, told, starts } = await last('book', platform, { whenTaken });
		expect(starts).toHaveLength(1);
		expect(told).toMatch(/could not be asked whether it was done before: \S.*no longer available/);
		expect(told + JSON.stringify(json)).toContain('10:00');
	},
);

const taken = { write: refused };
const saying = (words: string) => ({ told: expect.stringContaining(words) as string });
const notTaken = saying('is not available. Nearest free starts on Nov 23: 10:00');
const noLength = { slotSource: 'startDuration', duration: '' };
const longer = own(14, { endTime: at(15).startTime });
const written = { write: {} };

it.each([
	['book', { calendarId: 'cal-2' }],
	['book', at(9.5)],
	['book', canceled],
	['book', { deleted: true }],
	['reschedule', { endTime: at(10).startTime }],
	['reschedule', { startTime: at(8.5).startTime }],
])('%s takes none for what it wanted with %j', async (name, change) => {
	const { told, writes } = await last(name, { ...taken, has: [own(9, change)] });
	expect({ told }).toMatchObject(notTaken);
	expect(writes).toHaveLength(1);
});

it.each([
	[
		'takes a refusal for done where it is there already',
		'reschedule',
		{ ...taken, has: [own(9)] },
		{},
		{ rescheduled: true, contactId: 'ada', calendarId: 'cal-1', ...at(9) },
	],
	[
		'does not where it has another status',
		'reschedule',
		{ ...taken, has: [own(9)] },
		{ options: { appointmentStatus: 'new' } },
		notTaken,
	],
	[
		'takes a refusal for done where it is canceled already',
		'cancel',
		{ write: failed(400, { message: 'Bad request' }), has: [own(9)], then: [own(9, canceled)] },
		{ options: { whenAlreadyCanceled: 'done' } },
		{ alreadyCanceled: true, appointmentId: 'appt-1' },
	],
	[
		'is done after a lost response where it is no longer there',
		'cancel',
		{ write: lost(), has: [own(9)], then: [] },
		{},
		{ canceled: true },
	],
	[
		'keeps its length where none is filled in',
		'reschedule',
		{ ...written, has: [longer] },
		noLength,
		{ ...at(9), endTime: at(10).startTime },
	],
	[
		'takes the length that is filled in',
		'reschedule',
		{ ...written, has: [longer] },
		{ ...noLength, duration: 20 },
		{ endTime: '2026-11-23T09:20:00+00:00' },
	],
	[
		'needs a length where its own cannot be read',
		'reschedule',
		{ ...written, has: [own(14, { endTime: 'later' })] },
		noLength,
		saying('does not say how long'),
		0,
	],
	[
		"needs a length in the contract's form",
		'reschedule',
		{},
		noLength,
		saying("Minutes)' is empty"),
		0,
	],
	[
		'needs a calendar of its own',
		'reschedule',
		{ ...written, has: [own(14)] },
		{ calendarId: byId('nope') },
		saying("is in the calendar 'cal-1', not in 'nope'"),
		0,
	],
	[
		'names what is free in its own calendar',
		'reschedule',
		{ ...taken, has: [own(14)] },
		{ calendarId: byId('') },
		notTaken,
	],
])('%s: %s', async (_, name, platform, parameters, expected, count = 1) => {
	const { json, told, writes } = await last(name, platform, parameters);
	expect({ told, ...json[0] }).toMatchObject(expected);
	expect(writes).toHaveLength(count);
});

const set = { appointmentStatus: 'noshow' };

describe.each([
	['book', 'booked', {}],
	['reschedule', 'rescheduled', {}],
	['cancel', 'canceled', canceled],
	['updateStatus', 'updated', set],
])('after a lost response, %s', (name, word, status: IDataObject) => {
	const done = own(9, status);
	const undone = own(status.appointmentStatus ? 9 : 14);

	it('asks after three seconds, and says whether it is done', async () => {
		const platform = { write: lost(), has: [undone] };
		const { json, starts } = await last(name, { ...platform, then: [done] }, set);
		expect(json).toMatchObject([{ [word]: true, appointmentId: 'appt-1' }]);
		expect(starts).toHaveLength(1);
		expect(json[0]).not.toHaveProperty(name === 'book' ? 'alreadyBooked' : 'alreadyCanceled');
		expect(jest.mocked(setTimeout).mock.calls.map(([, ms]) => ms)).toContain(3_000);
		const { error } = await last(name, platform, set);
		expect(error?.message).toMatch(/shows that it was not carried out/);
		expect(error).not.toMatchObject({ context: { outcomeUnknown: true } });
	});

	it('says that it is unknown where that cannot be asked either, and asks first at a further try', async () => {
		const given = { executionId: `unknown-${name}` };
		const [has, ...rest] = [lost(), failed(403), [done], [undone]];
		const first = await last(name, { write: lost(), has }, set, given);
		const ends = [first];
		for (const later of rest)
			ends.push(await last(name, { write: lost(), has: later }, set, given));
		const [, second, third, fourth] = ends;
		for (const { error } of [first, second])
			expect(error).toMatchObject({ context: { outcomeUnknown: true } });
		expect(ends.map(({ starts }) => starts.length)).toEqual([1, 0, 0, 0]);
		expect(third.json).toMatchObject([{ [word]: true }]);
		expect([fourth.json, fourth.sent]).toEqual([third.json, []]);
	});
});

const changes = ['reschedule', 'cancel', 'updateStatus'];
const newStatus = { appointmentStatus: 'showed' };

it.each(changes)(
	'%s sends nothing for an appointment that is deleted, canceled or of another location',
	async (name) => {
		for (const change of [{ deleted: true }, canceled, { locationId: 'loc-2' }]) {
			const { told, writes } = await last(name, { has: [own(14, change)] }, newStatus);
			expect(told).toMatch(
				/'appt-1' (was (deleted|called off)|is in the location 'loc-2').*Nothing was sent\. /,
			);
			expect(writes).toEqual([]);
		}
	},
);

it('Cancel tells a model of an ID that the platform does not know', async () => {
	const { json } = await last('cancel', { has: [] }, {}, { node: TOOL });
	expect(json).toMatchObject([{ alreadyCanceled: true, appointmentId: 'appt-1' }]);
	expect(json[0].message).toContain("has no appointment 'appt-1'");
});

it.each([
	[{ whenAlreadyCanceled: 'done' }, {}],
	[{}, { node: TOOL }],
])(
	'Cancel of what is canceled is done where it is told to, and by default for a model: %j',
	async (options, given) => {
		const has = [own(9, { ...canceled, title: 'Call' })];
		const { json, writes } = await last('cancel', { has }, { options }, given);
		expect(json).toMatchObject([
			{ canceled: true, alreadyCanceled: true, title: 'Call', contactId: 'ada', ...at(9) },
		]);
		expect(writes).toEqual([]);
	},
);

describe('Only of Contact', () => {
	const only = (contactId: string) => ({ options: { onlyOfContact: byId(contactId) } });
	const nobody = only('={{ $json.nobody }}');

	it.each(changes)("keeps %s from another contact's appointment", async (name) => {
		const move = async (has: IDataObject[] | Error, options: object) =>
			await last(name, { ...written, has }, { ...newStatus, ...options });
		const bens = await move([own(14, { contactId: 'ben' })], only('ada'));
		expect(bens.told).toContain("'appt-1' is not one of the contact 'ada'");
		const unnamed = own(14, { whole: { id: undefined, contactId: undefined } });
		const others = [await move(failed(403), only('ada')), await move([unnamed], only('ada'))];
		expect([bens, ...others].flatMap(({ writes }) => writes)).toEqual([]);
		expect((await move([own(14)], only('ada'))).writes).toHaveLength(1);
		expectRefused(await move([own(14)], nobody), "'Only of Contact' is empty");
		expectRefused(await last(name, {}, { ...newStatus, ...only('ada') }), 'with HighLevel only');
	});

	it("may be empty in the contract's form, which cannot tell whose an appointment is", async () => {
		const { json, sent } = await last('cancel', written, nobody);
		expect([json[0].canceled, sent.length]).toEqual([true, 1]);
	});
});

it.each([failed(403), lost(), [own(14, { whole: { id: '' } })]])(
	'an appointment that cannot be read is changed all the same, which is said: case %#',
	async (has) => {
		for (const name of changes) {
			const { json, told, writes } = await last(name, { ...written, has }, newStatus);
			expect([json.length, writes.length]).toEqual([1, 1]);
			expect(told).toContain('was not checked whether it still stands');
			expect(told.includes('Confirmed now')).toBe(name === 'reschedule');
			expect(told).not.toContain('has no appointment');
		}
	},
);

it('Reschedule sends the status that the appointment has', async () => {
	const { writes } = await last('reschedule', { ...written, has: [own(14, set)] });
	expect(writes[0].body).toMatchObject(set);
});

it('Book sends place, description and whether automations run', async () => {
	const options = { address: 'Room 2', description: 'Bring it', toNotify: false };
	const { writes } = await last('book', { write: { id: 'appt-1' }, has: [] }, { options });
	expect(writes).toMatchObject([{ method: 'POST', body: options }]);
});

const ofBook = { title: 'Call', ...set, assignedUserId: 'u1', address: 'A 1' };
const asRead = own(9, { ...ofBook, locationId: 'loc-1' });
const operations = ['book', ...changes];

it.each([
	['a start', at(10), 'Start is .*T10:00.* not .*T09:00.*End is '],
	['a start without an end', { ...at(10), endTime: null }, 'Start is .*End is ', at(10)],
	['an end', { endTime: at(10).startTime }, 'End is .*T10:00.* not .*T09:30'],
	[
		'times without an offset',
		{ startTime: '2026-11-23T11:00', endTime: '2026-11-23T11:30' },
		'could not be compared.*T11:00 to .*T11:30',
		at(9),
	],
	[
		'times that cannot be read',
		{ startTime: 5, endTime: 6 },
		'could not be compared.*5 to 6',
		at(9),
	],
	['a status', { appointmentStatus: 'invalid' }, 'Appointment Status is invalid, not '],
	['a cancellation', { appointmentStatus: 'canceled' }, 'Appointment Status is canceled, not '],
	['a deletion', { deleted: true }, 'Appointment Status is cancelled, not ', canceled],
	['a contact', { contactId: 'ben' }, 'Contact is ben, not ada'],
	['a calendar', { calendarId: 'cal-2' }, 'Calendar is cal-2, not cal-1'],
	['a location', { locationId: 'loc-2' }, 'Location is loc-2, not loc-1', {}],
	['a title', { title: 'Ca' }, 'Title is Ca, not Call'],
	['a user', { assignedUserId: 'u2' }, 'Assigned User is u2, not u1'],
	['a place', { address: 'B 2' }, 'Meeting Place is B 2, not A 1'],
])(
	'what the platform has in place of what was expected is put out and told: %s',
	async (_, change, differs, shown = change) => {
		const isOver = differs.includes('Status is cancel');
		for (const name of operations.filter((each) => each !== 'cancel' || !isOver)) {
			const ended = name === 'cancel' && !differs.includes('Status') ? canceled : {};
			const platform = { write: { ...asRead, ...ended, ...change }, has: [asRead] };
			const options = { ...(name === 'book' && ofBook), simplify: false, output: 'raw' };
			for (const given of [{}, { node: TOOL }]) {
				const { json, told } = await last(name, platform, { ...set, options }, given);
				expect(told).toMatch(new RegExp(differs));
				// Cancel puts out no status.
				expect(name === 'cancel' ? shown : json[0]).toMatchObject(shown);
			}
		}
	},
);

it.each([
	[
		'of another zone',
		{ startTime: '2026-11-23T04:00:00-05:00', endTime: '2026-11-23T04:30:00-05:00' },
	],
	['without an offset', { startTime: '2026-11-23T09:00:00', endTime: '2026-11-23T09:30:00' }],
	['left out', { startTime: null, endTime: null, contactId: null, title: '' }],
])('nothing is told of times %s', async (_, times) => {
	const record = { ...asRead, appointmentStatus: 'confirmed' };
	for (const name of operations) {
		const write = { event: { ...record, ...(name === 'cancel' && { deleted: true }), ...times } };
		const { json, told } = await last(
			name,
			{ write, has: [record] },
			{
				appointmentStatus: 'confirmed',
			},
		);
		expect(told).toBe('');
		expect(json).toMatchObject([{ contactId: 'ada', startText: 'Monday, Nov 23, 9:00 AM UTC' }]);
	}
});

it.each([
	[
		'reschedule',
		{ id: 'appt-2', ...canceled },
		{ appointmentId: 'appt-2' },
		'Appointment is appt-2, not appt-1; Appointment Status is cancelled, not one that stands',
	],
	[
		'cancel',
		{ appointmentStatus: 'new' },
		{ canceled: true, contactId: 'ada', title: 'Call', ...at(9) },
		'Appointment Status is new, not cancelled',
	],
	['book', { appointmentStatus: 'new' }, { appointmentStatus: 'new' }, 'is new, not confirmed'],
])(
	"what the response to %s says is put out in the contract's form, too: %j",
	async (name, change, item, differs) => {
		const { json, told } = await last(name, { write: { ...asRead, ...change } });
		expect(json).toMatchObject([item]);
		expect(told).toContain(differs);
	},
);

it('Book says that the length is not that of the slots, and tells a model of other appointments', async () => {
	const times = { endTime: at(17).startTime };
	const others = [own(30, { id: 'mine' }), own(31, { id: 'bens', contactId: 'ben' })];
	const platform = { write: own(9, times), has: [own(9), ...others] };
	expect((await last('book', platform, times)).told).toBe(
		'The appointment takes 480 minutes, and the slots of the calendar 30 minutes.',
	);
	expect((await last('book', platform, times, { node: TOOL })).told).toMatch(
		/the contact also has: mine \(Tuesday, Nov 24, 6:00 AM UTC\)\./,
	);
	// So does a move that changes the length, and none that keeps it.
	for (const [present, count] of [
		[own(14), 1],
		[own(9, times), 0],
	] as const)
		expect((await last('reschedule', { ...written, has: [present] }, times)).hints).toHaveLength(
			count,
		);
});

it.each([
	[422, ['A team member needs to be selected. assignedUserId is missing'], /'Assigned User'/],
	[422, ['The user id not part of calendar team.'], /'Assigned User'/],
	[400, 'Selected slot duration is not a valid duration option', /no appointment of this length/],
])('a refusal with %d %j is told as what it is', async (status, message, expected) => {
	for (const name of ['book', 'reschedule']) {
		const platform = { write: failed(status, { message }), has: [own(14)] };
		const { error, writes } = await last(name, platform, nextFree);
		expect(error?.message).toMatch(expected);
		expect(writes).toHaveLength(1);
	}
});

it("a tool's input holds the model's arguments, so it says nothing of the contact", async () => {
	const tool = { items: [{ appointmentId: 'appt-1', contactId: 'ada' }], node: TOOL };
	const known = await last('cancel', { ...written, has: [own(9, { contactId: 'ben' })] }, {}, tool);
	const unknown = await last('cancel', written, {}, tool);
	expect([known, unknown].map(({ json }) => json[0].contactId)).toEqual(['ben', undefined]);
});
