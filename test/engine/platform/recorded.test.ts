import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { act, oauthCredential, tokenCredential } from './platform';
import { defaultSeed } from '../../../sandbox/seed';
import { stopClockAt } from '../../support/clock';
import type { CredentialSet } from '../../support/credentialStore';
import { deliver } from '../../support/deliver';
import { byId } from '../../support/e2e/platformParameters';
import type { RunResult } from '../../support/engine';
import { startReceiver } from '../../support/receiver';
import { useSandbox } from '../../support/useSandbox';

/** Answers of the live service, as people with accounts have recorded them. */
const recorded = (name: string): IDataObject =>
	JSON.parse(readFileSync(join(__dirname, 'recorded', `${name}.json`), 'utf8')) as IDataObject;

stopClockAt('2026-11-25T12:00:00Z');

const [calendar] = defaultSeed.calendars;
/** What the recorded answers name, so that all other requests find it. */
const sandbox = useSandbox({
	profile: 'highLevel',
	seed: {
		...defaultSeed,
		locations: [{ id: 'LOC1', name: 'Nine', timeZone: 'America/New_York' }],
		calendars: [{ ...calendar, id: 'CAL1', locationId: 'LOC1' }],
		contacts: [{ id: 'CON1', locationId: 'LOC1', firstName: 'Ada', email: 'ada@example.com' }],
		privateTokens: [{ ...defaultSeed.privateTokens[0], token: 'pit-1', locationId: 'LOC1' }],
	},
});

/** Answers a request with what was recorded, in place of the sandbox's own. */
function answer(name: string, method: string, path: string): void {
	const { _status: status = 200, _path: _, ...body } = recorded(name);
	sandbox.control.addFault({ method, path, status: Number(status), body });
}

const run = async (name: string, parameters: IDataObject) =>
	await act(sandbox, name, parameters, {
		credentials: tokenCredential(sandbox, { accessToken: 'pit-1', locationId: 'LOC1' }),
	});

const EVENTS = '/calendars/events/appointments';
const TIMES = { startTime: '2026-12-08T09:00:00-05:00', endTime: '2026-12-08T09:30:00-05:00' };
const appointmentId = byId('APT1');
const booking = { calendarId: byId('CAL1'), contactId: byId('CON1'), ...TIMES };

const shown = ({ error }: RunResult) => `${error?.message} ${error?.description}`;

describe('a recorded answer is read:', () => {
	const read = { appointmentId: 'APT1', contactId: 'CON1', calendarId: 'CAL1', ...TIMES };

	it('one appointment', async () => {
		answer('appointment-get-200', 'GET', EVENTS);
		const { json } = await run('appointment.get', { appointmentId });
		expect(json).toMatchObject([{ ...read, title: 'Demo', appointmentStatus: 'confirmed' }]);
	});

	it('a booking without times', async () => {
		answer('appointment-post-201', 'POST', EVENTS);
		const { json } = await run('appointment.book', booking);
		expect(json).toMatchObject([{ ...read, booked: true }]);
	});

	it('a cancellation', async () => {
		answer('appointment-get-200', 'GET', EVENTS);
		answer('appointment-delete-200', 'DELETE', '/calendars/events');
		const { json } = await run('appointment.cancel', { appointmentId });
		expect(json).toMatchObject([{ canceled: true, appointmentId: 'APT1' }]);
	});

	it("a contact's appointments, whose times say no offset; the deleted one is said to be so", async () => {
		answer('contact-appointments-200', 'GET', '/contacts/CON1/appointments');
		answer('appointment-get-200', 'GET', `${EVENTS}/APT1`);
		const { json } = await run('appointment.getAll', { contactId: byId('CON1') });
		expect(json).toMatchObject([
			read,
			{ appointmentId: 'APT2', deleted: true, appointmentStatus: 'cancelled' },
		]);
	});

	it('a contact that a search has found', async () => {
		answer('contact-search-hit', 'POST', '/contacts/search');
		const { json } = await run('contact.getAll', {});
		expect(json).toMatchObject([
			{ contactId: 'CON1', email: 'ada@example.com', phone: '+12025550101' },
		]);
	});

	it('free slots', async () => {
		answer('free-slots-200', 'GET', '/calendars/CAL1/free-slots');
		const [startDate, endDate] = ['2026-12-08', '2026-12-08'];
		const fields = { calendarId: byId('CAL1'), startDate, endDate };
		const { json } = await run('calendar.getFreeSlots', fields);
		expect(json).toMatchObject([{ date: '2026-12-08', ...TIMES }]);
	});

	it("an agency's token, and with it a location's", async () => {
		const { _status, ...oauthTokenData } = recorded('token-company-200');
		const { platformOAuth2Api } = oauthCredential(sandbox, { level: 'agency', locationId: 'LOC1' });
		const n8n_expires_at = String(Date.now() + 3_600_000);
		const credentials = {
			platformOAuth2Api: {
				...platformOAuth2Api,
				oauthTokenData: { ...oauthTokenData, n8n_expires_at },
			},
		} as unknown as CredentialSet;
		const list = async (options: IDataObject) =>
			await act(sandbox, 'calendar.getAll', { options }, { credentials });
		expect(shown(await list({}))).toContain('No location is known');
		expect(sandbox.control.requests()).toEqual([]);
		answer('token-location-201', 'POST', '/oauth/locationToken');
		const calendars = [{ id: 'CAL1', name: 'Demo', locationId: 'LOC1' }];
		sandbox.control.addFault({ method: 'GET', status: 200, body: { calendars } });
		expect((await list({ locationId: byId('LOC1') })).json).toMatchObject([{ id: 'CAL1' }]);
	});
});

