import type { Exchange, ExchangeLog } from './exchanges';
import { isOfScope } from './steps';

/** Names and values are those of the local platform's switches (sandbox/profile.ts): `--like` sets them. */
export type Variants = Record<string, unknown>;

/** Far from most zones, so that the dates of the keys show whose they are. */
export const FAR_ZONE = 'Pacific/Kiritimati';

const EVENTS = '/calendars/events/appointments';
const ONE_EVENT = '/calendars/events/appointments/{eventId}';

type Record_ = Record<string, unknown>;

const isRecord = (value: unknown): value is Record_ =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Record_ => (isRecord(value) ? value : {});

const isDone = ({ status }: Exchange) => status >= 200 && status < 300;

/** All exchanges of one kind, in their order. */
function exchangesOf(log: ExchangeLog, method: string, endpoint: string): Exchange[] {
	const pattern = endpoint.replace(/\{\w+\}/g, '{}');
	return log.entries.filter(
		(one) => one.method === method && one.endpoint.replace(/\{\w+\}/g, '{}') === pattern,
	);
}

/** The appointment in a response, whatever it is wrapped in. */
function appointmentIn({ body }: Exchange): Record_ {
	const fields = fieldsOf(body);
	return fieldsOf(fields.appointment ?? fields.event ?? body);
}

const statusOf = (record: Record_): unknown => record.appointmentStatus ?? record.appoinmentStatus;

/**
 * What an account of HighLevel shows of the differences between its paper and its record. A switch is left out where the
 * exchanges do not show it.
 */
export function highLevelVariants(log: ExchangeLog, duplicates: string | undefined): Variants {
	const variants: Variants = {};
	const reads = exchangesOf(log, 'GET', ONE_EVENT);
	const standing = reads.filter((one) => isDone(one) && appointmentIn(one).deleted !== true);
	const deleted = exchangesOf(log, 'DELETE', '/calendars/events/{eventId}').filter(isDone);

	const read = standing[0];
	if (read) {
		const { body } = read;
		if ('appointment' in fieldsOf(body)) variants.envelope = 'appointment';
		else if ('event' in fieldsOf(body)) variants.envelope = 'event';
	}

	const booked = exchangesOf(log, 'POST', EVENTS).find(isDone);
	if (booked) variants.created = appointmentIn(booked).startTime === undefined ? 'brief' : 'whole';

	const movedWithoutStatus = log.entries.findIndex(
		({ method, endpoint, requestBody, status }) =>
			method === 'PUT' &&
			endpoint.startsWith(`${EVENTS}/`) &&
			status < 300 &&
			'startTime' in fieldsOf(requestBody) &&
			!('appointmentStatus' in fieldsOf(requestBody)),
	);
	if (movedWithoutStatus >= 0) {
		const after = log.entries
			.slice(movedWithoutStatus + 1)
			.find((one) => one.method === 'GET' && one.endpoint.startsWith(`${EVENTS}/`));
		if (after)
			variants.movedStatus = statusOf(appointmentIn(after)) === 'confirmed' ? 'confirmed' : 'kept';
	}

	if (deleted.length > 0) {
		variants.deletedStatus = deleted[0].status;
		const at = log.entries.indexOf(deleted[0]);
		const later = log.entries.slice(at + 1);
		const afterwards = later.find(
			(one) => one.method === 'GET' && one.endpoint.startsWith(`${EVENTS}/`),
		);
		if (afterwards)
			variants.deletion = appointmentIn(afterwards).deleted === true ? 'marked' : 'gone';
		const changed = later.find(
			(one) => one.method === 'PUT' && one.endpoint.startsWith(`${EVENTS}/`),
		);
		if (changed) variants.deletedWrite = isDone(changed) ? 'done' : 'refused';
	}

	const isTrial = ({ requestBody }: Exchange) => fieldsOf(requestBody).title !== undefined;
	for (const trial of exchangesOf(log, 'POST', EVENTS).filter(isTrial).slice(1)) {
		const { startTime, endTime } = fieldsOf(trial.requestBody);
		const words = JSON.stringify(trial.body ?? '');
		const isInUtc = String(startTime).endsWith('Z');
		if (isInUtc) variants.utcStart = isDone(trial) ? 'accepted' : 'taken';
		else if (endTime !== undefined) {
			if (isDone(trial)) variants.durations = 'any';
			else if (/duration/i.test(words)) variants.durations = 'one slot';
		}
	}

	const unknownRoute = log.last('GET', '/…');
	if (unknownRoute) variants.unknownRoute = unknownRoute.status;

	const lists = exchangesOf(log, 'GET', '/calendars/');
	if (lists.length > 1) variants.versions = isDone(lists.at(-1)!) ? 'any published' : 'own';

	const unknownId = reads.find((one) => !isDone(one));
	if (unknownId) variants.unknownId = unknownId.status;

	const refusedForScope = log.entries.find(isOfScope);
	if (refusedForScope) variants.missingScopeStatus = refusedForScope.status;

	const messages = exchangesOf(log, 'GET', '/conversations/{conversationId}/messages').find(isDone);
	if (messages) {
		const { messages: list } = fieldsOf(messages.body);
		variants.messageList = Array.isArray(list) ? 'flat' : 'nested';
	}

	if (duplicates) variants.duplicates = duplicates;
	const search = log.last('POST', '/contacts/search');
	if (search && Array.isArray(fieldsOf(search.body).contacts))
		variants.searchLagMs =
			(fieldsOf(search.body).contacts as unknown[]).length > 0 ? 0 : SEARCH_LAG_MS;
	const hasLimit = log.entries.some(({ headers }) => 'x-ratelimit-max' in headers);
	if (!hasLimit) variants.rateLimit = null;
	return variants;
}

