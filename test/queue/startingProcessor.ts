import { setTimeout as delay } from 'node:timers/promises';

import { print } from '../support/print';
import { holdMigrations } from '../support/queue/migrationLock';
import { builtIn, manualTrigger, publish, workflow } from '../support/queue/workflows';
import { processorOf } from './harness';
import type { Harness } from './harness';

const EVENT = 'WhileStarting';
const EVENTS = 20;

/** What n8n answers, with status 200, until its database is up to date. */
const STARTING = 'n8n is starting up';

/** A process on an idle machine gets there in 4 s. */
const STARTING_WITHIN_MS = 60_000;
const POLL_MS = 100;

/** The moment in which n8n accepts everything and keeps nothing; the readiness check is for it. */
export function startingProcessor(harness: () => Harness): void {
	it('a processor that is still starting gets no deliveries', async () => {
		const { api, credentials, executions, postgres, sender, url } = harness();
		const trigger = manualTrigger(credentials.key, [EVENT]);
		const published = await publish(api, workflow('Starting', [trigger, builtIn('noOp', 'Done')]));
		const processor = (await processorOf(harness(), published))!;
		const release = await holdMigrations(postgres);
		const restarted = processor.restart();
		let servedBy: string[];
		try {
			await waitUntilStarting(processor.url);
			// Without a readiness check: accepted, and lost.
			const direct = await sender.send(`${processor.url}${published.path}`, sender.event(EVENT));
			expect(direct.status).toBe(200);

			const answers = await Promise.all(
				Array.from({ length: EVENTS }, async () =>
					await sender.send(`${url}${published.path}`, sender.event(EVENT)),
				),
			);
			expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
			servedBy = answers.map((answer) => answer.servedBy);
		} finally {
			await release();
			await restarted;
		}
		await executions.settled(published.id);
		const started = await executions.count(published.id);
		print(
			`webhook processor still starting: of ${EVENTS} deliveries through nginx ${started} started their workflow; ` +
				'1 straight to the processor was answered 200 and started nothing',
		);
		expect(servedBy).not.toContain(String(processor.port));
		expect(started).toBe(EVENTS);
		expect((await executions.perEvent(published.id)).size).toBe(EVENTS);
	}, 180_000);
}

async function waitUntilStarting(url: string): Promise<void> {
	const deadline = Date.now() + STARTING_WITHIN_MS;
	for (;;) {
		const answer = await fetch(`${url}/webhook/nobody`)
			.then(async (response) => await response.text())
			.catch(() => '');
		if (answer.includes(STARTING)) return;
		if (Date.now() > deadline) throw new Error(`n8n never said '${STARTING}'`);
		await delay(POLL_MS);
	}
}
