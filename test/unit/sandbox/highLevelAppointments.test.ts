import { MONDAY, NINE, TEN, booking, send as sendTo, type SendOptions } from './sandboxClient';
import { defaultSeed } from '../../../sandbox/seed';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

/* Slots, appointments and blocked times, in HighLevel's form. */

const [onboarding] = defaultSeed.calendars;
const TEAM = {
	...onboarding,
	id: 'cal-team',
	teamMembers: ['user-sam', 'user-riley'],
	allowBookingForDays: 1,
};
const sandbox = useSandbox({
	profile: 'highLevel',
	mayViolate: true,
	seed: { ...defaultSeed, calendars: [...defaultSeed.calendars, TEAM] },
});

const send = async (request: string, options?: SendOptions) =>
	await sendTo(sandbox, request, options);

const BOOK = 'POST /calendars/events/appointments';
const EVENTS = 'GET /calendars/events?locationId=loc-harbor';
const BLOCK = 'POST /calendars/events/block-slots';
const BLOCKS = 'GET /calendars/blocked-slots?locationId=loc-harbor';
/** 2030-05-06 in New York. */
const DAY = { start: Date.parse('2030-05-06T04:00:00Z'), end: Date.parse('2030-05-07T04:00:00Z') };
const ON_DAY = `startTime=${DAY.start}&endTime=${DAY.end}`;
/** 09:00 to 10:00. */
const FIRST_HOUR = `startTime=${Date.parse(NINE.startTime)}&endTime=${Date.parse(TEN.startTime)}`;

const book = async (change: object = {}) =>
	await send(BOOK, { json: booking({ ...NINE, ...change }) });
const bookWith = async (assignedUserId: string, change: object = {}) =>
	await book({ calendarId: 'cal-team', assignedUserId, ...change });
const change = async (json: object, id = 'appt-1') =>
	await send(`PUT /calendars/events/appointments/${id}`, { json });
const read = async (id = 'appt-1') =>
	(await send(`GET /calendars/events/appointments/${id}`)).body as { appointment: object };

/** When the slots of a day begin. */
async function startsOfSlots(more = '', calendarId = 'cal-onboarding'): Promise<string[]> {
	const span = `startDate=${DAY.start}&endDate=${DAY.end}`;
	const { body } = await send(`GET /calendars/${calendarId}/free-slots?${span}${more}`);
	const [slotsOfDay] = Object.values(body as Record<string, { slots: string[] }>);
	return slotsOfDay.slots;
}

/** The IDs of the events of a list. */
async function eventsIn(request: string): Promise<string[]> {
	const { events } = (await send(request)).body as { events: Array<{ id: string }> };
	return events.map(({ id }) => id);
}

describe('who is free', () => {
	it("a calendar with a team lists a slot as long as one of its users is free, and a user's slots alone", async () => {
		await bookWith('user-sam');

		expect(await startsOfSlots('&userId=user-sam', 'cal-team')).not.toContain(NINE.startTime);
		expect(await startsOfSlots('&userId=user-riley', 'cal-team')).toContain(NINE.startTime);
		const starts = await startsOfSlots('', 'cal-team');
		expect(starts[0]).toBe(NINE.startTime);
		expect(starts).toEqual([...starts].sort());

		await bookWith('user-riley', { contactId: 'contact-ben' });
		expect(await startsOfSlots('', 'cal-team')).not.toContain(NINE.startTime);
	});

	it('a user of the team is booked once at a time', async () => {
		await bookWith('user-sam');

		expect((await bookWith('user-sam', { contactId: 'contact-ben' })).status).toBe(400);
		expect((await bookWith('user-sam', TEN)).status).toBe(201);
	});

	it('slots are listed as far ahead as the calendar allows, in the zone that is asked for', async () => {
		const span = `startDate=${DAY.start}&endDate=${DAY.end + 7 * 86_400_000}`;
		const { body } = await send(
			`GET /calendars/cal-team/free-slots?${span}&timezone=Asia/Kathmandu`,
		);

		expect(Object.keys(body as object)).toEqual(['2030-05-06', '2030-05-07', 'traceId']);
		expect(body).toMatchObject({
			'2030-05-06': { slots: expect.arrayContaining(['2030-05-06T18:45:00+05:45']) as string[] },
		});
	});

	it('dates in the wrong order are refused', async () => {
		const slots = `GET /calendars/cal-onboarding/free-slots?startDate=${DAY.end}&endDate=${DAY.start}`;
		expect(await send(slots)).toMatchObject({
			status: 400,
			body: { message: 'startDate should be before endDate' },
		});
	});
});

