import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { waitFor } from '../../../runtime/polling';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/createSandbox';
import { VIOLATION_JOURNAL } from '../../../sandbox/http/requestLog';
import { profileLike, RECORDED, SWITCHES, type Profile } from '../../../sandbox/profile';
import { defaultSeed } from '../../../sandbox/seed';
import { checkAccount } from '../../../scripts/checkAccount/main';
import type { Report } from '../../../scripts/checkAccount/report';
import type { Settings } from '../../../scripts/checkAccount/settings';
import { exchangeShape, ownText } from '../../../scripts/checkAccount/shapes';

jest.setTimeout(120_000);
process.env.N8N_LOG_LEVEL ??= 'silent';
// To see how an account behaves, the check asks for what the contract does not allow, too.
delete process.env[VIOLATION_JOURNAL];

const ROOT = path.join(__dirname, '..', '..', '..');

let folder: string;
let sandbox: Sandbox | undefined;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'check-account-'));
});
afterEach(async () => {
	await sandbox?.close();
	sandbox = undefined;
	rmSync(folder, { recursive: true });
});

const madeFile = () => path.join(folder, 'made.json');

/** Tries Harbor Dental, as somebody with a token of it does. */
async function check(platform: Sandbox, settings: Partial<Settings> = {}) {
	const printed: string[] = [];
	const isContract = platform.form() === 'contract';
	const report = await checkAccount({
		settings: {
			form: platform.form(),
			platformUrl: platform.url,
			accessToken: 'pit-harbor',
			locationId: 'loc-harbor',
			calendarId: '',
			contact: isContract ? 'contact-ada' : 'ada@example.com',
			mayWrite: true,
			...settings,
		},
		leftoversFile: madeFile(),
		print: (text) => printed.push(text),
		signal: new AbortController().signal,
	});
	return { report, printed };
}

const verdictsOf = ({ steps }: Report) => steps.map(({ step, verdict }) => `${step}: ${verdict}`);

/**
 * Two slots every evening: the later one begins on UTC's next date, so that dates show whose they are, and both make a
 * booking of two in a row. No more of them, since each costs time in the nodes, in the local platform and in the check.
 */
const FEW_SLOTS = {
	...defaultSeed,
	calendars: defaultSeed.calendars.map((calendar) => ({
		...calendar,
		slotMinutes: 120,
		workingHours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], start: '18:00', end: '22:00' }],
	})),
} as NonNullable<SandboxOptions['seed']>;

const createPlatform = async (profile: SandboxOptions['profile']) =>
	await createSandbox({ profile, seed: FEW_SLOTS });

/** Why one account's token cannot show these. */
const NOT_SHOWN: Record<string, string> = {
	oauthErrors: 'of an app: the check has a private integration token',
	tokenLifetimeSeconds: 'of an app',
	mintStatus: "of an agency's app",
	versionId: 'of the consent page',
	eventIdField: 'of a delivery: docs/trigger.md says how a person sees one',
	knowledgeHeader: 'of the knowledge API, which has no account',
};

/** Each run has the values of one place in every list of switches; so all runs together have each value. */
async function runsOf(form: Profile['form'], switches: Record<string, readonly unknown[]>) {
	const shown = Object.entries(switches).filter(([name]) => !(name in NOT_SHOWN));
	const count = Math.max(...shown.map(([, values]) => values.length));
	const rows: Array<{ name: string; value: unknown; found: unknown }> = [];
	for (let place = 0; place < count; place++) {
		const profile = Object.fromEntries(
			shown.map(([name, values]) => [name, values[place % values.length]]),
		);
		const platform = await createPlatform({ form, ...profile } as Partial<Profile>);
		try {
			if (form === 'contract' && place > 0) await registerWebhook(platform);
			const { report } = await check(platform);
			for (const [name, value] of Object.entries(profile))
				rows.push({ name, value, found: report.variants[name] });
		} finally {
			await platform.close();
		}
	}
	return rows;
}

