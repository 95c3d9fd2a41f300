import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import { at, withoutPauses } from './bookings';
import { act, byId, onHighLevel, TOOL, type Given, type Sent } from './nodeOnPlatform';

withoutPauses();

const refused = failed(400, { message: 'The slot you have selected is no longer available.' });
const own = (id: string, hour: number, more: IDataObject = {}) => ({
	id,
	calendarId: 'cal-1',
	contactId: 'ada',
	appointmentStatus: 'confirmed',
	...at(hour),
	...more,
});

interface Platform {
	/** To the write; after it, the platform says no more to one. */
	write: unknown;
	/** The appointments that it has; an Error where they cannot be read. */
	has: IDataObject[] | Error;
	/** Those that it has once a write has come, where they are others. */
	then?: IDataObject[];
	free?: number[];
}

/** Runs an operation in an execution of its own, on HighLevel. */
async function on(
	{ write, has, then, free = [] }: Platform,
	name: string,
	parameters: IDataObject = {},
	given: Given = {},
) {
	const writes = [write].flat();
	let records = has instanceof Error ? [] : has;
	const responses = ({ method, path, qs }: Sent) => {
		if (method !== 'GET') {
			records = then ?? records;
			return writes.shift() ?? new Error('No response is left');
		}
		if (path.endsWith('/free-slots'))
			return { '2026-11-23': { slots: free.map((hour) => at(hour).startTime) } };
		if (path.endsWith('/calendars/cal-1'))
			return { calendar: { slotDuration: 30, slotDurationUnit: 'mins' } };
		if (has instanceof Error) return has;
		if (path.endsWith('/calendars/events'))
			return { events: records.filter(({ calendarId }) => calendarId === qs?.calendarId) };
		const found = records.find(({ id }) => path.endsWith(`/appointments/${String(id)}`));
		return found
			? { event: { ...found, ...(found.whole as IDataObject) } }
			: failed(400, { message: 'Appointment not found' });
	};
	const fields = {
		calendarId: byId('cal-1'),
		contactId: 'ada',
		appointmentId: 'appt-1',
		slotSource: 'startEnd',
		...at(9),
	};
	const end = await onHighLevel(
		`appointment.${name}`,
		{ ...fields, ...parameters },
		responses,
		given,
	);
	return { ...end, written: end.sent.filter(({ method }) => method !== 'GET').length };
}

const mineAt9 = {
	write: refused,
	has: [
		own('other', 8),
		own('bens', 9, { contactId: 'ben' }),
		own('mine', 9, { endTime: at(10).startTime }),
	],
	free: [11],
};

it.each(['stop', 'alternatives', 'nextFree'])(
	"Book names a slot that is the contact's own, and takes it for booked where it is told to (When Slot Is Taken: %s)",
	async (whenTaken) => {
		const { error, written } = await on(mineAt9, 'book', { whenTaken });
		expect([error?.message, error?.description, written]).toEqual([
			expect.stringContaining("already has the appointment 'mine' in this calendar: Nov 23, 9:00"),
			expect.stringContaining("set 'When Already Booked'"),
			1,
		]);
		const options = { whenAlreadyBooked: 'done' };
		const done = await on(mineAt9, 'book', { whenTaken, options });
		const mine = { appointmentId: 'mine', contactId: 'ada', ...at(9), endTime: at(10).startTime };
		expect([done.json, done.written]).toMatchObject([
			[{ booked: true, alreadyBooked: true, ...mine }],
			1,
		]);
	},
);

const nextFree = { whenTaken: 'nextFree', options: { whenAlreadyBooked: 'done' } };

