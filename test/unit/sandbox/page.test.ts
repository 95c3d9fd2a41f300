import { book, fixedClock, NOW, send, startReceiver, type Receiver } from './support';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ clock: fixedClock, mayViolate: true, note: 'A call is booked for <everyone>.' });

let receiver: Receiver;
beforeEach(async () => (receiver = await startReceiver()));
afterEach(async () => await receiver.close());

const page = async () => String((await send(sandbox, 'GET', '/')).body);
const press = async (action: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
	await send(sandbox, 'POST', '/', { form: { action, ...fields }, headers });

/** As the page's own forms have it: what a button posts. */
const forms = (text: string) =>
	[...text.matchAll(/<form.*?<\/form>/gs)].map(([form]) => ({
		method: /method="(\w+)"/.exec(form)?.[1],
		fields: Object.fromEntries([...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value])),
	}));

describe('the page', () => {
	it('shows contacts, calendars with appointments, webhooks with deliveries, and requests as they come', async () => {
		const hook = { name: 'n8n', url: receiver.url, actions: ['ContactCreate'] };
		await send(sandbox, 'POST', '/locations/loc-harbor/customWebhooks', { json: hook });
		await book(sandbox, { title: 'Call with Ada' });
		receiver.statuses = [503];
		sandbox.control.setDelivery({ maxAttempts: 1 });
		expect(await press('createContact', { locationId: 'loc-harbor', firstName: 'Zoë' })).toMatchObject({ status: 303 });
		await sandbox.control.deliveriesSettled();
		await send(sandbox, 'GET', '/nowhere?a=b');
		const text = await page();
		for (const shown of ['Zoë', 'ada@example.com', 'Onboarding call', 'Mon, May 6, 9:00 AM', 'Call with Ada', receiver.url]) {
			expect(text).toContain(shown);
		}
		expect(text).toMatch(/<td>ContactCreate<\/td><td>1<\/td><td>503<\/td>\n<td class="bad">failed/);
		expect(text).toMatch(/GET \/nowhere <small>a=b<\/small><\/td>\n<td class="bad">404.*unknown path/);
		expect(text).toContain(sandbox.control.publicKey().publicKeyPem.trim());
		// It is outside the contract.
		expect(sandbox.control.requests().map(({ path }) => path)).not.toContain('/');
	});

	it('has a button for each act, which does it once', async () => {
		await book(sandbox);
		const key = sandbox.control.publicKey().publicKeyPem;
		const { access_token: token } = sandbox.control.issueToken({});
		await press('setNotificationUrl', { url: receiver.url });
		const pressed = forms(await page());
		expect(pressed.map(({ method, fields }) => [method, fields.action])).toEqual([
			['post', 'createContact'],
			['post', 'uninstallApp'],
			['post', 'uninstallApp'],
			['post', 'rotateKey'],
			['post', 'setNotificationUrl'],
			['post', 'cancelAppointment'],
		]);
		for (const { fields: { action, ...fields } } of pressed) {
			expect(await press(action, { locationId: 'loc-harbor', ...fields })).toMatchObject({ status: 303 });
		}
		await sandbox.control.deliveriesSettled();
		expect(sandbox.control.contacts()).toHaveLength(4);
		expect(sandbox.control.appointments()).toMatchObject([{ appointmentStatus: 'cancelled' }]);
		expect(sandbox.control.publicKey().publicKeyPem).not.toBe(key);
		expect(receiver.received.map(({ body }) => body.toString())).toHaveLength(2);
		expect((await send(sandbox, 'GET', '/calendars/?locationId=loc-harbor', { token })).status).toBe(401);
		expect(forms(await page()).map(({ fields }) => fields.action)).not.toContain('cancelAppointment');
		expect(await press('cancelAppointment', { id: 'appt-1' })).toMatchObject({ status: 400 });
	});

	it('escapes everything, whoever wrote it, and lets no other script run', async () => {
		const evil = `"'><img src=x onerror=alert(1)>`;
		await press('createContact', { locationId: 'loc-harbor', firstName: evil, email: evil });
		await send(sandbox, 'POST', '/locations/loc-harbor/customWebhooks', { json: { name: evil, url: `${receiver.url}/${evil}`, actions: [evil] } });
		sandbox.control.takeSlot({ calendarId: 'cal-onboarding', contactId: evil, startTime: new Date(NOW + 5 * 3_600_000).toISOString(), endTime: new Date(NOW + 5.5 * 3_600_000).toISOString() });
		await send(sandbox, 'GET', `/x?q=${encodeURIComponent(evil)}`);
		const { body, headers } = await send(sandbox, 'GET', '/');
		expect(body).not.toContain('<img');
		expect(body).toContain('A call is booked for &#60;everyone&#62;.');
		const policy = headers.get('content-security-policy');
		expect(policy).toContain("default-src 'none'");
		expect(String(body).match(/<script[^>]*>/g)).toEqual([`<script nonce="${/'nonce-([^']+)'/.exec(policy ?? '')?.[1]}">`]);
	});

	it.each([
		['another site\'s form', { origin: 'https://evil.example' }],
		['a page in a sandbox', { origin: 'null' }],
		['another name for this machine', { host: 'evil.example' }],
	])('refuses %s', async (_what, headers) => {
		// fetch sets the host by itself.
		const { status } = await raw('POST', headers);
		expect(status).toBe(403);
		expect((await raw('GET', headers)).status).toBe('host' in headers ? 403 : 200);
		expect(await press('rotateKey', {}, { origin: sandbox.url })).toMatchObject({ status: 303 });
	});

	it.each(['', 'constructor', 'reset'])('has no action %j', async (action) => {
		expect(await press(action)).toMatchObject({ status: 400 });
	});
});

async function raw(method: string, headers: Record<string, string>): Promise<{ status?: number }> {
	const { request } = await import('node:http');
	return await new Promise((resolve, reject) => {
		const sent = request(sandbox.url, { method, headers }, (response) => {
			response.resume();
			resolve({ status: response.statusCode });
		});
		sent.on('error', reject).end(method === 'POST' ? 'action=rotateKey' : undefined);
	});
}
