import { isSameEvent, isSameUrl } from './records';
import type { KnownRegistration } from '../trigger/memory';
import type { ListedRegistration } from './records';

export interface Wanted {
	url: string;
	locationId: string;
	/** Under which this node registers. */
	name: string;
	events: Iterable<string>;
}

export interface Coverage {
	/** Events that appear not to be registered for this address. */
	missing: string[];
	/** Registrations for this address, adopted or made. */
	current: KnownRegistration[];
	/** Formerly this node's, for another address or location, and not known to be gone. */
	leftOver: KnownRegistration[];
	/** Events that several registrations for this address ask for: each is delivered several times. */
	doubled: Map<string, string[]>;
	/** What was assumed, as sentences. */
	doubts: string[];
}

function mentions(events: Iterable<string>, event: string): boolean {
	return [...events].some((each) => isSameEvent(each, event));
}

function isOwn(own: KnownRegistration, { id, url }: ListedRegistration): boolean {
	if (own.id !== '' && id !== undefined) return own.id === id;
	return url !== undefined && isSameUrl(url, own.url);
}

/**
 * The events as listed. A list under another name than the contract's is taken for them if it holds
 * any that this node knows: it may be in other words, or of something else.
 */
function shownEvents(
	{ actions, otherLists }: ListedRegistration,
	known: string[],
): string[] | undefined {
	return actions ?? otherLists.find((list) => known.some((event) => mentions(list, event)));
}

/**
 * A registration cannot be removed, so what this node remembers counts unless the list clearly says
 * otherwise, and what the list leaves open counts as registered. A remembered one
 * that a list with others lacks may be on a further page; an empty list has none.
 */
export function compareRegistrations(
	wanted: Wanted,
	listed: ListedRegistration[],
	known: KnownRegistration[],
): Coverage {
	const { url, locationId } = wanted;
	const events = [...wanted.events];
	const unseen = new Set(known);
	const current: KnownRegistration[] = [];
	const leftOver: KnownRegistration[] = [];
	const doubts: string[] = [];
	const holders = new Map<string, string[]>();

	for (const each of listed) {
		const own = [...unseen].find((one) => one.locationId === locationId && isOwn(one, each));
		if (own) unseen.delete(own);
		const address = each.url ?? own?.url;
		const isHere = address === undefined ? each.name === wanted.name : isSameUrl(address, url);
		if (!isHere) {
			if (own) leftOver.push(own);
			continue;
		}
		const id = each.id ?? own?.id ?? '';
		const shown = shownEvents(each, [...events, ...(own?.events ?? [])]) ?? own?.events;
		if (!shown) doubts.push(`the list does not show for which events '${id}' is`);
		if (address === undefined) doubts.push(`the list does not show for which address '${id}' is`);
		current.push({ id, locationId, url, events: shown ?? events });
		for (const event of new Set(shown)) holders.set(event, [...(holders.get(event) ?? []), id]);
	}
	for (const own of unseen) {
		if (own.locationId !== locationId) leftOver.push(own);
		else if (isSameUrl(own.url, url) && listed.length > 0) {
			doubts.push(`the list does not show '${own.id}', which may be on a further page`);
			current.push(own);
		}
	}
	const missing = events.filter((event) => !current.some((each) => mentions(each.events, event)));
	const doubled = new Map([...holders].filter(([, ids]) => ids.length > 1));
	return { missing, current, leftOver, doubled, doubts };
}
