import { setTimeout as delay } from 'node:timers/promises';

import { N8nApi } from '../../runtime/api';
import { startN8n, type N8n } from '../../runtime/n8n';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { profileLike, profileOf } from '../../sandbox/profile';
import { buildPackage } from '../build';
import { step } from '../../runtime/step.mjs';
import { pageLink, runForm, runJob } from './job';
import { createCredentials, importExamples, PAGE_EXAMPLE, PUBLISHED, valuesOf } from './prepare';

const WATCH_MS = 1_000;

/** Stands beside the button of the local platform's page. */
const NOTES = {
	contract:
		'In n8n, the workflow "New contact books an onboarding call" is published: it books a call for every contact of Harbor Dental that you create here.',
	highLevel:
		'In n8n, the workflow "From an email address to a booking" is published: whoever fills in its form gets a call, which then stands here.',
};

interface Settings {
	once: boolean;
	highLevel: boolean;
	/** A report of `npm run check:account`: the local platform then behaves like its account. */
	like?: string;
	began: number;
}

/** Processes to stop at the end, in the order in which they were started. */
interface Started {
	sandbox?: Sandbox;
	n8n?: N8n;
}

/**
 * Runs the demo.
 * @param settings `once` ends after the job instead of staying up; `began` is when `npm start` began, in epoch milliseconds
 * @returns the exit code: 0 after the job (with `once`) or after Ctrl-C; 1 with the reason printed;
 * 130 or 143 when a signal came before the job was done
 */
export async function runDemo(settings: Settings): Promise<number> {
	const started: Started = {};
	const signal = firstSignal();
	try {
		const early = await Promise.race([signal, showJob(settings, started)]);
		if (early) return early === 'SIGTERM' ? 143 : 130;
		if (!settings.once) {
			console.log('\nIt stays up. Press Ctrl-C to stop.');
			await Promise.race([signal, untilEnded(started.n8n)]);
		}
		return 0;
	} catch (error) {
		console.error(`\n${error instanceof Error ? error.message : String(error)}`);
		return 1;
	} finally {
		console.log('\nStopping …');
		await started.n8n?.stop();
		await started.sandbox?.close();
	}
}

async function showJob(
	{ once, like, began, ...asked }: Settings,
	started: Started,
): Promise<undefined> {
	const profile =
		like === undefined ? profileOf(asked.highLevel ? 'highLevel' : 'usual') : profileLike(like);
	const { form } = profile;
	const highLevel = form === 'highLevel';
	const tarball = await buildPackage();
	const sandbox = await step(
		'Starting the local platform',
		async () => await createSandbox({ note: NOTES[form], profile }),
	);
	started.sandbox = sandbox;
	const n8n = await step('Starting n8n with the package installed', async () => {
		// As installed: n8n's own responses then show no stack trace.
		return await startN8n({ tarball, editor: !once, env: { NODE_ENV: 'production' } });
	});
	started.n8n = n8n;
	const api = new N8nApi(n8n.url);
	const { owner, credentials } = await step(
		'Creating owner and credentials, and connecting the account',
		async () => {
			const created = await api.setUpOwner();
			return { owner: created, credentials: await createCredentials(n8n, api, sandbox) };
		},
	);
	const [workflow, page] = await step('Importing the example workflows', async () => {
		const imported = await importExamples(api, credentials, sandbox);
		return [PUBLISHED[form], PAGE_EXAMPLE].map((fileName) => imported.get(fileName)!);
	});
	const formUrl = () =>
		`${n8n.url}/form/${workflow.nodes.find(({ webhookId }) => webhookId !== undefined)?.webhookId}`;
	await step(`Publishing "${workflow.name}"`, async () => {
		await api.activate(workflow.id);
		if (highLevel) return await api.waitForWebhook(formUrl(), 'GET');
		const [registration] = sandbox.webhooks();
		if (!registration) throw new Error('The trigger has registered no webhook on the platform');
		await api.waitForWebhook(registration.url);
	});
	const { appointment, contact } = highLevel
		? await step(
				'An email address in the form, the booking, the page that says when',
				async () => await runForm(formUrl(), sandbox),
			)
		: await step(
				'A new contact, its event, the booking',
				async () => await runJob(api, workflow, sandbox),
			);
	const link = await step(`Running "${page.name}" up to its page`, async () => {
		return await pageLink(api, page, 'Contact Created', 'Write Invitation');
	});
	printTable('The appointment, read back from the platform:', {
		Appointment: appointment.id,
		Status: appointment.appointmentStatus,
		Title: appointment.title ?? '(none)',
		Starts: appointment.startTime,
		Ends: appointment.endTime,
		Contact: `${[contact.firstName, contact.lastName].filter(Boolean).join(' ')} <${contact.email}>`,
	});
	console.log(
		highLevel
			? `\nThe form. Fill it in, and the workflow books a call:\n  ${formUrl()}\n\nThe platform's page, where it stands:\n  ${sandbox.url}`
			: `\nThe platform's page. Create a contact there, and the workflow books a call:\n  ${sandbox.url}`,
	);
	console.log(
		`\nBook an appointment yourself, as a contact does; the workflow waits for it:\n  ${link}`,
	);
	printTable('The workflow in n8n. Sign in, and select Execute workflow:', {
		Workflow: `${n8n.url}/workflow/${workflow.id}`,
		Email: owner.email,
		Password: owner.password,
		'n8n log': n8n.logFile,
	});
	const { 'Public Keys': publicKeys, ...values } = valuesOf(sandbox);
	printTable(
		"What the README's steps ask for (the platform is local, everything in it is made up):",
		{
			...values,
			'In n8n': credentials.map(({ name }) => name).join(', '),
			Missing: 'credentials of a language model and of SMTP, where a note says so',
		},
	);
	console.log(
		`\nPublic Keys (after a rotation, the platform's page shows the new one):\n${publicKeys}`,
	);
	console.log(`Ready after ${((Date.now() - began) / 1000).toFixed(0)} s.`);
}

function printTable(heading: string, rows: Record<string, string>): void {
	const width = Math.max(...Object.keys(rows).map((label) => label.length));
	console.log(`\n${heading}`);
	for (const [label, value] of Object.entries(rows))
		console.log(`  ${label.padEnd(width)}  ${value}`);
}

/** Resolves at the first signal; a second one ends at once (what runs is killed on exit). */
async function firstSignal(): Promise<NodeJS.Signals> {
	return await new Promise((resolve) => {
		let signals = 0;
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			process.on(signal, () => {
				if (++signals > 1) process.exit(1);
				resolve(signal);
			});
		}
	});
}

/** Rejects when n8n ends by itself. */
async function untilEnded(n8n: N8n | undefined): Promise<never> {
	while (n8n && n8n.exit() === undefined) await delay(WATCH_MS);
	throw new Error(`n8n has ended by itself:\n${n8n?.log().split('\n').slice(-25).join('\n')}`);
}
