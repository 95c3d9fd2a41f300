import { book, booking, NOW, send, startAt, startSandbox } from './support';
import type { Sandbox } from '../../../sandbox/createSandbox';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());
beforeEach(async () => await sandbox.reset());
afterEach(() => expect(sandbox.control.violations()).toEqual([]));

type Dates = Record<string, Array<{ startTime: string; endTime: string }>>;

async function freeSlots(
	query: string,
	calendarId = 'cal-onboarding',
	token?: string,
): Promise<Dates> {
	const path = `/calendars/${calendarId}/free-slots?${query}`;
	const { status, body } = await send(sandbox, 'GET', path, { token });
	expect(status).toBe(200);
	expect(Object.keys(body as object)).toEqual(['_dates_']);
	return (body as { _dates_: Dates })._dates_;
}

describe('calendars', () => {
	it('lists those of the location', async () => {
		const harbor = await send(sandbox, 'GET', '/calendars/?locationId=loc-harbor');
		const summit = await send(sandbox, 'GET', '/calendars/?locationId=loc-summit', {
			token: 'pit-summit',
		});
		const ids = ({ body }: typeof harbor) =>
			(body as { calendars: Array<{ id: string }> }).calendars.map(({ id }) => id);
		expect(ids(harbor)).toEqual(['cal-onboarding', 'cal-checkup']);
		expect(ids(summit)).toEqual(['cal-trial']);
	});

	it('hides a calendar of another location behind a 404', async () => {
		for (const path of ['', '/free-slots?startDate=2030-05-06&endDate=2030-05-06']) {
			expect((await send(sandbox, 'GET', `/calendars/cal-trial${path}`)).status).toBe(404);
		}
		expect((await book(sandbox, { calendarId: 'cal-trial' })).status).toBe(404);
	});
});

describe('free slots', () => {
	it('offers the working hours in UTC with offset form, keyed by date', async () => {
		const dates = await freeSlots('startDate=2030-05-06&endDate=2030-05-07');
		expect(Object.keys(dates)).toEqual(['2030-05-06', '2030-05-07']);
		expect(dates['2030-05-06']).toHaveLength(16);
		expect(dates['2030-05-06'][0]).toEqual({
			startTime: '2030-05-06T13:00:00+00:00',
			endTime: '2030-05-06T13:30:00+00:00',
		});
	});

	it('leaves out dates without an open window', async () => {
		// Friday to Monday; nobody works at the weekend.
		const dates = await freeSlots('startDate=2030-05-10&endDate=2030-05-13');
		expect(Object.keys(dates)).toEqual(['2030-05-10', '2030-05-13']);
	});

	it('uses the zone asked for, else the calendar’s', async () => {
		const path = 'startDate=2030-05-06&endDate=2030-05-06';
		const own = await freeSlots(path, 'cal-trial', 'pit-summit');
		expect(own['2030-05-06'][0].startTime).toBe('2030-05-06T08:00:00+00:00');
		const far = await freeSlots(`${path}&timezone=Pacific/Auckland`, 'cal-trial', 'pit-summit');
		// Auckland's Monday ends at noon UTC: no window of Berlin's afternoon is in it.
		expect(far['2030-05-06'].at(-1)?.startTime).toBe('2030-05-06T09:30:00+00:00');
	});

	it('subtracts bookings, and gives the slot back when one is canceled', async () => {
		const day = 'startDate=2030-05-06&endDate=2030-05-06';
		const first = async () => (await freeSlots(day))['2030-05-06'][0].startTime;
		expect(await first()).toBe(startAt('13:00'));
		await book(sandbox);
		expect(await first()).toBe(startAt('13:30'));
		await send(sandbox, 'DELETE', '/calendars/events/appt-1');
		expect(await first()).toBe(startAt('13:00'));
	});

	it('offers nothing that has passed', async () => {
		sandbox.control.advanceClock(Date.parse(startAt('20:15')) - NOW);
		const dates = await freeSlots('startDate=2030-05-05&endDate=2030-05-06');
		expect(dates).toEqual({
			'2030-05-06': [{ startTime: startAt('20:30'), endTime: startAt('21:00') }],
		});
	});

	it('refuses dates in the wrong order, and ranges of years', async () => {
		const path = '/calendars/cal-checkup/free-slots';
		const wrong = await send(sandbox, 'GET', `${path}?startDate=2030-05-07&endDate=2030-05-06`);
		const long = await send(sandbox, 'GET', `${path}?startDate=2030-05-07&endDate=2033-05-07`);
		expect([wrong.status, long.status]).toEqual([400, 400]);
	});
});

