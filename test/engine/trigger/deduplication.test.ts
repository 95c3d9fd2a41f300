import { request } from 'node:http';
import { Claims, claims } from '../../../nodes/PlatformTrigger/deduplicate/claims';
import { createSigningKey } from '../../support/keys';
import { processedData } from '../../support/processedData';
import { startReceiver } from '../../support/webhookContext';
import type { Receiver, ReceiverOptions } from '../../support/webhookContext';
import { deliver, EVENT, triggerWith } from './deliveries';

// Real sockets and real waiting: a busy machine may take several times as long.
jest.setTimeout(60_000);

const key = createSigningKey();
const receivers: Receiver[] = [];
let workflows = 0;

async function start(
	options: Partial<ReceiverOptions> = {},
	parameters: ReceiverOptions['parameters'] = {},
): Promise<Receiver> {
	workflows += 1;
	const receiver = await startReceiver({
		...triggerWith(key, parameters),
		workflowId: `once-${workflows}`,
		...options,
	});
	receivers.push(receiver);
	return receiver;
}

beforeEach(() => {
	Object.assign(claims, new Claims());
	processedData.reset();
});

/** Executions under way have ended. */
async function settled(): Promise<void> {
	await Promise.all(receivers.map(async (receiver) => await receiver.settled()));
}

afterEach(async () => {
	await Promise.all(receivers.splice(0).map(async (receiver) => await receiver.close()));
});

const pause = async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A gate that starts wait at; `reached` resolves when the first one does. */
function gate() {
	let open = () => {};
	let reach = () => {};
	const opened = new Promise<void>((resolve) => (open = resolve));
	const reached = new Promise<void>((resolve) => (reach = resolve));
	const pass = async () => {
		reach();
		await opened;
	};
	return { open, pass, reached };
}

/** Sends a delivery and hangs up once n8n is starting it, as a sender that times out does. */
async function deliverAndHangUp(url: string, event: unknown, starting: Promise<void>): Promise<void> {
	const body = JSON.stringify(event);
	const { port, pathname } = new URL(url);
	const outgoing = request({
		host: '127.0.0.1',
		port,
		path: pathname,
		method: 'POST',
		headers: { 'x-platform-signature': key.sign(body) },
	});
	outgoing.on('error', () => {});
	outgoing.end(body);
	await starting;
	outgoing.destroy();
	await new Promise((resolve) => outgoing.once('close', resolve));
}

async function statuses(answers: Array<Promise<{ status: number }>>): Promise<number[]> {
	return (await Promise.all(answers)).map(({ status }) => status);
}

it('starts the workflow once for a delivery that is repeated', async () => {
	const { url, executions } = await start();
	for (let i = 0; i < 4; i++) expect((await deliver(url, key, EVENT)).status).toBe(200);
	await settled();
	expect(executions).toHaveLength(1);
});

it('starts it for each event of one contact', async () => {
	const { url, executions } = await start();
	for (let i = 0; i < 4; i++) await deliver(url, key, { ...EVENT, webhookEventId: `e-${i}` });
	await settled();
	expect(executions).toHaveLength(4);
});

