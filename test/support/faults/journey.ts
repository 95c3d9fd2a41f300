import fc from 'fast-check';
import { setTimeout as delay } from 'node:timers/promises';
import { credentialLike } from '../e2e/credentials';
import { builtIn } from '../queue/workflows';
import { LOCATION } from '../harness';
import { joined, renamed } from './lines';
import type { FaultHarness, Line } from './faultHarness';
import { killN8n, unexplained } from './kills';
import type { Kill } from './kills';
import { rawRequest } from './rawRequest';
import type { Tally } from './tally';
import { until } from './until';

const FIRST = 'Journey.First';
const SECOND = 'Journey.Second';
const SWAPPED = 'Journey.Swapped';

/** What others may have left in static data. */
const STATIC_DATA = ['{}', '{"global":[1],"node:Second Trigger":"garbage"}', '{"global":{"last":1}}'];

/** More than there is room for. */
const SLOW_BODIES = 30;
const OPEN_MS = 3_000;

/** Longer than a start takes, and than an impatient sender waits. */
const SLOW_START_MS = 1_500;

const PATIENT = {
	copies: 1,
	timeoutMs: 30_000,
	maxAttempts: 10_000,
	backoffMs: [300, 600, 1_000],
	maxInFlight: 50,
};

/** What can happen. How often each is drawn: what ends n8n takes some ten seconds. */
const WEIGHTS = {
	deliver: 4,
	repeatAtOnce: 3,
	repeatLater: 4,
	failStart: 2,
	slowStart: 2,
	senderCloses: 3,
	rename: 2,
	republish: 2,
	secondTrigger: 3,
	wipeStaticData: 2,
	disableRegistration: 1,
	swapCredential: 1,
	slowBodies: 1,
	busyLimit: 1,
	restart: 1,
	kill: 1,
} as const;

export type Action = keyof typeof WEIGHTS;

export interface Step {
	action: Action;
	/** How many events, or which of the earlier ones. */
	pick: number;
	/** Milliseconds until the next step begins; without it the step is waited for, and looked at. */
	pauseMs?: number;
}

const actions = Object.entries(WEIGHTS).map(([action, weight]) => ({
	weight,
	arbitrary: fc.constant(action as Action),
}));

/** A sequence of steps, some of which overlap the next ones. */
export const journeys = fc.array(
	fc.record({
		action: fc.oneof(...actions),
		pick: fc.nat({ max: 1_000 }),
		pauseMs: fc.option(fc.integer({ min: 0, max: 1_200 }), { nil: undefined, freq: 2 }),
	}),
	{ minLength: 5, maxLength: 12 },
);

/** e.g. "deliver +300, kill, repeatLater" */
export function journeyText(steps: readonly Step[]): string {
	return steps
		.map(({ action, pauseMs }) => (pauseMs === undefined ? action : `${action} +${pauseMs}`))
		.join(', ');
}

/** Walks through sequences, all in one workflow with two triggers and a Code node. */
export class Journey {
	readonly events: string[] = [];

	readonly kills: Kill[] = [];

	/** How often each action was taken. */
	readonly taken: Partial<Record<Action, number>> = {};

	private underWay: Array<Promise<void>> = [];

	/** Changes of the workflow and of n8n's life are made one after the other. */
	private changes: Promise<void> = Promise.resolve();

	private names = 0;

	private constructor(
		private readonly harness: FaultHarness,
		private readonly line: Line,
		/** Whose credential is swapped. */
		private readonly swapped: Line & { token: string },
	) {}

	static async open(harness: FaultHarness): Promise<Journey> {
		const code = `$getWorkflowStaticData('global').last = Date.now(); return $input.all();`;
		const between = [builtIn('code', 'Write', { jsCode: code }, { typeVersion: 2 })];
		const first = harness.draft(FIRST, { between });
		const second = harness.draft(SECOND, { name: 'Second Trigger' });
		const credentials = await credentialLike(harness, 'accessToken');
		const third = await harness.publish(harness.draft(SWAPPED, { credentials }));
		const swapped = { ...third, token: String(credentials.platformTokenApi.id) };
		return new Journey(harness, await harness.publish(joined('Journey', first, second)), swapped);
	}

	/** @returns what neither ran once nor is explained by a kill, one line each */
	async walk(steps: readonly Step[]): Promise<string[]> {
		this.harness.sandbox.control.setDelivery(PATIENT);
		for (const step of steps) {
			this.taken[step.action] = (this.taken[step.action] ?? 0) + 1;
			const taking = this.take(step);
			// What goes wrong is told when it is waited for.
			taking.catch(() => undefined);
			this.underWay.push(taking);
			if (step.pauseMs !== undefined) {
				await delay(step.pauseMs);
				continue;
			}
			const faults = await this.look();
			if (faults.length > 0) return [`after ${step.action}:`, ...faults];
		}
		return await this.look();
	}

	/** Waits for everything that is under way, then counts. */
	async look(): Promise<string[]> {
		await Promise.all(this.underWay.splice(0));
		const { settledExecutions, deliveriesOf, ledger } = this.harness;
		return unexplained(await this.tally(), ledger.runs, {
			executions: await settledExecutions(this.events, this.line),
			deliveries: deliveriesOf(this.events),
			kills: this.kills,
		});
	}

	/** What became of all events so far. */
	async tally(): Promise<Tally> {
		return await this.harness.settled(this.events, this.line);
	}

