import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DateTime } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { nodes, pairsOf, ROOT } from './packageClasses';
import { authenticationOf } from '../../../nodes/fields/accountFields';
import {
	describeValue,
	group,
	isEmpty,
	type Kind,
	queryValues,
	text,
} from '../../../nodes/fields/valueKinds';
import { instantIn } from '../../../nodes/fields/timeKinds';
import {
	type FieldOf,
	fieldsAt,
	KIND,
	KIND_IN_ZONE,
	type ZonedField,
} from '../../../nodes/fields/parameters';
import { isRecord } from '../../../nodes/http/body';

import { readAskPage } from '../../../nodes/Platform/contactReply/askToConfirm';
import { readOfferPage } from '../../../nodes/Platform/contactReply/offerSlots';
import { bindToLocation } from '../../../nodes/Platform/platformOperation';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import { readSettings, registersAutomatically } from '../../../nodes/PlatformTrigger/triggerFields';
import { readWatch } from '../../../nodes/SlotTrigger/watchFields';
import { tryOr } from '../../../nodes/utils/tryOr';
import { createSigningKey } from '../../support/keys';
import { stopClockAt } from '../../support/clock';
import { lookUp } from '../knowledge/lookUp';
import { act, HIGH_LEVEL, type Sent } from '../platform/nodeOnPlatform';
import { failed, node } from '../platformApi/fakePlatform';

/*
 * Every parameter of every node, found in the descriptions, with the same odd values, and one of each kind with more: each is
 * read rightly, as what is sent or put out shows, or counts as empty, or is refused by the name of the field. What is required
 * is never empty.
 */

stopClockAt(Date.parse('2026-11-23T08:00:00Z'));

const DATE = new Date('2026-11-24T10:15:00Z');
const LONG = 'x'.repeat(10_000);
const OBJECT = { a: 1 };
const EMPTY: unknown[] = ['', '  ', 'null', null];
/** Each shows a field that is read without its kind. */
const TELLING: unknown[] = ['  ', ['a', 'b'], OBJECT, true, DATE, LONG];
/** For one field of each kind. */
const ODD: unknown[] = [
	...EMPTY,
	...TELLING,
	NaN,
	2 ** 60,
	DateTime.fromJSDate(DATE, { zone: 'utc' }),
];

/** For fields whose kind hangs on a time zone, so that it is no part of the declaration, and for n8n's own. */
const KIND_OF_TYPE: Partial<Record<INodeProperties['type'], Kind<unknown>>> = {
	dateTime: instantIn('UTC'),
	json: {
		what: 'JSON',
		read: (value) => (Array.isArray(value) || group.read(value) ? value : undefined),
	},
	string: text,
};

/** For a field of a list, whose kind stands where the list is read. */
const KIND_BY_NAME: Record<string, Kind<unknown>> = { value: queryValues };

/** Fields in which a word of their kind can still be wrong. */
const CHECKED_FURTHER = ['slot', 'signatureHeader', 'publicKeyPem'];

/**
 * What is no value of a run: only the list of slots reads the day; only a person turns on the switches, in the stored node;
 * of what was signed nothing shows but whether it fits; n8n checks the values of a resource mapper against its fields.
 */
const NOT_READ = [
	'slotDay',
	'includeToken',
	'allowWrites',
	'rawBody',
	'customFields',
	'customFieldsByKey',
	// Each is refused without the other two.
	'errorCode',
	'errorMessage',
	'errorType',
];

/** Values that pass, of fields whose placeholder shows none. A field that is required and has neither is named by the test. */
const GOOD: IDataObject = {
	authentication: 'accessToken',
	appointmentStatus: 'new',
	blockedFor: 'user',
	body: '{}',
	calendarId: 'cal-1',
	calendars: { values: [{ calendarId: 'cal-1' }] },
	choices: ['confirm'],
	dueDate: '2026-11-24T10:00:00Z',
	duration: 30,
	email: 'ada@example.com',
	endDate: '2026-11-24',
	endTime: '2026-11-24T11:00:00Z',
	fields: { name: 'Name', title: 'Title' },
	events: ['ContactCreate'],
	actions: ['ContactCreate'],
	message: 'Hello',
	messagesOf: 'contact',
	method: 'POST',
	model: 'contact',
	path: '/contacts',
	publicKeyPem: createSigningKey().publicKeyPem,
	rawBody: '{}',
	slot: '2026-11-24T10:00:00Z/2026-11-24T11:00:00Z',
	startDate: '2026-11-24',
	startTime: '2026-11-24T10:00:00Z',
	tags: ['lead'],
	type: 'Email',
	waitHours: 3,
};

