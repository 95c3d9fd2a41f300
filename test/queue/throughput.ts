import type { N8n } from '../../runtime/n8n';
import { printTable } from '../support/print';
import { isLong } from '../support/long';
import { measure, publishEverywhere, SENDERS } from './loadRounds';
import type { Kind, Rates } from './loadRounds';
import type { Harness } from './harness';

/** n8n's own defaults for what is varied here. */
const DEFAULTS = {
	N8N_EXPRESSION_ENGINE: 'vm',
	N8N_EXPRESSION_ENGINE_POOL_SIZE: '1',
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'false',
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
	DB_POSTGRESDB_POOL_SIZE: '2',
	N8N_CONCURRENCY_PRODUCTION_LIMIT: '-1',
};

const LEGACY = { N8N_EXPRESSION_ENGINE: 'legacy' };
const NOT_SAVED = { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none' };
const POOL = { DB_POSTGRESDB_POOL_SIZE: '10' };
const TUNED = { ...LEGACY, ...NOT_SAVED, ...POOL };

/** One line of the table. `pairs`: how many webhook processors, and as many workers. */
interface Case {
	settings: Partial<typeof DEFAULTS>;
	pairs: 1 | 2;
}

const USUAL: Case = { settings: {}, pairs: 1 };
const BEST: Case = { settings: TUNED, pairs: 1 };

/** All at night: the processes are started anew for each line. */
const CASES: readonly Case[] = !isLong ? [USUAL, BEST] : [
	USUAL,
	{ settings: {}, pairs: 2 },
	{ settings: { N8N_EXPRESSION_ENGINE_POOL_SIZE: '4' }, pairs: 1 },
	{ settings: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' }, pairs: 1 },
	{ settings: { N8N_EXPRESSION_ENGINE: 'quickjs' }, pairs: 1 },
	{ settings: LEGACY, pairs: 1 },
	{ settings: { ...LEGACY, ...NOT_SAVED }, pairs: 1 },
	{ settings: { ...LEGACY, ...POOL }, pairs: 1 },
	BEST,
	{ settings: TUNED, pairs: 2 },
];

export function throughput(harness: () => Harness): void {
	it('accepted and executed events a second, beside the built-in Webhook node', async () => {
		const addresses = await publishEverywhere(harness());
		const results: Array<Record<Kind, Rates>> = [];
		for (const { settings, pairs } of CASES) {
			const env = { ...DEFAULTS, ...settings };
			await useProcesses(harness(), env, pairs);
			results.push(await measure(harness(), addresses.slice(0, pairs)));
		}
		printRates(results);

		const accepted = results.map(({ trigger }) => trigger.accepted);
		const tuned = results[CASES.indexOf(BEST)];
		expect(Math.min(...accepted)).toBeGreaterThan(0);
		expect(tuned.trigger.accepted).toBeGreaterThan(1.5 * accepted[0]);
		expect(tuned.trigger.accepted).toBeGreaterThan(0.5 * tuned.webhookNode.accepted);
	}, 900_000);
}

function printRates(results: Array<Record<Kind, Rates>>): void {
	const base = results[0].trigger.accepted;
	const rate = (value: number) => value.toFixed(0);
	printTable(
		`events a second, ${SENDERS} senders, all on this machine`,
		[
			'settings of processors and workers',
			'processors + workers',
			'trigger: accepted',
			'against line 1',
			'trigger: executed',
			'Webhook node: accepted',
			'Webhook node: executed',
			'trigger / Webhook node',
			'CPU ms an event of the trigger: processor + worker',
		],
		results.map(({ trigger, webhookNode }, index) => [
			describeSettings(CASES[index].settings),
			`${CASES[index].pairs} + ${CASES[index].pairs}`,
			rate(trigger.accepted),
			(trigger.accepted / base).toFixed(1),
			rate(trigger.executed),
			rate(webhookNode.accepted),
			rate(webhookNode.executed),
			(trigger.accepted / webhookNode.accepted).toFixed(2),
			`${rate(trigger.processorMs)} + ${rate(trigger.workerMs)}`,
		]),
	);
}

function describeSettings(settings: Case['settings']): string {
	const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
	return pairs.length === 0 ? "n8n's defaults" : pairs.join('<br>');
}

/** Restarts the first `pairs` processors and workers with the settings, and stops the others. */
async function useProcesses(
	{ webhookProcessors, workers }: Harness,
	env: Record<string, string>,
	pairs: number,
): Promise<void> {
	const act = async (n8n: N8n, index: number) =>
		await (index < pairs ? n8n.restart(env) : n8n.stop());
	await Promise.all([...webhookProcessors.map(act), ...workers.map(act)]);
}
