import { randomBytes } from 'node:crypto';
import {
	countOf,
	isStoredEvents,
	MAX_STORED_EVENTS,
	MAX_STORED_SEGMENTS,
	readSegment,
	SEGMENT_CAPACITY,
	tokensOf,
	writeSegment,
} from './segments';
import type { Segment, StoredEvents } from './segments';

/** More than static data holds, so that a busy trigger's memory reaches further back (about 2 MB). */
export const MAX_EVENTS_IN_MEMORY = 20_000;

/** MAX_EVENTS_IN_MEMORY makes 80 full ones; the rest is for slow stretches and other processes. */
const MAX_SEGMENTS_IN_MEMORY = 512;

/** A retention window is cut into this many stretches; an event outlives its window by one at most. */
const STRETCHES = 12;

const MINUTE_MS = 60_000;

/**
 * The events that one trigger node has started, in memory, with what other processes and former
 * lives of this one have stored. All work is bounded by the size of one segment and the number of
 * segments, never by the number of events.
 */
export class RememberedEvents {
	/** Set anew for each instance: a memory that was dropped and begun again reads its own past. */
	private readonly writer = randomBytes(6).toString('base64url');

	/** Oldest first. */
	private segments: Segment[] = [];

	private readonly segmentOfToken = new Map<string, Segment>();

	/** The stored text last seen of each segment that another writer owns. */
	private readonly seenTexts = new Map<string, string>();

	/** The one of this instance's own that events are added to; others' may stand behind it. */
	private open: Segment | undefined;

	private opened = 0;

	private sweptAt = 0;

	/** @param retentionMinutes how long an event is remembered at least; read from the node each time */
	constructor(private retentionMinutes: number) {}

	get size(): number {
		return this.segmentOfToken.size;
	}

	setRetention(minutes: number): void {
		if (minutes === this.retentionMinutes) return;
		this.retentionMinutes = minutes;
		this.sweptAt = 0;
	}

	has(token: string): boolean {
		return this.segmentOfToken.has(token);
	}

	/** @param now milliseconds since the epoch */
	add(token: string, now: number): void {
		if (this.segmentOfToken.has(token)) return;
		const segment = this.openSegment(Math.floor(now / MINUTE_MS));
		segment.tokens += token;
		this.segmentOfToken.set(token, segment);
		this.bound();
	}

	/** Forgets what is older than the retention window; does something once a minute. */
	sweep(now: number): void {
		const minute = Math.floor(now / MINUTE_MS);
		if (minute === this.sweptAt) return;
		this.sweptAt = minute;
		for (const segment of this.segments.filter((each) => this.isExpired(each, minute))) {
			this.drop(segment);
		}
	}

	/**
	 * Takes over what static data holds beyond what is known here.
	 *
	 * @returns false when the stored form, or a part of it, could not be read
	 */
	merge(stored: unknown, now: number): boolean {
		if (stored === undefined) return true;
		if (!isStoredEvents(stored)) return false;
		if (stored.writer === this.writer) return true;

		const minute = Math.floor(now / MINUTE_MS);
		let readable = true;
		let added = false;
		for (const [id, text] of Object.entries(stored.segments)) {
			if (id.startsWith(this.writer) || this.seenTexts.get(id) === text) continue;
			const segment = readSegment(id, text);
			if (!segment) {
				readable = false;
				continue;
			}
			// A time to come would never expire.
			segment.openedAt = Math.min(segment.openedAt, minute);
			if (this.isExpired(segment, minute)) continue;
			this.takeOver(segment);
			this.seenTexts.set(id, text);
			added = true;
		}
		if (added) {
			this.segments.sort((a, b) => a.openedAt - b.openedAt);
			this.bound();
		}
		return readable;
	}

	/**
	 * The newest events in the form of static data, bounded in entries and bytes.
	 *
	 * @param starting tokens whose start n8n is saving at this moment, not yet confirmed
	 */
	store(starting: readonly string[], now: number): StoredEvents {
		const open = this.openSegment(Math.floor(now / MINUTE_MS));
		const unconfirmed = starting.filter((token) => !this.has(token)).slice(0, SEGMENT_CAPACITY);
		const segments: Record<string, string> = {};
		let left = MAX_STORED_EVENTS - unconfirmed.length - countOf(open);
		for (let i = this.segments.length - 1; i >= 0; i--) {
			const segment = this.segments[i];
			if (segment === open) continue;
			left -= countOf(segment);
			if (left < 0 || this.segments.length - i > MAX_STORED_SEGMENTS) break;
			segments[segment.id] = writeSegment(segment);
		}
		segments[open.id] = writeSegment({ ...open, tokens: open.tokens + unconfirmed.join('') });
		return { version: 1, writer: this.writer, segments };
	}

	/**
	 * This instance's own newest segment while it has room and time left, or a new one. Not merely the
	 * last of all: processes that take turns would then begin a segment for each event.
	 */
	private openSegment(minute: number): Segment {
		const { open } = this;
		if (open && countOf(open) < SEGMENT_CAPACITY && minute - open.openedAt < this.stretch()) {
			return open;
		}
		this.opened += 1;
		const segment = { id: `${this.writer}${this.opened.toString(36)}`, openedAt: minute, tokens: '' };
		this.segments.push(segment);
		this.open = segment;
		return segment;
	}

	private takeOver(segment: Segment): void {
		let target = this.segments.find(({ id }) => id === segment.id);
		if (target) {
			const known = new Set(tokensOf(target.tokens));
			for (const token of tokensOf(segment.tokens)) if (!known.has(token)) target.tokens += token;
		} else {
			target = segment;
			this.segments.push(target);
		}
		for (const token of tokensOf(target.tokens)) {
			const holder = this.segmentOfToken.get(token);
			if (!holder || holder.openedAt <= target.openedAt) this.segmentOfToken.set(token, target);
		}
	}

	/** Oldest first, but never the one that is being added to, until what is left fits. */
	private bound(): void {
		while (
			this.segments.length > 1 &&
			(this.size > MAX_EVENTS_IN_MEMORY || this.segments.length > MAX_SEGMENTS_IN_MEMORY)
		) {
			this.drop(this.segments[this.segments[0] === this.open ? 1 : 0]);
		}
	}

	private drop(segment: Segment): void {
		this.segments.splice(this.segments.indexOf(segment), 1);
		this.seenTexts.delete(segment.id);
		if (this.open === segment) this.open = undefined;
		for (const token of tokensOf(segment.tokens)) {
			if (this.segmentOfToken.get(token) === segment) this.segmentOfToken.delete(token);
		}
	}

	private stretch(): number {
		return Math.max(1, Math.ceil(this.retentionMinutes / STRETCHES));
	}

	/** An event that came at the end of its segment's stretch has its whole window, too. */
	private isExpired(segment: Segment, minute: number): boolean {
		return minute - segment.openedAt > this.retentionMinutes + this.stretch();
	}
}
