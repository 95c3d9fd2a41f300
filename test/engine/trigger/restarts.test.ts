import type { IDataObject } from 'n8n-workflow';
import { Claims, claims } from '../../../nodes/PlatformTrigger/deduplicate/claims';
import { FORMS } from '../../support/forms';
import { processedData } from '../../support/processedData';
import { deliver, EVENT, gate, restart, settled, start, useReceivers } from './deliveries';

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
			expect(task.hints?.map(({ message }) => message).join()).toContain(
				'already started the workflow',
			);
			// The second repeat of a life is known without an execution.
			await deliver(url, EVENT);
			expect(repeats).toHaveLength(1);
		});

		// In 24ths of the hours, so that they also hold where the hours are fewer.
		it.each([
			[24, 24, 2],
			[24, 11.5, 2],
			[2, 24, 2],
			[2, 11.5, 2],
			[2, 0, 0],
		])(
			'of a payload that names no ID ends at the trigger for at most %d hours, repeats or not, restarted until %d',
			async (hoursToRememberPayloads, restarted, hinted) => {
				const after24ths = (count: number) => (count * hoursToRememberPayloads * 3_600_000) / 24;
				const begun = Math.floor(Date.now() / after24ths(12)) * after24ths(12) + after24ths(1);
				const clock = jest.spyOn(Date, 'now').mockReturnValue(begun);
				const { url, executions, repeats } = await start(
					{},
					{ eventIdField: '', hoursToRememberPayloads },
				);
				const seen: number[] = [];
				for (const after of [0, 1, 11.5, 24.1]) {
					clock.mockReturnValue(begun + after24ths(after));
					if (after <= restarted) Object.assign(claims, new Claims(() => Date.now()));
					await deliver(url, EVENT);
					await settled();
					seen.push(executions.length);
				}
				clock.mockRestore();
				expect(seen).toEqual([1, 1, 1, 2]);
				const hints = repeats.flatMap(({ data }) => data.resultData.runData.Node[0].hints ?? []);
				expect(hints.map(({ message }) => message)).toEqual(
					Array(hinted).fill(expect.stringContaining(`last ${hoursToRememberPayloads} hours`)),
				);
			},
		);

		it.each([
			['webhookEventId', 480, 1],
			['webhookEventId', -480, 1],
			['', 12, 1],
			['', -12, 1],
			['', 30, 2],
			['', -30, 2],
		])(
			'by %p, after the clock jumped by %d hours, has run %d times in all; before the restart, never twice',
			async (eventIdField, hours, runs) => {
				const begun = Date.now();
				const clock = jest.spyOn(Date, 'now').mockReturnValue(begun);
				const { url, executions } = await start({}, { eventIdField, hoursToRememberPayloads: 24 });
				const ran: number[] = [];
				for (const [jump, isRestarted] of [
					[0, false],
					[hours, false],
					[hours, true],
					[0, true],
				] as const) {
					clock.mockReturnValue(begun + jump * 3_600_000);
					if (isRestarted) restart();
					await deliver(url, EVENT);
					await settled();
					ran.push(executions.length);
				}
				clock.mockRestore();
				expect(ran).toEqual([1, 1, runs, runs]);
			},
		);
	});

	/** n8n dies in the execution before it was about to respond; the row is left. */
	async function cutOff(settings: IDataObject = {}) {
		const { pass, reached, open } = gate();
		const stored = await start({ response: pass, elsewhere: () => {} }, settings);
		void deliver(stored.url, EVENT).catch(() => {});
		await reached;
		restart();
		return { row: stored.rows[0], open };
	}

	it.each(['webhookEventId', ''])(
		'a retry by hand of an execution that n8n died in runs, also after its repeat has run, by %p',
		async (eventIdField) => {
			const { row, open } = await cutOff({ eventIdField });
			const next = await start({}, { eventIdField });
			const write = jest.spyOn(processedData, 'checkProcessedAndRecord');
			await next.run(row, 'retry');
			await deliver(next.url, EVENT);
			await settled();
			expect([next.executions.length, next.repeats.length]).toEqual([1, 1]);
			// As a worker does, an execution without its delivery looks once more whether it is on record.
			const writes = write.mock.calls.filter(
				([, , { workflow }]) => workflow.id === next.options.workflowId,
			);
			expect(writes).toHaveLength(3);
			await next.run(row, 'retry');
			expect([next.executions.length, next.repeats.length]).toEqual([2, 1]);
			open();
		},
	);
});