async function registerWebhook({ url }: Sandbox): Promise<void> {
	await fetch(`${url}/locations/loc-harbor/customWebhooks`, {
		method: 'POST',
		headers: {
			Authorization: 'Bearer pit-harbor',
			Version: '2021-07-28',
			'content-type': 'application/json',
		},
		body: JSON.stringify({
			name: 'A hook',
			url: 'https://example.com/hook',
			actions: ['ContactCreate'],
		}),
	});
}

/** These need another token, or a list with and without entries. */
const { missingScopeStatus, emptyList, webhookFields, ...CONTRACT } = SWITCHES;

it('names the variant of each switch that the account of a contract shows', async () => {
	const rows = await runsOf('contract', CONTRACT);
	expect(rows.filter(({ value, found }) => value !== found)).toEqual([]);
});

it('names the variant of each switch in which HighLevel differs from its paper', async () => {
	const rows = await runsOf('highLevel', {
		...RECORDED,
		unknownId: SWITCHES.unknownId,
		duplicates: ['email first', 'phone first', 'allowed'],
		searchLagMs: [0, 10_000],
	});
	expect(rows.filter(({ value, found }) => value !== found)).toEqual([]);
});

it.each(emptyList.filter((value) => value !== 404))(
	'names how an empty list comes: %s',
	async (value) => {
		sandbox = await createPlatform({ emptyList: value });
		const { report } = await check(sandbox, { mayWrite: false });
		expect(report.variants.emptyList).toBe(value);
	},
);

it.each(webhookFields)('names the fields of a webhook: %s', async (value) => {
	sandbox = await createPlatform({ webhookFields: value });
	await registerWebhook(sandbox);
	const { report } = await check(sandbox, { mayWrite: false });
	expect(report.variants.webhookFields).toBe(value);
});

it.each(missingScopeStatus)(
	'says which steps a token without their scopes may not do, with status %s',
	async (value) => {
		sandbox = await createPlatform({ form: 'contract', missingScopeStatus: value });
		const { report } = await check(sandbox, {
			accessToken: 'pit-harbor-readonly',
			mayWrite: false,
		});
		expect(report.variants.missingScopeStatus).toBe(value);
		expect(verdictsOf(report)).toEqual(
			expect.arrayContaining(['Calendars: works', 'Custom webhooks: not allowed']),
		);
	},
);

it('only reads, unless a person agreed to more', async () => {
	sandbox = await createPlatform('highLevel');
	const { report } = await check(sandbox, { mayWrite: false });
	expect(verdictsOf(report)).toContain('Booking, moving and canceling: not tried');
	const writes = sandbox
		.requests()
		.filter(({ method, path: asked }) => method !== 'GET' && asked !== '/contacts/search');
	expect(writes).toEqual([]);
});

it.each(['usual', 'highLevel'] as const)('removes what it made: %s', async (profile) => {
	sandbox = await createPlatform(profile);
	const before = sandbox.contacts().length;
	const { messages } = sandbox.followUp();
	const { report } = await check(sandbox);
	expect(report.steps.filter(({ verdict }) => verdict !== 'works')).toEqual([]);
	expect(sandbox.contacts()).toHaveLength(before);
	const standing = sandbox
		.appointments()
		.filter((one) => one.appointmentStatus !== 'cancelled' && !('deleted' in one && one.deleted));
	expect(standing).toEqual([]);
	expect(sandbox.followUp().messages).toEqual(messages);
});

