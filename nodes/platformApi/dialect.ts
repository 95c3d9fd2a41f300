import type { IDataObject } from 'n8n-workflow';

import type { Slot } from '../booking/slots';
import { fieldsOf, isRecord, UnexpectedResponseError } from '../http/body';
import type { Explanation } from '../http/explain';
import {
	addDays,
	formatUtc,
	formatWithOffset,
	offsetMinutesIn,
	parseInstant,
	startOfDate,
} from '../time/times';
import { tryOr } from '../utils/attempt';
import { saysNotThere } from './missingRecord';

/** Dates are `YYYY-MM-DD`, both included; the zone is an IANA name. */
export interface SlotRange {
	startDate: string;
	endDate: string;
	zone: string;
	/** Whose free slots, where the form can tell them apart. */
	userId?: string;
}

/** HighLevel's scopes, by what requests read and write. */
const HIGH_LEVEL_SCOPES = {
	readCalendars: 'calendars.readonly',
	readAppointments: 'calendars/events.readonly',
	writeAppointments: 'calendars/events.write',
	writeAppointmentNotes: 'calendars/events.write',
	readBlockedTimes: 'calendars/events.readonly',
	writeBlockedTimes: 'calendars/events.write',
	readContacts: 'contacts.readonly',
	writeContacts: 'contacts.write',
	readCustomFields: 'locations/customFields.readonly',
	writeCustomFields: 'locations/customFields.write',
	readInstalledLocations: 'oauth.readonly',
	readLocation: 'locations.readonly',
	mintTokens: 'oauth.write',
	readOpportunities: 'opportunities.readonly',
	writeOpportunities: 'opportunities.write',
	readTags: 'locations/tags.readonly',
	readUsers: 'users.readonly',
	readWorkflows: 'workflows.readonly',
	readConversations: 'conversations.readonly',
	readMessages: 'conversations/message.readonly',
	sendMessages: 'conversations/message.write',
};

export type Right = keyof typeof HIGH_LEVEL_SCOPES | 'readWebhooks' | 'writeWebhooks';

