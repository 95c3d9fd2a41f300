import {
	MONDAY,
	NINE,
	TEN,
	booking,
	send as sendTo,
	startReceiver,
	type Receiver,
} from './sandboxClient';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

/* Which event follows what happens on the platform. */

const sandbox = useSandbox({ profile: 'highLevel' });
let receiver: Receiver;
beforeEach(async () => {
	receiver = await startReceiver();
	sandbox.setNotificationUrl(receiver.url);
});
afterEach(async () => await receiver.close());

const send = async (request: string, json?: object) =>
	void (await sendTo(sandbox, request, { json }));
const APPOINTMENT = '/calendars/events/appointments';

/** What has been delivered since the last look. */
async function receivedEvents(): Promise<object[]> {
	await sandbox.deliveriesSettled();
	return receiver.received.splice(0).map(({ body }) => JSON.parse(String(body)) as object);
}

const NEW = { locationId: 'loc-harbor', email: 'eve@example.com', firstName: 'Eve' };

it.each([
	['a new contact', 'ContactCreate', 'POST /contacts/', NEW],
	['an upsert of a new one', 'ContactCreate', 'POST /contacts/upsert', NEW],
	[
		'an upsert of a known one',
		'ContactUpdate',
		'POST /contacts/upsert',
		{ ...NEW, email: 'ada@example.com' },
	],
	['a change', 'ContactUpdate', 'PUT /contacts/contact-ada', { firstName: 'Eve' }],
])('%s is followed by %s with the whole contact', async (_, type, request, json) => {
	await send(request, json);
	expect(await receivedEvents()).toMatchObject([
		{
			type,
			locationId: 'loc-harbor',
			firstName: 'Eve',
			name: expect.stringMatching(/^Eve/) as string,
		},
	]);
});

it('new tags are a change of the contact', async () => {
	await send('POST /contacts/contact-ada/tags', { tags: ['lead'] });
	expect(await receivedEvents()).toMatchObject([
		{ type: 'ContactUpdate', id: 'contact-ada', tags: ['lead'] },
	]);
});

it('each write of an appointment is followed by its event, which has the appointment as it is then', async () => {
	await send(`POST ${APPOINTMENT}`, booking(NINE));
	await send(`PUT ${APPOINTMENT}/appt-1`, TEN);
	await send('DELETE /calendars/events/appt-1', {});

	const id = 'appt-1';
	const events = await receivedEvents();
	expect(events).toHaveLength(3);
	expect(events).toEqual(
		expect.arrayContaining([
			expect.objectContaining({
				type: 'AppointmentCreate',
				appointment: expect.objectContaining({ id, ...NINE, deleted: false }) as object,
			}),
			expect.objectContaining({
				type: 'AppointmentUpdate',
				appointment: expect.objectContaining({ id, ...TEN, deleted: false }) as object,
			}),
			expect.objectContaining({
				type: 'AppointmentDelete',
				appointment: expect.objectContaining({ id, ...TEN, deleted: true }) as object,
			}),
		]),
	);
});

it('a refused write is followed by none', async () => {
	await send(`POST ${APPOINTMENT}`, booking(NINE));
	await receivedEvents();
	await send(`POST ${APPOINTMENT}`, booking(NINE));
	await send('POST /contacts/', { ...NEW, email: 'ada@example.com' });
	expect(await receivedEvents()).toEqual([]);
});
