/** A header that interface A may ask for. */
export interface RequiredHeader {
	name: string;
	value: string;
}

const choices = <const Choices extends readonly unknown[]>(...values: Choices) => values;
/** For switches that tests may also set to other values of the type. */
const examples = <Value>(...values: Value[]): readonly Value[] => values;

/**
 * Every choice that the contract leaves to the platform, with the answers that the sandbox can
 * give. The first is the usual one, the last the most contrary. `sandbox/README.md` says which
 * silent point of the contract each belongs to.
 */
export const SWITCHES = {
	// Bodies of answers
	listBody: choices('wrapped', 'data', 'items', 'nested', 'bare'),
	emptyList: choices('emptyArray', 'noProperty', 'noContent'),
	recordBody: choices('wrapped', 'bare', 'nested', 'data'),
	records: choices('full', 'named', 'extra'),
	createdStatus: choices(200, 202, 201),
	doneStatus: choices(200, 201, 202, 204),
	doneBody: choices('wrapped', 'bare', 'data', 'success', 'empty', 'text'),
	listOrder: choices('kept', 'reversed'),
	pages: choices('one', 'nextUrl', 'cursor'),
	contentType: choices('application/json; charset=utf-8', 'application/vnd.api+json'),

	// Refusals
	errorBody: choices('message', 'nested', 'list', 'html', 'empty', 'text'),
	expiredTokenStatus: choices(401, 403),
	missingScopeStatus: choices(403, 401),
	otherLocationStatus: choices(403, 422, 404, 401),
	unknownAppointmentStatus: choices(404, 422, 400),
	unknownContact: choices(404, 422, 400, 'accepted'),
	unknownUser: choices('accepted', 422, 400),
	unknownStatus: choices('accepted', 400, 422),
	rateLimit: choices('none', 'retryAfter', 'bare'),
	latencyMs: examples<number>(0, 15, 60),

	// Free slots and bookings
	slotDates: choices('timezone', 'utc', 'calendar'),
	slotEndDate: choices('inclusive', 'exclusive'),
	slotOrder: choices('ascending', 'shuffled', 'descending'),
	slotStep: choices('length', 'half'),
	slotTimes: choices('seconds', 'minutes', 'milliseconds'),
	pastSlots: choices('absent', 'listed'),
	slotRangeDays: examples<number>(366, 62, 31),
	bookable: choices('slotsInARow', 'anyFreeTime', 'singleSlots'),
	refusalOrder: choices('409 first', '400 first'),
	conflictTime: choices('overlapping', 'sameStart'),
	rescheduledToSame: choices('accepted', 409, 400),
	rescheduledStatus: choices('kept', 'confirmed'),
	canceledAgain: choices(404, 'accepted', 400),

	// OAuth
	oauthErrorStatus: choices('rfc', 400, 401, 403, 422, 200),
	oauthErrorBody: choices('rfc', 'list', 'nested', 'text', 'message'),
	refusedRefresh: choices('invalid_grant', 'unnamed'),
	tokenType: choices('Bearer', 'bearer'),
	tokenLifetimeSeconds: examples<number>(3_600, 86_400, 240),
	oldRefreshToken: choices('ends', 'stays'),
	oldAccessToken: choices('stays', 'ends'),
	stateParameter: choices('returned', 'dropped'),
	installedLocations: choices('granted', 'all'),
	installedLocationId: choices('id', '_id', 'locationId'),

	// Custom webhooks and deliveries
	webhookEvents: choices('actions', 'events', 'objects', 'hidden'),
	webhookUrl: choices('url', 'targetUrl', 'hidden'),
	webhookTwin: choices('second', 'sameId', 'refused'),
	eventIdField: examples<string | null>('webhookEventId', 'id', 'eventId', null),
	eventFields: choices('full', 'extra', 'named'),
	eventText: choices('compact', 'indented'),
	retryBytes: choices('same', 'sentAt', 'attempt'),
	retrySchedule: choices('growing', 'once', 'quick'),
	retriedAnswers: choices('not2xx', '5xx', 'not200'),
	deliveryTimeoutMs: examples<number>(10_000, 30_000, 1_000),
	unsignedEvents: choices('none', 'all', 'app.deleted'),
	appDeletedBody: choices('flat', 'nested'),

	// Interface A
	knowledgeHeader: examples<RequiredHeader | null>(null, { name: 'X-API-Key', value: 'knowledge' }),
	nothingFound: choices('emptyArray', 'noProperty', 404, 'noContent'),
} as const;

export type SwitchName = keyof typeof SWITCHES;

/** One way in which the platform may behave: a value for every switch. */
export type Profile = { [Name in SwitchName]: (typeof SWITCHES)[Name][number] };
