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
	/** Whether lists have pages; a client learns only that there is more */
	pages: choices('one', 'several'),
	/** Of lists, dates and slots */
	order: choices('kept', 'reversed'),
	/** Status and body of a rescheduling or cancellation that succeeded */
	done: choices('record', 'success', 'text', 'noContent'),
	/** The body of a refusal */
	errorBody: choices('message', 'nested', 'list', 'html', 'text'),
	/** Of the token endpoint: as in RFC 6749, status 200, or status 403 and another code for a refused refresh token */
	oauthErrors: choices('rfc', 'ok', 'unnamed'),
	/** For a token without the scope */
	missingScopeStatus: choices(403, 401),
	/** For an unknown contact or appointment, a canceled one too */
	unknownId: choices(404, 422, 400),
	/** Which refusal counts when the slot is taken by the contact's own appointment */
	refusalOrder: choices('409 first', '400 first'),
	/** The zone of `startDate`, `endDate` and the keys of `_dates_`; with `utc`, `endDate` is not included */
	slotDates: choices('timezone', 'calendar', 'utc'),
	/** Whether slots of earlier today are listed; they cannot be booked */
	pastSlots: choices('absent', 'listed'),
	/** The name of a location's ID in the list of installed locations */
	installedLocationId: choices('id', '_id', 'locationId'),
	/** Address and events in the list of webhooks: under the names of the request, under others, or not */
	webhookFields: choices('named', 'others', 'hidden'),
	/** Of access tokens */
	tokenLifetimeSeconds: examples<number>(3_600, 240),
	/** The name of the unique event ID in payloads */
	eventIdField: examples<string | null>('webhookEventId', 'id', null),
	/** The authentication of interface A */
	knowledgeHeader: examples<{ name: string; value: string } | null>(null, { name: 'X-API-Key', value: 'knowledge' }),
} as const;

export type SwitchName = keyof typeof SWITCHES;

/** One way in which the platform may behave: a value for every switch. */
export type Profile = { [Name in SwitchName]: (typeof SWITCHES)[Name][number] };

/** A name, or switches that differ from the usual ones. */
export type ProfileChoice = 'usual' | 'contrary' | Partial<Profile>;

/** Switches whose listed values are examples. */
const OPEN: readonly string[] = ['tokenLifetimeSeconds', 'eventIdField', 'knowledgeHeader'] satisfies SwitchName[];

const pick = (index: number): Profile =>
	Object.fromEntries(Object.entries(SWITCHES).map(([name, values]) => [name, values.at(index)])) as Profile;

/**
 * The profile of a name, or the base with some switches changed.
 *
 * @throws Error for a name, switch or value that there is not
 */
export function profileOf(choice: ProfileChoice, base: Profile = pick(0)): Profile {
	if (choice === 'usual') return pick(0);
	if (choice === 'contrary') return pick(-1);
	if (typeof choice === 'string') throw new Error(`There is no profile ${String(choice)}`);
	for (const [name, value] of Object.entries(choice)) {
		if (!Object.hasOwn(SWITCHES, name)) throw new Error(`There is no switch ${name}`);
		const values: readonly unknown[] = SWITCHES[name as SwitchName];
		if (!OPEN.includes(name) && !values.includes(value)) {
			throw new Error(`The switch ${name} cannot be ${String(value)}`);
		}
	}
	return { ...base, ...choice };
}
