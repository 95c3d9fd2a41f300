import { ExecuteContext } from 'n8n-core';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { claims } from '../../../nodes/PlatformTrigger/deduplicate/claims';
import { PlatformTrigger } from '../../../nodes/PlatformTrigger/PlatformTrigger.node';
import { createSigningKey } from '../../support/keys';
import { processedData } from '../../support/processedData';
import { startReceiver } from '../../support/webhookContext';
import type { Receiver, ReceiverOptions } from '../../support/webhookContext';
import { deliver, EVENT, triggerWith } from './deliveries';

jest.setTimeout(60_000);

const key = createSigningKey();
const receivers: Receiver[] = [];
let workflowId = '';
let workflows = 0;

/** All of one test stand for processes, or lives of one, that share a database. */
async function start(
	options: Partial<ReceiverOptions> = {},
	settings: IDataObject = {},
): Promise<Receiver> {
	const receiver = await startReceiver({ ...triggerWith(key, { settings: settings as INodeParameters }), workflowId, ...options });
	receivers.push(receiver);
	return receiver;
}

/** Another process of n8n: the package's modules, loaded once more. */
function otherProcess(): { nodeType: PlatformTrigger } {
	let nodeType: PlatformTrigger | undefined;
	jest.isolateModules(() => {
		// eslint-disable-next-line @typescript-eslint/no-require-imports
		const loaded = require('../../../nodes/PlatformTrigger/PlatformTrigger.node') as {
			PlatformTrigger: typeof PlatformTrigger;
		};
		nodeType = new loaded.PlatformTrigger();
	});
	if (!nodeType) throw new Error('The package was not loaded');
	return { nodeType };
}

/** What is kept in the process is gone, the database is not. */
function restart(): void {
	claims.forgetAll();
}

const pause = async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, ms));

function gate() {
	let open = () => {};
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { open, pass: async () => await opened };
}

const event = (n: number) => ({ ...EVENT, webhookEventId: `e-${n}` });
const events = (count: number) => Array.from({ length: count }, (_, n) => event(n));

/** The marks on record, of all triggers of the workflow. */
const marks = () =>
	[...processedData.rows].flatMap(([row, all]) => (row.startsWith(`${workflowId}:`) ? all : []));

async function settled(): Promise<void> {
	await Promise.all(receivers.map(async (receiver) => await receiver.settled()));
	// The second marks.
	while (processedData.calls.open > 0) await pause(1);
	await pause(5);
}

beforeEach(() => {
	restart();
	processedData.reset();
	workflowId = `recorded-${(workflows += 1)}`;
});

afterEach(async () => {
	await Promise.all(receivers.splice(0).map(async (receiver) => await receiver.close()));
});

