import { nodeJson, nodeRuns } from '../../runtime/execution';
import { waitFor } from '../../runtime/polling';
import { byId } from '../support/e2e/platformParameters';
import { builtIn, workflow } from '../support/queue/workflows';
import { after, book, linkIn, linkParameters, offering, offerSlots, open, published, publishedExample, waitsOf } from '../support/e2e/bookingPage';
import type { Wait } from '../support/e2e/bookingPage';
import { LOCATION, openHarness } from '../support/harness';
import type { Harness } from '../support/harness';

/** docs/booking-page.md, as a visitor meets it. */
let harness: Harness;
let begin: (contactId: string) => Promise<Wait>;

beforeAll(async () => {
	harness = await openHarness();
	({ begin } = await published(harness.api, harness.n8n.url, offering(harness.use('platformOAuth2Api'), { daysAhead: 60 })));
}, 120_000);

afterAll(async () => await harness?.close(), 60_000);

const posts = () => harness.sandbox.control.requests({ operationId: 'create_appointment' });
const appointmentsOf = (contact: string) =>
	harness.sandbox.control.appointments().filter(({ contactId }) => contactId === contact);

/** Of the times on a page: the first ones may pass while a test runs. */
const LATER = 20;

const newContact = () => harness.sandbox.control.createContact({ locationId: LOCATION, firstName: 'Noor' }).id;

test('a contact opens the link, chooses, confirms; the workflow goes on with the appointment', async () => {
	const contactId = newContact();
	const wait = await begin(contactId);
	const page = await open(wait.url);
	expect(page).toMatchObject({ status: 200, title: 'Choose a time – Onboarding call' });
	const start = page.slots[LATER];
	const confirm = await open(wait.url, { slot: String(start), zone: 'America/New_York' });
	expect(confirm.title).toBe('Confirm – Onboarding call');

	const booked = await book(wait.url, start);
	expect(booked.title).toBe('Booked – Onboarding call');
	const [appointment] = appointmentsOf(contactId);
	expect(await after(harness.api, wait)).toEqual([
		{
			booked: true,
			eventId: appointment.id,
			calendarId: 'cal-onboarding',
			contactId,
			title: 'Onboarding call',
			startTime: appointment.startTime,
			endTime: appointment.endTime,
			startLocal: expect.stringMatching(/-0[45]:00$/),
			endLocal: expect.stringMatching(/-0[45]:00$/),
			timezone: 'America/New_York',
		},
	]);
	expect(Date.parse(appointment.startTime)).toBe(start);
	// From now on n8n itself responds to the link.
	expect((await open(wait.url)).status).toBe(409);
	expect((await book(wait.url, start)).status).toBe(409);
	expect(appointmentsOf(contactId)).toHaveLength(1);
});

test('the link survives a restart of n8n', async () => {
	const contactId = newContact();
	const wait = await begin(contactId);
	await harness.n8n.restart();
	const start = (await open(wait.url)).slots[LATER];
	expect((await book(wait.url, start)).title).toMatch(/^Booked/);
	expect(await after(harness.api, wait)).toMatchObject([{ booked: true, contactId }]);
}, 120_000);

test('without its token the link opens nothing', async () => {
	const wait = await begin(newContact());
	const { slots } = await open(wait.url);
	const bare = wait.url.replace(/\?.*/, '');
	const before = posts().length;
	for (const url of [bare, `${bare}?signature=`, `${bare}?signature=${'0'.repeat(64)}`]) {
		expect((await open(url)).status).toBe(401);
		expect((await book(url, slots[LATER])).status).toBe(401);
	}
	expect(posts()).toHaveLength(before);
});

test('scanners of mails and chats change nothing, however they look', async () => {
	const contactId = newContact();
	const wait = await begin(contactId);
	const before = posts().length;
	const start = (await open(wait.url)).slots[LATER];
	for (let round = 0; round < 3; round++) {
		await open(wait.url);
		await open(wait.url, { slot: String(start), zone: 'UTC', confirm: 'yes', book: '1' });
		for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE']) await (await fetch(wait.url, { method })).text();
	}
	expect(posts()).toHaveLength(before);
	expect((await harness.api.getExecution(wait.executionId)).status).toBe('waiting');
	expect((await book(wait.url, start)).title).toMatch(/^Booked/);
});

test('whatever a stranger with the link sends, the execution keeps waiting', async () => {
	const contactId = newContact();
	const wait = await begin(contactId);
	const url = `${wait.url}&wait=${(await open(wait.url)).wait}`;
	const send = async (body: string, type: string) =>
		await fetch(url, { method: 'POST', body, headers: { 'content-type': type } });
	await send('{"slot":', 'application/json');
	await send('{"slot":{"$gt":""},"zone":["UTC"]}', 'application/json');
	await send('slot=1&slot=2&zone=<script>', 'application/x-www-form-urlencoded');
	await send(`slot=${'9'.repeat(100_000)}`, 'application/x-www-form-urlencoded');
	await send('x', 'application/octet-stream');
	const form = new FormData();
	form.set('slot', '1');
	await fetch(url, { method: 'POST', body: form });
	// From a page that is not about this wait.
	const { slots } = await open(wait.url);
	const elsewhere = new URLSearchParams({ slot: String(slots[LATER]), wait: 'another' });
	expect((await fetch(wait.url, { method: 'POST', body: elsewhere })).status).toBe(409);
	expect((await harness.api.getExecution(wait.executionId)).status).toBe('waiting');
	const start = (await open(wait.url)).slots[LATER];
	await book(wait.url, start);
	expect(await after(harness.api, wait)).toMatchObject([{ booked: true, contactId }]);
});