/** The example that a field shows in its placeholder: `e.g. ada@example.com`. */
function exampleOf({ modes, placeholder }: INodeProperties): string | undefined {
	const byId = modes?.find(({ name }) => name === 'id');
	return (byId ?? { placeholder }).placeholder?.replace(/^e\.g\. /, '');
}

const reading =
	(parameters: IDataObject) =>
	(path: string, ...more: unknown[]) =>
		path
			.split('.')
			.reduce<unknown>((outer, key) => (outer as IDataObject | undefined)?.[key], parameters) ??
		more.find((one) => one !== 0) ??
		'';

const choosing =
	(parameters: IDataObject, resource: string, operation: string) =>
	(name: string, ...more: unknown[]) =>
		({ resource, operation })[name] ?? reading(parameters)(name, ...more);

/** A context in which these parameters are read. */
const contextOf = (getNodeParameter: ReturnType<typeof reading>) =>
	({ getNode: () => node, getTimezone: () => 'UTC', getNodeParameter }) as never;

const PAGES: Record<string, typeof readOfferPage> = {
	offerSlots: readOfferPage,
	askToConfirm: readAskPage,
};

/** By operation. */
const lacking = new Map<string, boolean>();

/** Whether the contract lacks the operation, which it refuses with nothing filled in, too. */
async function contractLacks(name: string): Promise<boolean> {
	const isLacking = lacking.get(name) ?? (await act(name)).told.includes('HighLevel only');
	lacking.set(name, isLacking);
	return isLacking;
}

/** A run with these parameters: all that it sends, puts out and reads. */
const RUNS: Record<
	string,
	(parameters: IDataObject, resource: string, operation: string) => Promise<unknown>
> = {
	async Platform(parameters, resource, operation) {
		const getNodeParameter = choosing(parameters, resource, operation);
		const responses = ({ method }: Sent) =>
			method === 'PUT'
				? failed(400)
				: {
						id: 'x',
						calendar: { id: 'cal-1' },
						contact: { id: 'x', email: 'ada@example.com', phone: '+12025550101' },
						contacts: [{ id: 'x' }],
						_dates_: {},
						calendars: [],
						events: [],
						locations: [],
						opportunities: [],
						pipelines: [],
						tasks: [],
						users: [],
						webhooks: [],
						workflows: [],
					};
		const name = `${resource}.${operation}`;
		const run = async (credential?: IDataObject) =>
			await act(name, {}, { context: { getNodeParameter }, credential, responses });
		let isOfHighLevel = await contractLacks(name);
		let outcome = await run(isOfHighLevel ? HIGH_LEVEL : undefined);
		// The contract has the operation, and not this option.
		if (!isOfHighLevel && outcome.told.includes('HighLevel only')) {
			isOfHighLevel = true;
			outcome = await run(HIGH_LEVEL);
		}
		const { json, sent, error, waitTill } = outcome;
		const seen: unknown[] = [waitTill];
		if (!error && operation in PAGES) {
			const locationFor = async () => await Promise.resolve('loc-1');
			const dialect = DIALECTS[isOfHighLevel ? 'highLevel' : 'contract'];
			const client = {
				node,
				at: async () => await Promise.resolve(client as never),
				locationFor,
				dialect: async () => await Promise.resolve(dialect),
				can: async () => await Promise.resolve(isOfHighLevel),
				requires: async () => await Promise.resolve(),
				account: { credential: async () => await Promise.resolve({ token: '', dialect }) },
				request: async ({ body }: Sent) => await Promise.resolve(seen.push(body)),
			};
			const fields = fieldsAt(contextOf(getNodeParameter), 0);
			const page = await PAGES[operation](await bindToLocation(fields, client as never), 'none');
			await page.write(page.acts[0], { start: 0, end: 1 });
			seen.push(page);
		}
		return { error: error?.message, json, sent, seen };
	},
	async Knowledge(parameters, resource, operation) {
		const context = { getNodeParameter: choosing(parameters, resource, operation) };
		const response = { results: [], slug: 'x' };
		const { sent, error } = await lookUp(`${resource}.${operation}`, {}, response, { context });
		return { error: error?.message, sent };
	},
	SlotTrigger: async (parameters) =>
		await Promise.resolve(readWatch(contextOf(reading(parameters)))),
	async PlatformTrigger(parameters) {
		const context = contextOf(reading(parameters));
		const settings = readSettings(context);
		return await Promise.resolve([
			{ ...settings, events: [...settings.events] },
			registersAutomatically(context),
			authenticationOf(context),
		]);
	},
};

