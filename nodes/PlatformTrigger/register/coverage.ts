import type { IDataObject } from 'n8n-workflow';
import { readId, readText } from '../../http/body';
import { isSameEvent } from '../../fields/eventTypes';
import { isSameUrl, type KnownRegistration } from '../registrations';

/** One custom webhook as the platform lists it; its form is not shown, so anything may be absent. */
export interface ListedRegistration {
	id?: string;
	url?: string;
	/** Its events; undefined where none are shown under the name under which they are registered. */
	actions?: string[];
	isDisabled: boolean;
}

export interface Coverage {
	/** Events that are not registered for this address. */
	missing: string[];
	/** Registrations for this address, adopted or made. */
	current: KnownRegistration[];
	/** Formerly this node's, for another address or location, and not known to be gone. */
	leftOver: KnownRegistration[];
	/** What the operator should know, as sentences. */
	notices: string[];
}

export const HOW_TO_REMOVE =
	"If you no longer want it, remove it in the platform's webhook settings, because the platform documents no API call for that.";

/** Reads an entry of the response to `list_custom_webhooks` (sandbox/openapi.yaml). */
export function readRegistration(record: IDataObject): ListedRegistration {
	const { actions, active, enabled, status } = record;
	const events = Array.isArray(actions) ? (actions as unknown[]).filter((action) => typeof action === 'string') : [];
	return {
		id: readId(record),
		url: readText(record, 'url'),
		actions: events.length > 0 ? events : undefined,
		isDisabled: active === false || enabled === false || /^(disabled|inactive|paused)$/i.test(String(status)),
	};
}

/** The remembered ID decides, else the address. */
function isOwn(own: KnownRegistration, { id, url }: ListedRegistration): boolean {
	if (own.id !== '' && id !== undefined) return own.id === id;
	return url !== undefined && isSameUrl(url, own.url);
}

/**
 * What is registered for this address. A registration cannot be removed, so what its entry leaves open
 * is taken from what this node remembers, or else counts as registered.
 *
 * @param isPart the platform says that it has listed only some, so a remembered one may be among the rest
 */
export function compareRegistrations(
	{ url, locationId, events }: Omit<KnownRegistration, 'id'>,
	listed: ListedRegistration[],
	known: KnownRegistration[],
	isPart = false,
): Coverage {
	const unseen = new Set(known);
	const current: KnownRegistration[] = [];
	const leftOver: KnownRegistration[] = [];
	const notices: string[] = [];
	let hidesUrls = false;

	for (const each of listed) {
		const own = [...unseen].find((one) => one.locationId === locationId && isOwn(one, each));
		if (own) unseen.delete(own);
		else if (each.url === undefined) hidesUrls = true;
		if (!isSameUrl(each.url ?? own?.url ?? '', url)) {
			if (own) leftOver.push(own);
			continue;
		}
		const id = each.id ?? own?.id ?? '';
		const shown = each.actions ?? own?.events;
		if (!shown) {
			notices.push(
				`The platform does not say which events registration '${id}' covers, so it is treated as covering all. If events are missing, remove it in the platform's webhook settings, unpublish the workflow and publish it again.`,
			);
		}
		if (each.isDisabled) {
			notices.push(
				`The platform lists the registration '${id}' as disabled, so it may send no events. Enable it in the platform's webhook settings.`,
			);
		}
		current.push({ id, locationId, url, events: shown ?? events });
	}
	for (const own of unseen) {
		if (own.locationId !== locationId) leftOver.push(own);
		else if (isPart && isSameUrl(own.url, url)) current.push(own);
	}
	if (isPart) {
		notices.push(
			'The platform lists only some of the registrations and documents no way to get the rest. This trigger relies on those that it has registered itself.',
		);
	}
	for (const { id, locationId: location, url: address } of leftOver) {
		notices.push(
			`The registration '${id}' of the location '${location}' for ${address} is left over from an earlier address or location. ${HOW_TO_REMOVE}`,
		);
	}
	const missing = events.filter((event) => !current.some((each) => each.events.some((one) => isSameEvent(one, event))));
	if (missing.length > 0 && hidesUrls) {
		notices.push(
			"The platform lists registrations without their URLs. If one of them is this trigger's, its events now arrive twice: remove one of the two in the platform's webhook settings.",
		);
	}
	return { missing, current, leftOver, notices };
}
