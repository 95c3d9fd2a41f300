import path from 'node:path';
import {
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	isResourceLocatorValue,
} from 'n8n-workflow';

import { resources as resourcesOfKnowledge } from '../../../nodes/Knowledge/resources';
import { listOfField } from '../../../nodes/Platform/findChoice';
import { resources } from '../../../nodes/Platform/resources';
import { fieldsOf } from '../../../nodes/http/body';
import type { Resources } from '../../../nodes/items/operation';
import { stopClockAt } from '../../support/clock';
import { expectSavedText, HOW_TO_SAVE } from '../../support/savedText';
import { act, byId, byModel, type Ended, HIGH_LEVEL, type Sent } from '../platform/nodeOnPlatform';
import { failed, lost, PLATFORM_URL } from '../platformApi/fakePlatform';
import { ROOT } from './packageClasses';
import { LOCATION, type Manner, respond, respondOfKnowledge } from './recordsOfPlatform';

/*
 * What each operation sends, puts out and says, of each of its fields in turn, for a person and for a language model, and
 * where the platform has nothing, keeps other values, refuses, or does not answer.
 */

stopClockAt('2026-11-23T08:00:00Z');

const FOLDER = path.join('test', 'unit', 'package', 'operationEffects');

/** Values of fields by their names, where the placeholder is none that can be sent. */
const VALUES: IDataObject = {
	actions: ['ContactCreate', 'ContactDelete'],
	additionalEvents: ['InvoicePaid'],
	appointmentId: byId('appointment-1'),
	assignedTo: byId('Riley Chen'),
	assignedUserId: byId('user-riley'),
	attachments: 'https://example.com/a.pdf, https://example.com/b.pdf',
	blockedTimeId: 'block-1',
	body: 'Prefers mornings',
	calendarId: byId('cal-1'),
	contactId: byId('contact-ada'),
	conversationId: 'conversation-1',
	customFieldId: 'field-size',
	customFields: {
		mappingMode: 'defineBelow',
		value: { 'field-size': 'l' },
		schema: [{ id: 'field-size', type: 'options' }],
	},
	customFieldsByKey: '{"contact.size": "s"}',
	createdFrom: '2026-11-01 00:00',
	createdTo: '2026-11-02',
	duration: 45,
	endDate: '2026-11-25',
	endTime: '2026-11-24T10:30:00Z',
	fieldsToEmpty: ['city', 'country'],
	followers: byId('user-sam'),
	limit: 1,
	locationId: byId('loc-1'),
	lostReasonId: byId('Too expensive'),
	mentions: byId('user-sam'),
	messageId: 'message-1',
	noteId: 'note-1',
	onlyOfContact: byId('contact-ada'),
	opportunityId: 'opportunity-1',
	pipelineId: byId('New patients'),
	pipelineStageId: byId('Treatment planned'),
	publicKeyPem: 'No key',
	queryParameters: { parameter: [{ name: 'limit', value: '5' }] },
	slot: '2026-11-24T10:00:00Z/2026-11-24T10:30:00Z',
	slotDay: '2026-11-24',
	startDate: '2026-11-24',
	startTime: '2026-11-24T10:00:00Z',
	tags: ['Lead', 'VIP'],
	taskId: 'task-1',
	timezone: byId('Europe/Berlin'),
	userId: byId('user-riley'),
	vertical: byId('dental'),
	webhookId: byId('webhook-1'),
	weekdays: [2],
	workflowId: byId('No-show follow-up'),
};

/** Another value than the default, by which it shows what a field does. */
function valueOf({ name, type, default: usual, options, placeholder }: INodeProperties): unknown {
	if (name in VALUES) return VALUES[name];
	switch (type) {
		case 'boolean':
			// Who adds an option that is on then does so for its effect.
			return name !== 'simplify';
		case 'number':
			return Number(usual) + 7;
		case 'options': {
			const values = (options ?? []).flatMap((option) => ('value' in option ? option.value : []));
			return values.find((value) => value !== usual);
		}
		case 'multiOptions': {
			const values = (options ?? []).flatMap((option) => ('value' in option ? option.value : []));
			return values.slice(0, 2);
		}
		default:
			return (placeholder ?? '').replace(/^e\.g\. /, '') || 'Some words';
	}
}

