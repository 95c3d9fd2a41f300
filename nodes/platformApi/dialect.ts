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
import { tryOr } from '../utils/tryOr';
import { saysNotThere } from './missingRecord';

/** The days whose free slots are asked for. */
export interface SlotRange {
	/** `YYYY-MM-DD` */
	startDate: string;
	/** `YYYY-MM-DD`; this day is included. */
	endDate: string;
	/** An IANA name. */
	zone: string;
	/** Whose free slots, where the form can tell them apart. */
	userId?: string;
}

/** HighLevel's scopes, by the rights to what requests read and write. */
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

/** What a request reads or writes. The form of the API says which scope it needs; without one, the form has no such request. */
export type Right = keyof typeof HIGH_LEVEL_SCOPES | 'readWebhooks' | 'writeWebhooks';

/** All differences between the forms of the API. */
export interface Dialect {
	/** As a message names the form. */
	label: string;
	/** The address of the API, where a person enters none. */
	platformUrl: string;
	/** The address of the consent page, where a person enters none. */
	marketplaceUrl: string;
	/** What follows the host in the address of the consent page. */
	marketplacePath: string;
	/** The name of the app's version in the query of the consent page. */
	versionParameter: string;
	/** Value of the `Version` header. @param typed in the credential */
	versionOf: (path: string, typed: string) => string;
	/** The scopes that requests need, by their rights. The form has no request for a right without a scope. */
	scopes: Partial<Record<Right, string>>;
	/** Says that the form has no such request, or no such field. @param what begins the message @param why ends it */
	refusalOf: (what: string, why: string) => Explanation;
	/** The scopes that are requested by default when OAuth2 is connected. */
	defaultScope: string;
	/** The queries that together ask for the free slots of a range. @param isRaw true for a person who wants to see the responses */
	slotQueries: (range: SlotRange, isRaw: boolean) => IDataObject[];
	/** Finds the part of a response that lists free slots. @throws {UnexpectedResponseError} where there is none */
	slotsBody: (body: unknown) => IDataObject;
	/** True where a response lists starts only, so that the calendar has to say how long a slot is. */
	listsStartsOnly?: boolean;
	/** Reads the free slots of such a part, in any order. @param lengthMs of a slot, where only starts are listed @throws {UnexpectedResponseError} for what is no list of slots */
	readSlots: (body: IDataObject, lengthMs?: number) => Slot[];
	/** True where times are sent with the offset that they were listed or typed with. */
	keepsOffset?: boolean;
	/** Writes a time as it is sent. @param instant in epoch milliseconds @param offset in minutes ahead of UTC */
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
	/** The query of a page of installed locations, where there are pages. @param skip how many to leave out @param query words in the name */
	installedLocations?: (app: InstalledApp, skip: number, query?: string) => IDataObject;
	/** How long to wait after 429 where the response does not say it, in milliseconds; else a short pause. */
	rateLimitMs?: number;
	/** Advice where a response shows that the platform speaks the other form. */
	otherForm: string;
	/** Advice where the platform refuses the `Version` header. */
	checkVersion: string;
}

