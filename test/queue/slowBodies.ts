import { readFileSync } from 'node:fs';

import type { N8n } from '../../runtime/n8n';
import { rawRequest } from '../support/faults/rawRequest';
import { countStatuses, deliver, inLanes } from '../support/deliver';
import { createSigningKey } from '../support/keys';
import { print } from '../support/print';
import { builtIn, manualTrigger, publish, workflow } from '../support/queue/workflows';
import type { Harness } from './harness';

const EVENT = 'Slow';

const SLOW = 200;
const OPEN_MS = 15_000;
const WITHIN_MS = 10_000;

const DISTINCT = 150;
const SENDERS_WAIT_MS = 4_000;

/** What a proxy that does not buffer bodies lets through to a processor, in n8n's default engine. */
export function slowBodies(harness: () => Harness): void {
	it(`${SLOW} slow bodies, and ${DISTINCT} events whose senders hang up: a genuine event gets through`, async () => {
		const { api, use, executions, sender, webhookProcessors } = harness();
		const [processor] = webhookProcessors;
		const trigger = manualTrigger(use('platformWebhookApi'), [EVENT]);
		const { id, path } = await publish(api, workflow('Slow', [trigger, builtIn('noOp', 'Done')]));
		await processor.restart({ N8N_EXPRESSION_ENGINE: 'vm' });
		const url = `${processor.url}${path}`;
		for (let n = 0; n < 10; n++) await sender.send(url, sender.event(EVENT));

		const before = memoryMb(processor);
		let most = before;
		const watching = setInterval(() => (most = Math.max(most, memoryMb(processor))), 100);
		const head = [
			...[`POST ${path} HTTP/1.1`, 'Host: localhost', 'content-type: application/json', 'content-length: 1000'],
			...[`x-platform-signature: ${createSigningKey().sign('other bytes')}`, '', '{'],
		].join('\r\n');
		const slow = inLanes(SLOW, SLOW, async () =>
			await rawRequest(processor.port, { pieces: [head], afterwards: 'close', openMs: OPEN_MS }),
		);
		const genuine = sender.event(EVENT);
		const begun = Date.now();
		while ((await sender.send(url, genuine)).status !== 200 && Date.now() - begun < OPEN_MS);
		const took = Date.now() - begun;
		const refused = countStatuses(await slow);
		const mostSlow = most;

		const events = Array.from({ length: DISTINCT }, () => sender.event(EVENT));
		const first = await inLanes(DISTINCT, DISTINCT, async (n) => {
			const { body, signature } = events[n];
			return await deliver(url, body, { signature, timeoutMs: SENDERS_WAIT_MS });
		});
		const again = await inLanes(DISTINCT, 4, async (n) => {
			for (;;) {
				const { status } = await sender.send(url, events[n]);
				if (status === 200) return status;
			}
		});
		clearInterval(watching);
		await executions.settled(id);
		const runs = await executions.perEvent(id, 'Done');
		await processor.restart({ N8N_EXPRESSION_ENGINE: 'legacy' });

		print(`${SLOW} slow bodies: ${JSON.stringify(refused)}, a genuine event got through after ${took} ms; ${DISTINCT} events at once: ${JSON.stringify(countStatuses(first))}; the processor grew from ${before} to ${mostSlow}, then ${most} MB`);
		// No bound for memory: n8n takes an isolate before it calls the node, for what the node then refuses, too.
		expect(took).toBeLessThan(WITHIN_MS);
		expect(again).toHaveLength(DISTINCT);
		expect(events.map((event) => runs.get(event.id))).toEqual(events.map(() => 1));
	}, 180_000);
}

/** What the process holds in memory. */
function memoryMb({ pid }: N8n): number {
	const [, kB] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
	return Math.round(Number(kB) / 1024);
}
