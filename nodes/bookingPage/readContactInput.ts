import { currentZoneName, isTimeZone } from '../time/zones';
import { shorten } from '../utils/shorten';

/** What a contact can do to an appointment. */
export type Act = 'book' | 'confirm' | 'move' | 'cancel';
/** What a contact can decide: with `none`, no time suits, and nothing is sent to the platform. */
export type ActOrNone = Act | 'none';

/**
 * Why a page is shown in place of the one that was asked for. It stands in the address, so that a reload shows the same.
 * It only chooses words: what loosens a check is sealed (nodes/Platform/contactReply/seal.ts).
 *
 * - unknown: nobody knows what became of the decision
 * - pending: it was carried out, and n8n has not taken it up yet
 */
const NOTICES = ['taken', 'conflict', 'failed', 'refused', 'unknown', 'pending'] as const;
export type Notice = (typeof NOTICES)[number];

/** Longer than a token, a seal, every zone's name and every number here. */
const MAX_FIELD_LENGTH = 256;
export const MAX_NOTE_LENGTH = 1_000;

/** What a contact's browser has sent: the query of a link and the body of a form. */
export interface ContactInput {
	act?: ActOrNone;
	/** Start of the chosen slot, in epoch milliseconds. */
	start?: number;
	/** The chosen slot with its seal. */
	offer?: string;
	/** An appointment that the contact wants to keep beside the one to be booked, with its seal. */
	beside?: string;
	day?: string;
	zone?: string;
	note?: string;
	/** The link's own token, which n8n has checked. */
	token?: string;
	/** The wait of the page from which the request comes. */
	wait?: string;
	notice?: Notice;
}

/** Reads the fields of a request, which can be anything that a stranger has sent. @param acts what the page offers */
export function readContactInput(
	fields: Record<string, unknown>,
	acts: readonly ActOrNone[],
): ContactInput {
	const text = (name: string, pattern = /./s) => {
		const value = fields[name];
		if (typeof value !== 'string' || value.length > MAX_FIELD_LENGTH) return undefined;
		return pattern.test(value) ? value : undefined;
	};
	const zone = text('zone');
	const start = text('slot', /^\d{1,15}$/);
	return {
		act: acts.find((act) => act === fields.do),
		start: start === undefined ? undefined : Number(start),
		offer: text('offer'),
		beside: text('beside'),
		day: text('day', /^\d{4}-\d{2}-\d{2}$/),
		zone: zone !== undefined && isTimeZone(zone) ? currentZoneName(zone) : undefined,
		note: readNote(fields.note),
		token: text('signature'),
		wait: text('wait'),
		notice: NOTICES.find((notice) => notice === fields.notice),
	};
}

function readNote(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const note = value.replace(/\r\n?/g, '\n').trim();
	return note === '' ? undefined : shorten(note, MAX_NOTE_LENGTH);
}
