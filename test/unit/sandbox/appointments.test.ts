import { MONDAY, booking, send as sendTo, type SendOptions } from './sandboxClient';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

/* Slots and appointments, in the contract's form. */

const sandbox = useSandbox();

const send = async (request: string, options?: SendOptions) =>
	await sendTo(sandbox, request, options);

const BOOK = 'POST /calendars/events/appointments';
const MOVE = 'PUT /calendars/events/appointments/appt-1';
const book = async (change: object = {}) =>
	(await send(BOOK, { json: booking({ ...change }) })).status;
const move = async (json: object) => (await send(MOVE, { json })).status;

const NINE = { startTime: '2030-05-06T13:00:00+00:00', endTime: '2030-05-06T13:30:00+00:00' };
const HALF_PAST_NINE = {
	startTime: '2030-05-06T13:30:00+00:00',
	endTime: '2030-05-06T14:00:00+00:00',
};
/** 07:00 in Berlin, an hour at which the trial calendar is open and which is past on `MONDAY`. */
const PAST = { startTime: '2030-05-06T05:00:00+00:00', endTime: '2030-05-06T05:45:00+00:00' };

interface FreeSlots {
	_dates_: Record<string, Array<{ startTime: string; endTime: string }>>;
}

/** The free slots of a calendar on some dates, by date. */
async function slotsOn(startDate: string, endDate = startDate, calendar = 'cal-onboarding') {
	const token = calendar === 'cal-trial' ? 'pit-summit' : 'pit-harbor';
	const query = `startDate=${startDate}&endDate=${endDate}`;
	const { body } = await send(`GET /calendars/${calendar}/free-slots?${query}`, { token });
	return (body as FreeSlots)._dates_;
}

const isFree = async ({ startTime }: typeof NINE) => {
	const slots = (await slotsOn('2030-05-06'))['2030-05-06'];
	return slots.some((slot) => slot.startTime === startTime);
};

it('slots fill the working hours of each day, one after another', async () => {
	const dates = await slotsOn('2030-05-10', '2030-05-13');

	expect(Object.keys(dates)).toEqual(['2030-05-10', '2030-05-13']);
	expect(dates['2030-05-10']).toHaveLength(16);
	expect(dates['2030-05-10'].slice(0, 2)).toEqual([
		{ startTime: '2030-05-10T13:00:00+00:00', endTime: '2030-05-10T13:30:00+00:00' },
		{ startTime: '2030-05-10T13:30:00+00:00', endTime: '2030-05-10T14:00:00+00:00' },
	]);
	expect(dates['2030-05-10'].at(-1)).toMatchObject({ endTime: '2030-05-10T21:00:00+00:00' });
});

it("the calendars are those of the token's location", async () => {
	const listCalendars = async (locationId: string, token: string) =>
		(await send(`GET /calendars/?locationId=${locationId}`, { token })).body;
	expect(await listCalendars('loc-harbor', 'pit-harbor')).toMatchObject({
		calendars: [{ id: 'cal-onboarding' }, { id: 'cal-checkup' }],
	});
	expect(await listCalendars('loc-summit', 'pit-summit')).toMatchObject({
		calendars: [{ id: 'cal-trial' }],
	});
});

it('dates in the wrong order are refused, and too long a range', async () => {
	const ask = async (startDate: string, endDate: string) =>
		(
			await send(
				`GET /calendars/cal-onboarding/free-slots?startDate=${startDate}&endDate=${endDate}`,
			)
		).status;

	expect(await ask('2030-05-07', '2030-05-06')).toBe(400);
	expect(await ask('2030-05-06', '2031-05-06')).toBe(200);
	expect(await ask('2030-05-06', '2031-05-08')).toBe(400);
});

it.each([
	['absent', { startTime: '2030-05-06T08:00:00+00:00', endTime: '2030-05-06T08:45:00+00:00' }],
	['listed', PAST],
] as const)(
	'slots that are past are %s, as the profile says, and cannot be booked',
	async (pastSlots, first) => {
		sandbox.setProfile({ pastSlots });

		const [slot] = (await slotsOn('2030-05-06', '2030-05-06', 'cal-trial'))['2030-05-06'];
		const trial = {
			calendarId: 'cal-trial',
			locationId: 'loc-summit',
			contactId: 'contact-cleo',
			...PAST,
		};
		const { status } = await send(BOOK, { json: trial, token: 'pit-summit' });

		expect(slot).toEqual(first);
		expect(status).toBe(400);
	},
);

