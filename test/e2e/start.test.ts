import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nApi } from '../../runtime/api';
import { readExample } from '../../runtime/examples';
import { nodeRuns } from '../../runtime/execution';
import { REPOSITORY } from '../../runtime/paths';
import { waitFor } from '../../runtime/polling';
import { startProcess, type ManagedProcess } from '../../runtime/process';
import { book, open } from '../support/e2e/bookingPage';
import { isLong } from '../support/long';

/** A start with everything installed takes under a minute on an idle machine. */
const START_MS = 240_000;

/** What it prints of the appointment that HighLevel's form has booked. */
const BOOKED_BY_FORM = /read back from the platform:[^]*Title\s+Call with Noor/;

type Example = [file: string, trigger: string, last: string];

/**
 * The examples that the first click runs: where they begin, and their last node. The others wait for a chat, a visitor or
 * an MCP client.
 */
const FOR_BOTH: Example[] = [
	['app-uninstalled-deletes-credential.json', 'App Uninstalled', 'Of That Location'],
	['appointment-created-playbook.json', 'Appointment Created', 'Tell the Team'],
	['new-contact-books-onboarding-call.json', 'Contact Created', 'Tell the Team'],
	['nightly-changelog-digest.json', 'Every Night', 'Remember'],
	['offer-a-canceled-slot-to-the-waiting-list.json', 'Slot Opened', 'Offer to Contact'],
	['confirm-or-move-appointment.json', 'Appointment Created', 'Send Reminder'],
	['offer-slots-and-wait.json', 'Contact Created', 'Send Invitation'],
];

/** The same, of those that are for the Platform API. */
const EXAMPLES: Example[] = [
	...FOR_BOTH,
	['watch-the-registrations.json', 'Every Hour', 'Compare'],
];

/** The same, of those that are for HighLevel. */
const FOR_HIGHLEVEL: Example[] = [
	...FOR_BOTH,
	['contact-created-starts-follow-up.json', 'Contact Created', 'Task for the Owner'],
	['email-to-booking.json', 'Form', 'Booked'],
	['highlevel-workflow-webhook.json', 'From the Workflow', 'Tell the Team'],
	['monday-pipeline-report.json', 'Every Monday', 'Send Report'],
	['no-show-gets-a-message.json', 'Appointment Updated', 'Send Message'],
	['what-have-i-booked.json', 'Form', 'Answer'],
];