describe('a recorded refusal reaches the person in its own words:', () => {
	const CONTACTS = '/contacts/upsert';
	/** What meets it: the path that a refusal was recorded at, or the one that its words are about. */
	const runs: Record<string, () => Promise<RunResult>> = {
		[EVENTS]: async () => await run('appointment.book', booking),
		[CONTACTS]: async () => await run('contact.upsert', { email: 'ada@example.com' }),
		'/contacts/search': async () => await run('contact.getAll', { query: 'Ada' }),
		async '/oauth/token'() {
			const credentials = oauthCredential(sandbox, { locationId: 'LOC1' });
			sandbox.control.expireTokens({});
			return await act(sandbox, 'calendar.getAll', {}, { credentials });
		},
	};
	const refusals = recorded('refusals') as unknown as Array<Record<string, string>>;
	// That of a code is met by n8n itself, on the way to a credential.
	const ofNodes = refusals.filter(({ error_description: ofCode }) => ofCode === undefined);
	const rows = ofNodes.map(({ status, text, _when, _path, ...body }) => {
		const [words] = [body.message ?? text].flat();
		const path = _path ?? (/duplicate|additionalEmails/.test(words) ? CONTACTS : EVENTS);
		const response = text
			? { body: text, headers: { 'content-type': 'text/plain' } }
			: { body: { statusCode: status, ...body } };
		return [words, path, { status: Number(status), ...response }] as const;
	});
	it.each(rows)('%s', async (words, path, response) => {
		sandbox.control.addFault({ ...response, path, times: 'always' });
		expect(shown(await runs[path]())).toContain(words);
	});
});

describe('a recorded event', () => {
	const [created, installed, uninstalled, updated, unsigned] = recorded(
		'webhooks',
	) as unknown as IDataObject[];

	it('starts a workflow, if it is signed', async () => {
		const { publicKeyPem: publicKeys } = sandbox.control.publicKey();
		const receiver = await startReceiver({
			type: 'platformTrigger',
			workflowId: 'recorded',
			parameters: {
				registration: 'manual',
				events: ['ContactCreate', 'INSTALL', 'UNINSTALL'],
				options: { binaryData: true },
				settings: { additionalEvents: ['UPDATE'] },
			},
			credentials: { platformWebhookApi: { publicKeys, locationIds: 'LOC1' } },
		});
		const send = async (event: IDataObject, isSigned = true) => {
			const body = JSON.stringify(event);
			const signature = isSigned ? sandbox.control.sign(body) : undefined;
			const header = 'x-ghl-signature';
			return (await deliver(receiver.url, body, { signature, header })).status;
		};
		try {
			// In the recorded answers, all have the same ID.
			const events = [created, installed, uninstalled, updated].map((event, index) => ({
				...event,
				...(event.webhookId && { webhookId: `00000000-0000-0000-0000-00000000000${index}` }),
			}));
			for (const event of events) expect(await send(event)).toBe(200);
			expect([await send(unsigned, false), await send(created, false)]).toEqual([401, 401]);
			await receiver.settled();
			expect(receiver.executions.map(([[{ json }]]) => json)).toMatchObject(events);
		} finally {
			await receiver.close();
		}
	});
});