it.each<[string, IDataObject, number, object]>([
	[
		'where no earlier one is free',
		own('mine', 10),
		11,
		{ alreadyBooked: true, appointmentId: 'mine', ...at(10), wantedStartTime: at(9).startTime },
	],
	['not where an earlier one is free', own('mine', 11), 10, at(10)],
	[
		'not where its times cannot be read',
		own('mine', 10, { startTime: 'soon', endTime: 'later' }),
		11,
		at(11),
	],
	['not where it is longer', own('mine', 10, { endTime: at(11).startTime }), 11, at(11)],
])('Book finds the next slot that it used the first time, %s', async (_, mine, free, item) => {
	const platform = { write: [refused, { id: 'new' }], has: [mine], free: [free] };
	const { json, written } = await on(platform, 'book', nextFree);
	expect([json, written]).toMatchObject([[item], 'alreadyBooked' in item ? 1 : 2]);
});

it.each(['stop', 'alternatives', 'nextFree'])(
	'Book says what could not be checked, and books nothing else, where the appointments cannot be read: %s',
	async (whenTaken) => {
		const platform = { write: refused, has: failed(403), free: [10] };
		const { error, json, written } = await on(platform, 'book', { whenTaken });
		const said = `${error?.message} ${error?.description} ${JSON.stringify(json)}`;
		expect(written).toBe(1);
		expect(said).toMatch(/could not be asked whether it was done before: \S.*no longer available/);
		expect(said).toContain('10:00');
	},
);

interface Expected {
	parameters?: IDataObject;
	item?: object;
	error?: RegExp;
	written?: number;
}

const gone = own('appt-1', 9, { appointmentStatus: 'cancelled' });
const set = { parameters: { appointmentStatus: 'noshow' } };
const done = { options: { whenAlreadyCanceled: 'done' } };
const notTaken = /is not available\. Nearest free starts on Nov 23: 10:00/;
const isMoved = { item: { rescheduled: true, contactId: 'ada', calendarId: 'cal-1', ...at(9) } };
const keepsLength = { slotSource: 'startDuration', duration: '' };
const longer = own('appt-1', 14, { endTime: at(15).startTime });
const noEnd = own('appt-1', 14, { endTime: 'later' });
it.each<[string, string, Platform, Expected]>([
	...(
		[
			['in another calendar', { calendarId: 'cal-2' }],
			['at another time', at(9.5)],
			['canceled', { appointmentStatus: 'cancelled' }],
			['deleted', { deleted: true }],
		] as Array<[string, IDataObject]>
	).map(([which, change]): [string, string, Platform, Expected] => [
		`takes none for its own that is ${which}`,
		'book',
		{ write: refused, has: [own('mine', 9, change)], free: [10] },
		{ error: notTaken },
	]),
	[
		'takes a refusal for done where it is there already',
		'reschedule',
		{ write: refused, has: [own('appt-1', 9)] },
		isMoved,
	],
	...[{ endTime: at(10).startTime }, { startTime: at(8.5).startTime }].map(
		(change): [string, string, Platform, Expected] => [
			`does not where it is at ${JSON.stringify(change)}`,
			'reschedule',
			{ write: refused, has: [own('appt-1', 9, change)], free: [10] },
			{ error: notTaken },
		],
	),
	[
		'does not where it has another status',
		'reschedule',
		{ write: refused, has: [own('appt-1', 9)], free: [10] },
		{ parameters: { options: { appointmentStatus: 'new' } }, error: notTaken },
	],
	[
		'takes a refusal for done where it is canceled already',
		'cancel',
		{ write: failed(400, { message: 'Bad request' }), has: [own('appt-1', 9)], then: [gone] },
		{ parameters: done, item: { alreadyCanceled: true, appointmentId: 'appt-1' } },
	],
	[
		'is done after a lost response where it is no longer there',
		'cancel',
		{ write: lost(), has: [own('appt-1', 9)], then: [] },
		{ item: { canceled: true } },
	],
	[
		'keeps its length where none is filled in',
		'reschedule',
		{ write: {}, has: [longer] },
		{ parameters: keepsLength, item: { ...at(9), endTime: at(10).startTime } },
	],
	[
		'takes the length that is filled in',
		'reschedule',
		{ write: {}, has: [longer] },
		{
			parameters: { ...keepsLength, duration: 20 },
			item: { endTime: '2026-11-23T09:20:00+00:00' },
		},
	],
	[
		'needs a length where its own cannot be read',
		'reschedule',
		{ write: {}, has: [noEnd] },
		{ parameters: keepsLength, error: /does not say how long/, written: 0 },
	],
	[
		'needs a calendar of its own',
		'reschedule',
		{ write: {}, has: [own('appt-1', 14)] },
		{
			parameters: { calendarId: byId('nope') },
			error: /is in the calendar 'cal-1', not in 'nope'/,
			written: 0,
		},
	],
	[
		'offers slots of its own calendar, and names what is free there',
		'reschedule',
		{ write: refused, has: [own('appt-1', 14)], free: [10] },
		{ parameters: { calendarId: byId('') }, error: notTaken },
	],
])('%s: %s', async (_, name, platform, { parameters, item, error, written = 1 }) => {
	const end = await on(platform, name, parameters);
	expect(end.error?.message ?? '').toMatch(error ?? /^$/);
	expect([end.json, end.written]).toMatchObject([item ? [item] : [], written]);
});