test('a double click, and two people with one link, book once', async () => {
	const contactId = newContact();
	const wait = await begin(contactId);
	const page = await open(wait.url);
	const chosen = [LATER, LATER, LATER + 7, LATER + 9].map((index) => page.slots[index]);
	const seen = await Promise.all(chosen.map(async (start) => await book(wait.url, start, page)));
	expect(appointmentsOf(contactId)).toHaveLength(1);
	// Whoever came so late that the workflow had gone on gets n8n's own response.
	for (const { status, title } of seen) expect(status === 409 || title.startsWith('Booked')).toBe(true);
	expect(seen[0].title).toMatch(/^Booked/);
	const [item, ...others] = await after(harness.api, wait);
	expect([item.eventId, others]).toEqual([appointmentsOf(contactId)[0].id, []]);
	expect(nodeRuns(await harness.api.getExecution(wait.executionId), 'After')).toHaveLength(1);
});

test('in a loop each contact gets a page of its own, in the same execution', async () => {
	const contactIds = [newContact(), newContact()];
	const start = builtIn('webhook', 'Start', { path: 'loop', httpMethod: 'POST' }, { typeVersion: 2, webhookId: 'loop' });
	const list = `={{ ${JSON.stringify(contactIds)} }}`;
	const draft = workflow('Loop', [
		start,
		builtIn('set', 'List', { assignments: { assignments: [{ id: 'l', name: 'list', value: list, type: 'array' }] } }, { typeVersion: 3.4 }),
		builtIn('splitOut', 'Split', { fieldToSplitOut: 'list' }),
		builtIn('splitInBatches', 'Loop Over Items', {}, { typeVersion: 3 }),
		builtIn('set', 'Link', linkParameters('={{ $json.list }}'), { typeVersion: 3.4 }),
		offerSlots(harness.use('platformOAuth2Api'), { daysAhead: 60 }),
	]);
	// Its second output is the loop, its first one what comes when all are through.
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	draft.nodes.push({ id: 'after', typeVersion: 1, position: [0, 300], ...builtIn('noOp', 'After') });
	draft.connections['Loop Over Items'] = { main: [to('After'), to('Link')] };
	draft.connections['Offer Slots'] = { main: [to('Loop Over Items')] };
	const { id, begin: beginLoop } = await published(harness.api, harness.n8n.url, draft);
	const first = await beginLoop('unused');
	const page = await open(first.url);
	expect((await book(first.url, page.slots[LATER], page)).title).toMatch(/^Booked/);
	const second = await waitFor('the second page', async () => {
		const [wait] = await waitsOf(harness.api, id);
		const runs = wait && nodeRuns(await harness.api.getExecution(wait.executionId), 'Link').length;
		return runs === 2 ? wait : undefined;
	});
	expect(second.executionId).toBe(first.executionId);
	// The first contact's page, sent once more at the same address, books nothing for the second one.
	const stale = await book(first.url, page.slots[LATER + 3], page);
	expect(stale).toMatchObject({ status: 409, title: expect.stringMatching(/^This page is out of date/) });
	expect(appointmentsOf(contactIds[1])).toEqual([]);
	const choices = (await open(second.url)).slots;
	expect((await book(second.url, choices[LATER])).title).toMatch(/^Booked/);
	const items = await after(harness.api, second);
	expect(items.map(({ contactId }) => contactId)).toEqual(contactIds);
	for (const contactId of contactIds) expect(appointmentsOf(contactId)).toHaveLength(1);
});

test('the example tells the team what was booked, and, without a booking, whom to follow up', async () => {
	const { api, sandbox } = harness;
	const imported = async (limit: object = {}) =>
		await publishedExample(harness, 'offer-slots-and-wait.json', { 'Offer Slots': { calendarId: byId('cal-onboarding'), ...limit } });
	// n8n looks for ended waits once a minute.
	const short = await imported({ resumeAmount: 0.05, resumeUnit: 'minutes' });
	sandbox.control.createContact({ locationId: LOCATION, firstName: 'Late', email: 'late@example.com' });
	const late = await linkIn(api, short, 'Write Invitation');
	await api.deactivate(short);

	const id = await imported();
	const contact = sandbox.control.createContact({ locationId: LOCATION, firstName: 'Mia', email: 'mia@example.com' });
	const wait = await linkIn(api, id, 'Write Invitation');
	await api.deactivate(id);
	const page = await open(wait.url);
	expect(page.html).toContain('Your onboarding call');
	await book(wait.url, page.slots[3]);
	const done = await api.waitForExecution(wait.executionId);
	const [{ eventId }] = nodeJson(done, 'Offer Slots');
	expect(nodeJson(done, 'Tell the Team')).toEqual([
		{ text: expect.stringMatching(/^Mia has booked \d{4}-.*\)\.$/), appointmentId: eventId },
	]);
	expect(nodeRuns(done, 'Follow Up')).toHaveLength(0);
	expect(appointmentsOf(contact.id)).toMatchObject([{ id: eventId, title: 'Onboarding call with Mia' }]);

	const ended = await api.waitForExecution(late.executionId, 100_000);
	expect(nodeJson(ended, 'Follow Up')).toMatchObject([{ text: 'Late has not booked within three days.' }]);
	expect((await open(late.url)).status).toBe(409);
}, 180_000);
