/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowDraft } from '../../runtime/api';
import { openStage } from '../support/stage';
import type { Stage } from '../support/stage';
import { freeSlots } from '../support/e2e/slots';

/** docs/book-from-a-form.md, as a visitor meets it: a page is sent, another one comes back. */
const EXAMPLE = 'examples/book-from-a-form.json';

let stage: Stage;
let formUrl: string;

beforeAll(async () => {
	stage = await openStage();
	const draft = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as WorkflowDraft;
	const book = draft.nodes.find((node) => node.name === 'Book');
	const form = draft.nodes.find((node) => node.name === 'Booking Form');
	if (!book || !form) throw new Error(`${EXAMPLE} has lost a node`);
	book.credentials = stage.use('platformOAuth2Api');
	const workflow = await stage.api.createWorkflow(draft);
	await stage.api.activate(workflow.id);
	formUrl = `${stage.n8n.url}/form/${form.webhookId}`;
}, 120_000);

afterAll(async () => await stage?.close(), 60_000);

/** Sends the form and follows it to its last page, whose text is returned. */
async function submit(contactId: string, start: string): Promise<string> {
	const body = new FormData();
	body.set('field-0', contactId);
	body.set('field-1', start);
	const deadline = Date.now() + 30_000;
	for (;;) {
		const sent = await fetch(formUrl, { method: 'POST', body });
		if (sent.ok) {
			const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
			return await pageAt(formWaitingUrl, deadline);
		}
		// Served some time after activation.
		if (Date.now() > deadline) throw new Error(`The form answered ${sent.status}`);
		await delay(200);
	}
}

async function pageAt(url: string, deadline: number): Promise<string> {
	for (;;) {
		// Asked for while the workflow still runs, n8n leaves the request open: asked again instead.
		const signal = AbortSignal.timeout(3_000);
		const page = await fetch(url, { signal })
			.then(async (response) => await response.text())
			.catch(() => 'no answer yet');
		if (/Booked|no longer free/.test(page)) return page;
		if (Date.now() > deadline) throw new Error(`The form does not end: ${page.slice(0, 500)}`);
		await delay(200);
	}
}

test('the first visitor gets the slot, the second one is offered others', async () => {
	const { sandbox } = stage;
	const [first] = await freeSlots(sandbox, 'cal-onboarding');
	const booked = await submit('contact-ada', first.startTime);
	expect(booked).toContain('Your call is on');
	expect(sandbox.control.appointments()).toEqual([
		expect.objectContaining({ contactId: 'contact-ada', calendarId: 'cal-onboarding' }),
	]);

	const taken = await submit('contact-ben', first.startTime);
	expect(taken).toContain('Free nearby');
	expect(sandbox.control.appointments()).toHaveLength(1);
}, 90_000);