const SOURCES = readdirSync(path.join(ROOT, 'nodes'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => path.join('nodes', file));

interface Place {
	field: INodeProperties;
	/** The parameters with the value in this place. */
	put(value: unknown, parameters: IDataObject): IDataObject;
}

/** The fields of a list, those in collections too. */
function placesIn(
	fields: INodeProperties[],
	put: (inner: IDataObject) => IDataObject = (inner) => inner,
): Place[] {
	return fields.flatMap((field): Place[] => {
		const { name, type, options = [], displayOptions } = field;
		// These runs are none of a tool; simplify.test.ts shows what a tool reads.
		if (displayOptions?.show?.['@tool']?.[0] === true) return [];
		if (type === 'collection')
			return placesIn(options as INodeProperties[], (inner) => put({ [name]: inner }));
		if (type === 'fixedCollection') {
			return (options as Array<{ name: string; values: INodeProperties[] }>).flatMap(
				({ name: row, values }) =>
					placesIn(values, (inner) =>
						put({
							[name]: {
								[row]: [{ ...(row === 'parameter' && { name: 'n', value: 'v' }), ...inner }],
							},
						}),
					),
			);
		}
		const isRead =
			!['notice', 'hidden'].includes(type) &&
			!['resource', 'operation', ...NOT_READ].includes(name);
		return isRead
			? [
					{
						field,
						put: (value, parameters) => ({ ...parameters, ...put({ [name]: value as string }) }),
					},
				]
			: [];
	});
}

/** The text that says the same; a text and a list show by themselves. */
const asText = (value: unknown) =>
	value === true
		? 'true'
		: value instanceof Date || DateTime.isDateTime(value)
			? DATE.toJSON()
			: undefined;

const cases = nodes.flatMap((each) => {
	const pairs = pairsOf(each).map(({ resource, operation }) => ({
		resource: String(resource.value),
		operation: String(operation.value),
	}));
	return (pairs.length > 0 ? pairs : [{ resource: '', operation: '' }]).flatMap(
		({ resource, operation }) => {
			const ofOperation = each.instance.description.properties.filter(({ displayOptions }) => {
				const { resource: ofResource = [resource], operation: of = [operation] } =
					displayOptions?.show ?? {};
				return (
					ofResource.includes(resource) &&
					of.includes(operation) &&
					!displayOptions?.hide?.resource?.includes(resource)
				);
			});
			return placesIn(ofOperation).map((place) => ({
				fields: ofOperation,
				title: `${each.className} ${resource} ${operation} ${place.field.displayName}`,
				each,
				resource,
				operation,
				place,
			}));
		},
	);
});

/** Where a field is declared, for messages. */
function placeOf({ name, displayName }: INodeProperties): string {
	for (const file of SOURCES) {
		const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n');
		const line = lines.findIndex(
			(words, at) =>
				words.includes(`name: '${name}'`) &&
				lines.slice(Math.max(0, at - 2), at + 2).some((near) => near.includes(displayName)),
		);
		if (line !== -1) return `${file}:${line + 1}`;
	}
	return 'nodes/';
}

/** The kinds of which a field was given all odd values. */
const given = new Set<Kind<unknown>>();

/** What the kind of the field makes of a value: reads it, counts it as empty, or refuses it. */
function readingOf(kind: Kind<unknown>, value: unknown): 'empty' | 'read' | 'refused' {
	if ((kind.isEmpty ?? isEmpty)(value)) return 'empty';
	const isLong = typeof value === 'string' && value.length > (kind.maxLength ?? Infinity);
	const read = isLong ? undefined : tryOr(() => kind.read(value), undefined);
	return read === undefined ? 'refused' : 'read';
}

/** True where a run with a value that its kind reads shows this value, or what it says as a text. */
async function isShown(
	value: unknown,
	outcome: string,
	outcomeOf: (value: unknown) => Promise<string>,
): Promise<boolean> {
	const words = asText(value);
	if (words !== undefined) return outcome === (await outcomeOf(words));
	if (Array.isArray(value)) return outcome.includes('"a"') || outcome.includes('a, b');
	if (isRecord(value)) return outcome.includes('a\\":1') || outcome.includes('"a":1');
	return outcome.includes(String(value));
}

it.each(cases)('$title', async ({ each, resource, operation, fields, place: { field, put } }) => {
	const { show = {}, hide } = field.displayOptions ?? {};
	const chosen = Object.fromEntries(
		Object.entries(show)
			.filter(([name]) => !/^(resource|operation|@.*|\/.*)$/.test(name))
			.map(([name, values]) => [name, values?.[0]]),
	);
	const examples = Object.fromEntries(
		fields
			.filter(({ required, name }) => required && GOOD[name] === undefined)
			.map((each) => [each.name, exampleOf(each)]),
	);
	const base = {
		...examples,
		...GOOD,
		...(hide?.output && { output: 'slots' }),
		...chosen,
	} as IDataObject;
	const outcomeWith = async (parameters: IDataObject) =>
		JSON.stringify(
			await RUNS[each.className](parameters, resource, operation).catch(({ message }: Error) => ({
				error: message,
			})),
		);
	const outcomeOf = async (value: unknown) => await outcomeWith(put(value, base));
	// What is wrong with another field hides what becomes of this one.
	const [, emptyField] = /"error":"'([^']+)' is empty/.exec(await outcomeWith(base)) ?? [];
	if (emptyField !== undefined && emptyField !== field.displayName)
		throw new Error(
			`${resource} ${operation} needs a value of '${emptyField}': give the field a placeholder such as 'e.g. …', or add its name and a value to GOOD in test/unit/package/oddValues.test.ts.`,
		);

	const { [KIND]: ofField, [KIND_IN_ZONE]: inZone } = field as Partial<
		FieldOf<unknown> & ZonedField<unknown>
	>;
	const declared = ofField ?? inZone?.('UTC') ?? KIND_OF_TYPE[field.type];
	const kind = KIND_BY_NAME[field.name] ?? declared;
	if (kind === undefined)
		throw new Error(
			`Give '${field.displayName}' (${placeOf(field)}) a kind with fieldOf(…), so that what an expression gives is read or refused by name.`,
		);
	// A text that is no signature gets a verdict; n8n itself names a missing file.
	const isRequired = field.required && field.name !== 'binaryProperty';
	const refusal = new RegExp(
		`'${field.displayName.replace(/[()]/g, '\\$&')}' |"malformedSignature"|"missingHeader"`,
	);
	const isFirstOfKind = !given.has(kind);
	given.add(kind);
	const wrong: string[] = [];
	let isRead = false;
	const outcomeOfNothing = await outcomeOf(undefined);
	const outcomeOfEmptyText = await outcomeOf('');
	for (const value of isFirstOfKind ? ODD : TELLING) {
		const outcome = await outcomeOf(value);
		const emptyOutcome = value === null ? outcomeOfNothing : outcomeOfEmptyText;
		if (outcome !== outcomeOfNothing) isRead = true;
		const isWritten = /"method":"(DELETE|PATCH|POST|PUT)"/.test(outcome);
		const isRefused = refusal.test(outcome) && !isWritten;
		const reading = readingOf(kind, value);
		let expected = '';
		if (outcome.includes('[object Object]')) expected = 'never become [object Object]';
		else if (reading === 'refused' && !isRefused) expected = 'be refused by the name of the field';
		else if (reading === 'empty' && isRequired && !isRefused) expected = 'be refused as empty';
		else if (reading === 'empty' && !isRequired && !isRefused && outcome !== emptyOutcome)
			expected = 'count as empty';
		else if (
			reading === 'read' &&
			!(isRefused && CHECKED_FURTHER.includes(field.name)) &&
			(isRefused || !(await isShown(value, outcome, outcomeOf)))
		)
			expected =
				outcome === outcomeOfNothing
					? "be sent or put out: its value is checked, and then used for nothing ('fields' and 'more' of a row are sent, its 'settings' only read; where a row has 'load', that function has to pass it on)"
					: 'be read as it is';
		if (expected !== '')
			wrong.push(
				`'${field.displayName}' (${placeOf(field)}): ${describeValue(value)} must ${expected}, but this came: ${outcome.slice(0, 400)}`,
			);
	}
	if (!isRead)
		throw new Error(
			`Nothing reads '${field.displayName}' (${placeOf(field)}) at ${each.className} ${resource} ${operation}: read it where the operation executes, name it in 'fields' or 'more' of its row, or take it out. A field that no run of this test can show belongs into NOT_READ of test/unit/package/oddValues.test.ts.`,
		);
	expect(wrong).toEqual([]);
});

it('are all there', () => {
	expect(cases.length).toBeGreaterThan(100);
});
