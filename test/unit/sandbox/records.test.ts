import { MONDAY, booking, send as sendTo, type SendOptions } from './sandboxClient';
import { defaultSeed } from '../../../sandbox/seed';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

/* What the local platform does with records, in HighLevel's form. */

const [workflow] = defaultSeed.workflows;
const sandbox = useSandbox({
	profile: 'highLevel',
	mayViolate: true,
	seed: { ...defaultSeed, workflows: [workflow, { ...workflow, id: 'workflow-other' }] },
});

/** The status and the body of a response. */
async function send(request: string, options?: SendOptions): Promise<[number, object]> {
	const { status, body } = await sendTo(sandbox, request, options);
	return [status, body as object];
}

const NINE = { startTime: '2030-05-06T09:00:00-04:00', endTime: '2030-05-06T09:30:00-04:00' };
const book = async (change: object = {}) =>
	await send('POST /calendars/events/appointments', { json: booking({ ...NINE, ...change }) });

it('a contact is looked up by one address only', async () => {
	const lookUp = 'GET /contacts/lookup?locationId=loc-harbor';
	const headers = { Version: 'v3' };
	const [status, body] = await send(`${lookUp}&email=ada@example.com&phone=%2B12025550101`, {
		headers,
	});
	expect(status).toBe(400);
	expect(body).toMatchObject({ message: 'Exactly one of email and phone is required' });
	expect(await send(`${lookUp}&email=ada@example.com`, { headers })).toMatchObject([
		200,
		{ contacts: [{ id: 'contact-ada' }] },
	]);
});

const SEARCH = 'POST /contacts/search';

it('a search puts contacts in order, and goes on behind the last one of a page', async () => {
	const json = {
		locationId: 'loc-harbor',
		pageLimit: 1,
		sort: [{ field: 'firstNameLowerCase', direction: 'desc' }],
	};
	const [, first] = await send(SEARCH, { json });
	expect(first).toMatchObject({ contacts: [{ firstName: 'Ben' }], total: 2 });
	const { contacts } = first as { contacts: Array<{ searchAfter: unknown }> };
	const { searchAfter } = contacts[0];
	const [, second] = await send(SEARCH, { json: { ...json, searchAfter } });
	expect(second).toMatchObject({ contacts: [{ firstName: 'Ada' }] });
});

it('a search finds contacts by a custom field and by their last change', async () => {
	const customFields = [{ id: 'field-plan', field_value: 'Gold' }];
	await send('PUT /contacts/contact-ben', { json: { customFields } });
	const find = async (filter: object) =>
		(
			await send(SEARCH, {
				json: { locationId: 'loc-harbor', pageLimit: 10, filters: [filter] },
			})
		)[1];

	const withPlan = await find({ field: 'customFields.field-plan', operator: 'eq', value: 'Gold' });
	expect(withPlan).toMatchObject({ contacts: [{ id: 'contact-ben' }], total: 1 });

	const since = new Date(Date.now() - 1_000).toISOString();
	const changed = await find({ field: 'dateUpdated', operator: 'range', value: { gte: since } });
	expect(changed).toMatchObject({ contacts: [{ id: 'contact-ben' }], total: 1 });
});

it.each(['active', 'permanent'])(
	'no message is sent to a contact who does not want any, with the status %s',
	async (status) => {
		const { id: contactId } = sandbox.createContact({
			phone: '+12025550199',
			dndSettings: { SMS: { status } },
		});
		const json = { type: 'SMS', contactId, message: 'Hello' };
		expect(await send('POST /conversations/messages', { json })).toMatchObject([
			400,
			{ message: 'Cannot send message as DND is active for SMS.' },
		]);
	},
);

it.each([
	['Email', { email: 'eve@example.com' }, 'Missing phone number', 'SMS'],
	['SMS', { phone: '+12025550199' }, 'Missing email', 'Email'],
])(
	'a contact who can get a message of the kind %s alone gets no other',
	async (type, address, message, otherType) => {
		const { id: contactId } = sandbox.createContact();
		await send(`PUT /contacts/${contactId}`, { json: { email: '', ...address } });
		const sent = async (kind: string) =>
			await send('POST /conversations/messages', {
				json: { type: kind, contactId, message: 'Hello', html: 'Hello' },
			});
		expect(await sent(type)).toMatchObject([200, {}]);
		expect(await sent(otherType)).toMatchObject([400, { message }]);
	},
);

