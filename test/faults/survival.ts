import type { INode } from 'n8n-workflow';
import { print } from '../support/print';
import { openFeed } from '../support/faults/feed';
import type { Feed } from '../support/faults/feed';
import type { FaultHarness, Line } from '../support/faults/faultHarness';
import { joined, renamed } from '../support/faults/lines';
import { onceEach, tallyText } from '../support/faults/tally';
import { until } from '../support/faults/until';
import { builtIn, workflow } from '../support/queue/workflows';

const EVENTS = 10;

/** n8n polls once a minute, here at a second by which the events have been delivered. */
const POLL_IN_S = 30;

const COUNTER = `
const data = $getWorkflowStaticData('global');
data.count = (data.count ?? 0) + 1;
return $input.all();`;

/** Each way to disturb what is remembered, with the events that its workflow listens to. */
const CASES = {
	twoTriggers: { what: 'two triggers in one workflow', listens: ['Two.First', 'Two.Second'] },
	renamedTrigger: { what: 'a trigger renamed and published', listens: ['Renamed'] },
	codeNode: { what: 'a Code node that writes static data', listens: ['Counted', 'Beside'] },
	otherTrigger: { what: 'another trigger that writes static data', listens: ['Polled'] },
} as const;

type Case = keyof typeof CASES;
const KEYS = Object.keys(CASES) as Case[];

interface StaticData {
	global?: { count: number };
	'node:Feed'?: { lastItemDate: string };
}

/**
 * What lives in the same n8n changes nothing of what is remembered, nor the other way round. One
 * restart for all of it: the workflows do not know each other.
 */
export function survival(harness: () => FaultHarness): void {
	describe('remembered across a restart', () => {
		let feed: Feed;
		let lines: Record<Case, Line>;
		const events = {} as Record<Case, string[]>;

		const staticData = async (key: Case) => {
			const column = await harness().database.staticData(lines[key].workflowId);
			return JSON.parse(column || '{}') as StaticData;
		};
		const counted = async () => (await staticData('codeNode')).global?.count ?? 0;
		const newestItem = async () =>
			Date.parse((await staticData('otherTrigger'))['node:Feed']?.lastItemDate ?? '');

		beforeAll(async () => {
			const { draft, publish, publishAgain, emit, settled, deliverAgain, sandbox, n8n } = harness();
			sandbox.control.setDelivery({
				maxInFlight: 20,
				timeoutMs: 60_000,
				maxAttempts: 1_000,
				backoffMs: [1_000],
			});
			feed = await openFeed();
			const beside = { name: 'Second Trigger' };
			const count = builtIn('code', 'Count', { jsCode: COUNTER }, { typeVersion: 2 });
			const read = workflow('Feed', [poller(feed.url), builtIn('noOp', 'Read')]);
			lines = {
				twoTriggers: await publish(joined('Two', draft('Two.First'), draft('Two.Second', beside))),
				renamedTrigger: await publish(draft('Renamed')),
				codeNode: await publish(
					joined('Counted', draft('Counted', { between: [count] }), draft('Beside', beside)),
				),
				otherTrigger: await publish(joined('Polled', draft('Polled'), read)),
			};
			for (const key of KEYS) events[key] = [];
			for (let n = 0; n < EVENTS; n++) {
				for (const key of KEYS) {
					for (const event of CASES[key].listens) events[key].push(...emit(1, event));
				}
			}
			for (const key of KEYS) await settled(events[key], lines[key]);

			await publishAgain(
				lines.renamedTrigger,
				renamed(lines.renamedTrigger.draft, 'Platform Trigger', 'Another Name'),
			);
			// In this order: a poll meanwhile counts as the one to wait for.
			const newest = await newestItem();
			const polls = feed.polls();
			await until('a poll', () => feed.polls() > polls, 90_000, 200);
			await until('its save', async () => (await newestItem()) > newest, 10_000, 300);

			await n8n.restart();
			for (const key of KEYS) await deliverAgain(events[key]);
		}, 300_000);

		afterAll(async () => await feed?.close());

		it.each(KEYS)('%s: no event runs again', async (key) => {
			const ids = events[key];
			const result = await harness().settled(ids, lines[key]);
			const endedAtTrigger = await harness().endedAtTrigger(lines[key]);
			print(`${CASES[key].what}, restart, all repeated: ${tallyText(result)}; ${endedAtTrigger} executions ended at the trigger`);
			expect(result).toMatchObject(onceEach(ids));
			// Each repeat was the first since the restart, so each had to ask n8n's record.
			expect(endedAtTrigger).toBeGreaterThanOrEqual(ids.length);
			// The other trigger's own executions show no event either.
			expect(endedAtTrigger).toBeLessThanOrEqual(ids.length + (key === 'otherTrigger' ? feed.polls() : 0));
		});

		it("a start that takes longer than a Code node's run does not undo the node's counter", async () => {
			const { emit, settled, ledger, startFaults } = harness();
			const before = await counted();
			ledger.hold(1_500);
			const run = emit(1, 'Counted');
			await until('the run', () => ledger.runs(run[0]) > 0);
			startFaults.set({ delayMs: 4_000 });
			const slow = emit(1, 'Beside');
			await settled(run, lines.codeNode);
			const between = await counted();
			await settled(slow, lines.codeNode).finally(() => {
				ledger.hold(0);
				startFaults.set({});
			});
			const after = await counted();
			print(`a Code node's counter during a slow start: ${before}, ${between}, ${after}`);
			expect([between, after]).toEqual([before + 1, before + 1]);
		}, 60_000);

		it('an accepted event leaves the position of the other trigger where it is', async () => {
			const { emit, settled } = harness();
			const before = await newestItem();
			await settled(emit(1, 'Polled'), lines.otherTrigger);
			expect(before).toBeGreaterThan(0);
			expect(await newestItem()).toBeGreaterThanOrEqual(before);
		}, 60_000);
	});

	/** n8n's RSS trigger; it stores the date of the newest item. */
	function poller(feedUrl: string): Parameters<typeof workflow>[1][number] {
		const second = (new Date().getSeconds() + POLL_IN_S) % 60;
		const parameters: INode['parameters'] = {
			feedUrl,
			pollTimes: { item: [{ mode: 'custom', cronExpression: `${second} * * * * *` }] },
		};
		return builtIn('rssFeedReadTrigger', 'Feed', parameters);
	}
}
