import fc from 'fast-check';

import { advanceClock, book, fixedClock, responseErrors, send, startReceiver, type Received, type Receiver } from './support';
import { createSandbox } from '../../../sandbox/createSandbox';
import { profileOf, SWITCHES, type Profile, type SwitchName } from '../../../sandbox/profile';
import { defaultSeed } from '../../../sandbox/seed';
import { useSandbox } from '../../support/useSandbox';

/** Free in the evening, so that its dates are not those of UTC. */
const [first] = defaultSeed.calendars;
const workingHours = [{ weekdays: [1, 2, 3], start: '18:00', end: '22:00' }];
const seed = { ...defaultSeed, calendars: [...defaultSeed.calendars, { ...first, id: 'cal-evening', workingHours }] };

const sandbox = useSandbox({ clock: fixedClock, seed });
let receiver: Receiver;
beforeAll(async () => void (receiver = await startReceiver()));
afterAll(async () => await receiver.close());

describe('profiles', () => {
	it('begin with the usual one, from which the contrary one differs in every switch', () => {
		const [usual, contrary] = [profileOf('usual'), profileOf('contrary')];
		for (const name of Object.keys(SWITCHES) as SwitchName[]) expect(contrary[name]).not.toEqual(usual[name]);
	});

	it('can be changed switch by switch, and a reset brings the first one back', async () => {
		const other = await createSandbox({ profile: { bodies: 'bare' } });
		try {
			const { control } = other;
			expect(control.setProfile({ done: 'text' })).toEqual(profileOf({ bodies: 'bare', done: 'text' }));
			expect(control.setProfile('contrary')).toEqual(profileOf('contrary'));
			await other.reset();
			expect(control.setProfile({})).toEqual(profileOf({ bodies: 'bare' }));
		} finally {
			await other.close();
		}
	});

	it.each([
		[{ bodies: 'upside down' }, 'The switch bodies cannot be upside down'],
		[{ weather: 'fair' }, 'There is no switch weather'],
		['stormy', 'There is no profile stormy'],
	])('refuse %j', (choice, message) => {
		expect(() => profileOf(choice as never)).toThrow(message);
	});
});

const headers = { 'x-api-key': 'knowledge' };
const get = async (path: string, token?: string) => await send(sandbox, 'GET', path, { token });
const calendars = async () => await get('/calendars/?locationId=loc-harbor');
const calendar = async () => await get('/calendars/cal-checkup');
const cancel = async (id = 'appt-1') => await send(sandbox, 'DELETE', `/calendars/events/${id}`);
const HOOKS = '/locations/loc-harbor/customWebhooks';
const register = async () =>
	await send(sandbox, 'POST', HOOKS, { json: { name: 'a', url: receiver.url, actions: ['ContactCreate'] } });
const refresh = async (refresh_token: string) => {
	const client = { client_id: 'demo-client', client_secret: 'demo-client-secret' };
	const form = { ...client, grant_type: 'refresh_token', refresh_token };
	return await send(sandbox, 'POST', '/oauth/token', { form });
};