describe('the answer', () => {
	it('is given when the beginning of the execution is on record, and then the second mark is made', async () => {
		const { url } = await start();
		processedData.queryMs = 500;
		expect((await deliver(url, key, EVENT)).status).toBe(200);
		expect(marks()).toHaveLength(1);
		while (marks().length < 2) await pause(20);
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

describe('a repeat after a restart', () => {
	it('ends at the trigger, with a hint that says so', async () => {
		const { url, executions, repeats } = await start();
		await deliver(url, key, EVENT);
		await settled();
		restart();
		expect((await deliver(url, key, EVENT)).status).toBe(200);
		await settled();
		expect(executions).toHaveLength(1);
		expect(repeats).toHaveLength(1);
		const [task] = repeats[0].data.resultData.runData.Node;
		expect(task.executionStatus).toBe('success');
		expect(task.hints?.map(({ message }) => message).join()).toContain('already started the workflow');
		// The second repeat of a life is known without an execution.
		await deliver(url, key, EVENT);
		expect(repeats).toHaveLength(1);
	});

	it('of events to two triggers of a workflow ends at each of them', async () => {
		const one = await start();
		const two = await start({ node: { id: 'another-node' } });
		const all = async () =>
			await Promise.all(
				events(30).flatMap((each) => [deliver(one.url, key, each), deliver(two.url, key, each)]),
			);
		await all();
		await settled();
		restart();
		await all();
		await settled();
		expect([one, two].map(({ executions }) => executions.length)).toEqual([30, 30]);
	});

	it('runs when the crash was before the answer, and then never again', async () => {
		const never = gate();
		const first = await start({ answer: never.pass });
		void deliver(first.url, key, EVENT).catch(() => {});
		while (first.executions.length < 1) await pause(5);
		await settled();
		expect(marks()).toHaveLength(1);
		for (const runs of [1, 1]) {
			restart();
			const next = await start();
			expect((await deliver(next.url, key, EVENT)).status).toBe(200);
			await settled();
			const [, ...later] = receivers;
			expect(later.flatMap(({ executions }) => executions)).toHaveLength(runs);
		}
		never.open();
	});

	it('runs as often as it is cut off before the answer', async () => {
		const never = gate();
		for (let life = 0; life < 3; life++) {
			restart();
			const cutOff = await start({ answer: never.pass });
			void deliver(cutOff.url, key, EVENT).catch(() => {});
			// The test's time is the bound.
			while (cutOff.executions.length < 1 || marks().length !== 1) await pause(5);
		}
		restart();
		const { url, executions } = await start();
		await deliver(url, key, EVENT);
		await settled();
		expect(executions).toHaveLength(1);
		never.open();
	});
});

describe('executions that waited for capacity, and are taken up by the next life of n8n', () => {
	it.each(['before', 'after'])('run once, %s the repeats of their events', async (when) => {
		const waiting: string[] = [];
		const never = gate();
		const first = await start({ elsewhere: (row) => waiting.push(row), answer: never.pass });
		for (const each of events(6)) void deliver(first.url, key, each).catch(() => {});
		while (waiting.length < 6) await pause(5);

		restart();
		const next = await start();
		const recover = async () => await Promise.all(waiting.map(async (row) => await next.run(row)));
		if (when === 'before') await recover();
		const answers = await Promise.all(events(6).map(async (each) => await deliver(next.url, key, each)));
		if (when === 'after') await recover();
		await settled();
		expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
		const ran = next.executions.map(([[item]]) => item.json.webhookEventId);
		expect(ran.sort()).toEqual(events(6).map(({ webhookEventId }) => webhookEventId));
		never.open();
	});

	it('run once when the repeat waits for capacity in its turn', async () => {
		const never = gate();
		const waiting: string[] = [];
		const first = await start({ elsewhere: (row) => waiting.push(row), answer: never.pass });
		void deliver(first.url, key, EVENT).catch(() => {});
		while (waiting.length < 1) await pause(5);

		restart();
		const { open, pass } = gate();
		const next = await start({ begin: pass });
		const repeat = deliver(next.url, key, EVENT);
		await pause(50);
		next.options.begin = undefined;
		await next.run(waiting[0]);
		expect(next.executions).toHaveLength(1);
		open();
		expect((await repeat).status).toBe(200);
		await settled();
		expect(next.executions).toHaveLength(1);
		never.open();
	});

	it('do not run while the repeat of their event runs, before its sender is answered', async () => {
		const [never, answer] = [gate(), gate()];
		const waiting: string[] = [];
		const first = await start({ elsewhere: (row) => waiting.push(row), answer: never.pass });
		void deliver(first.url, key, EVENT).catch(() => {});
		while (waiting.length < 1) await pause(5);

		restart();
		const next = await start({ answer: answer.pass });
		const repeat = deliver(next.url, key, EVENT);
		while (next.executions.length < 1) await pause(5);
		expect(marks()).toHaveLength(1);
		await next.run(waiting[0]);
		expect(next.executions).toHaveLength(1);
		answer.open();
		expect((await repeat).status).toBe(200);
		never.open();
	});
});

describe('several processes', () => {
	it('a worker runs what webhook processes start, each event once', async () => {
		const worker = await start(otherProcess());
		const toWorker = { elsewhere: (row: string) => void worker.run(row) };
		const [one, two] = [await start(toWorker), await start({ ...toWorker, ...otherProcess() })];
		const sent = events(20).flatMap((each) => [one, two, one].map(({ url }) => ({ url, each })));
		const answers = await Promise.all(sent.map(async ({ url, each }) => await deliver(url, key, each)));
		await settled();
		expect(answers.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
		expect(worker.executions).toHaveLength(20);
		expect(marks()).toHaveLength(40);
	});

	it('a repeat that runs in another worker later ends at the trigger', async () => {
		const [a, b] = [await start(otherProcess()), await start(otherProcess())];
		const web = await start({ elsewhere: (row) => void a.run(row) });
		await deliver(web.url, key, EVENT);
		await settled();
		restart();
		web.options.elsewhere = (row) => void b.run(row);
		await deliver(web.url, key, EVENT);
		await settled();
		expect([a.executions.length, b.executions.length]).toEqual([1, 0]);
	});
});

describe('the record', () => {
	it('is written in groups, one call after another', async () => {
		const { url, executions } = await start();
		processedData.queryMs = 20;
		await Promise.all(events(60).map(async (each) => await deliver(url, key, each)));
		await settled();
		expect(executions).toHaveLength(60);
		expect(processedData.calls.most).toBe(1);
		// One by one they would be two calls an event.
		expect(processedData.calls.total).toBeLessThan(60);
	});

	it('holds as many events as the option says', async () => {
		const { url, executions } = await start({}, { eventsToRemember: 100 });
		for (let n = 0; n < 130; n++) await deliver(url, key, event(n));
		await settled();
		expect(marks()).toHaveLength(200);
		restart();
		for (const n of [129, 31]) await deliver(url, key, event(n));
		await settled();
		expect(executions).toHaveLength(130);
		await deliver(url, key, event(0));
		await settled();
		expect(executions).toHaveLength(131);
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
		class Old extends PlatformTrigger {
			override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
				const helpers = { ...this.helpers, checkProcessedAndRecord: undefined };
				const old = Object.create(this, { helpers: { value: helpers } }) as IExecuteFunctions;
				return await PlatformTrigger.prototype.execute.call(old);
			}
		}
		const { url, executions } = await start({ nodeType: new Old() });
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

it('what the workflow sees carries nothing of ours', async () => {
	const { url, executions } = await start();
	await deliver(url, key, EVENT);
	await settled();
	expect(executions).toEqual([[[{ json: EVENT, pairedItem: { item: 0 } }]]]);
});

describe('one output per event', () => {
	const outputsOf = (receiver: Receiver) => receiver.executions.map((outputs) => outputs.map((items) => items.length));

	it('sends each event to its own', async () => {
		const receiver = await start({}, { outputPerEvent: true });
		for (const type of ['ContactMerged', 'ContactCreate', 'app.deleted']) {
			await deliver(receiver.url, key, { ...EVENT, type });
			await settled();
		}
		expect(outputsOf(receiver)).toEqual([
			[0, 0, 1],
			[1, 0, 0],
			[0, 1, 0],
		]);
	});

	it('also in a test run', async () => {
		const receiver = await start({ mode: 'manual' }, { outputPerEvent: true });
		await deliver(receiver.url, key, { ...EVENT, type: 'app.deleted' });
		await settled();
		expect(outputsOf(receiver)).toEqual([[0, 1, 0]]);
	});

	it('is off by default', async () => {
		const receiver = await start();
		await deliver(receiver.url, key, { ...EVENT, type: 'app.deleted' });
		await settled();
		expect(outputsOf(receiver)).toEqual([[1]]);
	});
});