/** A switch is tried on and off: off is not the same as left out. */
const valuesOf = (property: INodeProperties): unknown[] =>
	property.type === 'boolean' ? [valueOf(property), !valueOf(property)] : [valueOf(property)];

/** The second test of RFC 8032, section 7.1. */
const SIGNED = {
	rawBody: 'r',
	signatureHeader: Buffer.from(
		'92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
		'hex',
	).toString('base64'),
	publicKeyPem: `-----BEGIN PUBLIC KEY-----\n${Buffer.from(
		'302a300506032b65700321003d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
		'hex',
	).toString('base64')}\n-----END PUBLIC KEY-----`,
};

/** What else is filled in so that something is sent, by the operation; with several entries, each in turn. */
const NEEDED: Record<string, IDataObject[]> = {
	'apiRequest.send': [{}, { method: 'POST', body: '{"firstName":"Ada"}' }],
	'appointment.update': [{ fields: { title: 'Follow-up' } }],
	'blockedTime.create': [{ options: { blockOverAppointments: true } }, {}],
	'blockedTime.update': [{ options: { blockOverAppointments: true } }, {}],
	'contact.addTags': [{ tags: ['Lead', 'VIP'] }],
	'contact.removeTags': [{ tags: ['Lead', 'VIP'] }],
	'contact.update': [{ fields: { city: 'Boston' } }],
	'contact.upsert': [{ email: 'noor@example.com' }],
	'message.addInbound': [
		{ type: 'SMS' },
		{ type: 'Call', conversationProviderId: 'provider-1', fields: { callStatus: 'busy' } },
	],
	'message.send': [
		{ type: 'SMS', message: 'See you' },
		{ type: 'Email', subject: 'Your visit', message: 'See you' },
	],
	'note.update': [{ fields: { body: 'Prefers evenings' } }],
	'opportunity.update': [{ fields: { status: 'won' } }],
	'task.update': [{ fields: { completed: true } }],
	'webhook.create': [{ actions: ['ContactCreate'] }],
	'webhookSignature.verify': [SIGNED],
};

interface Case {
	/** Its name in workflows. */
	node: string;
	/** Such as `contact.update`. */
	name: string;
	properties: INodeProperties[];
	isRead: boolean;
}

/** The fields that are required, and those on which others hang, as a person fills them in. */
function requiredValues(properties: INodeProperties[], chosen: IDataObject): IDataObject {
	const values: IDataObject = {};
	for (const property of properties) {
		const { show = {}, hide = {} } = property.displayOptions ?? {};
		if ('@tool' in show) continue;
		const stands = (name: string) => chosen[name] ?? values[name] ?? defaultOf(properties, name);
		const isShown = Object.entries(show).every(([name, wanted]) =>
			wanted?.includes(stands(name) as string),
		);
		const isHidden = Object.entries(hide).some(([name, wanted]) =>
			wanted?.includes(stands(name) as string),
		);
		if (!isShown || isHidden) continue;
		if (property.required || property.name === 'slot')
			values[property.name] = valueOf(property) as string;
	}
	return { ...values, ...chosen };
}

const defaultOf = (properties: INodeProperties[], name: string): unknown =>
	properties.find((property) => property.name === name)?.default;

/** Each choice at the top on which other fields hang, with each of its values but the default. */
function choicesAtTop(properties: INodeProperties[]): Variant[] {
	const names = new Set<string>();
	for (const { displayOptions } of properties) {
		for (const name of Object.keys({ ...displayOptions?.show, ...displayOptions?.hide }))
			if (!name.startsWith('@') && !name.startsWith('/')) names.add(name);
	}
	const choices: Variant[] = [];
	for (const { displayName, name, options = [], default: usual } of properties) {
		if (!names.has(name)) continue;
		for (const option of options) {
			if (!('value' in option) || option.value === usual) continue;
			const parameters = requiredValues(properties, { [name]: option.value });
			choices.push({ title: `${displayName} = ${option.value}`, parameters });
		}
	}
	return choices;
}

