import { act, bookingForAda, contacts, oauthCredential, slotAt, tokenCredential, ZONE } from './platform';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterEach(async () => {
	expect(sandbox.control.violations()).toEqual([]);
	await sandbox.reset();
});
afterAll(async () => await sandbox.close());

const posts = () => sandbox.control.requests({ operationId: 'create_appointment' });

describe('Appointment > Book', () => {
	it('books with start and end, and returns the id as eventId', async () => {
		const slot = slotAt('10:00');
		const { items, json, error } = await act(sandbox, 'appointment.book', {
			...bookingForAda,
			...slot,
			title: 'Onboarding',
		});
		expect(error).toBeUndefined();
		const [appointment] = sandbox.control.appointments();
		expect(appointment).toMatchObject({
			...slot,
			calendarId: 'cal-onboarding',
			locationId: 'loc-harbor',
			contactId: 'contact-ada',
			title: 'Onboarding',
			appointmentStatus: 'confirmed',
		});
		expect(json[0]).toMatchObject({ booked: true, eventId: appointment.id, ...slot, timezone: 'UTC' });
		expect(items[0].pairedItem).toEqual({ item: 0 });
	});

	it('sends exactly the required fields when nothing else is filled in', async () => {
		const slot = slotAt('10:00');
		await act(sandbox, 'appointment.book', { ...bookingForAda, ...slot });
		expect(posts()[0].body).toEqual({
			calendarId: 'cal-onboarding',
			locationId: 'loc-harbor',
			contactId: 'contact-ada',
			...slot,
		});
	});

	it('sends status and assigned user, and any other status by name', async () => {
		const run = async (time: string, options: object) =>
			await act(sandbox, 'appointment.book', { ...bookingForAda, ...slotAt(time), options });
		await run('10:00', { appointmentStatus: 'new', assignedUserId: ' user-riley ' });
		await run('11:00', { appointmentStatus: 'new', otherStatus: 'showed' });
		expect(sandbox.control.appointments()).toMatchObject([
			{ appointmentStatus: 'new', assignedUserId: 'user-riley' },
			{ appointmentStatus: 'showed' },
		]);
	});

	it('takes start and duration, in the chosen zone, without an offset', async () => {
		const { startTime, endTime } = slotAt('14:00');
		const { json } = await act(sandbox, 'appointment.book', {
			...bookingForAda,
			slotSource: 'startDuration',
			startTime: `${startTime.slice(0, 10)}T14:00:00`,
			duration: 30,
			timezone: { __rl: true, mode: 'list', value: ZONE },
		});
		expect(json[0]).toMatchObject({ startTime, endTime, timezone: ZONE });
		expect(json[0].startLocal).toMatch(/T14:00:00-0[45]:00$/);
	});

	it("takes the workflow's zone where none is chosen, and offsets as they are", async () => {
		const { startTime } = slotAt('14:00');
		const day = startTime.slice(0, 10);
		const { json } = await act(
			sandbox,
			'appointment.book',
			{ ...bookingForAda, startTime: `${day} 14:00`, endTime: new Date(Date.parse(startTime) + 1_800_000).toISOString() },
			{ timezone: ZONE },
		);
		expect(json[0]).toMatchObject({ startTime, timezone: ZONE });
	});

	it('takes a slot from the list, and one given as an interval', async () => {
		const { startTime, endTime } = slotAt('09:30');
		const { json } = await act(sandbox, 'appointment.book', {
			...bookingForAda,
			slotSource: 'list',
			slotDay: startTime.slice(0, 10),
			slot: { __rl: true, mode: 'list', value: `${startTime}/${endTime}` },
		});
		expect(json[0]).toMatchObject({ booked: true, startTime, endTime });
	});

	it('books the items in their order, one after the other', async () => {
		const ids = contacts(sandbox, 6);
		const slot = slotAt('10:00');
		const { json } = await act(
			sandbox,
			'appointment.book',
			{ ...bookingForAda, contactId: '={{ $json.id }}', ...slot, whenTaken: 'alternatives' },
			{ items: ids.map((id) => ({ id })) },
		);
		expect(json.map(({ booked }) => booked)).toEqual([true, false, false, false, false, false]);
		expect(posts().map(({ body }) => (body as { contactId: string }).contactId)).toEqual(ids);
	});

	it('takes plain text where the editor writes a resource locator, as an agent may give it', async () => {
		const { json } = await act(
			sandbox,
			'appointment.book',
			{
				calendarId: '={{ $json.calendarId }}',
				contactId: '={{ $json.contactId }}',
				locationId: '={{ $json.locationId }}',
				startTime: '={{ $json.startTime }}',
				endTime: '={{ $json.endTime }}',
				title: '={{ $json.title }}',
				timezone: 'UTC',
			},
			{
				items: [
					{
						calendarId: 'cal-onboarding',
						contactId: 'contact-ada',
						locationId: 'loc-harbor',
						...slotAt('10:00'),
						title: '',
					},
				],
			},
		);
		expect(json[0]).toMatchObject({ booked: true, calendarId: 'cal-onboarding' });
		expect(posts()[0].body).toMatchObject({ locationId: 'loc-harbor' });
		expect(posts()[0].body).not.toHaveProperty('title');
	});

	it("takes 'null' and 'undefined', a model's words for nothing, as not filled in", async () => {
		const slot = slotAt('10:00');
		const { json } = await act(
			sandbox,
			'appointment.book',
			{
				...bookingForAda,
				...slot,
				title: ' null ',
				locationId: { __rl: true, mode: 'id', value: 'undefined' },
				timezone: { __rl: true, mode: 'id', value: 'null' },
				options: { otherStatus: 'null', appointmentStatus: 'new', assignedUserId: 'undefined' },
			},
			{ timezone: ZONE },
		);
		expect(json[0]).toMatchObject({ booked: true, timezone: ZONE });
		expect(posts()[0].body).toEqual({
			calendarId: 'cal-onboarding',
			locationId: 'loc-harbor',
			contactId: 'contact-ada',
			...slot,
			appointmentStatus: 'new',
		});
	});

	it('sends a title in which such a word is one of several, or a name', async () => {
		for (const [time, title] of [['10:00', 'null and void'], ['11:00', 'Null']]) {
			await act(sandbox, 'appointment.book', { ...bookingForAda, ...slotAt(time), title });
		}
		expect(posts().map(({ body }) => (body as { title: string }).title)).toEqual([
			'null and void',
			'Null',
		]);
	});

	it('encodes what it puts into addresses', async () => {
		const { error } = await act(sandbox, 'appointment.book', {
			...bookingForAda,
			calendarId: { __rl: true, mode: 'id', value: 'a/b?x#y' },
			...slotAt('10:00'),
			whenTaken: 'alternatives',
		});
		expect(error?.message).toContain("The calendar 'a/b?x#y' or the contact 'contact-ada' was not found");
	});
});

