import { request } from 'node:http';
import { ExecuteContext } from 'n8n-core';
import { Marks, marks as writer } from '../../../nodes/PlatformTrigger/deduplicate/confirm';
import { processedData } from '../../support/processedData';
import { deliver, EVENT, event, gate, key, marks, pause, restart, settled, start, useReceivers } from './deliveries';

useReceivers();

/** Sends a delivery and hangs up once n8n is starting it, as a sender that times out does. */
async function deliverAndHangUp(url: string, starting: Promise<void>): Promise<void> {
	const body = JSON.stringify(EVENT);
	const headers = { 'x-platform-signature': key.sign(body) };
	const outgoing = request(url, { method: 'POST', headers });
	outgoing.on('error', () => {});
	outgoing.end(body);
	await starting;
	outgoing.destroy();
	await new Promise((resolve) => outgoing.once('close', resolve));
}

it.each(['{}', '{"global":"garbage","node:Node":[1]}'])(
	'starts the workflow once for a repeated delivery, with the payload as it is, and leaves static data (%s)',
	async (text) => {
		const { url, executions, column } = await start();
		column.text = text;
		for (let i = 0; i < 3; i++) {
			expect((await deliver(url, EVENT)).status).toBe(200);
			await settled();
		}
		expect(executions).toEqual([[[{ json: EVENT, pairedItem: { item: 0 } }]]]);
		expect(column.text).toBe(text);
	},
);

it('starts it for each event that the field names', async () => {
	const { url, executions } = await start({}, { eventIdField: 'webhookEventId' });
	for (const payload of [EVENT, { ...EVENT, attempt: 2 }, event(2)]) await deliver(url, payload);
	await settled();
	expect(executions).toHaveLength(2);
});

it('starts it for each delivery when deduplication is switched off', async () => {
	const { url, executions } = await start({}, { deduplicate: '={{ "false" }}' });
	for (let i = 0; i < 2; i++) await deliver(url, EVENT);
	await settled();
	expect(executions).toHaveLength(2);
});

it('starts it once for a sender that hangs up and retries, before and after the start has succeeded', async () => {
	const { open, pass, reached } = gate();
	const { url, executions } = await start({ start: pass });
	await deliverAndHangUp(url, reached);
	const retry = deliver(url, EVENT);
	await pause(50);
	open();
	expect((await retry).status).toBe(200);
	expect((await deliver(url, EVENT)).status).toBe(200);
	await settled();
	expect(executions).toHaveLength(1);
});

it('lets one repeat wait for a slow start, no longer than its sender, and responds to the others at once', async () => {
	const { open, pass, reached } = gate();
	const { url, executions, held } = await start({ start: pass });
	const first = deliver(url, EVENT);
	await reached;
	for (let i = 0; i < 10; i++) {
		await deliverAndHangUp(url, pause(20));
		// The first one alone: nobody waits for a sender that is gone. The test's time is the bound.
		while (held() > 1) await pause(5);
		expect(held()).toBe(1);
	}
	const waiting = deliver(url, EVENT);
	await pause(50);
	const refused = await deliver(url, EVENT);
	expect(refused.status).toBe(503);
	expect(refused.headers.get('retry-after')).toBe('30');
	expect(held()).toBe(2);
	open();
	expect((await Promise.all([first, waiting])).map(({ status }) => status)).toEqual([200, 200]);
	await settled();
	expect(executions).toHaveLength(1);
});

it('is exact under load: 100 events, each 4 times in random order, 20 at a time', async () => {
	const { url, executions } = await start({
		start: async () => await pause(Math.random() * 10),
		begin: async () => await pause(Math.random() * 10),
	});
	const queue = Array.from({ length: 400 }, (_, i) => i % 100).sort(() => Math.random() - 0.5);
	const sender = async () => {
		for (let n = queue.pop(); n !== undefined; n = queue.pop()) {
			const { status } = await deliver(url, event(n));
			if (status === 503) queue.unshift(n);
			else expect(status).toBe(200);
		}
	};
	await Promise.all(Array.from({ length: 20 }, sender));
	await settled();
	const started = executions.map(([[item]]) => item.json.webhookEventId);
	expect(started).toHaveLength(100);
	expect(new Set(started).size).toBe(100);
	expect(processedData.calls.most).toBe(1);
});