/** Other parameters than the usual ones. */
interface Variant {
	title: string;
	parameters: IDataObject;
}

/** A value without n8n's locator around it. */
function inWords(value: unknown): string {
	return JSON.stringify(value, (_, inner: unknown) =>
		isResourceLocatorValue(inner) ? inner.value : inner,
	);
}

/** The IDs of what {@link VALUES} has by its name. */
const IDS: Record<string, string> = {
	'New patients': 'pipeline-1',
	'No-show follow-up': 'workflow-1',
	'Riley Chen': 'user-riley',
	'Too expensive': 'reason-1',
	'Treatment planned': 'stage-1',
};

/** The value of a list that names are looked up in, as the editor stores a choice; undefined for a field without one. */
function chosenValue(property: INodeProperties): INodeParameters | undefined {
	const value = valueOf(property);
	if (listOfField(property) === undefined || !isResourceLocatorValue(value)) return undefined;
	return { __rl: true, mode: 'list', value: IDS[String(value.value)] ?? value.value };
}

/** Each field with a list, with a choice from it. */
function choicesInEditor(properties: INodeProperties[]): Variant[] {
	const variants: Variant[] = [];
	const add = (label: string, value: INodeParameters | undefined, parameters: IDataObject) => {
		if (value) variants.push({ title: `${label} = ${inWords(value)} from its list`, parameters });
	};
	for (const property of properties) {
		const { name, displayName, type, options = [], displayOptions } = property;
		// A field that is shown for some choices only is none of the usual run.
		if (displayOptions) continue;
		const value = chosenValue(property);
		add(displayName, value, { [name]: value });
		if (type !== 'collection') continue;
		for (const entry of options as INodeProperties[]) {
			const chosen = chosenValue(entry);
			add(`${displayName} > ${entry.displayName}`, chosen, { [name]: { [entry.name]: chosen } });
		}
	}
	return variants;
}

/** Each field that need not be filled in, alone. */
function optionalFields(properties: INodeProperties[]): Variant[] {
	const variants: Variant[] = [];
	for (const property of properties) {
		const { name, displayName, type, required, displayOptions, options = [] } = property;
		if (type === 'notice' || '@tool' in (displayOptions?.show ?? {})) continue;
		if (type === 'collection') {
			for (const entry of options as INodeProperties[]) {
				if (entry.displayOptions?.show?.['@tool']?.[0] === true) continue;
				for (const value of valuesOf(entry) as string[]) {
					const title = `${displayName} > ${entry.displayName} = ${inWords(value)}`;
					variants.push({ title, parameters: { [name]: { [entry.name]: value } } });
				}
			}
		} else if (!required) {
			for (const value of valuesOf(property) as string[])
				variants.push({
					title: `${displayName} = ${inWords(value)}`,
					parameters: { [name]: value },
				});
		}
	}
	return variants;
}

/** The values with one more, which may stand in a collection beside others. */
function withOthers(values: IDataObject, more: IDataObject): IDataObject {
	const together = { ...values, ...more };
	for (const name of ['fields', 'filters', 'options']) {
		if (name in more) together[name] = { ...fieldsOf(values[name]), ...fieldsOf(more[name]) };
	}
	return together;
}

/** The values as a language model fills them in. */
function asModel(values: IDataObject): IDataObject {
	const filledIn: IDataObject = {};
	for (const [name, value] of Object.entries(values)) {
		if (isResourceLocatorValue(value)) filledIn[name] = byId(byModel(name, String(value.value)));
		else filledIn[name] = typeof value === 'string' ? byModel(name, value) : value;
	}
	return filledIn;
}

function requestLine({ method, path: place, qs, body, headers }: Sent): string {
	const query = Object.keys(qs ?? {}).length > 0 ? ` ?${inWords(qs)}` : '';
	const sent = body === undefined ? '' : ` ${inWords(body)}`;
	const version = headers?.Version ? ` [${String(headers.Version as string)}]` : '';
	return `${method} ${place}${query}${sent}${version}`;
}

