import type { IDataObject } from 'n8n-workflow';
import { readId, readText } from '../../http/body';
import { isSameEvent } from '../../fields/eventTypes';
import { isSameUrl, type KnownRegistration } from '../registrations';

/** One listed custom webhook. The contract does not show its form, so anything may be absent. */
export interface ListedRegistration {
	id?: string;
	url?: string;
	/** Undefined where the list shows no events. */
	actions?: string[];
}

export interface Coverage {
	/** Events that are not registered for this address. */
	missing: string[];
	current: KnownRegistration[];
	notices: string[];
}

/** Reads an entry of the response to `list_custom_webhooks` (sandbox/openapi.yaml). */
export function readRegistration(record: IDataObject): ListedRegistration {
	const { actions } = record;
	const events = Array.isArray(actions) ? (actions as unknown[]).filter((action) => typeof action === 'string') : [];
	return {
		id: readId(record),
		url: readText(record, 'url'),
		actions: events.length > 0 ? events : undefined,
	};
}

/** The remembered ID decides, else the address. */
function isOwn(own: KnownRegistration, { id, url }: ListedRegistration): boolean {
	if (own.id !== '' && id !== undefined) return own.id === id;
	return url !== undefined && isSameUrl(url, own.url);
}

/**
 * Compares what is registered for this address with the selected events. A registration cannot be removed, so
 * events that its entry does not show are those that this node remembers, or else count as registered.
 *
 * @param isPart the platform lists only some, so a remembered one may be among the rest
 */
export function compareRegistrations(
	{ url, locationId, events }: Omit<KnownRegistration, 'id'>,
	listed: ListedRegistration[],
	known: KnownRegistration[],
	isPart = false,
): Coverage {
	const unseen = new Set(known.filter((own) => own.locationId === locationId));
	const current: KnownRegistration[] = [];
	const notices: string[] = [];
	for (const each of listed) {
		const own = [...unseen].find((one) => isOwn(one, each));
		if (own) unseen.delete(own);
		if (!isSameUrl(each.url ?? own?.url ?? '', url)) continue;
		const id = each.id ?? own?.id ?? '';
		const shown = each.actions ?? own?.events;
		if (!shown) {
			notices.push(
				`The platform does not say which events registration '${id}' covers, so it is treated as covering all. If events are missing, remove it in the platform's webhook settings, unpublish the workflow and publish it again.`,
			);
		}
		current.push({ id, locationId, url, events: shown ?? events });
	}
	if (isPart) current.push(...[...unseen].filter((own) => isSameUrl(own.url, url)));
	const missing = events.filter((event) => !current.some((each) => each.events.some((one) => isSameEvent(one, event))));
	return { missing, current, notices };
}
