import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { setTimeout as delay } from 'node:timers/promises';

import { nodeJson, nodeRuns, type Execution } from '../../runtime/execution';
import { sandboxCredentials } from '../../runtime/credentials';
import { waitFor } from '../../runtime/polling';
import { readExample, SAMPLE_CONTACTS } from '../../runtime/examples';
import { createWithCredentials, importExample, publishExample } from '../support/e2e/examples';
import { builtIn } from '../support/queue/workflows';
import { book, endedWell, linkIn, open, send } from '../support/e2e/bookingPage';
import { textOf, useModelServer } from '../support/e2e/modelServer';
import { byId } from '../support/e2e/platformParameters';
import { callPlatform, DAY_MS, dayFromNow, freeSlots } from '../support/e2e/slots';
import { FORMS, inHarborZone } from '../support/forms';
import { LOCATION, useHarness, type Harness } from '../support/harness';
import { defaultSeed } from '../../sandbox/seed';

/** The contacts that the examples know. */
function createSampleContacts({ sandbox }: Harness): void {
	for (const { contactId: id, ...contact } of SAMPLE_CONTACTS)
		sandbox.createContact({ ...contact, id });
}

/** The execution that a workflow has in all, when it has ended well. */
async function onlyExecution({ api }: Harness, workflowId: string): Promise<Execution> {
	const [{ id }] = await api.waitForExecutions(workflowId, 1);
	const execution = await endedWell(api, id);
	expect(await api.countExecutions({ workflowId })).toBe(1);
	return execution;
}

describe.each(FORMS)('$form', ({ profile }) => {
	const harness = useHarness({ profile });

	beforeAll(() => createSampleContacts(harness));

	test('a new contact gets an onboarding call, and the team the playbook for it', async () => {
		const booking = await importExample(harness, 'new-contact-books-onboarding-call.json', {
			calendarId: 'cal-onboarding',
		});
		const playbook = await importExample(harness, 'appointment-created-playbook.json', {
			vertical: 'dental',
		});
		const bookingUrl = await publishExample(harness, booking);
		const playbookUrl = await publishExample(harness, playbook);

		const { sandbox } = harness;
		sandbox.setNotificationUrl(bookingUrl);
		const contact = sandbox.createContact({
			email: 'noor@example.com',
			firstName: 'Noor',
		});
		sandbox.setNotificationUrl(playbookUrl);
		const appointment = await waitFor('the appointment of the new contact', () =>
			sandbox.appointments().find(({ contactId }) => contactId === contact.id),
		);
		expect(appointment).toMatchObject({
			calendarId: 'cal-onboarding',
			appointmentStatus: 'new',
			title: 'Onboarding call with Noor',
		});

		const { startTime, endTime } = appointment;
		const booked = await onlyExecution(harness, booking.id);
		expect(nodeJson(booked, 'Tell the Team')).toEqual([
			{
				contactId: contact.id,
				email: 'noor@example.com',
				appointmentId: appointment.id,
				startTime: inHarborZone(startTime),
				endTime: inHarborZone(endTime),
				recipe: 'Welcome a new contact with an onboarding call',
				recipeUrl: expect.stringContaining('/recipes/welcome-new-contact-with-onboarding-call'),
				text: expect.stringMatching(
					/^Onboarding call for Noor: \w+day, \w{3} \d+, \d+:\d\d( [AP]M)? – \d+:\d\d [AP]M \S+, pending until the contact confirms\. Recipe/,
				),
			},
		]);

		const notified = await onlyExecution(harness, playbook.id);
		const [{ text }] = nodeJson(notified, 'Tell the Team');
		expect(text).toMatch(
			new RegExp(
				`^Appointment ${appointment.id} was booked for \\w+day, .* [AP]M .*\\(contact ${contact.id}\\)`,
			),
		);
		expect(String(text).match(/^- .+: https:.+$/gm)).toHaveLength(3);
		for (const { id } of [booking, playbook]) await harness.api.deactivate(id);
	});

	test('a contact is reminded, confirms on the page, and the team is told', async () => {
		const { api, sandbox } = harness;
		const example = await importExample(
			harness,
			'confirm-or-move-appointment.json',
			{},
			{
				'Ask to Confirm': { calendarId: byId('cal-onboarding') },
				// Instead of the day before.
				'Wait Until the Day Before': { dateTime: '={{ $now.plus({ seconds: 1 }).toISO() }}' },
			},
		);
		await publishExample(harness, example);
		const contactId = sandbox.createContact({ firstName: 'Noor' }).id;
		const slot = freeSlots(sandbox)[30];
		const booking = { calendarId: 'cal-onboarding', locationId: LOCATION, contactId, ...slot };
		await callPlatform(sandbox, 'POST /calendars/events/appointments', booking);
		const appointmentId = sandbox.appointments().find((one) => one.contactId === contactId)?.id;
		const { executionId, url } = await linkIn(api, example.id, 'Write Reminder');
		await api.deactivate(example.id);
		const page = await open(url);
		expect(page.html).toContain('You can use this link until');
		await send(url, { do: 'confirm' }, page);
		const confirmed = await waitFor('word to the team', async () => {
			const execution = await api.getExecution(executionId);
			return nodeRuns(execution, 'Tell the Team').length === 1 && execution;
		});
		const textOf = (outcome: string) =>
			expect.stringMatching(
				new RegExp(
					`^The contact ${contactId} has ${outcome} the appointment: \\w+day, .* [AP]M .*\\.$`,
				),
			) as string;
		expect(nodeJson(confirmed, 'Tell the Team')).toEqual([
			{ text: textOf('confirmed'), appointmentId },
		]);

		// Until it begins, the link that was used still opens a page.
		const managed = await waitFor('the page of the appointment', async () => {
			const again = await open(url, { do: 'cancel' });
			return again.title.startsWith('Cancel this appointment?') && again;
		});
		await send(url, { do: 'cancel' }, managed);
		const done = await api.waitForExecution(executionId);
		expect(nodeJson(done, 'Tell the Team')).toEqual([{ text: textOf('canceled'), appointmentId }]);
		expect(nodeRuns(done, 'Call Them')).toHaveLength(0);
	});
});

