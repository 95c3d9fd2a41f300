import { within } from './deduplication/within';

interface Reads<T> {
	running: Promise<T>;
	/** Begins when `running` has ended; for everybody who comes until then. */
	next?: Promise<T>;
}

/** A read that takes longer than this does not hold up the next one. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Lets calls that come side by side share reads of the same thing, and gives none of them what was
 * read before its call: whoever comes while a read is running gets the result of the next one. So
 * nothing is ever stale, and however many calls there are, at most one read is running and one is
 * waiting. What a read throws goes to everybody who shares it.
 */
export class FreshReads<T> {
	private readonly reads = new Map<string, Reads<T>>();

	constructor(private readonly longestWaitMs = LONGEST_WAIT_MS) {}

	/** @param key what is read; `load` of any call with the same key must read the same */
	async read(key: string, load: () => Promise<T>): Promise<T> {
		const reads = this.reads.get(key);
		if (!reads) return await this.begin(key, load);
		reads.next ??= this.whenEnded(reads.running).then(() => this.begin(key, load));
		return await reads.next;
	}

	private async begin(key: string, load: () => Promise<T>): Promise<T> {
		const reads: Reads<T> = { running: load() };
		this.reads.set(key, reads);
		try {
			return await reads.running;
		} finally {
			if (!reads.next && this.reads.get(key) === reads) this.reads.delete(key);
		}
	}

	private async whenEnded(running: Promise<T>): Promise<void> {
		const ended = running.then(
			() => {},
			() => {},
		);
		await within(ended, this.longestWaitMs);
	}
}