describe.each(['book', 'reschedule', 'cancel', 'updateStatus'])(
	'after a lost response, %s',
	(name) => {
		const words = { book: 'booked', reschedule: 'rescheduled', cancel: 'canceled' };
		const word = (words as IDataObject)[name] ?? 'updated';
		const status = { cancel: 'cancelled', updateStatus: 'noshow' }[name];
		const carriedOut = own('appt-1', 9, status ? { appointmentStatus: status } : {});
		const undone = own('appt-1', status ? 9 : 14);

		it('asks after three seconds, and says whether it is done', async () => {
			const platform = { write: lost(), has: [undone] };
			const { json, written } = await on({ ...platform, then: [carriedOut] }, name, set.parameters);
			expect([json, written]).toMatchObject([
				[{ [String(word)]: true, appointmentId: 'appt-1' }],
				1,
			]);
			expect(json[0]).not.toHaveProperty(name === 'book' ? 'alreadyBooked' : 'alreadyCanceled');
			expect(jest.mocked(setTimeout).mock.calls.map(([, ms]) => ms)).toContain(3_000);
			const { error } = await on(platform, name, set.parameters);
			expect(error?.message).toMatch(/shows that it was not carried out/);
			expect(error).not.toMatchObject({ context: { outcomeUnknown: true } });
		});

		it('says that it is unknown where that cannot be asked either, and asks first at a further try', async () => {
			const given = { executionId: `unknown-${name}` };
			for (const has of [lost(), failed(403)]) {
				const { error, written } = await on({ write: lost(), has }, name, set.parameters, given);
				expect(error).toMatchObject({ context: { outcomeUnknown: true } });
				expect(written).toBe(has.message.includes('lost') ? 1 : 0);
			}
			const found = await on({ write: lost(), has: [carriedOut] }, name, set.parameters, given);
			expect([found.json, found.written]).toMatchObject([[{ [String(word)]: true }], 0]);
			const again = await on({ write: lost(), has: [undone] }, name, set.parameters, given);
			expect([again.json, again.sent]).toEqual([found.json, []]);
		});
	},
);

it("in the contract's form, Reschedule needs a length", async () => {
	const moved = { appointmentId: 'appt-1', ...at(9), ...keepsLength };
	const { sent, error } = await act('appointment.reschedule', moved);
	expect([sent, error?.message]).toEqual([
		[],
		expect.stringContaining("'Duration (Minutes)' is empty"),
	]);
});

const changes = ['reschedule', 'cancel', 'updateStatus'];
const newStatus = { appointmentStatus: 'showed' };

it.each(changes)(
	'%s sends nothing for an appointment that is deleted, canceled or of another location',
	async (name) => {
		for (const change of [
			{ deleted: true },
			{ appointmentStatus: 'cancelled' },
			{ locationId: 'loc-2' },
		]) {
			const has = [own('appt-1', 14, change)];
			const { error, written } = await on({ write: {}, has }, name, newStatus);
			expect([error?.message, error?.description, written]).toEqual([
				expect.stringMatching(/'appt-1' (was (deleted|called off)|is in the location 'loc-2')/),
				expect.stringMatching(/^Nothing was sent\. /),
				0,
			]);
		}
	},
);