/** All that a run sends, puts out and says, a line each. */
function linesOf({ sent, json, error, hints }: Ended): string[] {
	const lines = sent.map(requestLine);
	for (const item of json) lines.push(`-> ${inWords(item)}`);
	for (const { message } of hints) lines.push(`hint: ${message}`);
	if (error) lines.push(`error: ${[error.message, error.description].filter(Boolean).join(' | ')}`);
	return lines;
}

/** How a run differs from the usual one. */
interface Situation {
	title: string;
	/** In place of the usual platform. */
	manner?: Partial<Manner>;
	/** What the platform does with the request that the operation is about. */
	fails?: () => Error;
	isTool?: boolean;
	/** The lines are those of a second call in the same execution. */
	isRepeated?: boolean;
	/** The platform carries out the first call, whose response is lost. */
	isLostAtFirst?: boolean;
}

const SITUATIONS: Situation[] = [
	{ title: 'of a model', isTool: true },
	{ title: 'refused with 403', fails: () => failed(403, { message: 'Forbidden' }) },
	{ title: 'refused with 404', fails: () => failed(404, { message: 'Not found' }) },
	{
		title: 'of a model, refused with 404',
		fails: () => failed(404, { message: 'Not found' }),
		isTool: true,
	},
];

const SITUATIONS_OF_WRITES: Situation[] = [
	{ title: 'of a model that repeats its call', isTool: true, isRepeated: true },
	{ title: 'where other values are kept', manner: { keepsWhatIsWritten: false } },
	{
		title: 'of a model, where other values are kept',
		manner: { keepsWhatIsWritten: false },
		isTool: true,
	},
	{ title: 'refused with 422', fails: () => failed(422, { message: 'Unprocessable' }) },
	{
		title: 'of a model, refused with 422',
		fails: () => failed(422, { message: 'Unprocessable' }),
		isTool: true,
	},
];

/** After these and the next ones, a changed appointment is looked for several times, which takes some seconds. */
const SITUATIONS_WITHOUT_RESULT: Situation[] = [
	{ title: 'where there is nothing', manner: { isEmpty: true } },
	{ title: 'of a model, where there is nothing', manner: { isEmpty: true }, isTool: true },
];

const SITUATIONS_WITHOUT_RESPONSE: Situation[] = [
	{ title: 'without a response', fails: () => lost() },
	{ title: 'of a model, without a response', fails: () => lost(), isTool: true },
	{
		title: 'of a model that repeats its call after a lost response',
		isTool: true,
		isRepeated: true,
		isLostAtFirst: true,
	},
];

const TYPE_OF_NODES = 'n8n-nodes-crm-platform';

let executions = 0;

/** Runs an operation. @returns what it sends, puts out and says */
async function run(
	{ node, name, isRead }: Case,
	isHighLevel: boolean,
	parameters: IDataObject,
	{ manner, fails, isTool = false, isRepeated = false, isLostAtFirst }: Partial<Situation> = {},
): Promise<string[]> {
	const usual: Manner = { keepsWhatIsWritten: true, isEmpty: false, isHighLevel, ...manner };
	let isFirst = isLostAtFirst === true;
	const responses = (request: Sent) => {
		const isWrite = request.method !== 'GET' && !request.path.endsWith('/search');
		if (isFirst && isWrite) {
			usual.justWritten = fieldsOf(request.body) as IDataObject;
			return lost();
		}
		if (fails && (isWrite || isRead)) return fails();
		return node === 'knowledge' ? respondOfKnowledge(request, usual) : respond(request, usual);
	};
	const ofPlatform = isHighLevel ? HIGH_LEVEL : undefined;
	const given = {
		type: node,
		executionId: `effect-${++executions}`,
		credential: node === 'knowledge' ? { baseUrl: PLATFORM_URL } : ofPlatform,
		responses,
		location: LOCATION,
		node: isTool ? { type: `${TYPE_OF_NODES}.${node}Tool` } : {},
	};
	const filledIn = isTool ? asModel(parameters) : parameters;
	if (isRepeated) await act(name, filledIn, given);
	isFirst = false;
	return linesOf(await act(name, filledIn, given));
}

