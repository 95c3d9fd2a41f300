import { Claims, claims } from '../../../nodes/PlatformTrigger/deduplicate/claims';
import { FORMS } from '../../support/forms';
import { processedData } from '../../support/processedData';
import {
	deliver,
	EVENT,
	events,
	gate,
	marks,
	otherProcess,
	pause,
	restart,
	settled,
	start,
	useReceivers,
} from './deliveries';

describe.each(FORMS)('$form', (form) => {
	useReceivers(form);

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

		it.each([24, 11.5])('of a payload that names no ID ends at the trigger for at most 24 hours, repeats or not, restarted until %d', async (restarted) => {
			const hours = (count: number) => count * 3_600_000;
			const begun = Math.floor(Date.now() / hours(12)) * hours(12) + hours(1);
			const clock = jest.spyOn(Date, 'now').mockReturnValue(begun);
			const { url, executions, repeats } = await start({}, { eventIdField: '' });
			const seen: number[] = [];
			for (const after of [0, 1, 11.5, 24]) {
				clock.mockReturnValue(begun + hours(after));
				if (after <= restarted) Object.assign(claims, new Claims(() => Date.now()));
				await deliver(url, EVENT);
				await settled();
				seen.push(executions.length);
			}
			clock.mockRestore();
			expect(seen).toEqual([1, 1, 1, 2]);
			const hints = repeats.flatMap(({ data }) => data.resultData.runData.Node[0].hints ?? []);
			expect(hints.map(({ message }) => message)).toEqual(Array(2).fill(expect.stringContaining('same payload')));
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

	describe('a retry by hand of an execution that n8n died in', () => {
		/** n8n dies in it, before or after it has begun, and the sender gets no response. */
		async function cutOff(when: 'before' | 'after'): Promise<string> {
			const waiting: string[] = [];
			const never = gate();
			const elsewhere = when === 'before' ? { elsewhere: (row: string) => waiting.push(row) } : {};
			const first = await start({ ...elsewhere, response: never.pass }, { eventIdField: '' });
			void deliver(first.url, EVENT).catch(() => {});
			await never.reached;
			await settled();
			restart();
			cleanUp.push(never.open);
			return first.rows[0];
		}

		const cleanUp: Array<() => void> = [];
		afterEach(() => cleanUp.splice(0).forEach((open) => open()));

		/** The event has begun and is closed: nothing is to be written any more. */
		async function closed(): Promise<void> {
			while (marks().length !== 2) await pause(5);
			restart();
		}

		// By an ID, the unit tests try every order.
		it.each(['before', 'after'] as const)('%s it began ends at the trigger once the repeat has run, whose own retry runs, by payload', async (when) => {
			const row = await cutOff(when);
			const next = await start({}, { eventIdField: '' });
			await deliver(next.url, EVENT);
			await settled();
			for (let n = 0; n < 2; n++) {
				await closed();
				await next.run(row, 'retry');
			}
			expect([next.executions.length, next.repeats.length]).toEqual([1, 2]);
			const [task] = next.repeats[0].data.resultData.runData.Node;
			expect(task.hints?.[0].message).toContain('Another delivery of this event has run the workflow');
			await next.run(next.rows[0], 'retry');
			expect(next.executions).toHaveLength(2);
			await next.run(row, 'manual');
			expect(next.executions).toHaveLength(3);
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
			expect(responses.filter(({ status }) => ![200, 429].includes(status))).toEqual([]);
			expect(worker.executions).toHaveLength(20);
			// Each has begun, by one delivery.
			expect(marks()).toHaveLength(40);
		});

		it('a retry of what a processor died with ends at the trigger once another processor got the event', async () => {
			const [a, b] = [await start(otherProcess()), await start(otherProcess())];
			const stored = await start({ elsewhere: () => {} });
			await deliver(stored.url, EVENT);
			restart();
			const two = await start({ elsewhere: (row) => void a.run(row) });
			await deliver(two.url, EVENT);
			await settled();
			await b.run(stored.rows[0], 'retry');
			expect([a.executions.length, b.executions.length, b.repeats.length]).toEqual([1, 0, 1]);
			await b.run(two.rows[0], 'retry');
			expect(b.executions).toHaveLength(1);
		});
	});
});