describe('Appointment > Book refuses before sending', () => {
	const slot = slotAt('10:00');
	const past = { startTime: '2020-01-06T10:00:00Z', endTime: '2020-01-06T10:30:00Z' };
	it.each([
		['no calendar', { calendarId: { __rl: true, mode: 'list', value: '={{ "" }}' } }, "'Calendar' is empty"],
		['no contact', { contactId: ' ' }, "'Contact ID' is empty"],
		['no contact, in a word', { contactId: 'null' }, "'Contact ID' is empty"],
		['no start', { startTime: '={{ "" }}' }, "'Start' is empty"],
		['no end', { endTime: '={{ undefined }}' }, "'End' is empty"],
		['a start that is no time', { startTime: 'next Monday' }, "'Start' cannot be used"],
		['a start without a time of day', { startTime: '2030-01-07' }, 'has no time of day'],
		['an end before the start', { startTime: slot.endTime, endTime: slot.startTime }, 'is not after'],
		['an end that has passed', past, 'The slot has passed'],
		['another location', { locationId: { __rl: true, mode: 'id', value: 'loc-summit' } }, "belongs to the location 'loc-harbor'"],
		['a slot that is no interval', { slotSource: 'list', slot: { __rl: true, mode: 'id', value: slot.startTime } }, "'Slot' is not one of the free slots"],
		['a duration that is none', { slotSource: 'startDuration', duration: '={{ "soon" }}' }, "'Duration' is not a number of minutes"],
		['a duration beyond the calendar', { slotSource: 'startDuration', duration: 1e300 }, "'Duration' is not a number of minutes"],
		['a duration in milliseconds', { slotSource: 'startDuration', duration: 1_800_000 }, "'Duration' is not a number of minutes"],
		['a duration of almost nothing', { slotSource: 'startDuration', duration: 1e-300 }, "'Duration' is not a number of minutes"],
		['an end with an impossible offset', { endTime: '2030-01-07T10:30:00+99:00' }, "'End' cannot be used"],
		['an unknown zone', { timezone: { __rl: true, mode: 'id', value: 'Mars/Base' } }, 'which is not a time zone'],
	])('%s', async (_, parameters, message) => {
		const { error } = await act(sandbox, 'appointment.book', {
			...bookingForAda,
			...slot,
			...parameters,
		});
		expect(error?.message).toContain(message);
		expect(error?.message).toMatch(/\[Item 0\]$/);
		expect(sandbox.control.requests()).toEqual([]);
	});

	it('a private token without a location', async () => {
		const { error } = await act(
			sandbox,
			'appointment.book',
			{ ...bookingForAda, ...slot },
			{ credentials: tokenCredential(sandbox, { locationId: '' }) },
		);
		expect(error?.message).toContain("'Location ID' of the Platform Token API credential is empty");
		expect(sandbox.control.requests()).toEqual([]);
	});

	it('an agency-level token without a location', async () => {
		const { error } = await act(
			sandbox,
			'appointment.book',
			{ ...bookingForAda, ...slot },
			{ credentials: oauthCredential(sandbox, { level: 'agency' }) },
		);
		expect(error?.message).toContain('was connected for an agency');
		expect(sandbox.control.requests()).toEqual([]);
	});
});