/** The differences between the two forms of the API. */
export interface Dialect {
	label: string;
	/** Addresses, where a person enters none. */
	platformUrl: string;
	marketplaceUrl: string;
	/** Of the consent page: what follows a host, and the name of the app's version in its query. */
	marketplacePath: string;
	versionParameter: string;
	/** Value of the `Version` header. @param typed in the credential */
	versionOf: (path: string, typed: string) => string;
	/** The scopes that requests need. What has none here, the form has no request for. */
	scopes: Partial<Record<Right, string>>;
	/** Says that there is none. @param what it is about, which begins the message @param why for this form */
	refusalOf: (what: string, why: string) => Explanation;
	/** The scopes that are requested by default when OAuth2 is connected. */
	defaultScope: string;
	/** One query for each request. @param isRaw for a person who wants to see the responses */
	slotQueries: (range: SlotRange, isRaw: boolean) => IDataObject[];
	/** The part of a response that lists free slots. @throws {UnexpectedResponseError} where there is none */
	slotsBody: (body: unknown) => IDataObject;
	/** True where a response lists starts only, so that the calendar has to say how long a slot is. */
	listsStartsOnly?: boolean;
	/** The free slots of such a part, in any order. @throws {UnexpectedResponseError} for what is no list of slots */
	readSlots: (body: IDataObject, lengthMs?: number) => Slot[];
	/** True where times are sent with the offset that they were listed or typed with. */
	keepsOffset?: boolean;
	/** A time as it is sent. The offset is in minutes. */
	timeText: (instant: number, offset?: number) => string;
	/**
	 * True where an appointment can be read, and those of a contact listed: so the platform can be asked what became of a
	 * write, and whether an appointment stands.
	 */
	showsAppointments: boolean;
	/** True where a canceled appointment keeps its record, with the status `cancelled`. */
	cancelsByStatus?: boolean;
	/** Sent with the request that removes an appointment. */
	deleteBody?: IDataObject;
	/** True for a refusal which means that the appointment is not there. @param words the platform's own */
	isGone: (status: number, words: string) => boolean;
	/** The query of a page of installed locations, where there are pages. */
	installedLocations?: (
		app: { clientId: string; companyId: string },
		skip: number,
		query?: string,
	) => IDataObject;
	/** How long to wait after 429 where the response does not say it, in milliseconds; else a short pause. */
	rateLimitMs?: number;
	/** Advice where a response shows that the platform speaks the other form, and where it refuses a version. */
	otherForm: string;
	checkVersion: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The slots that a response lists under its dates. An entry that cannot be read is refused: without it, a day would look full. */
function slotsIn(
	dates: object,
	expected: string,
	listIn: (day: unknown) => unknown,
	read: (entry: unknown) => Slot,
): Slot[] {
	return Object.entries(dates).flatMap(([date, day]) => {
		const list = listIn(day);
		// A trace ID may stand beside the dates.
		if ((list === undefined || typeof day !== 'object') && !DATE.test(date)) return [];
		const slots =
			list === undefined ? undefined : tryOr(() => [list ?? []].flat().map(read), undefined);
		if (slots) return slots;
		// What it sent stays out of the message: it may hold a secret.
		throw new UnexpectedResponseError(
			DATE.test(date)
				? `a list of free slots ${expected}: that of ${date} cannot be read`
				: `a list of free slots ${expected}: it names something that is no date`,
			"To see all of it, set 'Output' of Calendar > Get Free Slots to 'Raw Response'.",
		);
	});
}

const IF_HIGH_LEVEL = "If this is a HighLevel account, set 'API' of the credential to 'HighLevel'.";
const IF_CONTRACT =
	"If this is not a HighLevel account, set 'API' of the credential to 'Platform'.";

/** The form of the API that the project was asked for (sandbox/openapi.yaml). */
const contract: Dialect = {
	label: 'Platform',
	platformUrl: '',
	marketplaceUrl: '',
	marketplacePath: '',
	versionParameter: '',
	versionOf: (_path, typed) => typed,
	scopes: {
		readCalendars: 'calendars.readonly',
		writeAppointments: 'calendars.write',
		readInstalledLocations: 'locations.readonly',
		readWebhooks: 'webhooks.readonly',
		writeWebhooks: 'webhooks.write',
	},
	refusalOf: (what, why) => ({
		message: `${what} works with HighLevel only: ${why}`,
		whatToDo: `Contacts and appointments can be entered by ID. ${IF_HIGH_LEVEL}`,
	}),
	defaultScope:
		'calendars.readonly calendars.write locations.readonly webhooks.readonly webhooks.write',
	// The contract calls `timezone` "used for display" and does not show whether the end date is included: so more days are
	// asked for, except for a person who wants to see the response.
	slotQueries({ startDate, endDate, zone }, isRaw) {
		const [before, after] = isRaw ? [0, 0] : [-1, 2];
		return [
			{ startDate: addDays(startDate, before), endDate: addDays(endDate, after), timezone: zone },
		];
	},
	slotsBody(body) {
		const found = [body, fieldsOf(body).data].find(
			(value): value is IDataObject => isRecord(value) && typeof value._dates_ === 'object',
		);
		if (found) return found;
		throw new UnexpectedResponseError(
			"a list of free slots under '_dates_'",
			Object.keys(fieldsOf(body)).some((name) => DATE.test(name)) ? IF_HIGH_LEVEL : undefined,
		);
	},
	readSlots: ({ _dates_ }) =>
		slotsIn(
			fieldsOf(_dates_),
			"with 'startTime' and 'endTime' in ISO 8601",
			(day) => day,
			(entry) => {
				const { startTime, endTime } = fieldsOf(entry);
				return { start: parseInstant(startTime, 'UTC'), end: parseInstant(endTime, 'UTC') };
			},
		),
	timeText: (instant) => formatUtc(instant),
	showsAppointments: false,
	isGone: (status) => status === 404 || status === 410,
	otherForm: IF_HIGH_LEVEL,
	checkVersion: [IF_HIGH_LEVEL, "Otherwise, check 'API Version' of the credential."].join(' '),
};

/** The most that one request of free slots may span. */
const MAX_RANGE_MS = 31 * 86_400_000;

/** Endpoints that take the older of HighLevel's two versions, by its OpenAPI. */
const OF_OLDER_VERSION =
	/^\/(agent-studio|calendars|conversation-ai|conversations|knowledge-bases|links\/search|saas|saas-api|voice-ai)(\/|$)/;

/**
 * Endpoints that version v3 alone has, by HighLevel's OpenAPI of June 2026: under an older one, they are `404 Cannot GET`.
 * A `*` stands for an ID.
 */
const ONLY_IN_V3 = [
	'/ad-publishing/facebook/ads',
	'/ad-publishing/facebook/campaigns/*/publishing-progress',
	'/brand-boards/locations/*/brand-voices',
	'/calendars/schedules/event-calendar',
	'/calendars/services',
	'/chat-widget',
	'/contacts/*/campaigns/remove-all',
	'/contacts/lookup',
	'/conversations/messages/email/*/status',
	'/emails/locations',
	'/locations/*/conversationChannels',
	'/locations/*/permissions',
	'/oauth/installed-locations',
	'/oauth/location-token',
	'/saas-api/public-api/companies/*/locations/*/wallet-balance',
	'/saas/allow-attach-rebilling',
	'/social-media-posting/category/queues',
	'/social-media-posting/oauth/*/start',
];

/** True for a path that is one of the endpoints, or below one. */
function isBelow(path: string, endpoints: string[]): boolean {
	const segments = path.split('?')[0].split('/');
	return endpoints.some((endpoint) =>
		endpoint.split('/').every((part, index) => part === '*' || part === segments[index]),
	);
}

/** The newest version that an endpoint is documented for, of those before v3 where it has one. */
function highLevelVersionOf(path: string): string {
	if (isBelow(path, ONLY_IN_V3)) return 'v3';
	return OF_OLDER_VERSION.test(path) ? '2021-04-15' : '2021-07-28';
}

/** The public API of HighLevel (sandbox/highLevel.yaml). */
const highLevel: Dialect = {
	label: 'HighLevel',
	platformUrl: 'https://services.leadconnectorhq.com',
	marketplaceUrl: 'https://marketplace.gohighlevel.com',
	marketplacePath: '/v2',
	versionParameter: 'version_id',
	versionOf: highLevelVersionOf,
	scopes: HIGH_LEVEL_SCOPES,
	refusalOf: () => ({
		message: 'HighLevel has no API for webhooks',
		whatToDo:
			"Enter the webhook URL in the settings of your app on HighLevel's marketplace, and select the events there.",
	}),
	// Those of agencies, oauth.readonly and oauth.write, would be refused to an app of a location.
	defaultScope:
		'calendars.readonly calendars/events.readonly calendars/events.write contacts.readonly contacts.write locations.readonly locations/customFields.readonly',
	slotQueries({ startDate, endDate, zone, userId }) {
		const [from, to] = [startOfDate(startDate, zone), startOfDate(addDays(endDate, 1), zone)];
		return Array.from({ length: Math.ceil((to - from) / MAX_RANGE_MS) }, (_, index) => {
			const start = from + index * MAX_RANGE_MS;
			const part = {
				startDate: start,
				endDate: Math.min(start + MAX_RANGE_MS, to),
				timezone: zone,
			};
			return userId === undefined ? part : { ...part, userId };
		});
	},
	slotsBody(body) {
		const names = Object.keys(fieldsOf(body)).filter((name) => !/^trace_?id$/i.test(name));
		if (isRecord(body) && (names.length === 0 || names.some((name) => DATE.test(name))))
			return body;
		throw new UnexpectedResponseError('a list of free slots by date', IF_CONTRACT);
	},
	listsStartsOnly: true,
	readSlots: (body, lengthMs = 0) =>
		slotsIn(
			body,
			"with starts in ISO 8601 under 'slots'",
			(day) => fieldsOf(day).slots,
			(entry) => {
				const offset = offsetMinutesIn(entry);
				// Without one, nobody knows when that is.
				const start = parseInstant(offset === undefined ? '' : entry, 'UTC');
				return { start, end: start + lengthMs, offset, isStart: true };
			},
		),
	keepsOffset: true,
	// A start that was rewritten to UTC has been refused as taken.
	timeText: formatWithOffset,
	showsAppointments: true,
	cancelsByStatus: true,
	deleteBody: {},
	isGone: (status, words) =>
		contract.isGone(status, words) ||
		// Only 400 and 401 are documented.
		(status === 400 && saysNotThere(words)),
	installedLocations: ({ clientId, companyId }, skip, query) => ({
		companyId,
		query,
		// The platform's own SDK takes what stands before the hyphen of the client ID.
		appId: clientId.split('-')[0],
		isInstalled: true,
		skip: String(skip),
		limit: '100',
	}),
	rateLimitMs: 10_000,
	otherForm: IF_CONTRACT,
	checkVersion: IF_CONTRACT,
};

/** Values of the credentials' field 'API'. */
export const DIALECTS = { contract, highLevel } satisfies Record<string, Dialect>;

export type DialectName = keyof typeof DIALECTS;

/** The form that a credential names, by default the contract's. */
export const dialectOf = (name: unknown): Dialect =>
	Object.hasOwn(DIALECTS, String(name)) ? DIALECTS[name as DialectName] : DIALECTS.contract;
