import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import { at, type End, expectEnd, last, run, withoutPauses } from './bookings';
import { byId, HIGH_LEVEL, TOOL } from './nodeOnPlatform';

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
const tool = { node: TOOL };
const unknown = { error: { context: { outcomeUnknown: true } } };
const once = { writes: [{}] };
const unsent = { writes: [] };
const written = { write: {} };
const changes = ['reschedule', 'cancel', 'updateStatus'];
const newStatus = { appointmentStatus: 'showed' };
const set = { appointmentStatus: 'noshow' };
type Row = [title: string, operation: string, ...End];

const mine = { id: 'mine', endTime: at(10).startTime };
const bens = { id: 'bens', contactId: 'ben' };
const hasOwn = { write: refused, has: [own(8), own(9, bens), own(9, mine)], free: [11] };
const isDone = { options: { whenAlreadyBooked: 'done' } };
const ofPolicies = ['stop', 'alternatives', 'nextFree'].flatMap((whenTaken): Row[] => [
	[
		`names a slot that is the contact's own (${whenTaken})`,
		'book',
		hasOwn,
		{ whenTaken },
		/already has the appointment 'mine' in this calendar: Nov 23, 9:00.*set 'When Already Booked'/,
		once,
	],
	[
		`takes a slot that is the contact's own for booked where it is told to (${whenTaken})`,
		'book',
		hasOwn,
		{ whenTaken, ...isDone },
		{
			...once,
			json: [{ booked: true, alreadyBooked: true, appointmentId: 'mine', endTime: mine.endTime }],
		},
	],
	[
		`says what could not be checked, and books nothing else, where the appointments cannot be read (${whenTaken})`,
		'book',
		{ write: refused, has: failed(403) },
		{ whenTaken },
		/could not be asked whether it was done before: \S.*no longer available/,
		{ ...once, json: whenTaken === 'alternatives' ? [{ alternatives: [at(10)] }] : [] },
	],
]);

const found = (
	[
		['where no earlier one is free', own(10), 11, 10],
		['not where an earlier one is free', own(11), 10, 10],
		['not where its times cannot be read', own(10, { startTime: 'soon', endTime: 'later' }), 11],
		['not where it is longer', own(10, { endTime: at(11).startTime }), 11],
	] as const
).map(
	([which, has, free, hour = free]): Row => [
		`finds the next slot that it used the first time, ${which}`,
		'book',
		{ write: [refused, { id: 'new' }], has: [has], free: [free] },
		{ whenTaken: 'nextFree', ...isDone },
		{
			writes: which.startsWith('not') ? [{}, {}] : [{}],
			json: [{ ...at(hour), wantedStartTime: at(9).startTime }],
		},
	],
);

const taken = { write: refused };
const notTaken = /is not available\. Nearest free starts on Nov 23: 10:00/;
const ofOthers = (
	[
		['book', { calendarId: 'cal-2' }],
		['book', at(9.5)],
		['book', canceled],
		['book', { deleted: true }],
		['reschedule', { endTime: at(10).startTime }],
		['reschedule', { startTime: at(8.5).startTime }],
	] as const
).map(
	([name, change]): Row => [
		`takes none for what it wanted with ${JSON.stringify(change)}`,
		name,
		{ ...taken, has: [own(9, change)] },
		{},
		notTaken,
		once,
	],
);

const noLength = { slotSource: 'startDuration', duration: '' };
const longer = { ...written, has: [own(14, { endTime: at(15).startTime })] };
const others = [own(30, { id: 'mine' }), own(31, bens)];
const long = { endTime: at(17).startTime };
const isLong = { write: own(9, long), has: [own(9), ...others] };
const treatAsDone = { options: { whenAlreadyCanceled: 'done' } };
const sent = {
	address: 'Room 2',
	description: 'Bring it',
	toNotify: false,
	title: 'Call',
	assignedUserId: 'user-1',
};

