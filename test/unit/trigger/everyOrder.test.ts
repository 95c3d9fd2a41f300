import { claims, Claim, Claims } from '../../../nodes/PlatformTrigger/deduplicate/claims';
import { CARRIED, startExecution } from '../../../nodes/PlatformTrigger/deduplicate/startExecution';
import { aroundEnd } from '../../../nodes/n8n/delivery';
import { EventRecord, eventRecord } from '../../../nodes/n8n/eventRecord';
import { isLong } from '../../support/long';

/*
 * Kept although it plays n8n: no plainer test goes through each order of claim, execution, record, response and death. The
 * kill tests draw a few of them, and the other unit tests show one wait each.
 */

/** Timers by their milliseconds: each ends a hold. */
const HOLDS_MS = [2_000, 8_000];
let onTimer: (ms: number) => Promise<void>;
// Not by a mock of the module: where many files are loaded as one, it would be that of all.
beforeEach(() => {
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const controller = new AbortController();
		void onTimer(ms).then(() => controller.abort());
		return controller.signal;
	});
});

const settle = async () => await new Promise((resolve) => setImmediate(resolve));

/** One start of an execution, or its retry by hand. */
interface Execution {
	delivery: number;
	item: object;
	mode: string;
	life: number;
	state: 'created' | 'begun' | 'ended' | 'failed';
}

/** A step that can be next. */
interface Step {
	name: string;
	take: () => void;
}

/** One event on its way through the real claims and record; what n8n and the platform do is chosen. */
class World {
	life = 0;
	readonly record = new Set<string>();
	readonly runs: number[] = [];
	readonly executions: Execution[] = [];
	/** By delivery, as its sender sees it. */
	readonly told: Array<'nothing' | 'accepted' | 'later'> = [];
	steps: Step[] = [];
	crashes = 0;
	retried = 0;
	failures = 0;
	readonly taken: string[] = [];

	constructor() {
		this.begin();
	}

	private begin(): void {
		Object.assign(claims, new Claims());
		claims.executesHere = true;
		Object.assign(eventRecord, new EventRecord());
		this.steps = [];
		const { life } = this;
		onTimer = async (ms) => {
			// A gathering batch waits for a moment; all bounds are longer than anything here takes.
			if (ms < HOLDS_MS[0]) return;
			if (!HOLDS_MS.includes(ms)) await new Promise(() => {});
			await this.step('hold ends', life);
		};
	}

	/** Resolves when it is chosen; never, if n8n dies before. */
	private async step(name: string, life: number): Promise<void> {
		if (life !== this.life) return await new Promise(() => {});
		await new Promise<void>((resolve) => this.steps.push({ name, take: resolve }));
	}

	deliver(): void {
		const delivery = this.told.push('nothing') - 1;
		const { life } = this;
		const noteResponse = (response: 'accepted' | 'later') => {
			if (life === this.life) this.told[delivery] = response;
		};
		const response = {
			statusCode: 200,
			removeHeader: () => {},
			end: () => noteResponse(response.statusCode === 200 ? 'accepted' : 'later'),
		};
		void (async () => {
			const claim = await claims.claim('event', async () => await new Promise(() => {}));
			if (!(claim instanceof Claim)) return noteResponse(claim === 'repeat' ? 'accepted' : 'later');
			aroundEnd(
				response as never,
				(isAccepted) =>
					claims.waitForRecord(claim, isAccepted)?.then((isRecorded) => {
						if (!isRecorded) response.statusCode = 503;
					}),
				(isAccepted) => void claims.close(claim, isAccepted),
			);
			const item = { json: {}, [CARRIED]: { event: 'event', isPayload: false } };
			await this.step(`create ${delivery}`, life);
			const execution: Execution = { delivery, item, mode: 'webhook', life, state: 'created' };
			this.executions.push(execution);
			this.offer(execution);
			await this.step(`respond ${delivery}`, life);
			response.end();
		})();
	}

	private offer(execution: Execution): void {
		this.steps.push({
			name: `begin ${execution.mode} ${execution.delivery}`,
			take: () => void this.run(execution),
		});
	}

	async run(execution: Execution): Promise<void> {
		const { life } = this;
		const write =
			(change: (keys: string[]) => unknown, isNew: boolean) => async (keys: string[]) => {
				// A step that changes nothing needs no turn of its own.
				if (keys.some((key) => this.record.has(key) !== isNew)) await this.step('write', life);
				return change(keys);
			};
		const context = {
			getInputData: () => [execution.item],
			getMode: () => execution.mode,
			getWorkflow: () => ({ id: 'w' }),
			getNode: () => ({ id: 'n', type: 'platformTrigger' }),
			getNodeParameter: () => '',
			addExecutionHints: () => {},
			helpers: {
				checkProcessedAndRecord: write((keys) => {
					const processed = keys.filter((key) => this.record.has(key));
					for (const key of keys) this.record.add(key);
					return { processed };
				}, true),
				removeProcessed: write((keys) => keys.filter((key) => this.record.delete(key)), false),
			},
		};
		execution.state = 'begun';
		const [items] = await startExecution.call(context as never);
		if (life !== this.life) return;
		execution.state = 'ended';
		if (items.length > 0) this.runs.push(execution.delivery);
	}

