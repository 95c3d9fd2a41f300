import { readFileSync } from 'node:fs';

const choices = <const Choices extends readonly unknown[]>(...values: Choices) => values;
/** For switches that tests may also set to other values of the type. */
const examples = <Value>(...values: Value[]): readonly Value[] => values;

/**
 * The choices that the contract leaves to the platform and that a client meets, each with what the
 * contract does not show. The first value is the usual one, the last the most contrary.
 */
export const SWITCHES = {
	/** How lists and records of interface B are wrapped */
	bodies: choices('wrapped', 'data', 'nested', 'bare'),
	/** An empty list, of interface A too; 404 is for interface A only */
	emptyList: choices('emptyArray', 'noProperty', 404, 'noContent'),
	/** Fields besides those named, and which of interface A are always present; `extra` leaves one out */
	records: choices('full', 'named', 'extra'),
	/** Lists have pages; a client learns only that there is more */
	pages: choices('one', 'several'),
	/** The order of lists, dates and slots */
	order: choices('kept', 'reversed'),
	/** Status and body of a rescheduling or cancellation that succeeded */
	done: choices('record', 'success', 'text', 'noContent'),
	/** The body of a refusal */
	errorBody: choices('message', 'nested', 'list', 'html', 'text'),
	/** Errors of the token endpoint: as in RFC 6749, with status 200, or with status 403 and another code for a refused refresh token */
	oauthErrors: choices('rfc', 'ok', 'unnamed'),
	/** For a token without the scope */
	missingScopeStatus: choices(403, 401),
	/** For an unknown contact or appointment, a canceled one too */
	unknownId: choices(404, 422, 400),
	/** Which refusal counts when the slot is taken by the contact's own appointment */
	refusalOrder: choices('409 first', '400 first'),
	/** The zone of `startDate`, `endDate` and the keys of `_dates_`; with `utc`, `endDate` is not included */
	slotDates: choices('timezone', 'calendar', 'utc'),
	/** Slots of earlier today are listed, too; they cannot be booked */
	pastSlots: choices('absent', 'listed'),
	/** The name of a location's ID in the list of installed locations */
	installedLocationId: choices('id', '_id', 'locationId'),
	/** Address and events in the list of webhooks: under the names of the request, under others, or not */
	webhookFields: choices('named', 'others', 'hidden'),
	/** Lifetime of access tokens */
	tokenLifetimeSeconds: examples<number>(3_600, 240),
	/** The name of the unique event ID in payloads */
	eventIdField: examples<string | null>('webhookEventId', 'id', null),
	/** The authentication of interface A */
	knowledgeHeader: examples<{ name: string; value: string } | null>(null, {
		name: 'X-API-Key',
		value: 'knowledge',
	}),
} as const;

/**
 * Where the live HighLevel was seen to differ from its OpenAPI (docs/reference.md, *Paper and record*). The first
 * value is as recorded, the last as the paper says.
 */
export const RECORDED = {
	/** What DELETE leaves: the record with its status and `deleted: true`, or nothing that can be read */
	deletion: choices('marked', 'gone'),
	/** The name under which a single appointment stands */
	envelope: choices('appointment', 'event'),
	/** Response to a booking: 201, no times, and the status as `appoinmentStatus` only; or 200 with the record */
	created: choices('brief', 'whole'),
	/** Status after a PUT of an appointment that names none */
	movedStatus: choices('confirmed', 'kept'),
	/** Of DELETE */
	deletedStatus: choices(200, 201),
	/** Not recorded: a PUT or DELETE of a deleted appointment changes its record, which stays deleted, or finds none */
	deletedWrite: choices('done', 'refused'),
	/** A booking of several slots in a row */
	durations: choices('one slot', 'any'),
	/** A start rewritten to UTC, in a calendar of another offset: one report says that it is refused as if taken */
	utcStart: choices('accepted', 'taken'),
	/** For a path that there is not */
	unknownRoute: choices(401, 404),
	/** A Version of other operations: passes, and is listed as a violation; or refused */
	versions: choices('any published', 'own'),
	/** Of a location's token for an agency's: 201, also without oauth.write; or 200 */
	mintStatus: choices(201, 200),
	/** The messages of a conversation: under `messages.messages`, as clients read them, or under `messages` */
	messageList: choices('nested', 'flat'),
	/** `version_id` in the address of the consent page below /v2 */
	versionId: choices('required', 'ignored'),
} as const;

