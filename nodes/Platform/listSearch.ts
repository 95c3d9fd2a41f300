import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Slot } from '../booking/slots';
import { authenticationOf } from '../fields/account';
import { clientOf } from '../fields/calendar';
import { dateIn } from '../fields/kinds';
import { currentText, entriesOf, matching } from '../fields/lists';
import { readAs, refuserFor, withoutLocator } from '../fields/parameters';
import { usableZone } from '../fields/timeZone';
import { freeSlotsOn } from '../platformApi/calendars';
import { PlatformClient } from '../platformApi/client';
import { listCustomWebhooks } from '../platformApi/customWebhooks';
import { chooseLocation, isAgencyLevel, mintsTokens } from '../platformApi/credential';
import { listInstalledLocations } from '../platformApi/installedLocations';
import { addDays, dateInZone, formatInZone, formatWithOffset } from '../time/times';

/** Days to list when no day is chosen, today among them. */
const DAYS_AHEAD = 7;

/** The webhooks registered in the location chosen in the node, else in the credential's. */
export async function searchWebhooks(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const client = await clientOf(this);
	const locationId = await client.locationFor(currentText(this, 'options.locationId'));
	return matching(entriesOf(await listCustomWebhooks(client, locationId)), filter);
}

/**
 * A credential works only for its own location, so only that one is offered, under
 * its name if the platform tells it. For a private token the location may be unknown, and for an agency it is chosen
 * here: then the installed ones are offered.
 *
 * @throws NodeOperationError for an agency's credential of which no token of a location can be made
 */
export async function searchLocations(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const client = new PlatformClient(this, authenticationOf(this));
	const credential = await client.account.known();
	const { locationId } = credential;
	if (isAgencyLevel(credential) && !mintsTokens(credential)) chooseLocation(client.node, credential);
	if (locationId === undefined) {
		return matching(entriesOf(await listInstalledLocations(client), 'locationId'), filter);
	}
	const fallback = { name: `${locationId} (location of the credential)`, value: locationId };
	// Without the scope locations.readonly the ID still does.
	const installed = await listInstalledLocations(client).then((records) => entriesOf(records, 'locationId'), () => []);
	const own = installed.find(({ value }) => value === locationId);
	return matching([own ?? fallback], filter);
}

/** A slot as a person reads it: `Wed 2026-11-25 09:00 – 09:30 (America/New_York)`. */
export function slotName({ start, end }: Slot, zone: string): string {
	const [from, to] = [start, end].map((instant) => formatInZone(instant, zone));
	const date = from.slice(0, 10);
	const weekday = new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'short' });
	return `${weekday} ${date} ${from.slice(11, 16)} – ${to.slice(11, 16)} (${zone})`;
}

/** The free slots of 'Calendar' on 'Day' or the coming days that have not begun, in the local time of 'Time Zone'. */
export async function searchSlots(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const refuse = refuserFor(this);
	const calendarId = currentText(this, 'calendarId');
	if (calendarId === '') {
		throw String(withoutLocator(this.getCurrentNodeParameter('calendarId'))).startsWith('=')
			? refuse("The expression in 'Calendar' has no value yet", 'Run the nodes before this one, so that it has one, or choose a calendar from the list.')
			: refuse("'Calendar' is not filled in yet", 'Choose a calendar to list its free slots here.');
	}
	const zone = usableZone(currentText(this, 'options.timezone'), this, refuse);
	const day = readAs(dateIn(zone), currentText(this, 'slotDay'), 'Day', refuse);
	const startDate = day ?? dateInZone(Date.now(), zone);
	const endDate = day ?? addDays(startDate, DAYS_AHEAD - 1);
	const free = await freeSlotsOn(await clientOf(this), { calendarId, startDate, endDate, zone });
	const slots = free.filter(({ start }) => start > Date.now());
	if (slots.length === 0) {
		return { results: [{ name: `No free slot ${day ? `on ${day}` : `in the next ${DAYS_AHEAD} days`}: choose another day`, value: '' }] };
	}
	const textOf = (instant: number, { offset }: Slot) => formatWithOffset(instant, offset);
	return matching(slots.map((slot) => ({ name: slotName(slot, zone), value: `${textOf(slot.start, slot)}/${textOf(slot.end, slot)}` })), filter);
}
