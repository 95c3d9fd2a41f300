import { MONDAY, NINE, TEN, booking, send as sendTo, type SendOptions } from './sandboxClient';
import { defaultSeed } from '../../../sandbox/seed';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

/* Tags, notes, tasks and workflows, in HighLevel's form. */

const [workflow] = defaultSeed.workflows;
const sandbox = useSandbox({
	profile: 'highLevel',
	mayViolate: true,
	seed: { ...defaultSeed, workflows: [workflow, { ...workflow, id: 'workflow-other' }] },
});

const send = async (request: string, options?: SendOptions) =>
	await sendTo(sandbox, request, options);

describe('tags', () => {
	const post = async (tags: string[]) =>
		(await send('POST /contacts/contact-ada/tags', { json: { tags } })).body;

	it('are kept in lower case, each once', async () => {
		await post(['Lead']);
		expect(await post(['lead', 'VIP'])).toMatchObject({ tags: ['lead', 'vip'] });
		expect(sandbox.contacts()[0]).toMatchObject({ id: 'contact-ada', tags: ['lead', 'vip'] });
	});

	it('that are removed go, and the others stay', async () => {
		await post(['lead', 'vip', 'patient']);
		const json = { tags: ['VIP', 'gone'] };
		const { body } = await send('DELETE /contacts/contact-ada/tags', { json });
		expect(body).toMatchObject({ tags: ['lead', 'patient'] });
	});
});

/* What is below a contact, or an appointment, is found there alone. */
describe.each([
	['notes', 'note-mornings', { body: 'Changed' }],
	['tasks', 'task-call', { title: 'Changed' }],
])('%s', (kind, id, change) => {
	const pathOf = (contact: string) => `/contacts/contact-${contact}/${kind}/${id}`;
	const ask = async (method: string, contact: string) =>
		(await send(`${method} ${pathOf(contact)}`, method === 'PUT' ? { json: change } : {})).status;
	const stored = () => sandbox.followUp()[kind as 'notes'];

	it('are read, changed and deleted as those of their contact only', async () => {
		for (const method of ['GET', 'PUT', 'DELETE']) expect(await ask(method, 'ben')).toBe(400);
		expect(stored()).toEqual(defaultSeed[kind as 'notes']);

		expect(await ask('GET', 'ada')).toBe(200);
		expect(await ask('PUT', 'ada')).toBe(200);
		expect(stored()).toMatchObject([{ id, contactId: 'contact-ada', ...change }]);
		expect(await ask('DELETE', 'ada')).toBe(200);
		expect(stored()).toEqual([]);
	});

	it('are listed for their contact only', async () => {
		const listOf = async (contact: string) =>
			((await send(`GET /contacts/contact-${contact}/${kind}`)).body as Record<string, unknown>)[
				kind
			];
		expect(await listOf('ada')).toMatchObject([{ id, contactId: 'contact-ada' }]);
		expect(await listOf('ben')).toEqual([]);
	});

	it("are none of another location's token", async () => {
		expect((await send(`GET ${pathOf('ada')}`, { token: 'pit-summit' })).status).toBe(400);
	});

	it('that one deletes leave the others', async () => {
		const fields = kind === 'notes' ? { body: 'New' } : { title: 'New', dueDate: MONDAY };
		const json = kind === 'notes' ? fields : { ...fields, completed: false };
		await send(`POST /contacts/contact-ada/${kind}`, { json });
		await ask('DELETE', 'ada');
		expect(stored()).toMatchObject([fields]);
	});
});

it('notes are listed with the newest first, and tasks in the order of their creation', async () => {
	await send('POST /contacts/contact-ada/notes', { json: { body: 'New' } });
	const task = { title: 'New', dueDate: MONDAY, completed: false };
	await send('POST /contacts/contact-ada/tasks', { json: task });

	expect((await send('GET /contacts/contact-ada/notes')).body).toMatchObject({
		notes: [{ body: 'New', dateAdded: '2030-05-06T08:00:00.000Z' }, { body: 'Prefers mornings' }],
	});
	expect((await send('GET /contacts/contact-ada/tasks')).body).toMatchObject({
		tasks: [{ title: 'Call back' }, { title: 'New' }],
	});
});

describe('notes of an appointment', () => {
	const notesOf = (appointment: string) => `/calendars/appointments/${appointment}/notes`;
	const FIRST_VISIT = `${notesOf('appt-1')}/note-first-visit`;
	const OF_OTHER = `${notesOf('appt-2')}/note-first-visit`;
	const json = { body: 'Changed' };

	beforeEach(async () => {
		for (const times of [NINE, TEN])
			await send('POST /calendars/events/appointments', { json: booking(times) });
	});

	it('are changed and deleted under that appointment only', async () => {
		expect((await send(`PUT ${OF_OTHER}`, { json })).status).toBe(400);
		expect((await send(`DELETE ${OF_OTHER}`)).status).toBe(400);
		expect(sandbox.followUp().appointmentNotes).toMatchObject([{ body: 'First visit' }]);

		expect(await send(`PUT ${FIRST_VISIT}`, { json })).toMatchObject({ body: { note: json } });
		expect((await send(`DELETE ${FIRST_VISIT}`)).status).toBe(200);
		expect(sandbox.followUp().appointmentNotes).toEqual([]);
	});

	it('are listed with the newest first, page by page, and say whether there are more', async () => {
		await send(`POST ${notesOf('appt-1')}`, { json: { body: 'Second visit' } });
		await send(`POST ${notesOf('appt-2')}`, { json: { body: 'Of another appointment' } });
		const page = async (limit: number, offset: number) =>
			(await send(`GET ${notesOf('appt-1')}?limit=${limit}&offset=${offset}`)).body;
		const [newest, oldest] = [{ body: 'Second visit' }, { body: 'First visit' }];

		expect(await page(2, 0)).toMatchObject({ notes: [newest, oldest], hasMore: false });
		expect(await page(1, 0)).toMatchObject({ notes: [newest], hasMore: true });
		expect(await page(1, 1)).toMatchObject({ notes: [oldest], hasMore: false });
	});
});

it('a contact leaves one workflow, and stays in another; others stay, too', async () => {
	const path = (contact: string, id: string) => `/contacts/contact-${contact}/workflow/${id}`;
	await send(`POST ${path('ben', 'workflow-no-show')}`, { json: {} });
	for (const id of ['workflow-other', 'workflow-no-show'])
		await send(`POST ${path('ada', id)}`, { json: {} });

	const leave = async () =>
		(await send(`DELETE ${path('ada', 'workflow-no-show')}`, { json: {} })).status;
	expect([await leave(), await leave()]).toEqual([200, 200]);

	expect(sandbox.followUp().enrolled).toMatchObject([
		{ contactId: 'contact-ben', workflowId: 'workflow-no-show' },
		{ contactId: 'contact-ada', workflowId: 'workflow-other' },
	]);
});