/** The forms of the API: openapi.yaml and highLevel.yaml. */
export type Form = 'contract' | 'highLevel';

/** How many requests a location may send in a window, and in a day. */
export interface RateLimit {
	max: number;
	intervalMs: number;
	daily: number;
}

const ALL = { ...SWITCHES, ...RECORDED };

/** One way in which the platform may behave: its form, and a value for every switch. */
export type Profile = { [Name in keyof typeof ALL]: (typeof ALL)[Name][number] } & {
	form: Form;
	/** Null: none, as the contract shows none */
	rateLimit: RateLimit | null;
	/** HighLevel: a location's setting for duplicates, and which address counts first where they are not allowed */
	duplicates: 'email first' | 'phone first' | 'allowed';
	/** HighLevel: whether a contact may have several opportunities in one pipeline */
	opportunities: 'several' | 'one a pipeline';
	/** HighLevel: what a blocked time does with the appointments in it; one report says that they are canceled */
	blocks: 'keep' | 'cancel';
	/** HighLevel: how long a search does not find a new contact; recorded were some ten seconds */
	searchLagMs: number;
	/** How many appointments a slot takes; of one contact, too, except in the contract's form */
	placesPerSlot: number;
};

const pick = (from: Record<string, readonly unknown[]>, index: number) =>
	Object.fromEntries(Object.entries(from).map(([name, values]) => [name, values.at(index)]));

/** HighLevel's limit. That of its sandbox accounts is 25 in 10 s, and 10,000 a day. */
const LIMIT: RateLimit = { max: 100, intervalMs: 10_000, daily: 200_000 };

const ACCOUNT = {
	rateLimit: null,
	duplicates: 'email first',
	opportunities: 'several',
	blocks: 'keep',
	searchLagMs: 0,
	placesPerSlot: 1,
};

const contract = (index: number) =>
	({ ...pick(ALL, index), ...ACCOUNT, form: 'contract' }) as Profile;

const highLevel: Profile = {
	...contract(0),
	form: 'highLevel',
	rateLimit: LIMIT,
	tokenLifetimeSeconds: 86_399,
	unknownId: 400,
};

/** By name. HighLevel's public API says most of what the contract does not show; `highLevelPaper` keeps to its OpenAPI. */
const PROFILES = {
	usual: contract(0),
	contrary: contract(-1),
	highLevel,
	highLevelPaper: { ...highLevel, ...pick(RECORDED, -1), utcStart: 'accepted' },
} satisfies Record<string, Profile>;

/** A name, or what differs from the usual profile. */
export type ProfileChoice = keyof typeof PROFILES | Partial<Profile>;

/**
 * The profile of a name, or the base with some switches changed.
 *
 * @throws Error for a name or switch that there is not
 */
export function profileOf(choice: ProfileChoice, base: Profile = PROFILES.usual): Profile {
	const change = typeof choice === 'string' ? PROFILES[choice] : choice;
	const unknown = change ? Object.keys(change).find((name) => !Object.hasOwn(base, name)) : choice;
	if (unknown !== undefined) throw new Error(`There is no profile or switch ${String(unknown)}`);
	return { ...base, ...change };
}

/** The part of a report of `npm run check:account` that says how an account behaves. */
interface AccountReport {
	form: Form;
	variants: Partial<Profile>;
}

/**
 * The profile of a report's account: what the report does not show is as usual for its form.
 *
 * @throws Error for a file that is no report, and for a switch that there is not
 */
export function profileLike(file: string): Profile {
	const { form, variants } = JSON.parse(readFileSync(file, 'utf8')) as Partial<AccountReport>;
	if ((form !== 'contract' && form !== 'highLevel') || variants === undefined)
		throw new Error(`${file} is no report of npm run check:account`);
	return profileOf(variants, form === 'highLevel' ? PROFILES.highLevel : PROFILES.usual);
}
