import { MONDAY, booking, send as sendTo, type SendOptions } from './sandboxClient';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

/* The platform's page, for the demo. */

const sandbox = useSandbox({ note: 'Create one to see it arrive.', mayViolate: true });

const send = async (request: string, options?: SendOptions) =>
	await sendTo(sandbox, request, options);
const show = async () => String((await send('GET /')).body);

/** The fields that the button of an action sends, as the page has them. */
async function fieldsOfButton(action: string): Promise<Record<string, string>> {
	const forms = (await show()).split('<form').filter((form) => form.includes(`value="${action}"`));
	const inputs = [...forms[0].matchAll(/<input[^>]* name="(\w+)"[^>]*>/g)];
	return Object.fromEntries(
		inputs.map(([input, name]) => [name, /value="([^"]*)"/.exec(input)?.[1] ?? '']),
	);
}

async function press(action: string, typed: Record<string, string> = {}): Promise<number> {
	const form = { ...(await fieldsOfButton(action)), ...typed };
	return (await send('POST /', { form })).status;
}

it('shows contacts, the appointments of each calendar, and the requests', async () => {
	sandbox.createContact({ firstName: '<Zoë>' });
	await send('POST /calendars/events/appointments', { json: booking({ title: 'First visit' }) });
	await send('GET /nowhere?day=1');
	const page = await show();

	expect(page).toContain('Create one to see it arrive.');
	expect(page).toContain('&lt;Zoë&gt;');
	expect(page.match(/First visit/g)).toHaveLength(1);
	expect(page).toContain('Mon, May 6, 9:00 AM');
	expect(page).toContain('GET /nowhere <small>day=1</small>');
	expect(page).toContain('<td class="bad">404</td>');
	expect(page).toContain('<td class="bad">unknown path</td>');
});

it('says where there is nothing to show', async () => {
	const page = await show();
	for (const text of ['No appointments.', 'None is registered.', 'Nobody has asked anything yet.'])
		expect(page).toContain(text);
});

it('creates a contact', async () => {
	expect(await show()).toContain('<option value="loc-summit">Summit Fitness</option>');
	const typed = { firstName: 'Zoë', email: '', locationId: 'loc-summit' };
	expect(await press('createContact', typed)).toBe(303);
	expect(sandbox.contacts().at(-1)).toMatchObject({ firstName: 'Zoë', locationId: 'loc-summit' });
});

it('cancels an appointment, once', async () => {
	await send('POST /calendars/events/appointments', { json: booking() });
	const fields = await fieldsOfButton('cancelAppointment');

	expect(await press('cancelAppointment')).toBe(303);
	expect(sandbox.appointments()).toMatchObject([{ appointmentStatus: 'cancelled' }]);
	expect(await show()).not.toContain('value="cancelAppointment"');
	expect(await send('POST /', { form: fields })).toMatchObject({
		status: 400,
		body: { message: 'There is no active appointment appt-1' },
	});
});

it('takes the URL for events, and shows it', async () => {
	const url = 'https://n8n.example.com/hook';
	for (const action of ['setNotificationUrl', 'setTestUrl']) {
		expect(await press(action, { argument: url })).toBe(303);
		expect((await fieldsOfButton(action)).argument).toBe(url);
	}
});

it('uninstalls the app from a location', async () => {
	const { access_token: token } = sandbox.issueToken({});
	expect(await press('uninstallApp')).toBe(303);
	expect((await send('GET /calendars/?locationId=loc-harbor', { token })).status).toBe(401);
});

it('rotates the key, and shows the new one', async () => {
	const before = sandbox.publicKey().publicKeyPem;
	expect(await press('rotateKey')).toBe(303);
	const { publicKeyPem } = sandbox.publicKey();
	expect(publicKeyPem).not.toBe(before);
	expect(await show()).toContain(publicKeyPem);
});

it.each([
	['contract', 'usual', true],
	['highLevel', 'highLevel', false],
] as const)('lists the webhooks in the form %s: %#', async (_, profile, isShown) => {
	const actions = ['ContactCreate', 'ContactUpdate'];
	const json = { name: 'My hook', url: 'https://n8n.example.com/', actions };
	await send('POST /locations/loc-harbor/customWebhooks', { json });
	sandbox.setProfile(profile);
	const page = await show();
	for (const text of ['My hook', 'hook-1', json.url, 'ContactCreate, ContactUpdate'])
		expect(page.includes(text)).toBe(isShown);
});

it('functions for tests are called by name, with their arguments as JSON', async () => {
	const call = async (path: string, body?: string) =>
		await send(`POST /__sandbox/${path}`, { body, headers: { Authorization: undefined } });
	const slot = { calendarId: 'cal-onboarding', from: '2030-05-06', until: '2030-05-07' };

	expect((await call('freeSlots', JSON.stringify(slot))).body).toHaveLength(16);
	expect((await call('setProfile', '{"args":["highLevel"]}')).body).toMatchObject({
		form: 'highLevel',
	});
	expect(await call('clearFaults')).toMatchObject({ status: 200, body: null });
	expect((await call('form')).body).toBe('highLevel');
	expect(await call('nothing')).toMatchObject({
		status: 404,
		body: { message: 'There is no control function nothing' },
	});
	expect((await call('setProfile', '{"args":["other"]}')).status).toBe(400);
	expect(sandbox.requests()).toEqual([]);
});