/** For each switch, something that a client sees and that depends on it. */
const PROBES: Record<SwitchName, () => Promise<unknown>> = {
	bodies: calendars,
	emptyList: async () => [await get(HOOKS), await get('/v1/use-cases?vertical=none')],
	records: calendar,
	pages: calendars,
	order: calendars,
	done: async () => (await book(sandbox), await cancel()),
	errorBody: async () => await get('/calendars/cal-nowhere'),
	oauthErrors: async () => await refresh('no token'),
	missingScopeStatus: async () => (await book(sandbox, {}, 'pit-harbor-readonly')).status,
	unknownId: async () => [(await cancel()).status, (await book(sandbox, { contactId: 'nobody' })).status],
	refusalOrder: async () => (await book(sandbox), (await book(sandbox)).status),
	slotDates: async () =>
		await get('/calendars/cal-evening/free-slots?startDate=2030-05-06&endDate=2030-05-07&timezone=Asia/Tokyo'),
	async pastSlots() {
		advanceClock(8 * 3_600_000);
		return await get('/calendars/cal-onboarding/free-slots?startDate=2030-05-06&endDate=2030-05-06');
	},
	installedLocationId: async () => await get('/oauth/installedLocations'),
	webhookFields: async () => (await register(), await get(HOOKS)),
	tokenLifetimeSeconds: async () => await Promise.resolve(sandbox.control.issueToken({}).expires_in),
	async eventIdField() {
		await register();
		sandbox.control.createContact({ locationId: 'loc-harbor', id: 'contact-new' });
		await sandbox.control.deliveriesSettled();
		return Object.keys(JSON.parse(String(receiver.received.at(-1)?.body)) as object);
	},
	knowledgeHeader: async () => (await get('/v1/use-cases')).status,
};

it.each(Object.keys(SWITCHES) as SwitchName[])('a client sees each value of %s', async (name) => {
	const seen: string[] = [];
	for (const value of SWITCHES[name]) {
		await sandbox.reset();
		sandbox.control.setProfile({ [name]: value });
		seen.push(JSON.stringify(await PROBES[name]()));
	}
	expect(new Set(seen).size).toBe(seen.length);
});

/** Every operation once, as a client that knows only the contract would call it. */
async function callAll(): Promise<Array<[string, Received]>> {
	const { refresh_token } = sandbox.control.issueToken({});
	const knowledge = async (path: string) => await send(sandbox, 'GET', path, { headers });
	const later = { startTime: '2030-05-06T14:00:00Z', endTime: '2030-05-06T14:30:00Z' };
	const slots = '/calendars/cal-checkup/free-slots?startDate=2030-05-06&endDate=2030-05-12';
	return [
		['search_recipes', await knowledge('/v1/recipes/search?q=book')],
		['get_glossary_term', await knowledge('/v1/glossary/access-token')],
		['list_use_cases_by_vertical', await knowledge('/v1/use-cases')],
		['get_changelog_since', await knowledge('/v1/changelog')],
		['lookup_ghl_feature', await knowledge('/v1/features/calendars')],
		['list_calendars', await calendars()],
		['get_calendar', await calendar()],
		['get_free_slots', await get(slots)],
		['create_appointment', await book(sandbox)],
		['reschedule_appointment', await send(sandbox, 'PUT', '/calendars/events/appointments/appt-1', { json: later })],
		['cancel_appointment', await cancel()],
		['get_contact', await get('/contacts/contact-ada')],
		['exchange_token', await refresh(refresh_token)],
		['list_installed_locations', await get('/oauth/installedLocations')],
		['create_custom_webhook', await register()],
		['list_custom_webhooks', await get(HOOKS)],
	];
}

it('every operation succeeds with any profile, and its response keeps to openapi.yaml', async () => {
	const drawn = Object.entries(SWITCHES).map(([name, values]) => [name, fc.constantFrom(...values)]);
	const profiles = fc.record(Object.fromEntries(drawn) as object) as fc.Arbitrary<Partial<Profile>>;
	await fc.assert(
		fc.asyncProperty(profiles, async (profile) => {
			await sandbox.reset();
			sandbox.control.setProfile(profile);
			for (const [operationId, { status, body }] of await callAll()) {
				const errors = await responseErrors('contract', operationId, { status, body });
				expect({ operationId, status, errors }).toEqual({ operationId, status, errors: null });
				expect([200, 201, 202, 204]).toContain(status);
			}
			expect(sandbox.control.violations()).toEqual([]);
		}),
		{ numRuns: 20, examples: [[{}]] },
	);
	expect(await responseErrors('contract', 'get_free_slots', { status: 200, body: { _dates_: { today: [] } } })).not.toBeNull();
}, 60_000);