describe('a booking', () => {
	it('answers 201 without times, and a contact sees times without an offset', async () => {
		expect(await book()).toMatchObject({ status: 201, body: { appoinmentStatus: 'confirmed' } });
		expect((await send('GET /contacts/contact-ada/appointments')).body).toMatchObject({
			events: [
				{ startTime: '2030-05-06 09:00:00', endTime: '2030-05-06 09:30:00', deleted: false },
			],
		});
		expect((await send('GET /contacts/contact-ben/appointments')).body).toMatchObject({
			events: [],
		});
	});

	it('takes one slot where it names no end, and several or parts as the account allows', async () => {
		await book({ endTime: undefined });
		expect(await read()).toMatchObject({ appointment: NINE });

		sandbox.setProfile({ durations: 'any' });
		const twoSlots = { ...TEN, endTime: '2030-05-06T11:00:00-04:00' };
		expect((await book({ ...twoSlots, endTime: '2030-05-06T10:45:00-04:00' })).status).toBe(400);
		expect((await book(twoSlots)).status).toBe(201);
	});

	it('of a taken slot is refused, unless it asks for no check', async () => {
		await book();

		expect(await book({ contactId: 'contact-ben' })).toMatchObject({
			status: 400,
			body: { message: 'The slot you have selected is no longer available.' },
		});
		expect((await book({ ignoreFreeSlotValidation: true })).status).toBe(201);
	});

	it('for a calendar with a team names one of its members', async () => {
		const team = { calendarId: 'cal-team' };
		const stranger = { assignedUserId: 'user-gone' };
		const missing = 'A team member needs to be selected. assignedUserId is missing';
		const refused = { status: 422, body: { message: 'The user id not part of calendar team.' } };

		expect(await book(team)).toMatchObject({ status: 422, body: { message: missing } });
		expect(await book({ ...team, ...stranger })).toMatchObject(refused);
		expect((await book({ ...team, assignedUserId: 'user-sam' })).status).toBe(201);
		expect(await change(stranger)).toMatchObject(refused);
		expect((await send('GET /calendars/cal-team')).body).toMatchObject({
			calendar: {
				allowBookingFor: 1,
				allowBookingForUnit: 'days',
				teamMembers: [
					{ userId: 'user-sam', isPrimary: true },
					{ userId: 'user-riley', isPrimary: false },
				],
			},
		});
	});
});

describe('a change of an appointment', () => {
	it('confirms it where it names no status, and keeps the one that it names', async () => {
		await book({ appointmentStatus: 'new' });

		await change({ title: 'Call', appointmentStatus: 'new' });
		expect(await read()).toMatchObject({ appointment: { ...NINE, appointmentStatus: 'new' } });

		await change(TEN);
		expect(await read()).toMatchObject({
			appointment: { ...TEN, title: 'Call', appointmentStatus: 'confirmed' },
		});
	});

	it('to its own time is carried out, to a taken one refused, and then nothing has changed', async () => {
		await book();
		await book({ ...TEN, contactId: 'contact-ben' });

		expect((await change(NINE)).status).toBe(200);
		expect((await change({ ...TEN, title: 'Call' })).status).toBe(400);
		expect(await read()).toMatchObject({ appointment: { ...NINE, title: 'Onboarding call' } });
	});

	it('that cancels it frees its slot; it is confirmed again only while the slot is free', async () => {
		await book();
		const cancelled = { appointmentStatus: 'cancelled' };
		const confirmed = { appointmentStatus: 'confirmed' };

		await change(cancelled);
		expect(await startsOfSlots()).toContain(NINE.startTime);
		expect((await change(confirmed)).status).toBe(200);
		expect(await startsOfSlots()).not.toContain(NINE.startTime);

		await change(cancelled);
		expect((await book({ contactId: 'contact-ben' })).status).toBe(201);
		expect((await change(confirmed)).status).toBe(400);
		expect(await read()).toMatchObject({ appointment: cancelled });
	});
});