const only = (contactId: string) => ({ ...newStatus, options: { onlyOfContact: byId(contactId) } });
const nobody = only('={{ $json.nobody }}');
const nameless = own(14, { whole: { id: undefined, contactId: undefined } });
const ofChanges = changes.flatMap((name): Row[] => [
	...[{ deleted: true }, canceled, { locationId: 'loc-2' }].map(
		(change): Row => [
			`sends nothing for an appointment with ${JSON.stringify(change)}`,
			name,
			{ has: [own(14, change)] },
			newStatus,
			/'appt-1' (was deleted|was called off: its status is 'cancelled'|is in the location 'loc-2').*Nothing was sent\. /,
			unsent,
		],
	),
	...[{}, canceled].map(
		(change): Row => [
			"sends nothing for another contact's appointment with Only of Contact",
			name,
			{ has: [own(14, { contactId: 'ben', ...change })] },
			only('ada'),
			/'appt-1' is not one of the contact 'ada'/,
			unsent,
		],
	),
	...[failed(403), [nameless]].map(
		(has): Row => [
			'sends nothing with Only of Contact where it cannot be read whose it is',
			name,
			{ has },
			only('ada'),
			/^./,
			unsent,
		],
	),
	['sends what is of that contact', name, { ...written, has: [own(14)] }, only('ada'), once],
	[
		'sends what is of any location where the credential names none',
		name,
		{
			...written,
			has: [own(14, { locationId: 'loc-2' })],
			credential: { ...HIGH_LEVEL, locationId: '' },
		},
		newStatus,
		once,
	],
	[
		'refuses an empty Only of Contact',
		name,
		{ has: [own(14)] },
		nobody,
		/'Only of Contact' is empty.*Nothing was sent\./,
		{ sent: [] },
	],
	[
		"refuses Only of Contact in the contract's form",
		name,
		{},
		only('ada'),
		/with HighLevel only.*Nothing was sent\./,
		{ sent: [] },
	],
	...[failed(403), lost(), [own(14, { whole: { id: '' } })]].map(
		(has): Row => [
			'changes all the same what cannot be read, and says so',
			name,
			{ ...written, has },
			newStatus,
			name === 'reschedule'
				? /was not checked whether it still stands.*Confirmed now/
				: /^(?!.*(Confirmed now|has no appointment)).*was not checked whether it still stands/s,
			{ ...once, json: [{}] },
		],
	),
]);

const ofRefusals = ['book', 'reschedule'].flatMap((name) =>
	(
		[
			[422, ['A team member needs to be selected. assignedUserId is missing'], /'Assigned User'/],
			[422, ['The user id not part of calendar team.'], /'Assigned User'/],
			[
				400,
				'Selected slot duration is not a valid duration option',
				/no appointment of this length/,
			],
		] as const
	).map(
		([status, message, told]): Row => [
			`tells a refusal as what it is: ${String(message)}`,
			name,
			{ write: failed(status, { message }), has: [own(14)] },
			{ whenTaken: 'nextFree' },
			told,
			once,
		],
	),
);

/** The model's arguments are the input of a tool. */
const asTool = { ...tool, items: [{ appointmentId: 'appt-1', contactId: 'ada' }] };
const ofBook = { title: 'Call', ...set, assignedUserId: 'u1', address: 'A 1' };
const asRead = own(9, { ...ofBook, locationId: 'loc-1' });

