import { act, bookingForAda, contacts, slotAt, tokenCredential, ZONE } from './platform';
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
});

describe('Appointment > Book refuses before sending', () => {
	const slot = slotAt('10:00');
	it.each([
		['no calendar', { calendarId: { __rl: true, mode: 'list', value: '={{ "" }}' } }, "'Calendar' is empty"],
		['no contact', { contactId: ' ' }, "'Contact ID' is empty"],
		['no start', { startTime: '={{ "" }}' }, "'Start' is empty"],
		['another location', { locationId: { __rl: true, mode: 'id', value: 'loc-summit' } }, "belongs to the location 'loc-harbor'"],
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
});

describe('Appointment > Book: answers of the platform', () => {
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

	it('403: the scope is missing, and is named', async () => {
		const { error } = await act(
			sandbox,
			'appointment.book',
			{ ...bookingForAda, ...slotAt('10:00') },
			{ credentials: tokenCredential(sandbox, { accessToken: 'pit-harbor-readonly' }) },
		);
		expect(error?.message).toContain("'calendars.write'");
	});
});