it("a task is read and changed as one of its contact's only", async () => {
	const [status, body] = await send('GET /contacts/contact-ben/tasks/task-call');
	expect([status, body]).toMatchObject([400, { message: 'Task not found' }]);
	expect((await send('GET /contacts/contact-ada/tasks/task-call'))[0]).toBe(200);
});

it('a custom field that a change does not name keeps its value', async () => {
	const change = async (id: string, field_value: string) =>
		await send('PUT /contacts/contact-ada', { json: { customFields: [{ id, field_value }] } });
	await change('field-insurance', 'Acme');
	await change('field-plan', 'Gold');
	const [, body] = await send('GET /contacts/contact-ada');
	const customFields = [
		{ id: 'field-insurance', value: 'Acme' },
		{ id: 'field-plan', value: 'Gold' },
	];
	expect(body).toMatchObject({ contact: { customFields } });
});

it('the tags that are removed go, and the others stay', async () => {
	const { id } = sandbox.createContact({ tags: ['lead', 'vip'] });
	const [, body] = await send(`DELETE /contacts/${id}/tags`, { json: { tags: ['VIP'] } });
	expect(body).toMatchObject({ tags: ['lead'] });
});

it('a user who is not there is refused with 401, as recorded', async () => {
	expect(await send('GET /users/gone')).toMatchObject([
		401,
		{ message: 'The user does not exist.' },
	]);
});

it('a note of an appointment is changed under that appointment only', async () => {
	await book();
	await book({ startTime: '2030-05-06T10:00:00-04:00', endTime: '2030-05-06T10:30:00-04:00' });
	const change = async (appointmentId: string) => {
		const path = `PUT /calendars/appointments/${appointmentId}/notes/note-first-visit`;
		return (await send(path, { json: { body: 'Changed' } }))[0];
	};
	expect([await change('appt-2'), await change('appt-1')]).toEqual([400, 200]);
});

it('notes are listed with the newest first', async () => {
	await send('POST /contacts/contact-ada/notes', { json: { body: 'New' } });
	const [, body] = await send('GET /contacts/contact-ada/notes');
	expect(body).toMatchObject({ notes: [{ body: 'New' }, { body: 'Prefers mornings' }] });
});

it('a search for opportunities includes those of the last day', async () => {
	const json = {
		locationId: 'loc-harbor',
		contactId: 'contact-ada',
		pipelineId: 'pipeline-patients',
		name: 'Implant',
		status: 'open',
	};
	await send('POST /opportunities/', { json });
	const search = 'GET /opportunities/search?location_id=loc-harbor&q=implant';
	const [, today] = await send(`${search}&date=05-06-2030&endDate=05-06-2030`);
	const [, before] = await send(`${search}&endDate=05-05-2030`);
	expect(today).toMatchObject({ opportunities: [{ name: 'Implant' }] });
	expect(before).toMatchObject({ opportunities: [] });
});

it.each([
	['name_asc', ['Aligners', 'Implant']],
	['name_desc', ['Implant', 'Aligners']],
])('a search for opportunities puts them in the order %s', async (order, names) => {
	const deal = { locationId: 'loc-harbor', contactId: 'contact-ada', status: 'won' };
	for (const name of ['Implant', 'Aligners'])
		await send('POST /opportunities/', {
			json: { ...deal, pipelineId: 'pipeline-patients', name },
		});

	const search = 'GET /opportunities/search?location_id=loc-harbor&status=won';
	const [, body] = await send(`${search}&order=${order}`);

	expect(body).toMatchObject({ opportunities: names.map((name) => ({ name })) });
});