it('Cancel tells a model of an ID that the platform does not know', async () => {
	const { json } = await onHighLevel(
		'appointment.cancel',
		{ appointmentId: byId('made-up') },
		[failed(404)],
		{ node: TOOL },
	);
	expect(json).toMatchObject([{ alreadyCanceled: true, appointmentId: 'made-up' }]);
	expect(json[0].message).toContain("has no appointment 'made-up'");
});

it('Cancel of what is canceled is done where it is told to, and by default for a model', async () => {
	const has = [own('appt-1', 9, { appointmentStatus: 'cancelled', title: 'Call' })];
	const ways: Array<[IDataObject, Given]> = [
		[{ whenAlreadyCanceled: 'done' }, {}],
		[{}, { node: TOOL }],
	];
	for (const [options, more] of ways) {
		const { json, written } = await on({ write: {}, has }, 'cancel', { options }, more);
		expect([json, written]).toMatchObject([
			[{ canceled: true, alreadyCanceled: true, title: 'Call', contactId: 'ada', ...at(9) }],
			0,
		]);
	}
});

it.each(changes)("%s refuses another contact's appointment with Only of Contact", async (name) => {
	const options = { onlyOfContact: byId('ada') };
	const move = { ...newStatus, options };
	const bens = await on({ write: {}, has: [own('appt-1', 14, { contactId: 'ben' })] }, name, move);
	expect([bens.error?.message, bens.written]).toEqual([
		expect.stringContaining("'appt-1' is not one of the contact 'ada'"),
		0,
	]);
	expect((await on({ write: {}, has: failed(403) }, name, move)).written).toBe(0);
	const unnamed = { ...own('appt-1', 14), whole: { id: undefined, contactId: undefined } };
	expect((await on({ write: {}, has: [unnamed] }, name, move)).written).toBe(0);
	expect((await on({ write: {}, has: [own('appt-1', 14)] }, name, move)).written).toBe(1);
	const nobody = { options: { onlyOfContact: byId('={{ $json.nobody }}') } };
	const unfilled = await on({ write: {}, has: [own('appt-1', 14)] }, name, { ...move, ...nobody });
	expect([unfilled.error?.message, unfilled.sent]).toEqual([
		"'Only of Contact' is empty [Item 0]",
		[],
	]);
	const contract = await act(`appointment.${name}`, { appointmentId: 'a', ...at(9), ...move });
	expect([contract.error?.message, contract.sent]).toEqual([
		expect.stringContaining('works with HighLevel only'),
		[],
	]);
});

it("Only of Contact may be empty in the contract's form, which cannot tell whose an appointment is", async () => {
	const options = { onlyOfContact: byId('={{ $json.nobody }}') };
	const cancel = { appointmentId: 'a', options };
	const { json, sent } = await act('appointment.cancel', cancel, { responses: [{}] });
	expect([json, sent.length]).toMatchObject([[{ canceled: true }], 1]);
});

it.each([failed(403), lost(), [own('appt-1', 14, { whole: { id: '' } })]])(
	'an appointment that cannot be read is changed all the same, which is said: case %#',
	async (has) => {
		for (const name of changes) {
			const { json, hints, written } = await on({ write: {}, has }, name, newStatus);
			expect([json.length, written]).toEqual([1, 1]);
			expect(hints[0].message).toContain('was not checked whether it still stands');
			expect(hints[0].message.includes('Confirmed now')).toBe(name === 'reschedule');
			expect(hints[0].message).not.toContain('has no appointment');
		}
	},
);

it.each([
	['No-Show', 'noshow'],
	['canceled', 'cancelled'],
	['NEW', 'new'],
	['In review', 'In review'],
])('the status %s is sent as %s', async (appointmentStatus, expected) => {
	const has = [own('appt-1', 14)];
	const { sent } = await on({ write: {}, has }, 'updateStatus', { appointmentStatus });
	expect(sent.at(-1)?.body).toEqual({ appointmentStatus: expected });
});

