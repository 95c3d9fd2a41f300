import { isSameUrl } from './records';
import type { KnownRegistration, ListedRegistration } from './records';

export interface Coverage {
	/** Events that no registration for this address asks for yet. */
	missing: string[];
	/** Registrations for this address, adopted or made. */
	current: KnownRegistration[];
	/** Formerly this node's, for another address or location, and not known to be gone. */
	leftOver: KnownRegistration[];
	/** Events that several registrations for this address ask for: each is delivered several times. */
	doubled: Map<string, string[]>;
}

/**
 * Compares what is wanted with what the platform lists. The list counts; what this node remembers
 * only fills in what the list does not show, so a registration removed on the platform is noticed.
 */
export function compareRegistrations(
	wanted: { url: string; locationId: string; events: Iterable<string> },
	listed: ListedRegistration[],
	known: KnownRegistration[],
): Coverage {
	const { url, locationId } = wanted;
	const isHere = (each: KnownRegistration) =>
		each.locationId === locationId && isSameUrl(each.url, url);

	const current: KnownRegistration[] = [];
	for (const each of listed) {
		const remembered = known.find((own) => own.id === each.id);
		const listedUrl = each.url ?? remembered?.url;
		if (listedUrl === undefined || !isSameUrl(listedUrl, url)) continue;
		const events = each.events ?? (remembered && isHere(remembered) ? remembered.events : []);
		current.push({ id: each.id ?? '', locationId, url, events });
	}

	const holders = new Map<string, string[]>();
	for (const { id, events } of current) {
		for (const event of new Set(events)) holders.set(event, [...(holders.get(event) ?? []), id]);
	}
	const isGone = (each: KnownRegistration) =>
		each.locationId === locationId && !listed.some(({ id }) => id === each.id);
	return {
		missing: [...wanted.events].filter((event) => !holders.has(event)),
		current,
		leftOver: known.filter((each) => !isHere(each) && !isGone(each)),
		doubled: new Map([...holders].filter(([, ids]) => ids.length > 1)),
	};
}