/** As recorded: some ten seconds. */
const SEARCH_LAG_MS = 10_000;

/** What an account of the contract's form shows of the choices that the contract leaves open. */
export function contractVariants(log: ExchangeLog): Variants {
	const variants: Variants = {};
	const list = exchangesOf(log, 'GET', '/calendars/').find(isDone);
	if (list) {
		const { body, headers } = list;
		const { data, calendars } = fieldsOf(body);
		if (Array.isArray(body)) variants.bodies = 'bare';
		else if (Array.isArray(data)) variants.bodies = 'data';
		else if (isRecord(data)) variants.bodies = 'nested';
		else if (Array.isArray(calendars)) variants.bodies = 'wrapped';
		const records = [body, data, calendars, fieldsOf(data).calendars].find(Array.isArray) as
			| unknown[]
			| undefined;
		const first = fieldsOf(records?.[0]);
		if (records && records.length > 0) {
			const names = Object.keys(first);
			if (names.includes('traceId') || names.includes('customFields')) variants.records = 'extra';
			else
				variants.records = names.every((name) => name === 'id' || name === 'name')
					? 'named'
					: 'full';
		}
		const hasMore = 'link' in headers || 'nextPageUrl' in fieldsOf(body);
		variants.pages = hasMore ? 'several' : 'one';
	}

	const empty = exchangesOf(log, 'GET', '/locations/{locationId}/customWebhooks').at(-1);
	if (empty) {
		if (empty.status === 204) variants.emptyList = 'noContent';
		else if (empty.body === null || (isRecord(empty.body) && !hasList(empty.body)))
			variants.emptyList = 'noProperty';
		else if (isDone(empty) && JSON.stringify(empty.body).includes('[]'))
			variants.emptyList = 'emptyArray';
		const hook = fieldsOf(firstListed(empty.body));
		if (Object.keys(hook).length > 0) {
			if ('url' in hook) variants.webhookFields = 'named';
			else
				variants.webhookFields = Object.values(hook).some((value) => /^https?:/.test(String(value)))
					? 'others'
					: 'hidden';
		}
	}

	const installed = fieldsOf(
		firstListed(exchangesOf(log, 'GET', '/oauth/installedLocations').find(isDone)?.body),
	);
	for (const name of ['id', '_id', 'locationId'])
		if (name in installed) variants.installedLocationId = name;

	const refused = exchangesOf(log, 'GET', '/calendars/{calendarId}').find((one) => !isDone(one));
	if (refused) variants.errorBody = errorShape(refused);

	const changed =
		exchangesOf(log, 'PUT', ONE_EVENT).find(isDone) ??
		exchangesOf(log, 'DELETE', '/calendars/events/{eventId}').find(isDone);
	if (changed) variants.done = doneShape(changed);
	const unknown = exchangesOf(log, 'DELETE', '/calendars/events/{eventId}').find(
		(one) => !isDone(one),
	);
	if (unknown) variants.unknownId = unknown.status;
	const again = exchangesOf(log, 'POST', EVENTS).find((one) => !isDone(one));
	if (again) variants.refusalOrder = again.status === 409 ? '409 first' : '400 first';

	const slots = exchangesOf(log, 'GET', '/calendars/{calendarId}/free-slots').find(
		(one) => isDone(one) && one.query.timezone === FAR_ZONE,
	);
	if (slots) Object.assign(variants, slotVariants(slots));
	const refusedForScope = log.entries.find(isOfScope);
	if (refusedForScope) variants.missingScopeStatus = refusedForScope.status;
	return variants;
}