it('Reschedule sends the status that the appointment has', async () => {
	const has = [own('appt-1', 14, { appointmentStatus: 'noshow' })];
	const { sent } = await on({ write: {}, has }, 'reschedule');
	expect(sent.at(-1)?.body).toMatchObject({ appointmentStatus: 'noshow' });
});

const ofBook = { title: 'Call', appointmentStatus: 'noshow', assignedUserId: 'u1', address: 'A 1' };
const asRead = own('appt-1', 9, ofBook);
it.each<[string, IDataObject, RegExp, object?]>([
	['a start', at(10), /Start is .*T10:00.* not .*T09:00.*End is /, at(10)],
	['a start without an end', { ...at(10), endTime: null }, /Start is .*End is /, at(10)],
	[
		'an end',
		{ endTime: at(10).startTime },
		/End is .*T10:00.* not .*T09:30/,
		{ endTime: at(10).startTime },
	],
	[
		'times without an offset',
		{ startTime: '2026-11-23T11:00', endTime: '2026-11-23T11:30' },
		/could not be compared.*T11:00 to .*T11:30/,
		at(9),
	],
	[
		'times that cannot be read',
		{ startTime: 5, endTime: 6 },
		/could not be compared.*5 to 6/,
		at(9),
	],
	['a status', { appointmentStatus: 'invalid' }, /Appointment Status is invalid, not /],
	['a cancellation', { appointmentStatus: 'canceled' }, /Appointment Status is canceled, not /],
	[
		'a deletion',
		{ deleted: true },
		/Appointment Status is cancelled, not /,
		{ appointmentStatus: 'cancelled' },
	],
	['a contact', { contactId: 'ben' }, /Contact is ben, not ada/],
	['a calendar', { calendarId: 'cal-2' }, /Calendar is cal-2, not cal-1/],
	['a location', { locationId: 'loc-2' }, /Location is loc-2, not loc-1/, {}],
	['a title', { title: 'Ca' }, /Title is Ca, not Call/],
	['a user', { assignedUserId: 'u2' }, /Assigned User is u2, not u1/],
	['a place', { address: 'B 2' }, /Meeting Place is B 2, not A 1/],
])(
	'what the platform has in place of what was expected is put out and told: %s',
	async (_, change, differs, shown = change) => {
		const record = { ...asRead, locationId: 'loc-1' };
		for (const name of ['book', 'reschedule', 'cancel', 'updateStatus']) {
			const isOver = /Status is cancel/.test(differs.source);
			if (name === 'cancel' && isOver) continue;
			const write = {
				...record,
				...(name === 'cancel' &&
					!/Status/.test(differs.source) && { appointmentStatus: 'cancelled' }),
				...change,
			};
			const options = name === 'book' ? ofBook : {};
			const call = {
				...newStatus,
				appointmentStatus: 'noshow',
				options: { ...options, simplify: false, output: 'raw' },
			};
			for (const given of [{}, { node: TOOL }]) {
				const { json, hints } = await on({ write, has: [record] }, name, call, given);
				const told = 'node' in given ? json[0].message : hints.map(({ message }) => message).join();
				expect(told).toMatch(differs);
				// Cancel puts out no status.
				expect(name === 'cancel' ? shown : json[0]).toMatchObject(shown);
			}
		}
	},
);

it.each<[string, IDataObject]>([
	['as they were sent', {}],
	[
		'of another zone',
		{ startTime: '2026-11-23T04:00:00-05:00', endTime: '2026-11-23T04:30:00-05:00' },
	],
	['without an offset', { startTime: '2026-11-23T09:00:00', endTime: '2026-11-23T09:30:00' }],
	['left out', { startTime: null, endTime: null, contactId: null, title: '' }],
])('nothing is told of times %s', async (_, times) => {
	const record = { ...asRead, appointmentStatus: 'confirmed' };
	for (const name of ['book', 'reschedule', 'cancel', 'updateStatus']) {
		const write = { event: { ...record, ...(name === 'cancel' && { deleted: true }), ...times } };
		const { json, hints } = await on({ write, has: [record] }, name, {
			appointmentStatus: 'confirmed',
		});
		expect([hints, json]).toMatchObject([
			[],
			[{ contactId: 'ada', startText: 'Monday, Nov 23, 9:00 AM UTC' }],
		]);
	}
});