it('a slot is taken from its booking on, for its calendar only', async () => {
	await book();

	expect(await isFree(NINE)).toBe(false);
	expect(await isFree(HALF_PAST_NINE)).toBe(true);
	expect(await book({ contactId: 'contact-ben' })).toBe(400);
	expect(await book({ calendarId: 'cal-checkup', endTime: '2030-05-06T14:00:00Z' })).toBe(200);
});

it.each([
	['the API', async () => void (await send('DELETE /calendars/events/appt-1'))],
	['staff', async () => await Promise.resolve(sandbox.cancelAppointment('appt-1'))],
])('an appointment that %s cancels frees its slot, and is found no more', async (_, cancel) => {
	await book();

	await cancel();

	expect(sandbox.appointments()).toMatchObject([{ appointmentStatus: 'cancelled' }]);
	expect(await isFree(NINE)).toBe(true);
	expect(await move(HALF_PAST_NINE)).toBe(404);
	expect(await book({ contactId: 'contact-ben' })).toBe(200);
});

it('what staff cancel must stand', async () => {
	await book();
	expect(() => sandbox.cancelAppointment('appt-11')).toThrow('There is no active appointment');
});

it('an appointment does not stand in the way of its own move', async () => {
	await book();

	expect(await move({ ...NINE, endTime: HALF_PAST_NINE.endTime })).toBe(200);
	expect(await isFree(HALF_PAST_NINE)).toBe(false);
});

it('an appointment of several slots takes each of them', async () => {
	expect(await book({ endTime: HALF_PAST_NINE.endTime })).toBe(200);
	expect(await isFree(NINE)).toBe(false);
	expect(await isFree(HALF_PAST_NINE)).toBe(false);
	expect(await book({ ...HALF_PAST_NINE, contactId: 'contact-ben' })).toBe(400);

	const span = { from: HALF_PAST_NINE.startTime, until: '2030-05-07' };
	const [first] = sandbox.freeSlots({ calendarId: 'cal-onboarding', ...span });
	expect(first.startTime).toBe(HALF_PAST_NINE.endTime);
});

it('a move frees the former slot; one to a taken slot is refused, and changes nothing', async () => {
	await book();
	await book({ ...HALF_PAST_NINE, contactId: 'contact-ben' });

	expect(await move(HALF_PAST_NINE)).toBe(400);
	expect(sandbox.appointments()[0]).toMatchObject(NINE);

	await send('DELETE /calendars/events/appt-2');
	expect(await move(HALF_PAST_NINE)).toBe(200);
	expect(await isFree(NINE)).toBe(true);
});

it('an appointment is confirmed by default; a move keeps the status, or takes the one that it names', async () => {
	await book();
	await book({ ...HALF_PAST_NINE, appointmentStatus: 'new' });
	const status = (index: number) => sandbox.appointments()[index].appointmentStatus;
	expect(status(0)).toBe('confirmed');

	await send(MOVE.replace('appt-1', 'appt-2'), { json: HALF_PAST_NINE });
	expect(status(1)).toBe('new');

	await move({ ...NINE, appointmentStatus: 'new' });
	expect(status(0)).toBe('new');
});

it('a slot takes as many appointments as the profile has places', async () => {
	sandbox.setProfile({ placesPerSlot: 2 });

	await book();
	expect(await isFree(NINE)).toBe(true);

	expect(await book({ contactId: 'contact-ben' })).toBe(200);
	expect(await isFree(NINE)).toBe(false);
	sandbox.createContact({ id: 'contact-dora' });
	expect(await book({ contactId: 'contact-dora' })).toBe(400);
});

it('an appointment of another location is not found', async () => {
	await book();
	const asSummit = { token: 'pit-summit' };

	expect((await send('DELETE /calendars/events/appt-1', asSummit)).status).toBe(404);
	expect((await send(MOVE, { ...asSummit, json: HALF_PAST_NINE })).status).toBe(404);
	expect(await isFree(NINE)).toBe(false);
});
