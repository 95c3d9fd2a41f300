import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { aroundEnd, processedItems } from '../../n8n/delivery';
import type { EndingResponse, ProcessedItems } from '../../n8n/delivery';
import { SerialQueue, withTimeout } from '../../utils/async';
import { readSettings, selectedEvents } from '../parameters';
import { tellOperator, triggerKey } from '../trigger/trigger';
import { claims } from './claims';
import type { Claim } from './claims';

/** A write that takes longer counts as failed, because the events behind it must run. */
const MAX_WRITE_MS = 10_000;

/** Marks to forget gather for so long: each write is one of the whole record. */
const FORGET_AFTER_MS = 1_000;

/**
 * Workers write the record without a lock: of two that write at once, one loses its marks. So the marks
 * of a worker gather, for up to half as long again at random, and soon after each write it looks
 * whether they are there: sooner than another worker, which gathers, asks for them.
 */
const GATHER_MS = 100;
const LOOK_AFTER_MS = 25;
const LOOKS = 3;

interface Batch {
	keys: Set<string>;
	known: Promise<Set<string>>;
}

const pause = async (ms: number) => await withTimeout(new Promise(() => {}), ms);

/**
 * Writes the marks of a trigger one after another, because n8n's record has no lock, and in groups,
 * because executions would queue behind it otherwise: while a write is under way further keys gather.
 */
export class Marks {
	/** By trigger. */
	private readonly gathering = new Map<string, Batch>();

	private readonly forgetting = new Map<string, Set<string>>();

	private readonly queue = new SerialQueue();

	constructor(
		private readonly maxWriteMs = MAX_WRITE_MS,
		private readonly forgetAfterMs = FORGET_AFTER_MS,
		private readonly gatherMs = GATHER_MS,
	) {}

	/**
	 * @param onLoss called when the keys could not be recorded, twice in a row
	 * @param amongWorkers other processes write the same record
	 * @returns those of the keys that had been recorded before; none where nothing could be recorded,
	 * since an event may run twice rather than never
	 */
	async record(
		trigger: string,
		items: ProcessedItems,
		keys: string[],
		onLoss: () => void,
		amongWorkers = false,
	): Promise<Set<string>> {
		const batch = this.gathering.get(trigger) ?? this.open(trigger, items, onLoss, amongWorkers);
		// Of two executions that give the same key to one write, the second one comes second.
		const given = keys.filter((key) => batch.keys.has(key));
		for (const key of keys) batch.keys.add(key);
		const known = await batch.known;
		return new Set([...given, ...keys.filter((key) => known.has(key))]);
	}

	/** With those of the next second, in one write. */
	forgetSoon(trigger: string, items: ProcessedItems, key: string): void {
		const gathering = this.forgetting.get(trigger)?.add(key);
		if (gathering) return;
		const keys = new Set([key]);
		this.forgetting.set(trigger, keys);
		void pause(this.forgetAfterMs).then(async () => {
			this.forgetting.delete(trigger);
			if (await this.forget(trigger, items, [...keys])) return;
			for (const each of keys) this.forgetSoon(trigger, items, each);
		});
	}

	/** @returns whether it succeeded */
	async forget(trigger: string, items: ProcessedItems, keys: string[]): Promise<boolean> {
		this.gathering.delete(trigger);
		const write = async () => await items.forget(keys).then(() => true);
		return (await this.queue.run(trigger, async () => await this.attempt(write))) ?? false;
	}

	private open(
		trigger: string,
		items: ProcessedItems,
		onLoss: () => void,
		amongWorkers: boolean,
	): Batch {
		const keys = new Set<string>();
		const write = async () => await this.attempt(async () => await items.record([...keys]));
		const known = new Promise<Set<string>>((resolve) => {
			void this.queue.run(trigger, async () => {
				if (amongWorkers) await pause(this.gatherMs * (1 + Math.random() / 2));
				if (this.gathering.get(trigger)?.keys === keys) this.gathering.delete(trigger);
				const before = await write();
				// The first write may have gone through, so this one may find its keys.
				if (!before && !(await write())) onLoss();
				resolve(new Set(before));
				for (let look = 0; amongWorkers && look < LOOKS; look++) {
					await pause(LOOK_AFTER_MS * (1 + Math.random()));
					if ((await write())?.length === keys.size) return;
				}
			});
		});
		const batch = { keys, known };
		this.gathering.set(trigger, batch);
		return batch;
	}

