import { setTimeout as delay } from 'node:timers/promises';

import { print } from '../support/print';
import { builtIn, manualTrigger, publish, workflow } from '../support/queue/workflows';
import type { Harness } from './harness';

const EVENT = 'Limited';
const DONE = 'Done';

const EVENTS = 6;
const RUN_TAKES_S = 4;

/** While the first of them run, and the others wait. */
const RESTART_AFTER_MS = 3_000;

/** n8n's limit of executions at a time, which in queue mode is each worker's own. */
export function limited(harness: () => Harness): void {
	it(`one execution at a time, ${EVENTS} events of ${RUN_TAKES_S} s, a restart amid them: each runs once`, async () => {
		const { api, credentials, executions, sender, url, webhookProcessors, workers } = harness();
		const trigger = manualTrigger(credentials.key, [EVENT]);
		const wait = builtIn('wait', 'Wait', { amount: RUN_TAKES_S, unit: 'seconds' }, { typeVersion: 1.1 });
		const draft = workflow('Limited', [trigger, wait, builtIn('noOp', DONE)]);
		const published = await publish(api, draft);
		const limit = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' };
		const restart = async (env = {}) =>
			await Promise.all([...webhookProcessors, ...workers].map(async (n8n) => await n8n.restart(env)));
		await restart(limit);

		const events = Array.from({ length: EVENTS }, () => sender.event(EVENT));
		const send = async () =>
			await Promise.all(events.map(async (event) => await sender.send(`${url}${published.path}`, event)));
		const answers = await send();
		await delay(RESTART_AFTER_MS);
		const ended = (await executions.statuses(published.id)).success ?? 0;
		await restart();
		// The platform repeats what it takes for unanswered.
		answers.push(...(await send()));
		await executions.settled(published.id);
		const runs = await executions.perEvent(published.id, DONE);
		await restart({ N8N_CONCURRENCY_PRODUCTION_LIMIT: '-1' });

		const counts = events.map(({ id }) => runs.get(id) ?? 0);
		const once = counts.filter((count) => count === 1).length;
		print(`one execution at a time, restarted with ${EVENTS - ended} of ${EVENTS} not ended, all repeated: ${once} ran once`);
		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
		expect(ended).toBeLessThan(EVENTS);
		expect(counts).toEqual(events.map(() => 1));
	}, 240_000);
}