/** The app that is installed in locations. */
export interface InstalledApp {
	clientId: string;
	/** Of the agency. */
	companyId: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** How a form of the API lists free slots. */
interface SlotListForm {
	/** Follows "a list of free slots", for messages. */
	description: string;
	/** Finds the list in the value under a date; undefined where there is none. */
	listIn: (day: unknown) => unknown;
	/** Reads one entry of the list. @throws an error for an entry that is no slot */
	readSlot: (entry: unknown) => Slot;
}

/** @throws an error for an entry that is no slot */
function slotsOfDay(list: unknown, readSlot: SlotListForm['readSlot']): Slot[] {
	return [list ?? []].flat().map(readSlot);
}

/** Reads the slots under the dates of a response. An entry that cannot be read is refused: without it, a day would look full. */
function readSlotsByDate(dates: object, { description, listIn, readSlot }: SlotListForm): Slot[] {
	const slots: Slot[] = [];
	for (const [date, day] of Object.entries(dates)) {
		const list = listIn(day);
		const isDate = DATE.test(date);
		// A trace ID may stand beside the dates.
		if (!isDate && (list === undefined || typeof day !== 'object')) continue;
		const ofDay =
			list === undefined ? undefined : tryOr(() => slotsOfDay(list, readSlot), undefined);
		// What the platform sent stays out of the message: it may hold a secret.
		if (ofDay === undefined)
			throw new UnexpectedResponseError(
				isDate
					? `a list of free slots ${description}: that of ${date} cannot be read`
					: `a list of free slots ${description}: it names something that is no date`,
				"To see all of it, set 'Output' of Calendar > Get Free Slots to 'Raw Response'.",
			);
		slots.push(...ofDay);
	}
	return slots;
}

/** The contract's list: under each date, slots with their start and end. */
const SLOTS_OF_CONTRACT: SlotListForm = {
	description: "with 'startTime' and 'endTime' in ISO 8601",
	listIn: (day) => day,
	readSlot(entry) {
		const { startTime, endTime } = fieldsOf(entry);
		return { start: parseInstant(startTime, 'UTC'), end: parseInstant(endTime, 'UTC') };
	},
};

/** HighLevel's list: under each date, starts with their offset. @param lengthMs of a slot */
function slotsOfHighLevel(lengthMs: number): SlotListForm {
	return {
		description: "with starts in ISO 8601 under 'slots'",
		listIn: (day) => fieldsOf(day).slots,
		readSlot(entry) {
			const offset = offsetMinutesIn(entry);
			// Without an offset, nobody knows when that is.
			const start = parseInstant(offset === undefined ? '' : entry, 'UTC');
			return { start, end: start + lengthMs, offset, isStart: true };
		},
	};
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
	slotQueries({ startDate, endDate, zone }, isRaw) {
		if (isRaw) return [{ startDate, endDate, timezone: zone }];
		// The contract calls `timezone` "used for display", and does not show whether the end date is included: so more days
		// are asked for than are wanted.
		return [{ startDate: addDays(startDate, -1), endDate: addDays(endDate, 2), timezone: zone }];
	},
	slotsBody(body) {
		for (const value of [body, fieldsOf(body).data]) {
			if (isRecord(value) && typeof value._dates_ === 'object') return value;
		}
		const hasDates = Object.keys(fieldsOf(body)).some((name) => DATE.test(name));
		throw new UnexpectedResponseError(
			"a list of free slots under '_dates_'",
			hasDates ? IF_HIGH_LEVEL : undefined,
		);
	},
	readSlots: ({ _dates_ }) => readSlotsByDate(fieldsOf(_dates_), SLOTS_OF_CONTRACT),
	timeText: (instant) => formatUtc(instant),
	showsAppointments: false,
	isGone: (status) => status === 404 || status === 410,
	otherForm: IF_HIGH_LEVEL,
	checkVersion: `${IF_HIGH_LEVEL} Otherwise, check 'API Version' of the credential.`,
};

/** The most that one request of free slots may span. */
const MAX_RANGE_MS = 31 * 86_400_000;

/** Endpoints that take the older of HighLevel's two versions, by its OpenAPI. */
const OF_OLDER_VERSION = [
	'/agent-studio',
	'/calendars',
	'/conversation-ai',
	'/conversations',
	'/knowledge-bases',
	'/links/search',
	'/saas',
	'/saas-api',
	'/voice-ai',
];

/**
 * Endpoints that version v3 alone has, by HighLevel's OpenAPI of June 2026: under an older one, they are `404 Cannot GET`.
 * A `*` stands for an ID.
 */
const ONLY_IN_V3 = [
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
	'/social-media-posting/comments',
	'/social-media-posting/oauth/*/bluesky',
	'/social-media-posting/oauth/*/google/accounts',
	'/social-media-posting/oauth/*/pinterest',
	'/social-media-posting/oauth/*/threads',
	'/social-media-posting/oauth/*/youtube',
	'/social-media-posting/oauth/bluesky/start',
	'/social-media-posting/oauth/pinterest/start',
	'/social-media-posting/oauth/threads/start',
	'/social-media-posting/oauth/youtube/start',
];

/** Endpoints that exist in v3 alone, while those below them are documented for an older version. */
const ALONE_ONLY_IN_V3 = ['/ad-publishing/facebook/ads'];

/** True for a path that is one of the endpoints, or below one. */
function isBelow(path: string, endpoints: string[]): boolean {
	const segments = path.split('?')[0].split('/');
	return endpoints.some((endpoint) =>
		endpoint.split('/').every((part, index) => part === '*' || part === segments[index]),
	);
}

/** The newest version that an endpoint is documented for, of those before v3 where it has one. */
function highLevelVersionOf(path: string): string {
	if (isBelow(path, ONLY_IN_V3) || ALONE_ONLY_IN_V3.includes(path.split('?')[0])) return 'v3';
	return isBelow(path, OF_OLDER_VERSION) ? '2021-04-15' : '2021-07-28';
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
		const queries: IDataObject[] = [];
		const rangeEnd = startOfDate(addDays(endDate, 1), zone);
		for (let start = startOfDate(startDate, zone); start < rangeEnd; start += MAX_RANGE_MS) {
			const end = Math.min(start + MAX_RANGE_MS, rangeEnd);
			const query: IDataObject = { startDate: start, endDate: end, timezone: zone };
			if (userId !== undefined) query.userId = userId;
			queries.push(query);
		}
		return queries;
	},
	slotsBody(body) {
		const names = Object.keys(fieldsOf(body)).filter((name) => !/^trace_?id$/i.test(name));
		if (isRecord(body) && (names.length === 0 || names.some((name) => DATE.test(name))))
			return body;
		throw new UnexpectedResponseError('a list of free slots by date', IF_CONTRACT);
	},
	listsStartsOnly: true,
	readSlots: (body, lengthMs = 0) => readSlotsByDate(body, slotsOfHighLevel(lengthMs)),
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

/** The forms of the API, by the values of the credentials' field 'API'. */
export const DIALECTS = { contract, highLevel } satisfies Record<string, Dialect>;

/** A value of the credentials' field 'API'. */
export type DialectName = keyof typeof DIALECTS;

/** The form of the API that a credential names, by default the contract's. */
export function dialectOf(name: unknown): Dialect {
	const isKnown = Object.hasOwn(DIALECTS, String(name));
	return isKnown ? DIALECTS[name as DialectName] : DIALECTS.contract;
}