const hasList = (body: Record_): boolean =>
	Object.values(body).some((value) => Array.isArray(value) || (isRecord(value) && hasList(value)));

/** The first record of a list, however deep the list stands. */
function firstListed(body: unknown): unknown {
	if (Array.isArray(body)) return body[0];
	for (const value of Object.values(fieldsOf(body))) {
		const found = Array.isArray(value) || isRecord(value) ? firstListed(value) : undefined;
		if (found !== undefined) return found;
	}
	return undefined;
}

function errorShape({ body, headers }: Exchange): string {
	if (typeof body === 'string') return /html/.test(headers['content-type'] ?? '') ? 'html' : 'text';
	const { errors, error } = fieldsOf(body);
	if (Array.isArray(errors)) return 'list';
	return isRecord(error) ? 'nested' : 'message';
}

function doneShape({ body, status }: Exchange): string {
	if (status === 204 || body === undefined || body === '' || body === null) return 'noContent';
	if (typeof body === 'string') return 'text';
	return 'success' in fieldsOf(body) ? 'success' : 'record';
}

const dateIn = (text: string, timeZone: string) =>
	new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(text));

/** Whose dates the keys are, in which order they come, and whether past slots are listed. Asked from a week ago, in a zone far from others. */
function slotVariants({ body }: Exchange): Variants {
	const { data } = fieldsOf(body);
	const dates = fieldsOf(fieldsOf(body)._dates_ ?? fieldsOf(data)._dates_);
	const starts = Object.entries(dates).flatMap(([date, day]) =>
		(Array.isArray(day) ? day : []).map((slot) => ({
			date,
			start: String(fieldsOf(slot).startTime),
		})),
	);
	if (starts.length === 0) return {};
	const areDatesOf = (zone: string) =>
		starts.every(({ date, start }) => dateIn(start, zone) === date);
	const order = Object.keys(dates);
	const variants: Variants = {
		order: order.join() === [...order].sort().join() ? 'kept' : 'reversed',
	};
	if (areDatesOf(FAR_ZONE)) variants.slotDates = 'timezone';
	else variants.slotDates = areDatesOf('UTC') ? 'utc' : 'calendar';
	const now = Date.now();
	const times = starts.map(({ start }) => Date.parse(start));
	variants.pastSlots = times.some((start) => start < now) ? 'listed' : 'absent';
	return variants;
}