	/** All that a death leaves. */
	left(): string {
		const crashed = this.crashed().map(({ delivery }) => delivery);
		const { record, told, runs, crashes, retried, failures } = this;
		return JSON.stringify([[...record].sort(), told, runs, crashed, crashes, retried, failures]);
	}

	/** n8n ends it before its first node, such as for another node's credential. Nothing brings it back. */
	fail(execution: Execution): void {
		this.failures += 1;
		execution.state = 'failed';
		this.steps = this.steps.filter(({ name }) => name !== `begin webhook ${execution.delivery}`);
	}

	crash(): void {
		this.crashes += 1;
		this.life += 1;
		this.begin();
		this.told.forEach((told, n) => (this.told[n] = told === 'nothing' ? 'later' : told));
	}

	/** The executions that a person finds as crashed. */
	crashed(): Execution[] {
		return this.executions.filter(
			({ life, state }) => life < this.life && (state === 'created' || state === 'begun'),
		);
	}

	retry(execution: Execution): void {
		this.retried += 1;
		execution.state = 'ended';
		const again: Execution = { ...execution, mode: 'retry', life: this.life, state: 'created' };
		this.executions.push(again);
		this.offer(again);
	}

	/** Whatever is left happens, in order. */
	async finish(): Promise<void> {
		for (await settle(); this.steps.length > 0; await settle()) this.steps.shift()!.take();
	}
}

/** Events beside n8n's own steps: the platform repeats, n8n dies or fails to begin, a person retries what crashed. */
function choices(world: World, [repeats, deaths, retries, failures]: readonly number[]): Step[] {
	const all = [...world.steps];
	if (world.told.length < 1 + repeats) all.push({ name: 'deliver', take: () => world.deliver() });
	if (world.crashes < deaths) all.push({ name: 'die', take: () => world.crash() });
	if (world.retried < retries) {
		for (const crashed of world.crashed()) {
			all.push({ name: `retry ${crashed.delivery}`, take: () => world.retry(crashed) });
		}
	}
	if (world.failures < failures) {
		for (const execution of world.executions) {
			if (
				execution.state === 'created' &&
				execution.life === world.life &&
				execution.mode === 'webhook'
			)
				all.push({ name: `fail ${execution.delivery}`, take: () => world.fail(execution) });
		}
	}
	return all;
}

/** Takes each order once: the next one is told by how far the last one could have gone another way. */
async function everyOrder(
	bounds: readonly number[],
	check: (world: World) => Promise<void>,
): Promise<number> {
	const path: number[] = [];
	/** By what a death has left, the order that led to it first: what follows need not be tried again. */
	const deaths = new Map<string, string>();
	for (let count = 1; ; count++) {
		const world = new World();
		world.deliver();
		const widths: number[] = [];
		let isKnown = false;
		for (await settle(); !isKnown; await settle()) {
			const offered = choices(world, bounds);
			if (offered.length === 0) break;
			const depth = widths.push(offered.length) - 1;
			path[depth] ??= 0;
			const { name, take } = offered[path[depth]];
			world.steps = world.steps.filter((step) => step.take !== take);
			world.taken.push(name);
			take();
			if (name !== 'die') continue;
			const order = world.taken.join();
			const first = deaths.get(world.left()) ?? order;
			deaths.set(world.left(), first);
			isKnown = first !== order;
		}
		try {
			if (!isKnown) await check(world);
		} catch (cause) {
			throw new Error(`${world.taken.join(', ')}: ${String(cause)}`, { cause });
		}
		path.length = widths.length;
		while (path.length > 0 && path.at(-1)! + 1 >= widths[path.length - 1]) path.pop();
		if (path.length === 0) return count;
		path[path.length - 1] += 1;
	}
}

/** The promises of docs/reliability.md, whatever has happened. */
async function keepsItsPromises(world: World): Promise<void> {
	await world.finish();
	// The platform repeats until it is told that the event is accepted.
	while (!world.told.includes('accepted')) {
		world.deliver();
		await world.finish();
	}
	if (world.runs.length === 0) {
		expect(world.crashed()).not.toEqual([]);
		world.retry(world.crashed()[0]);
		await world.finish();
	}
	expect(world.runs.length).toBeGreaterThanOrEqual(1);
	// Without n8n's memory, its record must do.
	world.crash();
	world.deliver();
	await world.finish();
	// Twice only because a person retried.
	expect(world.runs.length).toBeLessThanOrEqual(1 + world.retried);
}

const QUICK = [
	[1, 1, 0, 0],
	[0, 2, 0, 0],
	[0, 1, 0, 1],
	[0, 1, 1, 0],
];
/** With a repeat as well. */
const LONG = [
	[1, 2, 0, 0],
	[1, 1, 0, 1],
	[1, 1, 1, 0],
];

it.each(isLong ? [...QUICK, ...LONG] : QUICK)(
	'with %i repeats, %i deaths of n8n, %i retries by hand and %i executions that never begin, an event runs, and twice only where a person retries it',
	async (...bounds) => {
		expect(await everyOrder(bounds, keepsItsPromises)).toBeGreaterThan(20);
	},
	120_000,
);
