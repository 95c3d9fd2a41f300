import type { IWebhookFunctions } from 'n8n-workflow';

import { filterSlots } from '../../../../booking/filters';
import type { Slot } from '../../../../booking/slots';
import { dateOfSlot } from '../../../../booking/slots';
import { VisitorClock } from '../../../../bookingPage/dates';
import type { Offer, Visitor } from '../../../../bookingPage/offer';
import type { Visit } from '../../../../bookingPage/visitor';
import { languageOf, readVisit } from '../../../../bookingPage/visitor';
import { readText } from '../../../../http/body';
import { parametersOf, waitOf } from '../../../../n8n/waitingExecution';
import { freeSlotsOn, getCalendar } from '../../../../platformApi/calendars';
import { PlatformClient } from '../../../../platformApi/client';
import { addDays } from '../../../../time/times';
import { authenticationOf } from '../../../../fields/authentication';
import type { OfferSettings } from './offerSlots.operation';
import { readSettings } from './offerSlots.operation';

/** The page must stay small enough for a phone. */
const MAX_SLOTS = 2_000;

/** One request of a visitor, and what it is about. */
export interface VisitorRequest {
	context: IWebhookFunctions;
	client: PlatformClient;
	settings: OfferSettings;
	offer: Offer;
	visitor: Visitor;
	visit: Visit;
	isPost: boolean;
	/** The page before was about another wait: in a loop, n8n serves the next contact at the same address. */
	isOutdated: boolean;
	/** Where the visitor's own zone is not known yet. */
	askZone?: string;
	/** What is offered; undefined where it has not been read, or could not be. */
	slots?: Slot[];
}

/**
 * Reads a request: what the node offers, and what the visitor wants. The slots are read along for a
 * GET only, since a POST reads them when it has its turn.
 */
export async function readRequest(context: IWebhookFunctions): Promise<VisitorRequest> {
	const parameters = parametersOf(context);
	const client = new PlatformClient(context, authenticationOf(parameters));
	const settings = await readSettings(parameters, 0, client);
	const { booking, heading, explanation, zone } = settings;
	const isPost = context.getRequestObject().method === 'POST';
	const query = readVisit(context.getQueryData());
	const visit = { ...query, ...(isPost && readVisit(context.getBodyData())) };
	const wait = waitOf(context);
	const language = languageOf(context.getHeaderData()['accept-language']);
	const [calendarName, slots] = await Promise.all([
		nameOfCalendar(client, booking.calendarId),
		isPost ? undefined : readSlots(context, client, settings),
	]);
	return {
		context,
		client,
		settings,
		offer: { calendarName, title: booking.title ?? '', heading, explanation },
		visitor: { clock: new VisitorClock(language, visit.zone ?? zone), token: query.token, wait },
		visit,
		isPost,
		isOutdated: isPost ? visit.wait !== wait : ![undefined, wait].includes(visit.wait),
		slots,
		// Asked once: a browser in a zone that is not known here would name the same one for ever.
		...(!isPost && !Object.hasOwn(context.getQueryData() as object, 'zone') && { askZone: zone }),
	};
}

/** The page works without the name; a real failure shows when the slots are read. */
async function nameOfCalendar(client: PlatformClient, calendarId: string): Promise<string> {
	return await getCalendar(client, calendarId).then(
		(calendar) => readText(calendar, 'name') ?? '',
		() => '',
	);
}

/**
 * The slots that are offered now: the same ones for every visitor, whatever their zone.
 *
 * @returns undefined where they cannot be read, which has been reported then
 */
export async function readSlots(
	context: IWebhookFunctions,
	client: PlatformClient,
	{ booking, zone, daysAhead, filters }: OfferSettings,
): Promise<Slot[] | undefined> {
	const now = Date.now();
	const startDate = dateOfSlot({ start: now, end: now }, zone);
	const endDate = addDays(startDate, daysAhead);
	const { calendarId } = booking;
	return await freeSlotsOn(client, { calendarId, startDate, endDate, zone }).then(
		(slots) => filterSlots(slots, filters, zone, now).slice(0, MAX_SLOTS),
		(error: unknown) => {
			report(context, 'The booking page could not read the free slots', error);
			return undefined;
		},
	);
}

/** Tells the operator what the visitor is not told. */
export function report(context: IWebhookFunctions, what: string, error: unknown): void {
	const reason = error instanceof Error ? error.message : String(error);
	context.logger.warn(`${what}: ${reason}`, {
		executionId: context.getExecutionId(),
		nodeName: context.getNode().name,
	});
}
