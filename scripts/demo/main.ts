import { setTimeout as delay } from 'node:timers/promises';

import { N8nApi } from '../../runtime/api';
import { listAsInstalled } from '../../runtime/installedPackages';
import { startN8n } from '../../runtime/n8n';
import type { N8n } from '../../runtime/n8n';
import { PACKAGE_NAME } from '../../runtime/tarball';
import { createSandbox } from '../../sandbox/createSandbox';
import type { Sandbox } from '../../sandbox/createSandbox';

import { pageLink, runJob } from './job';
import { buildPackage } from '../build';
import { step } from '../lib/step.mjs';
import { activate, connectAccount, createCredentials, importExamples } from './prepare';
import { describeAppointment, describeEditor, describePage, describePlatform } from './report';

const WATCH_MS = 1_000;

const MAIN_EXAMPLE = 'new-contact-books-onboarding-call.json';
const PAGE_EXAMPLE = 'offer-slots-and-wait.json';

export interface DemoOptions {
	/** End after the job instead of staying up. */
	once: boolean;
	/** When `npm start` began; epoch milliseconds. */
	started: number;
}

/** What has been started and must be stopped, in the order of starting. */
interface Started {
	sandbox?: Sandbox;
	n8n?: N8n;
}

/**
 * Runs the demo.
 * @returns the exit code: 0 after the job (with `once`) or after Ctrl-C; 1 with the reason printed;
 * 130 or 143 when a signal came before the job was done
 */
export async function runDemo({ once, started: began }: DemoOptions): Promise<number> {
	const started: Started = {};
	const signal = firstSignal();
	try {
		const early = await Promise.race([signal, showJob(began, started)]);
		if (early) return early === 'SIGTERM' ? 143 : 130;
		if (!once) {
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

async function showJob(began: number, started: Started): Promise<undefined> {
	const tarball = await buildPackage();
	const sandbox = await step('Starting the local platform', async () => await createSandbox());
	started.sandbox = sandbox;
	const n8n = await step('Starting n8n with the package installed', async () => {
		// As installed: n8n's own responses then show no stack trace.
		return await startN8n({ tarball, editor: true, env: { NODE_ENV: 'production' } });
	});
	started.n8n = n8n;
	const api = new N8nApi(n8n.url);
	const { owner, credentials } = await step('Creating owner and credentials', async () => {
		const created = await api.setUpOwner();
		await listAsInstalled(n8n, api, PACKAGE_NAME);
		return { owner: created, credentials: await createCredentials(n8n, api, sandbox) };
	});
	await step('Connecting the account through the consent page', async () => {
		await connectAccount(api, credentials);
	});
	const [workflow, page] = await step('Importing the example workflows', async () => {
		const imported = await importExamples(api, credentials, sandbox);
		return [MAIN_EXAMPLE, PAGE_EXAMPLE].map((fileName) => imported.get(fileName)!);
	});
	await step(`Publishing "${workflow.name}"`, async () => {
		await activate(api, workflow, sandbox);
	});
	const result = await step('A new contact, its event, the booking', async () => {
		return await runJob(api, workflow, sandbox);
	});
	const link = await step(`Running "${page.name}" up to its page`, async () => {
		return await pageLink(api, page, 'Contact Created', 'Write Invitation');
	});
	console.log(`\n${describeAppointment(result)}`);
	console.log(describePage(link));
	console.log(describeEditor(n8n, owner, workflow));
	console.log(describePlatform(sandbox, credentials));
	console.log(`\nReady after ${((Date.now() - began) / 1000).toFixed(0)} s.`);
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