it('after a kill between booking and canceling, the record names the appointment, and the next run removes it', async () => {
	sandbox = await createPlatform('highLevel');
	sandbox.addFault({ method: 'PUT', delayMs: 8_000 });
	const child = spawn(
		process.execPath,
		[
			'scripts/check-account.mjs',
			'--write',
			'--made',
			madeFile(),
			'--report',
			path.join(folder, 'report.json'),
		],
		{
			cwd: ROOT,
			stdio: ['ignore', 'pipe', 'pipe'],
			env: {
				...process.env,
				CRM_API: 'highLevel',
				CRM_PLATFORM_URL: sandbox.url,
				CRM_TOKEN: 'pit-harbor',
				CRM_LOCATION: 'loc-harbor',
				CRM_CALENDAR: '',
				CRM_CONTACT: '',
				CRM_WRITE: 'yes',
			},
		},
	);
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const ended = new Promise((resolve) => child.once('exit', resolve));
	await waitFor(
		() => `the move of the appointment. The check has printed:\n${output}`,
		() => sandbox!.requests().some(({ method }) => method === 'PUT'),
		{ timeoutMs: 100_000 },
	);
	child.kill('SIGKILL');
	await ended;
	const [{ id }] = sandbox.appointments();
	const record = JSON.parse(readFileSync(madeFile(), 'utf8')) as Record<string, unknown>;
	expect(record['loc-harbor']).toEqual(
		expect.arrayContaining([{ kind: 'appointment', id, of: expect.any(String) as string }]),
	);

	const { printed } = await check(sandbox, { mayWrite: false });

	expect(printed[1]).toBe(`  An earlier run has left the appointment ${id}; it is removed now.`);
	expect(sandbox.appointments()).toEqual([expect.objectContaining({ id, deleted: true })]);
	expect(() => readFileSync(madeFile())).toThrow('ENOENT');
});

it('a wrong token ends it with a sentence, and the report is there all the same', async () => {
	sandbox = await createPlatform('highLevel');
	const { report } = await check(sandbox, { accessToken: 'pit-wrong' });
	expect(verdictsOf(report)).toEqual(['Calendars: does not work', 'All other steps: not tried']);
	expect(report.exchanges.map(({ status }) => status)).toEqual([401]);
});

it('no network ends it with a sentence, and the report is there all the same', async () => {
	sandbox = await createPlatform('highLevel');
	const { report } = await check(sandbox, { platformUrl: 'http://127.0.0.1:9' });
	expect(report.steps[0]).toMatchObject({ step: 'Calendars', verdict: 'does not work' });
	expect(report.exchanges).toEqual([]);
});

it('the report holds nothing of the account', async () => {
	sandbox = await createSandbox({ profile: 'highLevel' });
	const { report } = await check(sandbox);
	const text = JSON.stringify(report);
	const ofAccount = [
		'pit-harbor',
		sandbox.url,
		...textsIn({ ...defaultSeed, knowledge: [], app: [] }),
	];
	const known = new Set(['inbound', 'published', 'open', 'contact', 'TEXT', 'Members']);
	expect(
		ofAccount.filter((value) => value.length > 3 && !known.has(value) && text.includes(value)),
	).toEqual([]);
});

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

it('a secret in any field, list, name or text of a response never reaches the report', () => {
	const SECRET = ['made', 'up', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');
	const body = {
		message: `Unknown: ${SECRET}`,
		contact: {
			id: SECRET,
			[SECRET]: [SECRET, { tags: [SECRET] }],
			customFields: [{ value: { [SECRET]: 1 } }],
		},
	};
	const exchange = {
		method: 'GET',
		endpoint: '/…',
		status: 400,
		headers: { 'content-type': SECRET, [SECRET]: 'x' },
		body,
		requestBody: { email: SECRET },
		query: {},
	};
	expect(JSON.stringify(exchangeShape(exchange))).not.toContain(SECRET);
	const message = `The contact '${SECRET}' was not found. The platform says: "${SECRET}"`;
	expect(ownText(message, [exchange], [])).toBe("The contact '…' was not found.");
});

it('the local platform behaves like the account of a report', () => {
	const file = path.join(folder, 'report.json');
	const variants = { envelope: 'event', movedStatus: 'kept' };
	writeFileSync(file, JSON.stringify({ form: 'highLevel', variants }));
	expect(profileLike(file)).toMatchObject({ form: 'highLevel', ...variants, deletedStatus: 200 });
	writeFileSync(file, '{"name": "something else"}');
	expect(() => profileLike(file)).toThrow('is no report of npm run check:account');
});
