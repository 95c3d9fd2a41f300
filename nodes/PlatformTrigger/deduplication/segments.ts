import { TOKEN_LENGTH } from './eventKey';

/**
 * Remembered events are kept in segments: runs of tokens that were added in one stretch of time.
 * Only the newest segment changes, so adding an event costs the same whatever the number of events,
 * and events are forgotten a segment at a time.
 */
export interface Segment {
	/** Distinct across processes, so that what two processes remember can be put side by side. */
	id: string;
	/** When its first event was added, in minutes since the epoch. */
	openedAt: number;
	/** Tokens without separators. */
	tokens: string;
}

/** What the workflow's static data holds: segment id -> minute in base 36, a dot, the tokens. */
export interface StoredEvents {
	version: 1;
	/** Who wrote it last: lets a reader see at once that it holds nothing new. */
	writer: string;
	segments: Record<string, string>;
}

export const SEGMENT_CAPACITY = 250;

/** 5,000 tokens take 60,000 bytes; the rest of 64 kB is for ids, times and JSON's punctuation. */
export const MAX_STORED_EVENTS = 5_000;

/** A segment costs some 25 bytes beside its tokens, and each start of n8n begins one. */
export const MAX_STORED_SEGMENTS = 128;

const SEGMENT_TEXT = new RegExp(`^([0-9a-z]{1,7})\\.((?:[A-Za-z0-9_-]{${TOKEN_LENGTH}})*)$`);
const SEGMENT_ID = /^[A-Za-z0-9_-]{1,24}$/;

export function countOf(segment: Segment): number {
	return segment.tokens.length / TOKEN_LENGTH;
}

export function* tokensOf(tokens: string): Generator<string> {
	for (let at = 0; at < tokens.length; at += TOKEN_LENGTH) yield tokens.slice(at, at + TOKEN_LENGTH);
}

export function writeSegment(segment: Segment): string {
	return `${segment.openedAt.toString(36)}.${segment.tokens}`;
}

/** @returns undefined when the text is not what `writeSegment` writes */
export function readSegment(id: string, text: unknown): Segment | undefined {
	const parts = typeof text === 'string' && SEGMENT_ID.test(id) ? SEGMENT_TEXT.exec(text) : null;
	return parts ? { id, openedAt: parseInt(parts[1], 36), tokens: parts[2] } : undefined;
}

/** Whether a value from static data has the form of StoredEvents, its segments unread. */
export function isStoredEvents(value: unknown): value is StoredEvents {
	if (typeof value !== 'object' || value === null) return false;
	const { version, writer, segments } = value as Partial<StoredEvents>;
	return (
		version === 1 &&
		typeof writer === 'string' &&
		typeof segments === 'object' &&
		segments !== null &&
		!Array.isArray(segments)
	);
}
