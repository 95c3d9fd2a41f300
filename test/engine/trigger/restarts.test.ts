import { processedData } from '../../support/processedData';
import {
	deliver,
	EVENT,
	events,
	gate,
	marks,
	otherProcess,
	pause,
	receivers,
	restart,
	settled,
	start,
	useReceivers,
} from './deliveries';

useReceivers();

describe('a repeat after a restart', () => {
	it('ends at the trigger, with a hint that says so', async () => {
		const { url, executions, repeats } = await start();
		await deliver(url, EVENT);
		await settled();
		restart();
		expect((await deliver(url, EVENT)).status).toBe(200);
		await settled();
		expect(executions).toHaveLength(1);
		expect(repeats).toHaveLength(1);
		const [task] = repeats[0].data.resultData.runData.Node;
		expect(task.executionStatus).toBe('success');
		expect(task.hints?.map(({ message }) => message).join()).toContain('already started the workflow');
		// The second repeat of a life is known without an execution.
		await deliver(url, EVENT);
		expect(repeats).toHaveLength(1);
	});

	it('of events to two triggers of a workflow ends at each of them', async () => {
		const one = await start();
		const two = await start({ node: { id: 'another-node' } });
		const all = async () =>
			await Promise.all(
				// As many at once as there is room for.
				events(10).flatMap((each) => [deliver(one.url, each), deliver(two.url, each)]),
			);
		await all();
		await settled();
		restart();
		await all();
		await settled();
		expect([one, two].map(({ executions }) => executions.length)).toEqual([10, 10]);
	});

	it('runs when the crash was before the response, and then never again', async () => {
		const never = gate();
		const first = await start({ response: never.pass });
		void deliver(first.url, EVENT).catch(() => {});
		while (first.executions.length < 1) await pause(5);
		await settled();
		expect(marks()).toHaveLength(2);
		for (const runs of [1, 1]) {
			restart();
			const next = await start();
			expect((await deliver(next.url, EVENT)).status).toBe(200);
			await settled();
			const [, ...later] = receivers;
			expect(later.flatMap(({ executions }) => executions)).toHaveLength(runs);
		}
		never.open();
	});

	it.each([1, 2])('runs when it is cut off before the response and %i of the record\'s writes fail', async (failing) => {
		const never = gate();
		const cutOff = async () => {
			const life = await start({ response: never.pass });
			void deliver(life.url, EVENT).catch(() => {});
			for (let waited = 0; life.executions.length < 1 && waited < 2_000; waited += 5) await pause(5);
			await settled();
			restart();
		};
		await cutOff();
		const forget = jest.spyOn(processedData, 'removeProcessed').mockRejectedValue(new Error('SQLITE_BUSY'));
		for (let life = 0; life < failing; life++) await cutOff();
		forget.mockRestore();
		const { url, executions } = await start();
		await deliver(url, EVENT);
		await settled();
		expect(executions).toHaveLength(1);
		never.open();
	});
});

describe('executions that waited for capacity, and are taken up by the next life of n8n', () => {
	it.each(['before', 'after'])('run once, %s the repeats of their events', async (when) => {
		const waiting: string[] = [];
		const never = gate();
		const first = await start({ elsewhere: (row) => waiting.push(row), response: never.pass });
		for (const each of events(6)) void deliver(first.url, each).catch(() => {});
		while (waiting.length < 6) await pause(5);

		restart();
		const next = await start();
		const recover = async () => await Promise.all(waiting.map(async (row) => await next.run(row)));
		if (when === 'before') await recover();
		const responses = await Promise.all(events(6).map(async (each) => await deliver(next.url, each)));
		if (when === 'after') await recover();
		await settled();
		expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
		const ran = next.executions.map(([[item]]) => item.json.webhookEventId);
		expect(ran.sort()).toEqual(events(6).map(({ webhookEventId }) => webhookEventId));
		never.open();
	});
});

describe('several processes', () => {
	it('a worker runs what webhook processes start, each event once', async () => {
		const worker = await start(otherProcess());
		const toWorker = { elsewhere: (row: string) => void worker.run(row) };
		const [one, two] = [await start(toWorker), await start({ ...toWorker, ...otherProcess() })];
		const sent = events(20).flatMap((each) => [one, two, one].map(({ url }) => ({ url, each })));
		const responses = await Promise.all(sent.map(async ({ url, each }) => await deliver(url, each)));
		await settled();
		expect(responses.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
		expect(worker.executions).toHaveLength(20);
		expect(marks()).toHaveLength(20);
	});

	it('a repeat that runs in another worker later ends at the trigger', async () => {
		const [a, b] = [await start(otherProcess()), await start(otherProcess())];
		const web = await start({ elsewhere: (row) => void a.run(row) });
		await deliver(web.url, EVENT);
		await settled();
		restart();
		web.options.elsewhere = (row) => void b.run(row);
		await deliver(web.url, EVENT);
		await settled();
		expect([a.executions.length, b.executions.length]).toEqual([1, 0]);
	});
});