it.each<Row>([
	...ofPolicies,
	...found,
	...ofOthers,
	...ofChanges,
	...ofRefusals,
	[
		'takes a refusal for done where it is there already',
		'reschedule',
		{ ...taken, has: [own(9)] },
		{},
		{
			...once,
			json: [{ rescheduled: true, contactId: 'ada', calendarId: 'cal-1', ...at(9) }],
		},
	],
	[
		'does not where it has another status',
		'reschedule',
		{ ...taken, has: [own(9)] },
		{ options: { appointmentStatus: 'new' } },
		notTaken,
		once,
	],
	[
		'takes a refusal for done where it is canceled already',
		'cancel',
		{ write: failed(400, { message: 'Bad request' }), has: [own(9)], then: [own(9, canceled)] },
		treatAsDone,
		{ ...once, json: [{ alreadyCanceled: true, appointmentId: 'appt-1' }] },
	],
	[
		'says that it was not found, after a lost response, where it is no longer there',
		'cancel',
		{ write: lost(), has: [own(9)], then: [] },
		{},
		/'appt-1' was not found/,
		{ ...once, json: [] },
	],
	[
		'keeps its length where none is filled in',
		'reschedule',
		longer,
		noLength,
		{ ...once, json: [{ ...at(9), endTime: at(10).startTime }] },
	],
	[
		'needs a length where its own cannot be read',
		'reschedule',
		{ has: [own(14, { endTime: 'later' })] },
		noLength,
		/does not say how long/,
		unsent,
	],
	[
		"needs a length in the contract's form",
		'reschedule',
		{},
		noLength,
		/Minutes\)' is empty/,
		unsent,
	],
	[
		'needs a calendar of its own',
		'reschedule',
		{ has: [own(14)] },
		{ calendarId: byId('nope') },
		/is in the calendar 'cal-1', not in 'nope'/,
		unsent,
	],
	[
		'names what is free in its own calendar',
		'reschedule',
		{ ...taken, has: [own(14)] },
		{ calendarId: byId('') },
		notTaken,
		once,
	],
	[
		'tells a model of an ID that the platform does not know',
		'cancel',
		{ has: [], ...tool },
		{},
		/has no appointment 'appt-1'.*do not say that it was called off/,
		{ ...unsent, json: [] },
	],
	...(
		[
			[treatAsDone, {}],
			[{}, tool],
		] as const
	).map(
		([parameters, given]): Row => [
			'is done of what is canceled where it is told to, and by default for a model',
			'cancel',
			{ has: [own(9, { ...canceled, title: 'Call' })], ...given },
			parameters,
			{
				...unsent,
				json: [
					{ canceled: true, alreadyCanceled: true, title: 'Call', contactId: 'ada', ...at(9) },
				],
			},
		],
	),
	[
		"may leave Only of Contact empty in the contract's form, which cannot tell whose an appointment is",
		'cancel',
		written,
		nobody,
		{ json: [{ canceled: true }], sent: [{}] },
	],
	[
		'puts out the record as it was read where the response is silent',
		'updateStatus',
		{ ...written, has: [own(9)] },
		{ ...newStatus, options: { simplify: false } },
		{ json: [{ appointment: { contactId: 'ada' } }] },
	],
	[
		'sends the status that the appointment has',
		'reschedule',
		{ ...written, has: [own(14, set)] },
		{},
		{ writes: [{ body: set }] },
	],
	[
		'sends title, user, place, description and whether automations run',
		'book',
		{ write: { id: 'appt-1' }, has: [] },
		{ options: sent },
		{ writes: [{ method: 'POST', body: sent }] },
	],
	[
		"puts out what the response says in the contract's form, too",
		'reschedule',
		{ write: { ...asRead, id: 'appt-2', ...canceled } },
		{},
		/Appointment is appt-2, not appt-1; Appointment Status is cancelled, not one that stands/,
		{ json: [{ appointmentId: 'appt-2' }] },
	],
	[
		"puts out what the response says in the contract's form, too",
		'cancel',
		{ write: { ...asRead, appointmentStatus: 'new' } },
		{},
		/Appointment Status is new, not cancelled/,
		{ json: [{ canceled: false, contactId: 'ada', title: 'Call', ...at(9) }] },
	],
	[
		'says that the length is not that of the slots',
		'book',
		isLong,
		long,
		/^The appointment takes 480 minutes, and the slots of the calendar 30 minutes\.$/,
	],
	[
		'tells a model of other appointments',
		'book',
		{ ...isLong, ...tool },
		long,
		/The contact also has: mine \(Tuesday, Nov 24, 6:00 – 6:30 AM UTC\)\./,
	],
	[
		'says that the length is another',
		'reschedule',
		{ ...written, has: [own(14)], items: [{}, {}] },
		long,
		/480 minutes, .* 30 minutes\. \[Item 0\]/,
	],
	[
		'says nothing of a length that stays',
		'reschedule',
		{ ...written, has: [own(9, long)] },
		long,
		{ hints: [] },
	],
	[
		'knows the contact of an appointment that is read',
		'cancel',
		{ ...written, has: [own(9, { contactId: 'ben' })], ...asTool },
		{},
		{ json: [{ contactId: 'ben' }] },
	],
	[
		"takes no contact from a tool's input, which holds the model's arguments",
		'cancel',
		{ ...written, ...asTool },
		{},
		{ json: [expect.not.objectContaining({ contactId: 'ada' })] },
	],
])('%s: %s', async (_, operation, ...end) => {
	await expectEnd(operation, ...end);
});

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
		expect(error).not.toMatchObject(unknown.error);
	});

	it('says that it is unknown where that cannot be asked either, and asks first at a further try', async () => {
		const executionId = `unknown-${name}`;
		const ends = [];
		for (const has of [lost(), failed(403), [done], [undone]])
			ends.push(await last(name, { write: lost(), has, executionId }, set));
		const isDone = { json: [{ [word]: true }], ...unsent };
		expect(ends).toMatchObject([
			{ ...unknown, ...once },
			{ ...unknown, ...unsent },
			isDone,
			{ ...isDone, sent: [] },
		]);
	});
});

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
	['a deletion', { deleted: true }, 'Appointment Status is cancelled, not ', canceled],
	['a contact', { contactId: 'ben' }, 'Contact is ben, not ada'],
	['a calendar', { calendarId: 'cal-2' }, 'Calendar is cal-2, not cal-1'],
	['a location', { locationId: 'loc-2' }, 'Location is loc-2, not loc-1', {}],
	['a place', { address: 'B 2' }, 'Meeting Place is B 2, not A 1'],
	['no title', { title: null }, 'Title is empty, not Call'],
	['no place', { address: '' }, 'Meeting Place is empty, not A 1'],
])(
	'what the platform has in place of what was expected is put out and told: %s',
	async (_, change, differs, shown = change) => {
		const isOver = differs.includes('Status is cancel');
		for (const name of operations.filter((each) => each !== 'cancel' || !isOver)) {
			const ended = name === 'cancel' && !differs.includes('Status') ? canceled : {};
			const platform = { write: { ...asRead, ...ended, ...change }, has: [asRead] };
			const options = { ...(name === 'book' && ofBook), simplify: false, output: 'raw' };
			for (const given of [{}, { node: TOOL }]) {
				const { json, told } = await last(name, { ...platform, ...given }, { ...set, options });
				expect(told).toMatch(new RegExp(differs));
				// Cancel puts out no status.
				expect(name === 'cancel' ? shown : json[0]).toMatchObject(shown);
			}
		}
	},
);

