import { isTimeZone } from '../time/zones';
import type { Act } from './offer';

/** Why a page is shown that is not what was asked for: told by the address, so that a reload tells it again. */
const NOTICES = ['taken', 'conflict', 'failed', 'unsure', 'unclear'] as const;
export type NoticeName = (typeof NOTICES)[number];

const ACTS: readonly Act[] = ['book', 'confirm', 'move', 'cancel'];

/** What a visitor asks for, by the address or by the form; anything unreadable is left out. */
export interface Visit {
	act?: Act;
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
const MAX_HEADER_LENGTH = 500;
const MAX_LANGUAGES = 10;

/** One field as text; a field that was sent twice, or as something else, counts as missing. */
function textIn(fields: unknown, name: string): string {
	if (typeof fields !== 'object' || fields === null || !Object.hasOwn(fields, name)) return '';
	const value = (fields as Record<string, unknown>)[name];
	return typeof value === 'string' && value.length <= MAX_FIELD_LENGTH ? value : '';
}

/**
 * Reads the query of a link or the body of the form.
 *
 * @param fields as n8n parsed it: texts, or anything a stranger has sent
 */
export function readVisit(fields: unknown): Visit {
	const [slot, day, zone, token, wait, from] = ['slot', 'day', 'zone', 'signature', 'wait', 'from'].map((name) =>
		textIn(fields, name),
	);
	const act = ACTS.find((one) => one === textIn(fields, 'do'));
	const notice = NOTICES.find((one) => one === textIn(fields, 'notice'));
	return {
		...(act && { act }),
		...(/^\d{1,15}$/.test(slot) && { start: Number(slot) }),
		...(/^\d{4}-\d{2}-\d{2}$/.test(day) && { day }),
		...(isTimeZone(zone) && { zone }),
		...(token !== '' && { token }),
		...(wait !== '' && { wait }),
		...(from !== '' && { from }),
		...(notice && { notice }),
	};
}

/** One entry of the header: the language and how much it is wanted. */
function preferenceOf(entry: string): { tag: string; weight: number } {
	const [tag, ...parameters] = entry.split(';').map((part) => part.trim());
	const quality = parameters.find((parameter) => parameter.startsWith('q='));
	const weight = quality === undefined ? 1 : Number(quality.slice(2));
	return { tag, weight: weight <= 1 ? weight : 0 };
}

/** Without extensions, which could ask for another calendar or other digits than the language's own. */
const PLAIN_TAG = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;

/**
 * How dates are written: as the visitor's own kind of the page's language does, such as British English
 * (RFC 9110, 12.5.4).
 *
 * @param header `Accept-Language`
 * @param language of the page
 */
export function localeOf(header: unknown, language: string): string {
	if (typeof header !== 'string' || header.length > MAX_HEADER_LENGTH) return language;
	const wanted = header
		.split(',', MAX_LANGUAGES)
		.map(preferenceOf)
		.filter(({ tag, weight }) => weight > 0 && PLAIN_TAG.test(tag) && tag.toLowerCase().split('-')[0] === language)
		.sort((a, b) => b.weight - a.weight)
		.map(({ tag }) => tag);
	return Intl.DateTimeFormat.supportedLocalesOf(wanted)[0] ?? language;
}
