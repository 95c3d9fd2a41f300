/** A header that interface A may ask for. */
export interface RequiredHeader {
	name: string;
	value: string;
}

const choices = <const Choices extends readonly unknown[]>(...values: Choices) => values;
/** For switches that tests may also set to other values of the type. */
const examples = <Value>(...values: Value[]): readonly Value[] => values;

/**
 * The choices that the contract leaves to the platform and that a client meets. The first value is the
 * usual one, the last the most contrary. `sandbox/README.md` says which silent point each belongs to.
 */
export const SWITCHES = {
	// Bodies of responses
	bodies: choices('wrapped', 'data', 'nested', 'bare'),
	emptyList: choices('emptyArray', 'noProperty', 404, 'noContent'),
	records: choices('full', 'named', 'extra'),
	pages: choices('one', 'several'),
	order: choices('kept', 'reversed'),
	done: choices('record', 'success', 'text', 'noContent'),

	// Refusals
	errorBody: choices('message', 'nested', 'list', 'html', 'text'),
	oauthErrors: choices('rfc', 'ok', 'unnamed'),
	missingScopeStatus: choices(403, 401),
	unknownId: choices(404, 422, 400),
	refusalOrder: choices('409 first', '400 first'),

	// What records, slots, tokens and events look like
	slotDates: choices('timezone', 'calendar', 'utc'),
	pastSlots: choices('absent', 'listed'),
	installedLocationId: choices('id', '_id', 'locationId'),
	webhookFields: choices('named', 'others', 'hidden'),
	tokenLifetimeSeconds: examples<number>(3_600, 240),
	eventIdField: examples<string | null>('webhookEventId', 'id', null),

	// Interface A
	knowledgeHeader: examples<RequiredHeader | null>(null, { name: 'X-API-Key', value: 'knowledge' }),
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
