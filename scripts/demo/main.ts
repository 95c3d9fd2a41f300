/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, no-console -- runs on a developer's machine, never inside n8n */
import { setTimeout as delay } from 'node:timers/promises';

import { N8nApi } from '../../runtime/api';
import { listAsInstalled } from '../../runtime/installedPackages';
import { startN8n } from '../../runtime/n8n';
import type { N8n } from '../../runtime/n8n';
import { PACKAGE_NAME } from '../../runtime/tarball';
import { createSandbox } from '../../sandbox/createSandbox';
import type { Sandbox } from '../../sandbox/createSandbox';

import { runJob } from './job';
import { activate, connectAccount, createCredentials, importExamples } from './prepare';
import { describeAddresses, describeAppointment } from './report';
import { step } from './steps';

const WATCH_MS = 1_000;

export interface DemoOptions {
	/** End after the job instead of staying up. */
	once: boolean;
	/** The packed package. */
	tarball: string;
	/** When `npm start` began; epoch milliseconds. */
	started: number;
}

/** Thrown where Ctrl-C ends the wait for something. */
class Interrupted extends Error {
	constructor(readonly signal: NodeJS.Signals) {
		super(`Stopped by ${signal}`);
	}
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
export async function runDemo(options: DemoOptions): Promise<number> {
	const started: Started = {};
	const interruption = onSignal();
	let jobDone = false;
	try {
		await Promise.race([interruption, showJob(options, started)]);
		jobDone = true;
		if (!options.once) {
			console.log('\nIt stays up. Press Ctrl-C to stop.');
			await Promise.race([interruption, untilEnded(started.n8n)]);
		}
		return 0;
	} catch (error) {
		if (error instanceof Interrupted) {
			if (jobDone) return 0;
			return error.signal === 'SIGINT' ? 130 : 143;
		}
		console.error(`\n${error instanceof Error ? error.message : String(error)}`);
		return 1;
	} finally {
		console.log('\nStopping …');
		await started.n8n?.stop();
		await started.sandbox?.close();
	}
}

async function showJob({ tarball, started: begun }: DemoOptions, started: Started): Promise<void> {
	const sandbox = await step('Starting the local platform', async () => await createSandbox());
	started.sandbox = sandbox;
	const n8n = await step('Starting n8n with the package installed', async () => {
		return await startN8n({ tarball, editor: true });
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
	const workflow = await step('Importing the example workflows', async () => {
		return await importExamples(api, credentials);
	});
	await step(`Activating "${workflow.name}"`, async () => {
		await activate(api, workflow, sandbox);
	});
	const result = await step('A new contact, its event, the booking', async () => {
		return await runJob(api, workflow, sandbox);
	});
	console.log(`\n${describeAppointment(result)}`);
	console.log(describeAddresses(n8n, owner, workflow, sandbox));
	console.log(`\nReady after ${((Date.now() - begun) / 1000).toFixed(0)} s.`);
}

/** Rejects at the first SIGINT or SIGTERM; a second one ends at once (what runs is killed on exit). */
async function onSignal(): Promise<never> {
	return await new Promise((_, reject) => {
		let signals = 0;
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			process.on(signal, () => {
				if (++signals > 1) process.exit(1);
				reject(new Interrupted(signal));
			});
		}
	});
}

/** Rejects when n8n ends by itself. */
async function untilEnded(n8n: N8n | undefined): Promise<never> {
	while (n8n && n8n.exit() === undefined) await delay(WATCH_MS);
	throw new Error(`n8n has ended by itself:\n${n8n?.log().split('\n').slice(-25).join('\n')}`);
}