describe('highLevel', () => {
	const harness = useHarness({ profile: 'highLevel', hasAllScopes: true });

	test('a new contact gets a tag and an opportunity, and its owner a task', async () => {
		const { api, sandbox } = harness;
		const example = await importExample(harness, 'contact-created-starts-follow-up.json', {
			pipelineId: 'pipeline-patients',
			pipelineStageId: 'stage-asked',
		});
		await publishExample(harness, example);
		const { id: contactId } = sandbox.createContact({
			firstName: 'Noor',
			assignedTo: 'user-riley',
		});
		const [{ id }] = await api.waitForExecutions(example.id, 1);
		await endedWell(api, id);
		const { opportunities, tasks } = sandbox.followUp();
		const of = (list: Array<{ [field: string]: unknown }>) =>
			list.filter((one) => one.contactId === contactId);
		expect(of(opportunities)).toMatchObject([
			{ name: 'First contact with Noor', pipelineStageId: 'stage-asked', assignedTo: 'user-riley' },
		]);
		expect(of(tasks)).toMatchObject([
			{
				title: 'Call Noor',
				body: 'Opportunity: First contact with Noor',
				assignedTo: 'user-riley',
			},
		]);
		expect(sandbox.contacts().find((one) => one.id === contactId)?.tags).toEqual(['new lead']);
		await api.deactivate(example.id);
	});

	test("what a HighLevel workflow sends is read with the record's times", async () => {
		const { api, sandbox } = harness;
		await api.createCredential({
			name: 'Header Auth account',
			type: 'httpHeaderAuth',
			data: { name: 'X-Webhook-Key', value: 'long-and-random' },
		});
		const { id, nodes, connections } = await importExample(
			harness,
			'highlevel-workflow-webhook.json',
		);
		// Who does not have the header is refused by n8n.
		expect(nodes).toContainEqual(
			expect.objectContaining({
				name: 'From the Workflow',
				parameters: expect.objectContaining({ authentication: 'headerAuth' }),
			}),
		);
		const read = async (body: object) => {
			const pinData = { 'From the Workflow': [{ json: { body } }] };
			await api.updateWorkflow(id, { nodes, connections, pinData });
			return await api.runToEnd(id, { trigger: 'From the Workflow' });
		};
		const [slot] = freeSlots(sandbox);
		const booking = { calendarId: 'cal-onboarding', contactId: 'contact-ada', ...slot };
		const { id: appointmentId, contactId, startTime } = sandbox.takeSlot(booking);
		const local = DateTime.fromISO(startTime, { zone: 'Asia/Kuwait' });
		const calendar = {
			...{ id: 'cal-onboarding', appointmentId, selectedTimezone: 'Asia/Kuwait' },
			startTime: local.toFormat("yyyy-MM-dd'T'HH:mm:ss"),
		};
		const written = {
			message: { type: 2, body: 'See you then' },
			...{ id: 'opp-1', opportunity_name: 'Whitening', pipeline_id: 'pipe-1' },
			// HighLevel spells it so.
			pipleline_stage: 'First contact',
			customData: { source: 'website' },
		};
		const booked = await read({
			contact_id: contactId,
			location: { id: LOCATION },
			calendar,
			...written,
		});
		const created = await read({ contact_id: contactId });
		expect(nodeJson(created, 'As Our Fields')).toEqual([
			{
				...{ contactId, appointmentId: '', calendarId: '', locationId: '' },
				...{ startTime: '', endTime: '', message: '', messageType: '' },
				...{ opportunityId: '', opportunityName: '', pipelineId: '' },
				...{ pipelineStageName: '', customData: {} },
			},
		]);
		expect(nodeJson(booked, 'As Our Fields')).toEqual([
			{
				...{ contactId, appointmentId, calendarId: 'cal-onboarding', locationId: LOCATION },
				...{ startTime: local.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"), endTime: '' },
				...{ message: 'See you then', messageType: '2' },
				...{ opportunityId: 'opp-1', opportunityName: 'Whitening', pipelineId: 'pipe-1' },
				...{ pipelineStageName: 'First contact', customData: { source: 'website' } },
			},
		]);
		const told = [booked, created].flatMap((execution) => nodeJson(execution, 'Tell the Team'));
		expect(told.map(({ text }) => String(text).split(': ')[0])).toEqual([
			`Appointment ${appointmentId} of contact ${contactId}`,
			`Contact ${contactId}`,
		]);
		expect(told[0].text).toMatch(/, opportunity Whitening, wrote: See you then$/);
	});

	test('a lead becomes a contact with an opportunity and a task, and reads a text message', async () => {
		const { api, sandbox } = harness;
		const example = await importExample(harness, 'lead-to-opportunity.json', {
			pipelineId: 'pipeline-patients',
			pipelineStageId: 'stage-asked',
		});
		const lead = { Name: 'Lena', Email: 'lena@example.com', Phone: '+12025550123' };
		await api.updateWorkflow(example.id, {
			...{ nodes: example.nodes, connections: example.connections },
			pinData: { 'Lead Form': [{ json: lead }] },
		});
		const execution = await api.runToEnd(example.id, { trigger: 'Lead Form' });
		expect(execution.status).toBe('success');

		const contact = sandbox.contacts().find(({ email }) => email === lead.Email);
		expect(contact).toMatchObject({ firstName: 'Lena', phone: lead.Phone });
		const { opportunities, tasks, messages } = sandbox.followUp();
		const ofLead = (one: { [field: string]: unknown }) => one.contactId === contact?.id;
		expect(opportunities.filter(ofLead)).toMatchObject([{ name: 'Lead: Lena', status: 'open' }]);
		expect(tasks.filter(ofLead)).toMatchObject([{ title: 'Call Lena', completed: false }]);
		expect(messages.filter(ofLead)).toMatchObject([
			{ type: 'SMS', message: 'Hello Lena, thank you for writing. We call you tomorrow.' },
		]);
	});

	const model = useModelServer(harness);

	test("a customer's reply is answered by a model that knows what was said before", async () => {
		const { api, sandbox } = harness;
		const name = 'Header Auth account';
		if (!(await api.listCredentials()).some((credential) => credential.name === name)) {
			const data = { name: 'X-Webhook-Key', value: 'long-and-random' };
			await api.createCredential({ name, type: 'httpHeaderAuth', data });
		}
		const ada = sandbox.contacts().find(({ id }) => id === 'contact-ada');
		sandbox.createContact({ ...ada, phone: '+12025550101' });
		const example = await importExample(harness, 'customer-reply-gets-an-answer.json');
		await api.updateWorkflow(example.id, {
			...{ nodes: example.nodes, connections: example.connections },
			pinData: { 'From the Workflow': [{ json: { body: { contact_id: 'contact-ada' } } }] },
		});
		const execution = await model.play(
			async () => await api.runToEnd(example.id, { trigger: 'From the Workflow' }),
			async ({ request }) => {
				expect(request.messages.map(textOf).join()).toContain(
					'We: Yes. Would Tuesday at 10 suit you?\nCustomer: Tuesday is fine.',
				);
				return 'See you on Tuesday.';
			},
		);
		expect(execution.status).toBe('success');
		expect(sandbox.followUp().messages.at(-1)).toMatchObject({
			...{ type: 'SMS', contactId: 'contact-ada' },
			message: 'See you on Tuesday.',
		});
	});

	test('the report of Monday has the number and the value of each stage', async () => {
		const { api } = harness;
		const example = await importExample(harness, 'monday-pipeline-report.json');
		await api.updateWorkflow(example.id, {
			...{ nodes: example.nodes, connections: example.connections },
			pinData: { 'Every Monday': [{ json: {} }] },
		});
		const execution = await api.runToEnd(example.id, { trigger: 'Every Monday' });
		expect(execution.status).toBe('success');
		const [report] = nodeJson(execution, 'Send Report');
		expect(report.subject).toMatch(/^\d+ open opportunit(y|ies), worth \d+$/);
		expect(report.text).toMatch(
			/^New patients\n {2}Asked: \d+, worth \d+\n {2}Treatment planned: 0, worth 0$/,
		);
	});

	test('a no-show gets one message and a tag, however often the appointment changes', async () => {
		const { api, sandbox } = harness;
		const example = await importExample(harness, 'no-show-gets-a-message.json');
		await publishExample(harness, example);
		const [slot] = freeSlots(sandbox);
		const contactId = sandbox.createContact().id;
		const booking = { calendarId: 'cal-onboarding', locationId: LOCATION, contactId, ...slot };
		await callPlatform(sandbox, 'POST /calendars/events/appointments', booking);
		const { id } = sandbox.appointments().at(-1)!;
		const change = `PUT /calendars/events/appointments/${id}`;
		// One after the other: of two first insertions at once into n8n's record of what was processed, one fails.
		for (const [count, appointmentStatus] of ['showed', 'noshow', 'noshow'].entries()) {
			await callPlatform(sandbox, change, { appointmentStatus });
			for (const execution of await api.waitForExecutions(example.id, count + 1))
				await endedWell(api, execution.id);
		}
		const { messages } = sandbox.followUp();
		expect(messages.filter((message) => message.contactId === contactId)).toMatchObject([
			{ type: 'Email', contactId, subject: 'We missed you' },
		]);
		expect(sandbox.contacts().find((one) => one.id === contactId)?.tags).toEqual(['no-show']);
		await api.deactivate(example.id);
	});

	// The last: it ends what the others need.
	test('an uninstalled app takes the credentials of that location with it, and no others', async () => {
		const { api, n8n, sandbox } = harness;
		const apiKey = await api.createApiKey('Uninstall', ['credential:list', 'credential:delete']);
		await api.createCredential({
			name: 'n8n account',
			type: 'n8nApi',
			data: { apiKey, baseUrl: `${n8n.url}/api/v1` },
		});
		const drafts = sandboxCredentials(sandbox);
		const gone = ['Harbor Dental (loc-harbor)', 'Harbor Dental, private token (loc-harbor)'];
		const kept = ['Summit Fitness (loc-summit)', 'Signing key (loc-harbor)'];
		for (const [index, type] of (['oAuth2', 'accessToken', 'oAuth2', 'webhook'] as const).entries())
			await api.createCredential({ ...drafts[type], name: [...gone, ...kept][index] });
		const names = async () => (await api.listCredentials()).map(({ name }) => name).sort();
		const before = await names();

		const file = 'app-uninstalled-deletes-credential.json';
		const { nodes } = await readExample(file);
		const { parameters } = nodes.find(({ name }) => name === 'Read Location')!;
		const jsCode = String(parameters.jsCode).replace(
			"APP_ID = ''",
			`APP_ID = '${defaultSeed.app.id}'`,
		);
		const example = await importExample(harness, file, {}, { 'Read Location': { jsCode } });
		await publishExample(harness, example);

		sandbox.uninstallApp();
		await sandbox.deliveriesSettled();
		const execution = await onlyExecution(harness, example.id);
		expect(nodeJson(execution, 'Report')).toHaveLength(gone.length);
		// The same event again, as after a reinstallation: it runs, and finds nothing left.
		await sandbox.redeliver(sandbox.deliveries().at(-1)!.id);
		const [again] = await api.waitForExecutions(example.id, 2);
		expect(again.status).toBe('success');

		expect(await names()).toEqual(before.filter((name) => !gone.includes(name)));
	});
});

describe('contract', () => {
	const harness = useHarness();
	beforeAll(() => createSampleContacts(harness));

	test('the team is told without a recipe, when nothing is free, and when the platform does not answer', async () => {
		const { api, sandbox } = harness;
		const { id } = await importExample(harness, 'new-contact-books-onboarding-call.json', {
			calendarId: 'cal-onboarding',
		});
		const tellTeamDespite = async (fault: object) => {
			sandbox.addFault(fault);
			const execution = await api.runToEnd(id, { trigger: 'Contact Created' });
			sandbox.clearFaults();
			return nodeJson(execution, 'Tell the Team');
		};
		const [{ contactId }] = SAMPLE_CONTACTS;
		expect(
			await tellTeamDespite({ path: '/v1/recipes', status: 200, body: { results: [] } }),
		).toMatchObject([{ contactId, recipe: '', text: expect.stringContaining('call for Ada') }]);
		const booked = sandbox.appointments().length;
		const calendars = { method: 'GET', path: '/calendars/' };
		expect(
			await tellTeamDespite({ ...calendars, status: 200, body: { _dates_: {} } }),
		).toMatchObject([
			{
				text: 'Onboarding call for Ada: no booking is confirmed. No slot is free in the coming seven days.',
			},
		]);
		expect(await tellTeamDespite({ ...calendars, status: 503, times: 'always' })).toMatchObject([
			{
				text: expect.stringMatching(/^Onboarding call for Ada: no booking is confirmed\. .*503/),
			},
		]);
		expect(sandbox.appointments()).toHaveLength(booked);
	});

	test('a slot that becomes free is offered to each row of a data table, on a page that opens on it', async () => {
		const { api, sandbox } = harness;
		const [slot] = freeSlots(sandbox, 'cal-checkup');
		await api.createDataTable('Waiting List', SAMPLE_CONTACTS);
		const { id, nodes } = await importExample(
			harness,
			'offer-a-canceled-slot-to-the-waiting-list.json',
			{
				calendarId: 'cal-checkup',
				...slot,
			},
		);
		const rows = builtIn('dataTable', 'Waiting List', {
			resource: 'row',
			operation: 'get',
			dataTableId: { __rl: true, mode: 'name', value: 'Waiting List' },
			returnAll: true,
		});
		await api.updateWorkflow(id, {
			nodes: nodes.map((node) =>
				node.name === rows.name ? { ...node, ...rows, typeVersion: 1 } : node,
			),
		});
		const { status } = await api.runToEnd(id, { trigger: 'Slot Opened' });
		expect(status).toBe('success');

		const offers = await waitFor('two pages', async () => {
			const waiting = await api.listExecutions({ workflowId: id, status: ['waiting'] });
			return waiting.length === SAMPLE_CONTACTS.length && waiting;
		});
		const sent = await Promise.all(
			offers.map(async (offer) => {
				const [{ to, text }] = nodeJson(await api.getExecution(offer.id), 'Write Link') as Array<
					Record<string, string>
				>;
				return { id: offer.id, to, text, link: /http\S+/.exec(text)?.[0] ?? '' };
			}),
		);
		expect(sent.map(({ to }) => to).sort()).toEqual(SAMPLE_CONTACTS.map(({ email }) => email));
		expect(sent[0].text).toMatch(
			/^Hello (Ada|Ben),\n\na slot has become free on \w+day, \w+ \d+, \d+:\d\d – \d+:\d\d AM E[SD]T\. /,
		);

		const start = Date.parse(slot.startTime);
		const [first, second] = sent;
		expect((await open(first.link)).html).toContain(
			`<input type="hidden" name="slot" value="${start}">`,
		);
		expect((await book(first.link, start)).title).toMatch(/^Booked/);
		expect((await book(second.link, start)).title).not.toMatch(/^Booked/);
		// From then on, the same link moves or cancels the appointment.
		const managed = await waitFor('the page of the appointment', async () => {
			const page = await open(first.link);
			return page.title.startsWith('Your appointment') && page;
		});
		expect(managed.html).toContain('Cancel the appointment');
		const done = await api.getExecution(first.id);
		expect(nodeJson(done, 'Take off the List')).toMatchObject([
			{ booked: true, startTime: inHarborZone(slot.startTime) },
		]);
	});

	test('the nightly changelog digest skips nothing and sends nothing twice, night after night', async () => {
		const { api, n8n, sandbox } = harness;
		// All nights are on one date.
		const leftMs = DAY_MS - (Date.now() % DAY_MS);
		if (leftMs < 40_000) await delay(leftMs);
		const today = dayFromNow(0);
		/** Some have no date, or no address. */
		const entry = (title: string): IDataObject => ({
			title,
			...(title !== 'bare' && { date: today, summary: `About ${title}` }),
			...(!title.startsWith('bare') && { url: `https://docs.platform.example/changelog/${title}` }),
		});
		/** What the changelog sends from now on; without entries it is out of order. */
		const publish = (...titles: string[]) => {
			const status = titles.length === 0 ? 400 : 200;
			const body = { results: titles.map(entry) };
			sandbox.clearFaults();
			sandbox.addFault({ path: '/v1/changelog', times: 'always', status, body });
		};

		const { id, nodes, connections } = await importExample(
			harness,
			'nightly-changelog-digest.json',
		);
		// A second way in, beside the schedule, so that a night passes when the test says so.
		const position: [number, number] = [0, 200];
		const nightfall = {
			id: 'nightfall',
			position,
			typeVersion: 2,
			...builtIn('webhook', 'Nightfall', { path: 'nightfall' }, { webhookId: 'nightfall' }),
		};
		await api.updateWorkflow(id, {
			nodes: [...nodes, nightfall],
			connections: { ...connections, Nightfall: connections['Every Night'] },
		});
		await api.activate(id);
		const url = `${n8n.url}/webhook/nightfall`;
		await api.waitForWebhook(url, 'GET');

		let nights = 0;
		const night = async () => {
			expect(await fetch(url)).toMatchObject({ status: 200 });
			const [newest] = await api.waitForExecutions(id, ++nights);
			const execution = await api.getExecution(newest.id);
			const [digest] = nodeJson(execution, 'Send Digest');
			const entries = (digest?.entries ?? []) as IDataObject[];
			return {
				since: sandbox.requests({ operationId: 'get_changelog_since' }).at(-1)?.query.since,
				subject: digest?.subject,
				text: digest?.text,
				sent: entries.map(({ title }) => title),
				ended: execution.status,
				remembered: nodeRuns(execution, 'Remember').length,
			};
		};
		const overlap = { since: dayFromNow(-7), ended: 'success' };

		publish('first', 'bare', 'bare too');
		const first = await night();
		expect(first).toMatchObject({ since: dayFromNow(-30), subject: '3 changes on the platform' });
		expect(first.sent.sort()).toEqual(['bare', 'bare too', 'first']);
		expect(first.text).not.toContain('undefined');
		expect(await night()).toMatchObject({ ...overlap, sent: [], remembered: 0 });
		publish('bare', 'third', 'first');
		expect(await night()).toMatchObject({ ...overlap, sent: ['third'], remembered: 1 });
		publish();
		expect(await night()).toMatchObject({ ended: 'error', sent: [], remembered: 0 });
		publish('third', 'fourth');
		expect(await night()).toMatchObject({ ...overlap, sent: ['fourth'], remembered: 1 });
		sandbox.clearFaults();
		await api.deactivate(id);
	});

	test('a registration that is gone, off, changed or unreadable is told, and a good one is not', async () => {
		const { api, sandbox } = harness;
		const playbook = await importExample(harness, 'appointment-created-playbook.json');
		await api.activate(playbook.id);
		const { id: webhookId, url } = sandbox.webhooks().at(-1)!;
		const draft = await readExample('watch-the-registrations.json');
		const js = `return [{ json: { name: 'Playbook', url: '${url}', events: ['AppointmentCreate'] } }];`;
		draft.nodes.find(({ name }) => name === 'Watched Triggers')!.parameters.jsCode = js;
		const { id } = await createWithCredentials(api, draft);
		const textsToTeam = async () => {
			const execution = await api.runToEnd(id, { trigger: 'Every Hour' });
			expect(execution.data.resultData.error).toBeUndefined();
			return nodeRuns(execution, 'Tell the Team').length === 0
				? []
				: nodeJson(execution, 'Tell the Team').map(({ text }) => text);
		};
		expect(await textsToTeam()).toEqual([]);
		sandbox.changeWebhook(webhookId, { actions: ['ContactCreate'] });
		expect(await textsToTeam()).toEqual([
			expect.stringContaining('"Playbook" does not get AppointmentCreate'),
		]);
		sandbox.changeWebhook(webhookId, {
			actions: ['AppointmentCreate'],
			more: { status: 'disabled' },
		});
		expect(await textsToTeam()).toEqual([expect.stringContaining('switched off')]);
		sandbox.addFault({
			operationId: 'list_custom_webhooks',
			status: 403,
			body: { message: 'Not allowed' },
		});
		expect(await textsToTeam()).toEqual([expect.stringContaining('could not be read')]);
		sandbox.changeWebhook(webhookId, null);
		expect(await textsToTeam()).toEqual([
			expect.stringContaining(`the platform has no registration for ${url}`),
		]);
		await api.deactivate(playbook.id);
	});
});
