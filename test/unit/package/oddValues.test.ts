import { DateTime } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { nodes, pairsOf } from './packageClasses';
import { authenticationOf } from '../../../nodes/fields/accountFields';
import { fieldsAt } from '../../../nodes/fields/parameters';
import { readAskPage, readOfferPage } from '../../../nodes/Platform/contactReply/operations';
import { located } from '../../../nodes/Platform/platformOperation';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import { readSettings, registersAutomatically } from '../../../nodes/PlatformTrigger/triggerFields';
import { readWatch } from '../../../nodes/SlotTrigger/watchFields';
import { createSigningKey } from '../../support/keys';
import { stopClockAt } from '../../support/clock';
import { lookUp } from '../knowledge/lookUp';
import { act, HIGH_LEVEL, type Sent } from '../platform/nodeOnPlatform';
import { failed, node } from '../platformApi/fakePlatform';

/*
 * Every parameter of every node, found in the descriptions, with the same odd values: each is read rightly, as
 * what is sent or put out shows, or counts as empty, or is refused by the name of the field. What is required is never empty.
 */

stopClockAt(Date.parse('2026-11-23T08:00:00Z'));

const DATE = new Date('2026-11-24T10:15:00Z');
const LONG = 'x'.repeat(10_000);
const OBJECT = { a: 1 };
const EMPTY: unknown[] = ['', '  ', 'null', null];
const ODD: unknown[] = [
	...EMPTY,
	['a', 'b'],
	OBJECT,
	true,
	NaN,
	2 ** 60,
	DATE,
	DateTime.fromJSDate(DATE, { zone: 'utc' }),
	LONG,
];

/** The values that each kind reads; it refuses the rest. A kind follows from the type of the parameter. */
const READ: Record<string, unknown[] | undefined> = {
	string: [LONG],
	resourceLocator: [LONG],
	dateTime: ODD.slice(-3, -1),
	boolean: [true],
	number: [],
	options: [],
	multiOptions: [],
	/** Texts of a certain form. */
	form: [],
	/** Words that can be anything. */
	words: ['null', true, LONG],
	/** Values of a query. */
	values: [...EMPTY.slice(0, 3), ['a', 'b'], true, ...ODD.slice(-3)],
	/** Lists of names. */
	names: [['a', 'b'], LONG],
	json: [['a', 'b'], OBJECT],
};

const named = (kind: string, names: string[]) =>
	Object.fromEntries(names.map((name) => [name, kind]));

/** Where the kind is not that of the type. */
const KINDS: Record<string, string> = {
	...named('form', [
		'email',
		'phone',
		'timezone',
		'slot',
		'url',
		'redirect',
		'accentColor',
		'framedBy',
		'earliestTime',
		'latestTime',
		'publicKeyPem',
		'signatureHeader',
	]),
	...named('words', ['query', 'slug', 'binaryProperty']),
	...named('names', [
		'actions',
		'otherActions',
		'tags',
		'events',
		'additionalEvents',
		'newTags',
		'fieldsToEmpty',
	]),
	appointmentStatus: 'string',
	statusWhenConfirmed: 'string',
	value: 'values',
};

/**
 * What is no value of a run: only the list of slots reads the day; only a person turns on the switches, in the stored node;
 * of what was signed nothing shows but whether it fits; n8n checks the values of a resource mapper against its fields.
 */
const NOT_READ = ['slotDay', 'includeToken', 'allowWrites', 'rawBody', 'customFields'];

