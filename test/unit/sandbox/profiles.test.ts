import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { book, fixedClock, send, type Answer } from './support';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { loadContract } from '../../../sandbox/http/contract';
import { operationHandlers } from '../../../sandbox/http/operationHandlers';
import { differences, profileOf, profiles, random } from '../../../sandbox/profiles/profile';
import { SWITCHES, type Profile } from '../../../sandbox/profiles/switches';

async function withSandbox<T>(
	profile: Partial<Profile>,
	use: (sandbox: Sandbox) => Promise<T>,
): Promise<T> {
	const sandbox = await createSandbox({ clock: fixedClock, profile });
	try {
		return await use(sandbox);
	} finally {
		await sandbox.close();
	}
}

describe('profiles', () => {
	it('begin with the usual one, from which the contrary one differs in every switch', () => {
		expect(differences(profileOf('usual'))).toEqual({});
		expect(Object.keys(differences(profileOf('contrary')))).toEqual(Object.keys(SWITCHES));
	});

	it('are drawn by a seed, the same each time', () => {
		expect(random(7)).toEqual(random(7));
		expect(profileOf('random:7')).toEqual(random(7));
		expect(random(7)).not.toEqual(random(8));
	});

	it('can be changed switch by switch, and a reset brings the first one back', async () => {
		await withSandbox({ listBody: 'bare' }, async (sandbox) => {
			const { control } = sandbox;
			expect(control.setProfile({ latencyMs: 1 })).toMatchObject({ listBody: 'bare', latencyMs: 1 });
			expect(differences(control.setProfile('contrary'))).not.toEqual({});
			await sandbox.reset();
			expect(differences(control.setProfile({}))).toEqual({ listBody: 'bare' });
		});
	});

	it.each([
		[{ listBody: 'upside down' }, 'The switch listBody cannot be upside down'],
		[{ weather: 'fair' }, 'There is no switch weather'],
		['stormy', 'There is no profile stormy'],
	])('refuse %j', (choice, message) => {
		expect(() => profileOf(choice as never)).toThrow(message);
	});
});

describe('README', () => {
	it('lists every switch with its values beside the silent point that it stands for', () => {
		const readme = readFileSync(join(__dirname, '../../../sandbox/README.md'), 'utf8');
		const rows = [...readme.matchAll(/^\| (.+?) \| `(\w+)` \| (.+) \|$/gm)];
		const listed = rows.map(([, point, name, values]) => ({ point, name, values }));
		expect(listed.map(({ name, values }) => ({ name, values }))).toEqual(
			Object.entries(SWITCHES).map(([name, values]) => ({
				name,
				values: values.map((value) => `\`${text(value)}\``).join(', '),
			})),
		);
		for (const { point } of listed) expect(point.length).toBeGreaterThan(10);
	});
});

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Every operation once, as a client that knows only the contract would call it. */
async function callAll(sandbox: Sandbox): Promise<Array<[string, Answer]>> {
	const { control } = sandbox;
	const { refresh_token } = control.issueToken({});
	const form = {
		client_id: 'demo-client',
		client_secret: 'demo-client-secret',
		grant_type: 'refresh_token',
		refresh_token,
	};
	const headers = { 'x-api-key': 'knowledge' };
	const dates = 'startDate=2030-05-06&endDate=2030-05-12';
	const hooks = '/locations/loc-harbor/customWebhooks';
	const webhook = { name: 'a', url: 'http://127.0.0.1:9/', actions: ['ContactCreate'] };
	const knowledge = async (path: string) => await send(sandbox, 'GET', path, { headers });
	const get = async (path: string) => await send(sandbox, 'GET', path);
	return [
		['search_recipes', await knowledge('/v1/recipes/search?q=book')],
		['get_glossary_term', await knowledge('/v1/glossary/access-token')],
		['list_use_cases_by_vertical', await knowledge('/v1/use-cases?vertical=none')],
		['get_changelog_since', await knowledge('/v1/changelog')],
		['lookup_ghl_feature', await knowledge('/v1/features/calendars')],
		['list_calendars', await get('/calendars/?locationId=loc-harbor')],
		['get_calendar', await get('/calendars/cal-checkup')],
		['get_free_slots', await get(`/calendars/cal-checkup/free-slots?${dates}`)],
		['create_appointment', await book(sandbox)],
		['reschedule_appointment', await send(sandbox, 'PUT', '/calendars/events/appointments/appt-1', {
			json: { startTime: '2030-05-06T14:00:00Z', endTime: '2030-05-06T14:30:00Z' },
		})],
		['cancel_appointment', await send(sandbox, 'DELETE', '/calendars/events/appt-1')],
		['exchange_token', await send(sandbox, 'POST', '/oauth/token', { form })],
		['list_installed_locations', await get('/oauth/installedLocations')],
		['create_custom_webhook', await send(sandbox, 'POST', hooks, { json: webhook })],
		['list_custom_webhooks', await get(hooks)],
	];
}

describe('whatever the profile', () => {
	it('every operation succeeds, and its answer keeps to openapi.yaml', async () => {
		const contract = await loadContract(operationHandlers);
		await fc.assert(
			fc.asyncProperty(profiles, async (drawn) => {
				const profile: Profile = { ...drawn, rateLimit: 'none', latencyMs: 0 };
				await withSandbox(profile, async (sandbox) => {
					for (const [operationId, { status, body }] of await callAll(sandbox)) {
						// The answer when nothing matches is not shown.
						if (operationId === 'list_use_cases_by_vertical') continue;
						const { errors } =
							status === 204
								? { errors: null }
								: contract.validateResponse(body, operationId, status);
						expect({ operationId, errors }).toEqual({ operationId, errors: null });
						expect([200, 201, 202, 204]).toContain(status);
					}
					expect(sandbox.control.violations()).toEqual([]);
				});
			}),
			{ numRuns: 40 },
		);
	}, 60_000);
});
