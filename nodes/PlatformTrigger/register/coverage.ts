import type { IDataObject } from 'n8n-workflow';
import { readId, readText } from '../../http/body';
import { isSameEvent } from '../../fields/kinds';
import { isSameUrl, type KnownRegistration } from '../registrations';

/**
 * Compares what is registered for an address with the selected events. A registration cannot be removed, so
 * events that the platform does not show are those that this node remembers, or else count as registered.
 *
 * @param listed of `list_custom_webhooks` (sandbox/openapi.yaml), whose form the contract does not show
 * @param isPart the platform lists only some, so a remembered one may be among the rest
 * @returns the missing events, the registrations, and the IDs of those whose events nobody knows
 */
export function compareRegistrations(
	{ url, locationId, events }: Omit<KnownRegistration, 'id'>,
	listed: IDataObject[],
	remembered: KnownRegistration[],
	isPart = false,
) {
	const unseen = new Set(remembered.filter((own) => own.locationId === locationId));
	const current: KnownRegistration[] = [];
	const unclear: string[] = [];
	for (const record of listed) {
		const [id, address] = [readId(record), readText(record, 'url')];
		// The remembered ID decides, else the address.
		const own = [...unseen].find((each) =>
			each.id !== '' && id !== undefined ? each.id === id : isSameUrl(each.url, address ?? ''),
		);
		if (own) unseen.delete(own);
		if (!isSameUrl(address ?? own?.url ?? '', url)) continue;
		const actions = [record.actions].flat().filter((action) => typeof action === 'string');
		const shown = actions.length > 0 ? actions : own?.events;
		const registration = { id: id ?? own?.id ?? '', locationId, url, events: shown ?? events };
		if (!shown) unclear.push(registration.id);
		current.push(registration);
	}
	if (isPart) current.push(...[...unseen].filter((own) => isSameUrl(own.url, url)));
	const covered = current.flatMap((registration) => registration.events);
	const missing = events.filter((event) => !covered.some((each) => isSameEvent(each, event)));
	return { missing, current, unclear };
}