describe('npm start', () => {
	let folder: string;
	let npm: ManagedProcess;

	beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'npm-start-'))));
	afterEach(async () => {
		await npm.kill();
		await rm(folder, { recursive: true, force: true });
	});

	/** As a person runs it, in a process group of its own; the folder's name marks all that it starts. */
	async function start(...args: string[]): Promise<void> {
		npm = await startProcess({
			name: 'npm start',
			command: 'npm',
			args: ['start', ...args],
			cwd: REPOSITORY,
			env: { ...process.env, TMPDIR: folder },
			logFile: join(folder, 'output'),
		});
	}

	/** What it has printed behind a label. */
	const read = (label: string) => new RegExp(`${label}\\s+(\\S+)`).exec(npm.log())![1];

	/** @returns n8n's API once the demo is ready, with the printed login */
	async function startToStay(...args: string[]): Promise<N8nApi> {
		await start(...args);
		const isUp = () => npm.log().includes('Press Ctrl-C to stop');
		await waitFor(() => `npm start:\n${npm.log()}`, isUp, { timeoutMs: START_MS });
		const api = new N8nApi(new URL(read('Workflow')).origin);
		await api.login({ email: read('Email'), password: read('Password') });
		return api;
	}

	/** Command lines of the processes that were started with the folder as TMPDIR; from Linux's /proc. */
	function processes(): string[] {
		return readdirSync('/proc').flatMap((id) => {
			try {
				const read = (file: string) =>
					readFileSync(`/proc/${id}/${file}`, 'utf8').replaceAll('\0', ' ').trim();
				return read('environ').includes(folder) ? [`${id} ${read('cmdline')}`] : [];
			} catch {
				// No process, or ended meanwhile, or somebody else's.
				return [];
			}
		});
	}

	/** As the editor runs a shipped workflow by hand. */
	async function expectGreen(api: N8nApi, [file, trigger, last]: Example) {
		const { name } = await readExample(file);
		const { id } = (await api.listWorkflows()).find((one) => one.name === name)!;
		const execution = await api.run(id, { trigger });
		const ran = await waitFor(`the end of ${file}, or its wait`, async () => {
			const seen = await api.getExecution(execution);
			return /success|error|waiting/.test(seen.status) && seen;
		});
		const { error, runData } = ran.data.resultData;
		const failures = [
			error,
			...Object.values(runData).flatMap((runs) => runs.map((run) => run.error)),
		];
		expect([file, ...failures.filter(Boolean)]).toEqual([file]);
		expect(nodeRuns(ran, last)).not.toEqual([]);
	}

	async function expectNothingLeft(): Promise<void> {
		expect(processes()).toEqual([]);
		const userFolders = (await readdir(folder)).filter((name) => name.startsWith('n8n-'));
		expect(userFolders).toEqual([]);
		const [editor] = /http:\/\/127\.0\.0\.1:\d+/.exec(npm.log()) ?? [];
		await expect(fetch(editor!)).rejects.toThrow('fetch failed');
	}

	it(
		'stays up with the editor, its login and examples that are green at the first click until Ctrl-C, which leaves nothing running',
		async () => {
			const api = await startToStay();
			const appointment =
				/read back from the platform:[^]*Status\s+new\s+Title\s+Onboarding call with Noor\s+Starts\s+\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00\+00:00/;
			expect(npm.log()).toMatch(appointment);
			const { origin: editor, pathname } = new URL(read('Workflow'));
			expect(await (await fetch(`${editor}/`)).text()).toContain('<title>n8n');
			expect(await api.getWorkflow(pathname.split('/')[2])).toMatchObject({
				name: 'New contact books an onboarding call',
				active: true,
			});
			const platformPage = await (await fetch(read('Platform URL'))).text();
			expect(platformPage).toContain('it books a call for every contact');
			for (const label of ['Client ID', 'Client Secret', 'Marketplace URL', 'Base URL'])
				expect(read(label)).not.toBe('');
			const [key] = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/.exec(npm.log()) ?? [
				'',
			];
			expect(platformPage).toContain(key);
			const headers = { authorization: `Bearer ${read('Access Token')}`, version: '2021-07-28' };
			for (const path of [
				`/contacts/${read('Contact ID')}`,
				`/calendars/?locationId=${read('Location ID')}`,
			]) {
				expect(await fetch(read('Platform URL') + path, { headers })).toMatchObject({
					status: 200,
				});
			}
			for (const { name } of await api.listCredentials()) expect(npm.log()).toContain(name);
			const [link] = /http:\S+\/webhook-waiting\/\S+/.exec(npm.log()) ?? [''];
			const page = await open(link);
			expect(page.title).toBe('Choose a time – Your onboarding call');
			for (const example of EXAMPLES) await expectGreen(api, example);
			// The first one may pass meanwhile.
			expect((await book(link, page.slots.at(-1)!)).title).toMatch(/^Booked/);
			// Else nothing would be proved by their absence.
			const started = processes().join('\n');
			expect(started).toContain('n8n/bin/n8n start');
			expect(started).toContain('task-runner');

			// As a terminal sends Ctrl-C: to everything in the foreground.
			process.kill(-npm.pid, 'SIGINT');
			await npm.exited;
			expect(npm.log()).toContain('Stopping …');
			await expectNothingLeft();
		},
		2 * START_MS,
	);

	it(
		'-- --highLevel books by the form, and has the examples that are for HighLevel green at the first click',
		async () => {
			const api = await startToStay('--', '--highLevel');
			expect(npm.log()).toMatch(BOOKED_BY_FORM);
			expect(npm.log()).toMatch(/API\s+HighLevel/);
			for (const example of FOR_HIGHLEVEL) await expectGreen(api, example);
		},
		START_MS,
	);

	// By day, the tests before show a booking by the form and an end that leaves nothing.
	if (isLong)
		it(
			'-- --once --highLevel exits with 0 after a booking by the form, and leaves nothing running',
			async () => {
				await start('--', '--once', '--highLevel');
				expect(await npm.exited).toMatchObject({ code: 0 });
				expect(npm.log()).toMatch(BOOKED_BY_FORM);
				expect(npm.log()).toMatch(/API\s+HighLevel/);
				await expectNothingLeft();
			},
			START_MS,
		);
});