/** The lines of a run that are not those of the usual one; none where it does the same. */
function difference(lines: string[], usual: string[]): string[] {
	const others = lines.filter((line) => !usual.includes(line));
	if (others.length > 0 || lines.length === usual.length) return others;
	return usual.filter((line) => !lines.includes(line)).map((line) => `not: ${line}`);
}

const section = (title: string, lines: string[], indent: string) =>
	[`${indent}${title}`, ...lines.map((line) => `${indent}  ${line}`)].join('\n');

/** What an operation does in one form of the API. */
async function effectsOf(one: Case, form: Form, needed: IDataObject): Promise<string> {
	const { name, properties, isRead } = one;
	const isHighLevel = form === 'HighLevel';
	const required = requiredValues(properties, needed);
	const usual = await run(one, isHighLevel, required);
	const parts = [section(`${name}, ${form}: ${inWords(required)}`, usual, '')];
	if (/^error: (This works with|HighLevel has no)/.test(usual[0])) return parts.join('\n');
	const same: string[] = [];
	const add = (title: string, lines: string[]) => {
		const different = difference(lines, usual);
		if (different.length === 0) same.push(title);
		else parts.push(section(title, different, '  '));
	};
	for (const { title, parameters } of choicesAtTop(properties))
		add(title, await run(one, isHighLevel, { ...needed, ...parameters }));
	for (const { title, parameters } of [
		...optionalFields(properties),
		...choicesInEditor(properties),
	])
		add(title, await run(one, isHighLevel, withOthers(required, parameters)));
	const situations = [...SITUATIONS];
	const isOfAppointment = name.startsWith('appointment.');
	if (isRead || !isOfAppointment) situations.push(...SITUATIONS_WITHOUT_RESULT);
	if (!isRead) situations.push(...SITUATIONS_OF_WRITES);
	// A read is sent again, after a while.
	if (!isRead && !isOfAppointment) situations.push(...SITUATIONS_WITHOUT_RESPONSE);
	for (const situation of situations)
		add(situation.title, await run(one, isHighLevel, required, situation));
	if (same.length > 0) parts.push(section('no difference', same, '  '));
	return parts.join('\n');
}

type Form = 'HighLevel' | 'the contract' | 'the knowledge API';

/** A resource of a node, with its operations. */
interface ResourceCase {
	resource: string;
	forms: Form[];
	operations: Case[];
}

function casesOf(node: string, table: Resources<never>, forms: Form[]): ResourceCase[] {
	return Object.entries(table).map(([resource, { operations }]) => ({
		resource,
		forms,
		operations: Object.entries(operations).map(([key, { properties, isRead = false }]) => ({
			node,
			name: `${resource}.${key}`,
			properties,
			isRead,
		})),
	}));
}

const cases = [
	...casesOf('platform', resources as Resources<never>, ['HighLevel', 'the contract']),
	...casesOf('knowledge', resourcesOfKnowledge as Resources<never>, ['the knowledge API']),
];

it.each(cases)(
	`$resource sends and says what ${FOLDER} has of it (${HOW_TO_SAVE})`,
	async ({ resource, forms, operations }) => {
		const parts: string[] = [];
		const withoutOutput: string[] = [];
		for (const one of operations) {
			const ofOperation: string[] = [];
			for (const form of forms) {
				for (const needed of NEEDED[one.name] ?? [{}])
					ofOperation.push(await effectsOf(one, form, needed));
			}
			const hasOutput = ofOperation.some((part) => /^ {2}(->|hint)/m.test(part));
			if (!hasOutput)
				withoutOutput.push(`Add '${one.name}' with what it needs to NEEDED of this file`);
			parts.push(...ofOperation);
		}
		const effects = `${parts.join('\n\n')}\n`;

		expect(withoutOutput).toEqual([]);
		expectSavedText(effects, path.join(ROOT, FOLDER, `${resource}.txt`));
	},
);