describe('the response', () => {
	it('is given when the beginning of the execution is on record, and then the second mark goes', async () => {
		const { url } = await start();
		processedData.queryMs = 500;
		expect((await deliver(url, EVENT)).status).toBe(200);
		expect(marks()).toHaveLength(2);
		while (marks().length > 1) await pause(20);
	});

	it('is not held up by a record that cannot be written: the event runs, and a line says so', async () => {
		const { url, executions } = await start();
		const warn = jest.fn<void, [string]>();
		const logger = jest.spyOn(ExecuteContext.prototype, 'logger', 'get').mockReturnValue({ warn } as never);
		processedData.failing = 2;
		expect((await deliver(url, EVENT)).status).toBe(200);
		await settled();
		logger.mockRestore();
		expect(executions).toHaveLength(1);
		expect(warn.mock.calls.join()).toContain('could not record that an event was started');
	});

	it('waits for an execution for 2 s at most, once where executions run in other processes', async () => {
		const rows: string[] = [];
		const { url } = await start({ elsewhere: (row) => rows.push(row) });
		const timed = async (n: number) => {
			const began = performance.now();
			expect((await deliver(url, event(n))).status).toBe(200);
			return performance.now() - began;
		};
		const first = await timed(1);
		expect(first).toBeGreaterThan(1_900);
		expect(first).toBeLessThan(10_000);
		const others = [await timed(2), await timed(3), await timed(4)];
		expect(Math.min(...others)).toBeLessThan(1_000);
		expect(rows).toHaveLength(4);
	});

	it('is a failure, and nothing is remembered, when the start fails before the execution', async () => {
		const { url, executions, options } = await start({
			start: async () => await Promise.reject(new Error('SQLITE_FULL')),
		});
		const began = performance.now();
		expect((await deliver(url, EVENT)).status).toBe(500);
		expect(performance.now() - began).toBeLessThan(1_900);
		options.start = undefined;
		expect((await deliver(url, EVENT)).status).toBe(200);
		await settled();
		expect(executions).toHaveLength(1);
	});
});

describe('the record', () => {
	it('holds as many events as the option says', async () => {
		const { url, executions } = await start({}, { eventsToRemember: 100 });
		for (let n = 0; n < 230; n++) await deliver(url, event(n));
		await settled();
		expect(marks().length).toBeGreaterThan(190);
		expect(marks().length).toBeLessThanOrEqual(200);
		restart();
		for (const n of [229, 131]) await deliver(url, event(n));
		await settled();
		expect(executions).toHaveLength(230);
		await deliver(url, event(0));
		await settled();
		expect(executions).toHaveLength(231);
	});

	it('costs little where 5,000 are remembered, one event after another', async () => {
		const { url } = await start();
		await deliver(url, EVENT);
		await settled();
		Object.assign(writer, new Marks());
		const [row] = processedData.rows.keys();
		processedData.rows.set(row, Array.from({ length: 10_100 }, (_, n) => `a hash of base64 with ${n}`));
		const write = jest.spyOn(processedData.rows, 'set');
		for (let n = 0; n < 30; n++) await deliver(url, event(n));
		await pause(1_100);
		// Each hash is 24 letters, quoted, with a comma.
		const bytes = write.mock.calls.reduce((sum, [, hashes]) => sum + 27 * hashes.length, 0);
		write.mockRestore();
		// n8n itself writes 62 KiB for an event.
		expect(bytes / 30 / 1_024).toBeLessThan(250 - 62);
	});

	it.each(['retry', 'manual'] as const)('does not keep a run by hand from running (%s)', async (mode) => {
		const receiver = await start();
		await deliver(receiver.url, EVENT);
		await settled();
		const before = marks();
		await receiver.run(receiver.rows[0], mode);
		expect(receiver.executions).toHaveLength(2);
		expect(receiver.executions[1]).toEqual(receiver.executions[0]);
		expect(marks()).toEqual(before);
	});
});
