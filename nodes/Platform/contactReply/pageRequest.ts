import { createHash, createHmac } from 'node:crypto';
import { NodeApiError, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';

import { filterSlots, type Slot, slotsThatFit } from '../../booking/slots';
import type { Choosing } from '../../bookingPage/choosePage';
import { clockFor, preferredLocales } from '../../bookingPage/dates';
import { readVisit, type View } from '../../bookingPage/view';
import { languageOf, LANGUAGES } from '../../bookingPage/words';
import { authenticationOf, locationAsked } from '../../fields/accountFields';
import { inZoneOf } from '../../fields/when';
import { fieldsOf, readText } from '../../http/body';
import { endOfWait, parametersOf, waitOf } from '../../n8n/waitingExecution';
import { freeSlotsOn, getCalendar } from '../../platformApi/calendars';
import { PlatformClient } from '../../platformApi/client';
import { platformTextOf, withPlatformText } from '../../platformApi/errors';
import { addDays, dateInZone } from '../../time/times';
import { withTimeout } from '../../utils/attempt';
import { RecentReads } from '../../utils/boundedMap';
import { readAskPage, readOfferPage } from './operations';

const PAGES = { askToConfirm: readAskPage, offerSlots: readOfferPage };

/** A request of a contact, with the page that it is for. Nothing has been sent to the platform yet. */
export type PageRequest = Awaited<ReturnType<typeof readRequest>>;

/** Reads what the waiting node offers, and what the contact wants. @throws NodeOperationError as the node itself does */
export async function readRequest(context: IWebhookFunctions) {
	const parameters = parametersOf(context);
	const client = await new PlatformClient(context, authenticationOf(parameters)).at(
		locationAsked(parameters, 0),
	);
	const operation = parameters.getNodeParameter('operation', 0) as keyof typeof PAGES;
	const { method = 'GET' } = context.getRequestObject();
	const inZone = await inZoneOf(client, parameters);
	const page = await PAGES[operation](inZone, client, method !== 'HEAD');
	if (page.unchecked) report(context, 'A page is not up to date', page.unchecked);
	const query = context.getQueryData() as IDataObject;
	const visit = readVisit({ ...query, ...(method === 'POST' && context.getBodyData()) });
	const locales = preferredLocales(context.getHeaderData()['accept-language']);
	const language =
		[page.language, ...locales].map(languageOf).find((tag) => tag !== undefined) ?? 'en';
	const { platformUrl, locationId, token, decrypted } = await client.account.credential();
	// Tokens change; a client secret stays.
	const key = String(decrypted.clientSecret ?? token);
	const wait = waitOf(context);
	const view: View = {
		...LANGUAGES[language],
		offer: page.offer,
		clock: clockFor(locales, language, visit.zone ?? page.zone),
		token: visit.token,
		wait,
		// Ask once only: a browser with a zone unknown to us would reload for ever.
		asksZone: method === 'GET' && !('zone' in query),
		leadsOn: leadsToAsk(context),
		usableUntil: endOfWait(context),
		seal: sealerOf(key, wait),
	};
	const account = createHash('sha256')
		.update(JSON.stringify([platformUrl, locationId, token]))
		.digest('base64url');
	return { context, client, account, page, view, visit, method };
}

/** Makes the text of a choice for forms. Nobody else can make it, so nothing is written but what was offered. */
export const sealerOf =
	(key: string, wait: string): View['seal'] =>
	(act, { start, end, offset }) => {
		const slot = [start, end, offset].join('_');
		return `${slot}_${createHmac('sha256', key).update(`${wait} ${act} ${slot}`).digest('hex')}`;
	};

/** The slot that a form names, if this wait has offered it. */
export function offeredSlot({ view, visit: { act, offer = '' } }: PageRequest): Slot | undefined {
	const [start, end, offset] = offer.split('_').map((part) => (part ? Number(part) : undefined));
	const slot = { start: start ?? NaN, end: end ?? NaN, offset };
	return act && view.seal?.(act, slot) === offer ? slot : undefined;
}

/** Tells whether Ask to Confirm and Wait follows, also in a loop: then the same link can change or cancel the booking. */
function leadsToAsk(context: IWebhookFunctions): boolean {
	const own = context.getNode();
	const follow = context.getChildNodes(own.name, { includeNodeParameters: true });
	const precede = new Set(context.getParentNodes(own.name).map(({ name }) => name));
	const loop = follow.filter(({ name }) => precede.has(name));
	// Loop Over Items leads to the page of the next contact.
	const isOnce =
		loop.length === 0 || loop.some(({ type }) => type === 'n8n-nodes-base.splitInBatches');
	return [...follow, ...(isOnce ? [] : [{ ...own, disabled: false }])].some(
		({ type, disabled, parameters: { operation, options } = {} }) =>
			type === own.type &&
			!disabled &&
			operation === 'askToConfirm' &&
			String(fieldsOf(options).choices) !== 'confirm',
	);
}

/** Tells the operator in one line what the contact is not told. */
export function report(context: IWebhookFunctions, what: string, error: unknown): undefined {
	const message = error instanceof Error ? error.message : String(error);
	const said = error instanceof NodeApiError ? platformTextOf(error) : '';
	const reason = withPlatformText(said ? `${message}.` : message, said);
	// IDs come from items: a line break in one would look like a line of the log.
	context.logger.warn(`${what}: ${reason}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), {
		executionId: context.getExecutionId(),
		nodeName: context.getNode().name,
	});
}

/** True where the same may work in a few minutes, without anything being set right. */
export const mayPass = (error: unknown) =>
	error instanceof NodeApiError && !/^4(?!08|29)/.test(error.httpCode ?? '');

/** The page must stay small enough for a phone. */
const MAX_SLOTS = 2_000;

/** People leave a page that takes longer, and it can do without the calendar's name. */
const MAX_READ_MS = 14_000;
const MAX_NAME_MS = 3_000;

/** The contacts of all pages share a reading. Before a write the slots are read anew. */
const windows = new RecentReads<Slot[]>(10_000, 100);
const names = new RecentReads<string>(5 * 60_000, 1_000);

/** The view with the calendar's name, where nothing else names the appointment. */
export async function withName({ client, account, page, view }: PageRequest): Promise<View> {
	const { offer, calendarId } = page;
	if (offer.heading || offer.title) return view;
	// The slots of some calendars need the same reading.
	const read = async () =>
		readText(
			await client.once(
				`calendar ${calendarId}`,
				async () => await getCalendar(client, calendarId, MAX_READ_MS),
			),
			'name',
		) ?? '';
	const name = names.get(`${account} ${calendarId}`, read);
	const calendarName = await withTimeout(name, MAX_NAME_MS).catch(() => undefined);
	return { ...view, offer: { ...offer, calendarName } };
}

/** The days that are offered now, and the key of their reading. */
function daysOf({ account, page: { calendarId, zone, daysAhead } }: PageRequest) {
	const startDate = dateInZone(Date.now(), zone);
	const query = { calendarId, startDate, endDate: addDays(startDate, daysAhead - 1), zone };
	return { query, key: `${account} ${JSON.stringify(query)}` };
}

/** Makes the next request read the slots anew. */
export function forgetSlots(request: PageRequest): void {
	windows.forget(daysOf(request).key);
}

/** The slots to offer, one a start, without the appointment's own. @throws where they cannot be read in time */
export async function offeredNow(
	request: PageRequest,
): Promise<Pick<Choosing, 'hasMore' | 'slots'>> {
	const {
		client,
		page: { zone, filters, duration, appointment },
	} = request;
	const { query, key } = daysOf(request);
	const found = await windows.get(key, async () => {
		const reading = freeSlotsOn(client, { ...query, withinMs: MAX_READ_MS });
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