describe('a deletion', () => {
	const remove = async () => await send('DELETE /calendars/events/appt-1', { json: {} });
	const own = async () => (await send('GET /contacts/contact-ada/appointments')).body;

	it('keeps the status, marks the record wherever it is read, and frees the slot', async () => {
		await book({ appointmentStatus: 'new' });

		expect(await remove()).toMatchObject({ status: 200, body: { succeeded: true } });

		const marked = { id: 'appt-1', appointmentStatus: 'new', deleted: true };
		expect(await read()).toMatchObject({ appointment: marked });
		expect(await own()).toMatchObject({ events: [marked] });
		expect((await remove()).status).toBe(200);
		expect((await book()).status).toBe(201);
	});

	it('leaves nothing that can be read, with the profile of the OpenAPI', async () => {
		sandbox.setProfile('highLevelPaper');
		await book();

		expect((await remove()).status).toBe(201);

		expect(await own()).toMatchObject({ events: [] });
		expect((await change(TEN)).status).toBe(400);
	});

	it('is final where the profile refuses changes of deleted appointments', async () => {
		sandbox.setProfile({ deletedWrite: 'refused' });
		await book();
		await remove();

		expect((await change(TEN)).status).toBe(400);
		expect(await read()).toMatchObject({ appointment: NINE });
	});
});

it.each([
	['a booking', 'created', async () => await book()],
	['a change without a status', 'movedStatus', async () => await change(NINE)],
])('%s answers with the whole record by the OpenAPI', async (_, __, write) => {
	await book({ ...TEN, appointmentStatus: 'new' });
	sandbox.setProfile('highLevelPaper');
	const { status, body } = await write();

	expect(status).toBe(200);
	expect(body).toMatchObject(NINE);
});

describe('a list of appointments', () => {
	beforeEach(async () => {
		await book();
		await bookWith('user-sam', { ...TEN, contactId: 'contact-ben' });
	});

	it.each([
		['calendarId=cal-onboarding', ON_DAY, ['appt-1']],
		['calendarId=cal-checkup', ON_DAY, []],
		['groupId=group-cal-team', ON_DAY, ['appt-2']],
		['userId=user-sam', ON_DAY, ['appt-2']],
		['userId=user-riley', ON_DAY, ['appt-1']],
		['userId=user-sam', FIRST_HOUR, []],
		['userId=user-riley', FIRST_HOUR, ['appt-1']],
	])('of %s, %s, has its own that overlap the time', async (owner, times, ids) => {
		expect(await eventsIn(`${EVENTS}&${owner}&${times}`)).toEqual(ids);
	});

	it('needs an owner', async () => {
		expect((await send(`${EVENTS}&${ON_DAY}`)).status).toBe(422);
	});
});