it.each([
	['without an offset', { startTime: '2026-11-23T09:00:00', endTime: '2026-11-23T09:30:00' }],
	['left out', { startTime: null, endTime: null, contactId: null }],
])('nothing is told of times %s', async (_, times) => {
	const record = { ...asRead, appointmentStatus: 'confirmed' };
	for (const name of operations) {
		const write = { event: { ...record, ...(name === 'cancel' && { deleted: true }), ...times } };
		expect(
			await last(
				name,
				{ write, has: [record] },
				{
					appointmentStatus: 'confirmed',
				},
			),
		).toMatchObject({
			told: '',
			json: [{ contactId: 'ada', startText: 'Monday, Nov 23, 9:00 – 9:30 AM UTC' }],
		});
	}
});

it.each([
	['booked', 'book', canceled, {}],
	['booked', 'book', canceled, { options: canceled }, true],
	['rescheduled', 'reschedule', { ...at(9), deleted: true }, {}],
	['rescheduled', 'reschedule', at(14), {}],
	['canceled', 'cancel', { appointmentStatus: 'Canceled' }, {}, true],
	['updated', 'updateStatus', { appointmentStatus: 'new' }, set],
	['updated', 'updateStatus', { appointmentStatus: 'NoShow' }, set, true],
])(
	'%s is what the record says after %s, not that it was accepted: %j of %j',
	async (name, operation, change, parameters, isDone = false) => {
		const platform = { write: { ...asRead, ...change }, has: [own(14)] };
		const [first, again] = await run(
			operation,
			{ ...platform, tries: [[platform.write], []] },
			parameters,
		);
		expect(first.json).toMatchObject([{ [name]: isDone, appointmentId: 'appt-1' }]);
		expect(first.told).toMatch(/^The platform has other values than expected: (?!.*Canceled)|^$/);
		expect([again.json, again.writes]).toEqual([first.json, []]);
	},
);