it("what the response to a write says is put out in the contract's form, too", async () => {
	const moved = { appointmentId: 'appt-1', ...at(9), slotSource: 'startEnd' };
	const write = { ...asRead, id: 'appt-2', appointmentStatus: 'cancelled' };
	const { json, hints } = await act('appointment.reschedule', moved, { responses: [write] });
	expect([json[0].appointmentId, hints[0]?.message]).toEqual([
		'appt-2',
		expect.stringMatching(
			/Appointment is appt-2, not appt-1; Appointment Status is cancelled, not one that stands/,
		),
	]);
	const canceled = await act('appointment.cancel', moved, {
		responses: [{ ...asRead, appointmentStatus: 'new' }],
	});
	expect([canceled.json, canceled.hints]).toMatchObject([
		[{ canceled: true, contactId: 'ada', title: 'Call', ...at(9) }],
		[{ message: expect.stringContaining('Appointment Status is new, not cancelled') as string }],
	]);
});

it('without the option, a booking that is not confirmed is told', async () => {
	const { json, hints } = await on(
		{ write: own('new', 9, { appointmentStatus: 'new' }), has: [] },
		'book',
	);
	expect([json[0].appointmentStatus, hints[0]?.message]).toEqual([
		'new',
		expect.stringContaining('is new, not confirmed'),
	]);
});

it('Book says that the length is not that of the slots, and tells a model of other appointments', async () => {
	const write = own('new', 9, { endTime: at(17).startTime });
	const times = { endTime: at(17).startTime };
	const has = [own('new', 9), own('mine', 30), own('bens', 31, { contactId: 'ben' })];
	const { hints } = await on({ write, has }, 'book', times);
	expect(hints.map(({ message }) => message)).toEqual([
		'The appointment takes 480 minutes, and the slots of the calendar 30 minutes.',
	]);
	const { json } = await on({ write, has }, 'book', times, { node: TOOL });
	expect(json[0].message).toMatch(/the contact also has: mine \(Tuesday, Nov 24, 6:00 AM UTC\)\./);
	// So does a move that changes the length, and none that keeps it.
	const moves = [own('appt-1', 14), own('appt-1', 9, { endTime: at(17).startTime })].map(
		async (present) => (await on({ write: {}, has: [present] }, 'reschedule', times)).hints.length,
	);
	expect(await Promise.all(moves)).toEqual([1, 0]);
});

it.each([
	[422, ['A team member needs to be selected. assignedUserId is missing'], /'Assigned User'/],
	[422, ['The user id not part of calendar team.'], /'Assigned User'/],
	[400, 'Selected slot duration is not a valid duration option', /no appointment of this length/],
])('a refusal with %d %j is told as what it is', async (status, message, expected) => {
	for (const name of ['book', 'reschedule']) {
		const write = failed(status, { message });
		const { error, written } = await on(
			{ write, has: [own('appt-1', 14)], free: [10] },
			name,
			nextFree,
		);
		expect([error?.message, written]).toEqual([expect.stringMatching(expected), 1]);
	}
});

it("a tool's input holds the model's arguments, so it says nothing of the contact", async () => {
	const items = [{ appointmentId: 'appt-1', contactId: 'ada' }];
	const asked = { appointmentId: 'appt-1' };
	const tool = { items, node: TOOL };
	const known = await on(
		{ write: {}, has: [own('appt-1', 9, { contactId: 'ben' })] },
		'cancel',
		asked,
		tool,
	);
	const unknown = await act('appointment.cancel', asked, { responses: [''], ...tool });
	expect([known.json[0].contactId, unknown.json[0].contactId]).toEqual(['ben', undefined]);
});
