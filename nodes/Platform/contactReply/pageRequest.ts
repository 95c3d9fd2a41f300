import { createHmac } from 'node:crypto';
import { NodeApiError, type IWebhookFunctions } from 'n8n-workflow';

import { filterSlots, type Slot, slotsThatFit } from '../../booking/slots';
import type { Choosing } from '../../bookingPage/choosePage';
import { clockFor, preferredLocales } from '../../bookingPage/dates';
import { readVisit, type Seal, type View } from '../../bookingPage/view';
import { languageOf, LANGUAGES } from '../../bookingPage/words';
import { authenticationOf } from '../../fields/accountFields';
import { fieldsAt } from '../../fields/parameters';
import { fieldsOf, readText } from '../../http/body';
import { readWaiting } from '../../n8n/waitingExecution';
import {
	type Appointment,
	isCanceled,
	listCalendarAppointments,
} from '../../platformApi/appointmentReads';
import { getCalendar, freeSlotsOn } from '../../platformApi/calendars';
import { PlatformClient } from '../../platformApi/client';
import { withPlatformText } from '../../platformApi/errors';
import { addDays, dateInZone, parseInstant } from '../../time/times';
import { tried, withTimeout } from '../../utils/attempt';
import { RecentReads } from '../../utils/boundedMap';
import { located } from '../platformOperation';
import { readAskPage, readOfferPage } from './operations';
import { type ContactPage, MAX_EXTRA_MS } from './pageFields';

const PAGES = { askToConfirm: readAskPage, offerSlots: readOfferPage };

/** A request of a contact, with the page that it is for. Nothing has been sent to the platform yet. */
export type PageRequest = Awaited<ReturnType<typeof readRequest>>;

/** Reads what the waiting node offers, and what the contact wants. @throws NodeOperationError as the node itself does */
export async function readRequest(context: IWebhookFunctions) {
	const { parameters, method, query, body, languages, wait, began, ends } = readWaiting(context);
	const call = await located(
		fieldsAt(parameters, 0),
		new PlatformClient(context, authenticationOf(parameters)),
	);
	const { account, client } = call;
	const operation = parameters.getNodeParameter('operation', 0) as keyof typeof PAGES;
	const page = await PAGES[operation](call, method !== 'HEAD');
	if (page.unchecked) report(context, NOT_UP_TO_DATE, page.unchecked);
	const visit = readVisit({ ...query, ...body }, page.acts);
	const locales = preferredLocales(languages);
	const language = [page.language, ...locales].map(languageOf).find(Boolean) ?? 'en';
	const credential = await client.account.credential();
	// Tokens change; a client secret stays.
	const seal = sealerOf(String(credential.decrypted.clientSecret ?? credential.token), wait);
	const view: View = {
		words: LANGUAGES[language],
		offer: page.offer,
		clock: clockFor(locales, language, visit.zone ?? page.zone),
		token: visit.token,
		wait,
		// Ask once only: a browser with a zone unknown to us would reload for ever.
		asksZone: method === 'GET' && !('zone' in query),
		leadsOn: leadsToAsk(context),
		usableUntil: ends || undefined,
		seal,
	};
	const choice = { ...visit, slot: offeredSlot(visit, seal) };
	return {
		...call,
		context,
		page,
		days: daysOf(page, account),
		view,
		visit: choice,
		method,
		began,
	};
}

/** The days that are offered now, and the key of their reading. */
function daysOf({ calendarId, zone, daysAhead }: ContactPage, account: string) {
	const startDate = dateInZone(Date.now(), zone);
	const query = { calendarId, startDate, endDate: addDays(startDate, daysAhead - 1), zone };
	return { query, key: `${account} ${JSON.stringify(query)}` };
}

/** Makes the text of a choice for forms. Nobody else can make it, so nothing is written but what was offered. */
export const sealerOf =
	(key: string, wait: string): Seal =>
	(act, { start, end, offset = 0 }) => {
		const slot = [start, end, offset].join('_');
		return `${slot}_${createHmac('sha256', key).update(`${wait} ${act} ${slot}`).digest('hex')}`;
	};

/** The slot that a form names, if this wait has offered it. */
function offeredSlot({ act, offer = '' }: ReturnType<typeof readVisit>, seal: Seal) {
	const [start, end, offset] = offer.split('_').map(Number);
	const slot: Slot = { start, end, offset };
	return act && seal(act, slot) === offer ? slot : undefined;
}

