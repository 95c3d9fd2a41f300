import { isTimeZone } from '../time/zones';

const ACTS = ['book', 'confirm', 'move', 'cancel'] as const;
/** What a contact can decide. */
export type Act = (typeof ACTS)[number];

/** Why a page is shown that is not what was asked for: told by the address, so that a reload tells it again. */
const NOTICES = ['taken', 'conflict', 'failed', 'unsure', 'unclear'] as const;
type NoticeName = (typeof NOTICES)[number];

/** What a visitor asks for, by the address or by the form; anything unreadable is left out. */
export interface Visit {
	/** Booking, where nothing else is named. */
	act: Act;
	/** Start of the chosen slot, epoch milliseconds. */
	start?: number;
	/** The day whose times are shown, `YYYY-MM-DD`. */
	day?: string;
	/** IANA name. */
	zone?: string;
	/** The link's own token. n8n has checked it. */
	token?: string;
	/** What the page was about from which this comes. */
	wait?: string;
	/** The process that has drawn that page, or `AGAIN`. */
	from?: string;
	notice?: NoticeName;
}

/** Longer than a token, every zone's name and every number here. */
const MAX_FIELD_LENGTH = 256;

/**
 * Reads the query of a link and the body of the form.
 *
 * @param fields as n8n parsed them: texts, or anything a stranger has sent
 */
export function readVisit(fields: Record<string, unknown>): Visit {
	/** A field that was sent twice, or as something else, counts as missing. */
	const text = (name: string, form = /./s) => {
		const value = fields[name];
		return typeof value === 'string' && value.length <= MAX_FIELD_LENGTH && form.test(value) ? value : undefined;
	};
	const [slot, zone] = [text('slot', /^\d{1,15}$/), text('zone')];
	return {
		act: ACTS.find((act) => act === fields.do) ?? 'book',
		start: slot === undefined ? undefined : Number(slot),
		day: text('day', /^\d{4}-\d{2}-\d{2}$/),
		zone: zone !== undefined && isTimeZone(zone) ? zone : undefined,
		token: text('signature'),
		wait: text('wait'),
		from: text('from'),
		notice: NOTICES.find((notice) => notice === fields.notice),
	};
}

const MAX_HEADER_LENGTH = 500;

/** Without extensions, which could ask for another calendar or other digits than the language's own. */
const PLAIN_TAG = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;

/**
 * How dates are written: as the visitor's own kind of the page's language does, such as British English.
 *
 * @param header `Accept-Language`, in which browsers name what they like best first (RFC 9110, 12.5.4)
 * @param language of the page
 */
export function localeOf(header: unknown, language: string): string {
	if (typeof header !== 'string' || header.length > MAX_HEADER_LENGTH) return language;
	const tags = header.split(',').map((entry) => entry.split(';')[0].trim());
	const wanted = tags.filter((tag) => PLAIN_TAG.test(tag) && tag.toLowerCase().split('-')[0] === language);
	return Intl.DateTimeFormat.supportedLocalesOf(wanted)[0] ?? language;
}