it('starts it once for deliveries that arrive at the same instant', async () => {
	const { url, executions } = await start({ start: async () => await pause(20) });
	const answers = Array.from({ length: 20 }, async () => await deliver(url, key, EVENT));
	const all = await statuses(answers);
	// One of the repeats waits; who comes while it does is told to come again.
	expect(all.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
	expect(all.filter((status) => ![200, 503].includes(status))).toEqual([]);
	await settled();
	expect(executions).toHaveLength(1);
});

describe('a sender that hangs up before the response', () => {
	it('and retries while the first attempt is still starting has one execution', async () => {
		const { open, pass, reached } = gate();
		const { url, executions } = await start({ start: pass });
		await deliverAndHangUp(url, EVENT, reached);
		const retry = deliver(url, key, EVENT);
		await pause(50);
		open();
		expect((await retry).status).toBe(200);
		await settled();
		expect(executions).toHaveLength(1);
	});

	it('and retries after the start has succeeded has one execution', async () => {
		const { open, pass, reached } = gate();
		const { url, executions } = await start({ start: pass });
		await deliverAndHangUp(url, EVENT, reached);
		open();
		await pause(50);
		await settled();
		expect(executions).toHaveLength(1);
		expect((await deliver(url, key, EVENT)).status).toBe(200);
		await settled();
		expect(executions).toHaveLength(1);
	});

	it('and retries after the start has failed has its event processed', async () => {
		const { open, pass, reached } = gate();
		let failing = true;
		const { url, executions } = await start({
			start: async () => {
				await pass();
				if (failing) throw new Error('failed');
			},
		});
		await deliverAndHangUp(url, EVENT, reached);
		open();
		await pause(50);
		failing = false;
		expect((await deliver(url, key, EVENT)).status).toBe(200);
		await settled();
		expect(executions).toHaveLength(1);
	});
});

it('lets one repeat wait for a slow start, no longer than its sender, and answers the others at once', async () => {
	const { open, pass, reached } = gate();
	const { url, executions, held } = await start({ start: pass });
	const first = deliver(url, key, EVENT);
	await reached;
	for (let i = 0; i < 10; i++) {
		await deliverAndHangUp(url, EVENT, pause(20));
		// The first one alone: nobody waits for a sender that is gone. The test's time is the bound.
		while (held() > 1) await pause(5);
		expect(held()).toBe(1);
	}
	const waiting = deliver(url, key, EVENT);
	await pause(50);
	const refused = await deliver(url, key, EVENT);
	expect(refused.status).toBe(503);
	expect(refused.headers.get('retry-after')).toBe('30');
	expect(held()).toBe(2);
	open();
	expect(await statuses([first, waiting])).toEqual([200, 200]);
	await settled();
	expect(executions).toHaveLength(1);
});

describe('static data', () => {
	it.each(['{}', '{"global":{"count":5},"node:Node":{"x":1}}', '{"global":"garbage","node:Node":[1]}'])(
		'is left as it is (%s)',
		async (text) => {
			const { url, executions, column } = await start();
			column.text = text;
			for (let i = 0; i < 2; i++) expect((await deliver(url, key, EVENT)).status).toBe(200);
			await settled();
			expect(executions).toHaveLength(1);
			expect(column.text).toBe(text);
		},
	);
});

describe('options', () => {
	it('a field names the event, and the body does where it is absent', async () => {
		const { url, executions } = await start({}, { settings: { eventIdField: 'webhookEventId' } });
		await deliver(url, key, EVENT);
		await deliver(url, key, { ...EVENT, attempt: 2 });
		await settled();
		expect(executions).toHaveLength(1);
		await deliver(url, key, { type: 'ContactCreate', attempt: 1 });
		await deliver(url, key, { type: 'ContactCreate', attempt: 1 });
		await deliver(url, key, { type: 'ContactCreate', attempt: 2 });
		await settled();
		expect(executions).toHaveLength(3);
	});

	it.each([false, '={{ "false" }}'])('deduplication can be switched off (%p)', async (deduplicate) => {
		const { url, executions } = await start({}, { settings: { deduplicate } });
		await deliver(url, key, EVENT);
		await deliver(url, key, EVENT);
		await settled();
		expect(executions).toHaveLength(2);
	});
});

it('starts two workflows that wait for the same event', async () => {
	const [one, two] = [await start(), await start()];
	await Promise.all([deliver(one.url, key, EVENT), deliver(two.url, key, EVENT)]);
	await settled();
	expect([one.executions, two.executions].map(({ length }) => length)).toEqual([1, 1]);
});

it('starts two trigger nodes of one workflow', async () => {
	const workflowId = 'once-shared';
	const one = await start({ workflowId });
	const two = await start({ workflowId, node: { id: 'another-node' } });
	await deliver(one.url, key, EVENT);
	await deliver(two.url, key, EVENT);
	await settled();
	expect([one.executions, two.executions].map(({ length }) => length)).toEqual([1, 1]);
});

it('is exact under load: 100 events, each 4 times in random order, 20 at a time', async () => {
	const { url, executions } = await start({
		start: async () => await pause(Math.random() * 10),
		begin: async () => await pause(Math.random() * 10),
	});
	const queue = Array.from({ length: 400 }, (_, i) => i % 100).sort(() => Math.random() - 0.5);
	const sender = async () => {
		for (let n = queue.pop(); n !== undefined; n = queue.pop()) {
			const event = { ...EVENT, webhookEventId: `e-${n}` };
			const { status } = await deliver(url, key, event);
			if (status === 503) queue.unshift(n);
			else expect(status).toBe(200);
		}
	};
	await Promise.all(Array.from({ length: 20 }, sender));
	const started = executions.map(([[item]]) => item.json.webhookEventId);
	expect(started).toHaveLength(100);
	expect(new Set(started).size).toBe(100);
});