describe('Appointment > Book: answers of the platform', () => {
	it('404: the calendar belongs to another location', async () => {
		const { error } = await act(sandbox, 'appointment.book', {
			...bookingForAda,
			calendarId: { __rl: true, mode: 'id', value: 'cal-trial' },
			...slotAt('10:00'),
		});
		expect(error?.message).toContain("The calendar 'cal-trial' or the contact 'contact-ada' was not found");
		expect(error?.description).toContain('The platform says: "The calendar was not found"');
	});

	it('409: the contact already has it; which can be treated as done', async () => {
		const booking = { ...bookingForAda, ...slotAt('10:00') };
		await act(sandbox, 'appointment.book', booking);
		const again = await act(sandbox, 'appointment.book', booking);
		expect(again.error?.message).toContain("The contact 'contact-ada' already has an appointment");
		expect(again.error?.httpCode).toBe('409');

		const done = await act(sandbox, 'appointment.book', {
			...booking,
			options: { whenAlreadyBooked: 'done' },
		});
		expect(done.json[0]).toMatchObject({ booked: true, alreadyBooked: true, contactId: 'contact-ada' });
		expect(sandbox.control.appointments()).toHaveLength(1);
	});

	it('422: the platform finds a field missing', async () => {
		sandbox.control.addFault({
			method: 'POST',
			status: 422,
			body: { errors: [{ message: 'startTime is odd' }, 'and more'] },
		});
		const { error } = await act(sandbox, 'appointment.book', { ...bookingForAda, ...slotAt('10:00') });
		expect(error?.message).toBe('A field is missing, or has a time that the platform cannot read [Item 0]');
		expect(error?.description).toContain('"startTime is odd; and more"');
	});

	it('403: the scope is missing, and is named', async () => {
		const { error } = await act(
			sandbox,
			'appointment.book',
			{ ...bookingForAda, ...slotAt('10:00') },
			{ credentials: tokenCredential(sandbox, { accessToken: 'pit-harbor-readonly' }) },
		);
		expect(error?.message).toContain("'calendars.write'");
	});

	it('reads an appointment in any form', async () => {
		const slot = slotAt('10:00');
		for (const body of [
			{ appointment: { id: 'x1' } },
			{ id: 'x1' },
			{ data: { appointment: { id: 'x1' } } },
			{ traceId: 't', appointment: { _id: 'x1' } },
		]) {
			sandbox.control.addFault({ method: 'POST', status: 201, body });
			const { json } = await act(sandbox, 'appointment.book', { ...bookingForAda, ...slot });
			expect(json[0]).toMatchObject({ booked: true, eventId: 'x1' });
		}
	});
});