describe('a blocked time', () => {
	const block = async (owner: object, times: object = NINE) =>
		await send(BLOCK, { json: { locationId: 'loc-harbor', ...owner, ...times } });
	const SAM = { assignedUserId: 'user-sam' };
	const RILEY = { assignedUserId: 'user-riley' };

	it.each([
		['a user', RILEY, ['user-sam']],
		['a calendar', { calendarId: 'cal-team' }, []],
	])('of %s closes the calendars that it concerns, until it is deleted', async (_, owner, free) => {
		const { body } = await block(owner);

		const isFree = async (user: string) =>
			(await startsOfSlots(`&userId=${user}`, 'cal-team')).includes(NINE.startTime);
		const users = ['user-sam', 'user-riley'];
		const areFree = await Promise.all(users.map(async (user) => await isFree(user)));
		expect(users.filter((__, index) => areFree[index])).toEqual(free);
		expect((await bookWith('user-riley')).status).toBe(400);

		await send(`DELETE /calendars/events/${(body as { id: string }).id}`, { json: {} });
		expect((await bookWith('user-riley')).status).toBe(201);
	});

	it('of a user closes a calendar without a team, whose time is that of the first user', async () => {
		await block(SAM);
		expect(await startsOfSlots()).toContain(NINE.startTime);

		await block(RILEY);
		expect(await startsOfSlots()).not.toContain(NINE.startTime);
		expect((await book()).status).toBe(400);
	});

	it('is listed for its owner and its time, and not among the appointments', async () => {
		const { id } = (await block(SAM, TEN)).body as { id: string };

		expect(await eventsIn(`${BLOCKS}&userId=user-sam&${ON_DAY}`)).toEqual([id]);
		expect(await eventsIn(`${BLOCKS}&userId=user-riley&${ON_DAY}`)).toEqual([]);
		expect(await eventsIn(`${BLOCKS}&userId=user-sam&${FIRST_HOUR}`)).toEqual([]);
		expect(await eventsIn(`${EVENTS}&userId=user-sam&${ON_DAY}`)).toEqual([]);
	});

	it('is moved by a change, which keeps what it does not name', async () => {
		const { id } = (await block({ ...SAM, title: 'Lunch' })).body as { id: string };
		const json = { locationId: 'loc-harbor', ...TEN };

		const asSummit = { json: { ...json, locationId: 'loc-summit' }, token: 'pit-summit' };
		expect((await send(`PUT /calendars/events/block-slots/${id}`, asSummit)).status).toBe(400);
		const changed = await send(`PUT /calendars/events/block-slots/${id}`, { json });

		expect(changed).toMatchObject({ status: 201, body: { id, title: 'Lunch', ...SAM } });
		expect(await eventsIn(`${BLOCKS}&userId=user-sam&${ON_DAY}`)).toEqual([id]);
		expect(await startsOfSlots('&userId=user-sam', 'cal-team')).toContain(NINE.startTime);
		expect(await startsOfSlots('&userId=user-sam', 'cal-team')).not.toContain(TEN.startTime);
	});

	it.each([
		['two owners', 422, { ...SAM, calendarId: 'cal-team' }, NINE],
		['no owner', 422, {}, NINE],
		['an unknown user', 401, { assignedUserId: 'user-gone' }, NINE],
		['no length', 400, SAM, { ...NINE, endTime: NINE.startTime }],
	])('with %s is refused with %d', async (_, status, owner, times) => {
		expect((await block(owner, times)).status).toBe(status);
		expect(sandbox.blockedTimes()).toHaveLength(1);
	});

	it.each([
		['keep', 'confirmed'],
		['cancel', 'cancelled'],
	] as const)('with the switch `%s`, an appointment in it is %s', async (blocks, status) => {
		sandbox.setProfile({ blocks });
		await bookWith('user-sam');
		await bookWith('user-sam', TEN);
		await bookWith('user-riley', { contactId: 'contact-ben' });

		await block(SAM);

		const statuses = sandbox.appointments().map(({ appointmentStatus }) => appointmentStatus);
		expect(statuses).toEqual([status, 'confirmed', 'confirmed']);
	});

	it('of a user concerns the appointments of a calendar without a team that is his', async () => {
		sandbox.setProfile({ blocks: 'cancel' });
		await book();

		await block(SAM);
		expect(sandbox.appointments()).toMatchObject([{ appointmentStatus: 'confirmed' }]);

		await block(RILEY);
		expect(sandbox.appointments()).toMatchObject([{ appointmentStatus: 'cancelled' }]);
	});
});