describe('booking', () => {
	it('answers the appointment with its id, confirmed by default', async () => {
		const { status, body } = await book(sandbox, { title: 'Welcome' });
		expect(status).toBe(200);
		const expected = { id: 'appt-1', appointmentStatus: 'confirmed', title: 'Welcome' };
		expect(body).toMatchObject({ appointment: expected });
		expect(sandbox.control.appointments()).toMatchObject([{ ...booking(), ...expected }]);
	});

	it('takes the status new, and others, since the full set is not shown', async () => {
		await book(sandbox, { appointmentStatus: 'new' });
		const later = { startTime: startAt('14:00'), endTime: startAt('14:30') };
		await book(sandbox, { ...later, appointmentStatus: 'showed' });
		const statuses = sandbox.control.appointments().map((one) => one.appointmentStatus);
		expect(statuses).toEqual(['new', 'showed']);
	});

	it('400 for a slot that was taken, lies outside the hours or has passed', async () => {
		await book(sandbox);
		const taken = await book(sandbox, { contactId: 'contact-ben' });
		const night = await book(sandbox, { startTime: startAt('03:00'), endTime: startAt('03:30') });
		const past = await book(sandbox, {
			startTime: startAt('13:00', '2030-05-03'),
			endTime: startAt('13:30', '2030-05-03'),
		});
		expect([taken, night, past].map(({ status }) => status)).toEqual([400, 400, 400]);
		expect(sandbox.control.appointments()).toHaveLength(1);
	});

	it('409 when the contact already has an appointment in this calendar at this time', async () => {
		await book(sandbox);
		expect((await book(sandbox)).status).toBe(409);
		// The same time in another calendar is no conflict.
		const other = { calendarId: 'cal-checkup', endTime: startAt('14:00') };
		expect((await book(sandbox, other)).status).toBe(200);
	});

	it('books a span of several slots as one appointment', async () => {
		expect((await book(sandbox, { endTime: startAt('14:30') })).status).toBe(200);
		const middle = { startTime: startAt('13:30'), endTime: startAt('14:00') };
		expect((await book(sandbox, { ...middle, contactId: 'contact-ben' })).status).toBe(400);
	});

	it('lets one of twenty have the last slot', async () => {
		for (let n = 0; n < 20; n++) {
			sandbox.control.createContact({ id: `contact-${n}`, locationId: 'loc-harbor' });
		}
		const answers = await Promise.all(
			Array.from(
				{ length: 20 },
				async (_, n) => await book(sandbox, { contactId: `contact-${n}` }),
			),
		);
		const statuses = answers.map(({ status }) => status).sort();
		expect(statuses).toEqual([200, ...Array<number>(19).fill(400)]);
		expect(sandbox.control.appointments()).toHaveLength(1);
	});

	it('refuses a contact of another location', async () => {
		expect((await book(sandbox, { contactId: 'contact-cleo' })).status).toBe(404);
	});
});

describe('rescheduling and cancelling', () => {
	const put = async (id: string, json: Record<string, unknown>, token?: string) =>
		await send(sandbox, 'PUT', `/calendars/events/appointments/${id}`, { json, token });
	const cancel = async (id: string, token?: string) =>
		await send(sandbox, 'DELETE', `/calendars/events/${id}`, { token });
	const later = { startTime: startAt('15:00'), endTime: startAt('15:30') };

	it('moves the appointment, frees its old slot and keeps the status unless one is sent', async () => {
		await book(sandbox, { appointmentStatus: 'new' });
		expect((await put('appt-1', later)).status).toBe(200);
		expect(sandbox.control.appointments()).toMatchObject([{ ...later, appointmentStatus: 'new' }]);
		expect((await book(sandbox, { contactId: 'contact-ben' })).status).toBe(200);
		await put('appt-1', { ...later, appointmentStatus: 'confirmed' });
		expect(sandbox.control.appointments()).toMatchObject([{ ...later, appointmentStatus: 'confirmed' }, {}]);
	});

	it('does not stand in its own way, but other appointments do', async () => {
		await book(sandbox);
		await book(sandbox, { ...later, contactId: 'contact-ben' });
		expect(
			(await put('appt-1', { startTime: startAt('13:00'), endTime: startAt('14:00') })).status,
		).toBe(200);
		expect((await put('appt-1', later)).status).toBe(400);
		const own = { startTime: startAt('18:00'), endTime: startAt('18:30') };
		await book(sandbox, own);
		expect((await put('appt-1', own)).status).toBe(409);
		expect(sandbox.control.appointments()[0].startTime).toBe(startAt('13:00'));
	});

	it('404 for what is unknown, of another location, or canceled', async () => {
		await book(sandbox);
		expect((await put('appt-9', later)).status).toBe(404);
		expect((await put('appt-1', later, 'pit-summit')).status).toBe(404);
		expect((await cancel('appt-1', 'pit-summit')).status).toBe(404);
		expect((await cancel('appt-1')).status).toBe(200);
		expect((await put('appt-1', later)).status).toBe(404);
		expect(sandbox.control.appointments()[0].appointmentStatus).toBe('cancelled');
	});
});

describe('different paths', () => {
	it('has no DELETE where PUT is, and no PUT where DELETE is', async () => {
		await book(sandbox);
		const wrongDelete = await send(sandbox, 'DELETE', '/calendars/events/appointments/appt-1');
		const wrongPut = await send(sandbox, 'PUT', '/calendars/events/appt-1', { json: {} });
		expect([wrongDelete.status, wrongPut.status]).toEqual([405, 405]);
		expect(sandbox.control.violations()).toHaveLength(2);
		await sandbox.reset();
	});
});