	private async attempt<T>(write: () => Promise<T>): Promise<T | undefined> {
		return await withTimeout(write(), this.maxWriteMs).catch(() => undefined);
	}
}

/** One for the process. */
export const marks = new Marks();

/** The property in which an item carries, from `webhook()` to `execute()`, whose start it is. */
const CARRIED = 'platformDelivery';

type Carried = Pick<Claim, 'event' | 'delivery'>;

/** Runs that a person asks for, whatever is on record. */
const ALWAYS_RUN = new Set(['manual', 'retry']);

/** Room on record for events whose sender has no response yet. */
const MAX_OPEN = 100;

const REPEAT =
	'The platform sent this event again. It already started the workflow, so nothing after the trigger runs.';

const NOT_RECORDED =
	"The event runs anyway, and may run again if it is repeated after a restart. Check n8n's database.";

/** Hands the claim on to the execution that n8n starts with the item. */
export function carry(item: INodeExecutionData, { event, delivery }: Claim): INodeExecutionData {
	return { ...item, [CARRIED]: { event, delivery } };
}

/** n8n's response to an accepted delivery waits for `confirm`, which is told of it. */
export function awaitConfirmation(response: EndingResponse, claim: Claim): void {
	aroundEnd(
		response,
		(confirmed) => (confirmed ? claims.hold(claim) : undefined),
		(confirmed) => claims.ended(claim, confirmed),
	);
}

/**
 * Records that an execution begins, and lets n8n respond to the sender then. Until n8n has, a second
 * mark says that the event is open: left by a crash, it lets the sender's repeat run. Where the sender
 * gets its response elsewhere, in queue mode or before a restart, there is no second mark.
 *
 * @returns whether the event has been started before
 */
async function isRepeat(
	context: IExecuteFunctions,
	items: ProcessedItems,
	{ event, delivery }: Carried,
): Promise<boolean> {
	const open = `${event}?`;
	const trigger = triggerKey(context);
	const onLoss = () =>
		tellOperator(context, 'record', 'could not record that an event was started', NOT_RECORDED);

	const claim = claims.begin(event, delivery);
	if (claim === 'repeat') return true;
	if (claim === 'elsewhere') return (await marks.record(trigger, items, [event], onLoss, true)).has(event);
	const known = await marks.record(trigger, items, [event, open], onLoss);
	claim.confirmRecorded();
	if (known.has(event) && !known.has(open)) {
		// Looking has opened it. If this is not written, a repeat runs twice rather than never.
		await marks.forget(trigger, items, [open]);
		return true;
	}
	void claim.outcome.then(() => marks.forgetSoon(trigger, items, open));
	return false;
}

/** @returns the item that the nodes behind the trigger run with, or none if the event is a repeat */
async function confirm(context: IExecuteFunctions): Promise<INodeExecutionData | undefined> {
	const { [CARRIED]: carried, ...item } = context.getInputData()[0];
	if (!carried || ALWAYS_RUN.has(context.getMode())) return item;
	const { eventsToRemember } = readSettings(context);
	const items = processedItems(context, eventsToRemember + MAX_OPEN);
	if (!(await isRepeat(context, items, carried as unknown as Carried))) return item;
	context.addExecutionHints({ message: REPEAT, location: 'outputPane' });
	return undefined;
}

/** What n8n runs the trigger with, first in each execution that `webhook()` has started. */
export async function startExecution(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const item = await confirm(context);
	const items = item ? [item] : [];
	if (!readSettings(context).outputPerEvent) return [items];
	return [...selectedEvents(context)].map((event) =>
		items.filter(({ json }) => json.type === event),
	);
}