	private async take({ action, pick }: Step): Promise<void> {
		const { control } = this.harness.sandbox;
		switch (action) {
			case 'deliver':
				this.emit(1 + (pick % 4));
				return;
			case 'repeatAtOnce':
				control.setDelivery({ copies: 2 + (pick % 2) });
				this.emit(1);
				control.setDelivery({ copies: 1 });
				return;
			case 'repeatLater':
				if (this.events.length === 0) return;
				// Mostly one of the latest: the others have been repeated before.
				await this.harness.deliverAgain([this.events.at(-1 - (pick % Math.min(10, this.events.length)))!]);
				return;
			case 'failStart':
				await this.during({ fails: true });
				return;
			case 'slowStart':
				await this.during({ delayMs: SLOW_START_MS });
				return;
			case 'senderCloses':
				control.setDelivery({ timeoutMs: 5 + (pick % 200) });
				this.emit(2);
				await delay(250);
				control.setDelivery({ timeoutMs: PATIENT.timeoutMs });
				return;
			case 'secondTrigger':
				this.emit(2, SECOND);
				return;
			case 'rename':
				await this.inTurn(async () => {
					const { draft } = this.line;
					const { name } = draft.nodes[0];
					await this.harness.publishAgain(this.line, renamed(draft, name, `Trigger ${(this.names += 1)}`));
				});
				return;
			case 'republish':
				await this.inTurn(async () => await this.republish(this.line));
				return;
			case 'wipeStaticData':
				await this.harness.database.setStaticData(this.line.workflowId, STATIC_DATA[pick % STATIC_DATA.length]);
				return;
			case 'disableRegistration':
				await this.inTurn(async () => {
					const path = new URL(this.line.url).pathname;
					const own = control.webhooks().filter(({ url }) => url.endsWith(path));
					for (const { id } of own) control.changeWebhook(id, { more: { active: false } });
					await this.republish(this.line);
					for (const { id } of own) control.changeWebhook(id, { more: { active: true } });
				});
				return;
			case 'swapCredential':
				await this.inTurn(async () => await this.swapCredential(pick));
				return;
			case 'slowBodies':
				await this.sendSlowBodies();
				return;
			case 'busyLimit':
				await this.restart({ N8N_CONCURRENCY_PRODUCTION_LIMIT: pick % 2 === 0 ? '1' : '-1' });
				return;
			case 'restart':
				await this.restart();
				return;
			case 'kill':
				await this.inTurn(async () => {
					this.kills.push(await killN8n(this.harness));
					await this.harness.n8n.restart();
				});
		}
	}

	private async restart(env?: Record<string, string>): Promise<void> {
		await this.inTurn(async () => {
			const from = Date.now();
			await this.harness.n8n.restart(env);
			this.kills.push({ from, to: Date.now() });
		});
	}

	private async republish(line: Line): Promise<void> {
		await this.harness.api.deactivate(line.workflowId);
		await this.harness.publishAgain(line);
	}

	/** Events of the new location run, those of the other one do not, whatever static data say. */
	private async swapCredential(pick: number): Promise<void> {
		const { api, sandbox, database, emit, delivered, settled, ledger } = this.harness;
		const places = [
			{ accessToken: 'pit-harbor', locationId: LOCATION },
			{ accessToken: 'pit-summit', locationId: 'loc-summit' },
		];
		const [own, other] = pick % 2 === 0 ? places : places.reverse();
		await api.updateCredential(this.swapped.token, { platformUrl: sandbox.url, ...own });
		await this.republish(this.swapped);
		await database.setStaticData(this.swapped.workflowId, STATIC_DATA[pick % STATIC_DATA.length]);
		const [welcome] = emit(1, SWAPPED, { locationId: own.locationId });
		const [strange] = emit(1, SWAPPED, { locationId: other.locationId });
		await delivered([strange]);
		await settled([welcome], this.swapped);
		const runs = [ledger.runs(welcome), ledger.runs(strange)].join(' and ');
		if (runs !== '1 and 0') throw new Error(`After the swap, own and strange events ran ${runs} times`);
	}

	private async sendSlowBodies(): Promise<void> {
		const { n8n, line } = this.harness;
		const signature = Buffer.alloc(64, 1).toString('base64');
		const head = `POST ${new URL(line.url).pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nx-platform-signature: ${signature}\r\n\r\n`;
		const send = async () => await rawRequest(n8n.port, { pieces: [head], afterwards: 'close', openMs: OPEN_MS });
		await Promise.all(Array.from({ length: SLOW_BODIES }, send));
	}

	private emit(count: number, type = FIRST): string[] {
		const events = this.harness.emit(count, type);
		this.events.push(...events);
		return events;
	}

	/** Sends an event under a fault of the start, until it has a response. */
	private async during(fault: Parameters<FaultHarness['startFaults']['set']>[0]): Promise<void> {
		const { startFaults, deliveriesOf } = this.harness;
		startFaults.set(fault);
		const events = this.emit(1);
		const attempts = () => deliveriesOf(events).flatMap((delivery) => delivery.attempts);
		await until('a response', () => attempts().some(({ status }) => status !== undefined), 60_000, 50);
		startFaults.set({});
	}

	private async inTurn(change: () => Promise<void>): Promise<void> {
		const run = this.changes.then(change);
		this.changes = run.catch(() => undefined);
		await run;
	}
}