it('an opportunity says when its status has changed', async () => {
	await send('PUT /opportunities/deal-braces', { json: { status: 'won' } });
	const [, body] = await send('GET /opportunities/deal-braces');
	const lastStatusChangeAt = '2030-05-06T08:00:00.000Z';
	expect(body).toMatchObject({ opportunity: { status: 'won', lastStatusChangeAt } });
});

it("another location's custom field is not found", async () => {
	const customFields = [{ id: 'field-insurance', field_value: 'x' }];
	const change = { json: { customFields }, token: 'pit-summit' };
	expect(await send('PUT /contacts/contact-cleo', change)).toMatchObject([
		400,
		{ message: 'Custom field with id field-insurance not found' },
	]);
});

it.each(['contact', 'opportunity'])('the custom fields of a %s are listed alone', async (model) => {
	const [, body] = await send(`GET /locations/loc-harbor/customFields?model=${model}`);
	const { customFields } = body as { customFields: Array<{ model: string }> };
	expect(new Set(customFields.map((field) => field.model))).toEqual(new Set([model]));
});

it('a contact leaves one workflow, and stays in another', async () => {
	for (const id of ['workflow-other', 'workflow-no-show'])
		await send(`POST /contacts/contact-ada/workflow/${id}`, { json: {} });
	await send('DELETE /contacts/contact-ada/workflow/workflow-no-show', { json: {} });
	expect(sandbox.followUp().enrolled).toMatchObject([{ workflowId: 'workflow-other' }]);
});

it('messages are exported page by page, none twice', async () => {
	const { id: contactId } = sandbox.createContact({ phone: '+12025550199' });
	for (let message = 0; message < 12; message++)
		await send('POST /conversations/messages', {
			json: { type: 'SMS', contactId, message: `No. ${message}` },
		});
	const page = `GET /conversations/messages/export?locationId=loc-harbor&contactId=${contactId}&limit=10`;
	interface Exported {
		messages: Array<{ id: string }>;
		nextCursor: string | null;
	}
	const first = (await send(page))[1] as Exported;
	const second = (await send(`${page}&cursor=${first.nextCursor}`))[1] as Exported;
	const ids = [...first.messages, ...second.messages].map(({ id }) => id);
	expect([ids.length, new Set(ids).size, second.nextCursor]).toEqual([12, 12, null]);
});

it.each([
	['IG', 'TYPE_INSTAGRAM'],
	['FB', 'TYPE_FACEBOOK'],
])('a message of the kind %s is read as %s', async (type, messageType) => {
	const json = { type, contactId: 'contact-ada', message: 'Hello' };
	const [, sent] = await send('POST /conversations/messages', { json });
	const { messageId } = sent as { messageId: string };
	const [, body] = await send(`GET /conversations/messages/${messageId}`);
	expect(body).toMatchObject({ messageType });
});

it("a blocked time closes its calendar, and no other of the location's", async () => {
	const block = { locationId: 'loc-harbor', calendarId: 'cal-onboarding', ...NINE };
	await send('POST /calendars/events/block-slots', { json: block });
	const span = { from: '2030-05-06', until: '2030-05-07' };
	const startsAt = '2030-05-06T13:00:00+00:00';
	const isFree = (calendarId: string) =>
		sandbox.freeSlots({ calendarId, ...span }).some(({ startTime }) => startTime === startsAt);
	expect([isFree('cal-onboarding'), isFree('cal-checkup')]).toEqual([false, true]);
});

it('several slots in a row can be booked where the account allows it, and no part of one', async () => {
	sandbox.setProfile({ durations: 'any' });
	const [part] = await book({ endTime: '2030-05-06T09:45:00-04:00' });
	const [two] = await book({ endTime: '2030-05-06T10:00:00-04:00' });
	expect([part, two]).toEqual([400, 201]);
});

it('the limit of a day holds beside that of a window', async () => {
	sandbox.setProfile({ rateLimit: { max: 100, intervalMs: 1_000, daily: 1 } });
	const ask = async () => (await send('GET /contacts/contact-ada'))[0];
	expect([await ask(), await ask()]).toEqual([200, 429]);
});
