import { ExecuteContext } from 'n8n-core';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Marks, marks as writer } from '../../../nodes/PlatformTrigger/deduplicate/confirm';
import { PlatformTrigger } from '../../../nodes/PlatformTrigger/PlatformTrigger.node';
import { processedData } from '../../support/processedData';
import { deliver, EVENT } from './deliveries';
import { event, events, key, marks, pause, restart, settled, start, useRecords } from './recordedTrigger';

jest.setTimeout(60_000);
useRecords();

/** Of an n8n that has no record. */
class Old extends PlatformTrigger {
	override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const helpers = { ...this.helpers, checkProcessedAndRecord: undefined };
		const old = Object.create(this, { helpers: { value: helpers } }) as IExecuteFunctions;
		return await PlatformTrigger.prototype.execute.call(old);
	}
}
const OLD = new Old();

describe('the response', () => {
	it('is given when the beginning of the execution is on record, and then the second mark goes', async () => {
		const { url } = await start();
		processedData.queryMs = 500;
		expect((await deliver(url, key, EVENT)).status).toBe(200);
		expect(marks()).toHaveLength(2);
		while (marks().length > 1) await pause(20);
	});

	it('is not held up by a record that cannot be written: the event runs', async () => {
		const { url, executions } = await start();
		const warn = jest.fn<void, [string]>();
		const logger = jest.spyOn(ExecuteContext.prototype, 'logger', 'get').mockReturnValue({ warn } as never);
		processedData.failing = 2;
		expect((await deliver(url, key, EVENT)).status).toBe(200);
		await settled();
		logger.mockRestore();
		expect(executions).toHaveLength(1);
		expect(warn.mock.calls.join()).toContain('could not record that an event was started');
	});

	it('and the execution survive one failed write', async () => {
		const { url, executions } = await start();
		processedData.failing = 1;
		await deliver(url, key, EVENT);
		await settled();
		restart();
		await deliver(url, key, EVENT);
		await settled();
		expect(executions).toHaveLength(1);
	});

	it('waits for an execution for 2 s at most, once where executions run in other processes', async () => {
		const rows: string[] = [];
		const { url } = await start({ elsewhere: (row) => rows.push(row) });
		const timed = async (n: number) => {
			const began = performance.now();
			expect((await deliver(url, key, event(n))).status).toBe(200);
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
		expect((await deliver(url, key, EVENT)).status).toBe(500);
		expect(performance.now() - began).toBeLessThan(1_900);
		options.start = undefined;
		expect((await deliver(url, key, EVENT)).status).toBe(200);
		await settled();
		expect(executions).toHaveLength(1);
	});

	it('that says no although the execution has begun does not make a repeat run', async () => {
		const { url, executions, options } = await start({
			answer: async () => {
				await pause(50);
				throw new Error('lost the database');
			},
		});
		expect((await deliver(url, key, EVENT)).status).toBe(500);
		options.answer = undefined;
		expect((await deliver(url, key, EVENT)).status).toBe(200);
		await settled();
		restart();
		expect((await deliver(url, key, EVENT)).status).toBe(200);
		await settled();
		expect(executions).toHaveLength(1);
	});
});

describe('the record', () => {
	it('is written in groups, one call after another', async () => {
		const { url, executions } = await start();
		processedData.queryMs = 20;
		// As many at once as there is room for before they are verified.
		await Promise.all(events(20).map(async (each) => await deliver(url, key, each)));
		await settled();
		expect(executions).toHaveLength(20);
		expect(processedData.calls.most).toBe(1);
		// One by one they would be two calls an event.
		expect(processedData.calls.total).toBeLessThan(20);
	});

	it('holds as many events as the option says', async () => {
		const { url, executions } = await start({}, { eventsToRemember: 100 });
		for (let n = 0; n < 230; n++) await deliver(url, key, event(n));
		await settled();
		expect(marks().length).toBeGreaterThan(190);
		expect(marks().length).toBeLessThanOrEqual(200);
		restart();
		for (const n of [229, 131]) await deliver(url, key, event(n));
		await settled();
		expect(executions).toHaveLength(230);
		await deliver(url, key, event(0));
		await settled();
		expect(executions).toHaveLength(231);
	});

	it('costs little where 5,000 are remembered, one event after another', async () => {
		const { url } = await start();
		await deliver(url, key, EVENT);
		await settled();
		Object.assign(writer, new Marks());
		const [row] = processedData.rows.keys();
		processedData.rows.set(row, Array.from({ length: 10_100 }, (_, n) => `a hash of base64 with ${n}`));
		const write = jest.spyOn(processedData.rows, 'set');
		for (let n = 0; n < 30; n++) await deliver(url, key, event(n));
		await pause(1_100);
		// Each hash is 24 letters, quoted, with a comma.
		const bytes = write.mock.calls.reduce((sum, [, hashes]) => sum + 27 * hashes.length, 0);
		write.mockRestore();
		// n8n itself writes 62 KiB for an event.
		expect(bytes / 30 / 1_024).toBeLessThan(250 - 62);
	});

	it.each(['retry', 'manual'] as const)('does not keep a run by hand from running (%s)', async (mode) => {
		const receiver = await start();
		await deliver(receiver.url, key, EVENT);
		await settled();
		const before = marks();
		await receiver.run(receiver.rows[0], mode);
		expect(receiver.executions).toHaveLength(2);
		expect(receiver.executions[1]).toEqual(receiver.executions[0]);
		expect(marks()).toEqual(before);
	});

	it('is done without where n8n has none: the process remembers', async () => {
		const { url, executions } = await start({ nodeType: OLD });
		for (let i = 0; i < 3; i++) expect((await deliver(url, key, EVENT)).status).toBe(200);
		await settled();
		expect(executions).toHaveLength(1);
		expect(processedData.calls.total).toBe(0);
		restart();
		await deliver(url, key, EVENT);
		await settled();
		expect(executions).toHaveLength(2);
	});
});