const GOOD: IDataObject = {
	authentication: 'accessToken',
	locationId: 'loc-1',
	calendarId: 'cal-1',
	contactId: 'ada',
	appointmentId: 'appt-1',
	webhookId: 'hook-1',
	opportunityId: 'deal-1',
	taskId: 'task-1',
	workflowId: 'flow-1',
	pipelineId: 'line-1',
	tags: ['lead'],
	fieldsToEmpty: ['field-1'],
	fields: { name: 'Name', title: 'Title' },
	title: 'Title',
	dueDate: '2026-11-24T10:00:00Z',
	body: '{}',
	type: 'SMS',
	subject: 'Words',
	message: 'Words',
	appointmentStatus: 'new',
	email: 'ada@example.com',
	phone: '+12025550101',
	name: 'Name',
	duration: 30,
	waitHours: 3,
	choices: ['confirm'],
	startTime: '2026-11-24T10:00:00Z',
	endTime: '2026-11-24T11:00:00Z',
	startDate: '2026-11-24',
	endDate: '2026-11-24',
	slot: '2026-11-24T10:00:00Z/2026-11-24T11:00:00Z',
	calendars: { values: [{ calendarId: 'cal-1' }] },
	url: 'https://example.com/hook',
	actions: ['ContactCreate'],
	method: 'POST',
	path: '/contacts',
	query: 'words',
	slug: 'word',
	rawBody: '{}',
	publicKeyPem: createSigningKey().publicKeyPem,
};

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
		const run = async (credential?: IDataObject) =>
			await act(
				`${resource}.${operation}`,
				{},
				{ context: { getNodeParameter }, credential, responses },
			);
		const asContract = await run();
		// The contract has no such operation, or no such option.
		const isOfHighLevel = asContract.told.includes('HighLevel only');
		const { json, sent, error, waitTill } = isOfHighLevel ? await run(HIGH_LEVEL) : asContract;
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
			const page = await PAGES[operation](await located(fields, client as never));
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
				title: `${each.className} ${resource} ${operation} ${place.field.displayName}`,
				each,
				resource,
				operation,
				place,
			}));
		},
	);
});

it.each(cases)('$title', async ({ each, resource, operation, place: { field, put } }) => {
	const { show = {}, hide } = field.displayOptions ?? {};
	const chosen = Object.fromEntries(
		Object.entries(show)
			.filter(([name]) => !/^(resource|operation|@.*|\/.*)$/.test(name))
			.map(([name, values]) => [name, values?.[0]]),
	);
	const base = { ...GOOD, ...(hide?.output && { output: 'slots' }), ...chosen } as IDataObject;
	const outcomeOf = async (value: unknown) =>
		JSON.stringify(
			await RUNS[each.className](put(value, base), resource, operation).catch(
				({ message }: Error) => ({ error: message }),
			),
		);
	const read = READ[KINDS[field.name] ?? field.type];
	const isIn = (values: unknown[], value: unknown) =>
		values.some((one) => Object.is(one, value) || (Array.isArray(one) && Array.isArray(value)));
	// A text that is no signature gets a verdict; n8n itself names a missing file.
	const isRequired = field.required && field.name !== 'binaryProperty';
	const named = new RegExp(
		`'${field.displayName.replace(/[()]/g, '\\$&')}' |"malformedSignature"|"missingHeader"`,
	);
	const isRight = async (value: unknown, outcome: string): Promise<boolean> => {
		const isRefused = named.test(outcome) && !/"method":"(DELETE|PATCH|POST|PUT)"/.test(outcome);
		const text = asText(value);
		if (read === undefined || outcome.includes('[object Object]')) return false;
		if (!isIn(read, value))
			return (
				isRefused ||
				(!isRequired &&
					isIn(EMPTY, value) &&
					outcome === (await outcomeOf(value === null ? undefined : '')))
			);
		if (isRefused) return false;
		return text === undefined
			? typeof value === 'object'
				? /"a("|, b")/.test(outcome)
				: outcome.includes(String(value))
			: outcome === (await outcomeOf(text));
	};
	const wrong: unknown[] = [];
	for (const value of ODD) {
		const outcome = await outcomeOf(value);
		if (!(await isRight(value, outcome))) wrong.push([value, outcome]);
	}
	expect(wrong).toEqual([]);
});

it('are all there', () => {
	expect(cases.length).toBeGreaterThan(100);
});
