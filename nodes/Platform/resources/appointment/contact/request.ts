import { randomUUID } from 'node:crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { slotsThatFit } from '../../../../booking/alternatives';
import { dateOfSlot, filterSlots } from '../../../../booking/slots';
import type { Slot } from '../../../../booking/slots';
import { VisitorClock } from '../../../../bookingPage/dates';
import type { View } from '../../../../bookingPage/view';
import { wordsOf } from '../../../../bookingPage/view';
import type { Visit } from '../../../../bookingPage/visitor';
import { localeOf, readVisit } from '../../../../bookingPage/visitor';
import { authenticationOf } from '../../../../fields/account';
import { readText } from '../../../../http/body';
import { endOfWait, parametersOf, waitOf } from '../../../../n8n/waitingExecution';
import { freeSlotsOn, getCalendar } from '../../../../platformApi/calendars';
import { PlatformClient } from '../../../../platformApi/client';
import { addDays, dateInZone } from '../../../../time/times';
import { withTimeout } from '../../../../utils/async';
import { readAskPage } from './askToConfirm.operation';
import { readOfferPage } from './offerSlots.operation';
import type { ContactPage } from './pageFields';

/** The page must stay small enough for a phone. */
const MAX_SLOTS = 2_000;

/** People leave a page that takes longer. */
const MAX_READ_MS = 14_000;
/** The page can do without the name. */
const MAX_NAME_MS = 3_000;

const UNREAD = 'The page could not read the free slots';

/** Names this process, which alone remembers what was decided in it. */
const PROCESS = randomUUID();

/** One request of a visitor, and what it is about. */
export interface VisitorRequest {
	context: IWebhookFunctions;
	client: PlatformClient;
	page: ContactPage;
	view: View;
	visit: Visit;
	isPost: boolean;
	/** What a GET shows; undefined where it shows something else, or it could not be read. */
	offered?: Offered;
}

/** What is offered. */
export interface Offered {
	slots: Slot[];
	/** Later ones were left out. */
	hasMore: boolean;
}

/**
 * Reads a request: what the waiting node offers, and what the visitor wants.
 *
 * @throws NodeOperationError that names a field which cannot be used
 */
export async function readRequest(context: IWebhookFunctions): Promise<VisitorRequest> {
	const parameters = parametersOf(context);
	const client = new PlatformClient(context, authenticationOf(parameters));
	const readPage = parameters.getNodeParameter('operation', 0) === 'askToConfirm' ? readAskPage : readOfferPage;
	const page = await readPage(parameters, 0, client);
	const isPost = context.getRequestObject().method === 'POST';
	const query = context.getQueryData() as IDataObject;
	const visit = readVisit({ ...query, ...(isPost && context.getBodyData()) });
	const locale = localeOf(context.getHeaderData()['accept-language'], page.language);
	// A POST reads the slots when it has its turn.
	const needsSlots = !isPost && (page.appointment === undefined || (visit.act === 'move' && page.acts.includes('move')));
	const [calendarName, offered] = await Promise.all([
		nameOfCalendar(client, page.calendarId),
		needsSlots ? readSlots(context, client, page) : undefined,
	]);
	const view: View = {
		offer: { ...page.offer, calendarName },
		clock: new VisitorClock(locale, visit.zone ?? page.zone),
		words: wordsOf(page.language),
		token: visit.token,
		wait: waitOf(context),
		drawnBy: PROCESS,
		usableUntil: endOfWait(context),
		// Asked once: a browser in a zone that is not known here would name the same one for ever.
		askZone: isPost || 'zone' in query ? undefined : page.zone,
	};
	return { context, client, page, view, visit, isPost, offered };
}

/** The page works without the name; what is really wrong shows when the slots are read. */
async function nameOfCalendar(client: PlatformClient, calendarId: string): Promise<string> {
	const name = getCalendar(client, calendarId, MAX_NAME_MS).then((calendar) => readText(calendar, 'name'));
	return (await withTimeout(name, MAX_NAME_MS).catch(() => undefined)) ?? '';
}

/**
 * The slots that are offered now: the same ones for every visitor, whatever their zone.
 *
 * @returns undefined where they cannot be read in time, which has been reported then
 */
export async function readSlots(
	context: IWebhookFunctions,
	client: PlatformClient,
	page: ContactPage,
): Promise<Offered | undefined> {
	const { calendarId, zone, daysAhead } = page;
	const now = Date.now();
	const startDate = dateInZone(now, zone);
	const query = { calendarId, startDate, endDate: addDays(startDate, daysAhead - 1), zone, withinMs: MAX_READ_MS };
	try {
		const windows = await withTimeout(freeSlotsOn(client, query), MAX_READ_MS);
		if (windows) return offeredOf(windows, page, now);
		report(context, UNREAD, 'the platform did not respond in time');
	} catch (error) {
		report(context, UNREAD, error);
	}
	return undefined;
}

/** The slots of the windows that the page offers, whole days of them, each start once. */
function offeredOf(windows: readonly Slot[], { zone, filters, duration }: ContactPage, now: number): Offered {
	const slots = duration === undefined ? windows : slotsThatFit(windows, duration, now);
	const starts = new Set<number>();
	const distinct = slots.filter(({ start }) => !starts.has(start) && starts.add(start));
	const fitting = filterSlots(distinct, filters, zone, now);
	if (fitting.length <= MAX_SLOTS) return { slots: fitting, hasMore: false };
	const firstLeftOut = dateOfSlot(fitting[MAX_SLOTS], zone);
	const whole = fitting.slice(0, MAX_SLOTS).filter((slot) => dateOfSlot(slot, zone) !== firstLeftOut);
	return { slots: whole, hasMore: true };
}

/** Tells the operator what the visitor is not told, in one line. */
export function report(context: IWebhookFunctions, what: string, error: unknown): void {
	const reason = error instanceof Error ? error.message : String(error);
	// IDs come from items: a line break in one would look like a line of the log.
	context.logger.warn(`${what}: ${reason}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), {
		executionId: context.getExecutionId(),
		nodeName: context.getNode().name,
	});
}