/** Tells whether Ask to Confirm and Wait follows, also in a loop: then the same link can change or cancel the booking. */
function leadsToAsk(context: IWebhookFunctions): boolean {
	const own = context.getNode();
	const follow = context.getChildNodes(own.name, { includeNodeParameters: true });
	const precede = context.getParentNodes(own.name).map(({ name }) => name);
	const loop = follow.filter(({ name }) => precede.includes(name));
	// Loop Over Items leads to the page of the next contact.
	const comesAgain =
		loop.length > 0 && loop.every(({ type }) => type !== 'n8n-nodes-base.splitInBatches');
	return [...follow, ...(comesAgain ? [own] : [])].some(
		({ type, disabled, parameters: { operation, options } = {} }) =>
			type === own.type &&
			!disabled &&
			operation === 'askToConfirm' &&
			String(fieldsOf(options).choices) !== 'confirm',
	);
}

const NOT_UP_TO_DATE = 'A page is not up to date';

/** Tells the operator in one line what the contact is not told. */
export function report(context: IWebhookFunctions, what: string, error: unknown): undefined {
	const { message } = error instanceof Error ? error : { message: String(error) };
	const reason = error instanceof NodeApiError ? withPlatformText(`${message}.`, error) : message;
	// IDs come from items: a line break in one would look like a line of the log.
	context.logger.warn(`${what}: ${reason}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), {
		executionId: context.getExecutionId(),
		nodeName: context.getNode().name,
	});
}

/** The page must stay small enough for a phone. */
const MAX_SLOTS = 2_000;

/** People leave a page that takes longer, and it can do without the calendar's name. */
const MAX_READ_MS = 14_000;
const MAX_NAME_MS = 3_000;

/** The contacts of all pages share a reading. Before a write the slots are read anew. */
const windows = new RecentReads<Slot[]>(10_000, 100);
const booked = new RecentReads<Appointment[]>(10_000, 100);
const names = new RecentReads<string>(5 * 60_000, 1_000);

/** The view with the calendar's name, where nothing else names the appointment. */
export async function withName({ client, account, page, view }: PageRequest): Promise<View> {
	const { offer, calendarId } = page;
	if (offer.heading || offer.title) return view;
	const name = names.get(
		`${account} ${calendarId}`,
		async () => readText(await getCalendar(client, calendarId, MAX_READ_MS), 'name') ?? '',
	);
	const calendarName = await withTimeout(name, MAX_NAME_MS).catch(() => undefined);
	return { ...view, offer: { ...offer, calendarName } };
}

/** Makes the next request read the slots anew. */
export const forgetSlots = ({ days }: PageRequest) => windows.forget(days.key);

/** The slots to offer, one a start, without the appointment's own. @throws where they cannot be read in time */
export async function offeredNow({
	client,
	page,
	days,
}: PageRequest): Promise<Pick<Choosing, 'hasMore' | 'slots'>> {
	const { zone, filters, duration, appointment } = page;
	const found = await windows.get(days.key, async () => {
		const reading = freeSlotsOn(client, { ...days.query, withinMs: MAX_READ_MS });
		const message = 'The platform did not respond in time';
		const late = new NodeApiError(client.node, { message }, { message });
		return (await withTimeout(reading, MAX_READ_MS)) ?? (await Promise.reject(late));
	});
	const now = Date.now();
	const starts = new Set([appointment?.start]);
	const distinct = (duration ? slotsThatFit(found, duration, now) : found).filter(
		({ start }) => !starts.has(start) && starts.add(start),
	);
	const fitting = filterSlots(distinct, filters, zone, now);
	return { slots: fitting.slice(0, MAX_SLOTS), hasMore: fitting.length > MAX_SLOTS };
}

const DAY_MS = 86_400_000;

/**
 * The appointment that the contact has got since the link was sent: probably by it, with a response that was lost. Only
 * where the platform can be asked.
 */
export async function madeSince({
	context,
	client,
	locationId: location,
	page,
	days,
	began,
}: PageRequest): Promise<Slot | undefined> {
	const { contactId, calendarId, daysAhead } = page;
	if (!contactId || !(await client.can('readAppointments'))) return undefined;
	const read = async () => {
		return await listCalendarAppointments(client, {
			locationId: await location(),
			calendarId,
			between: [Date.now(), Date.now() + daysAhead * DAY_MS],
		});
	};
	const find = async () => {
		const made = (await booked.get(days.key, read)).filter(
			(each) =>
				!isCanceled(each) && tried(() => parseInstant(each.record.dateAdded, 'UTC'), NaN) >= began,
		);
		// A contact that is named by email or phone is looked up only then.
		const contact = made.length > 0 && (await contactId());
		return made.find((each) => each.contactId === contact)?.slot;
	};
	return await withTimeout(find(), MAX_EXTRA_MS).catch((error: unknown) =>
		report(context, NOT_UP_TO_DATE, error),
	);
}
