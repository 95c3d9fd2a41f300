import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { nodes, ROOT } from './packageClasses';
import { readAddress } from '../../../nodes/http/address';
import { nextPageOf } from '../../../nodes/http/nextPage';
import { gaveUp, namesNoAddress, readFailure } from '../../../nodes/http/readFailure';
import { waitAskedBy } from '../../../nodes/http/requestError';
import { responseTextOf } from '../../../nodes/http/responseText';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import { toPlatformError } from '../../../nodes/platformApi/errors';
import type { PlatformCredential } from '../../../nodes/platformApi/credential';
import { missingRecord, recordsIn } from '../../../nodes/platformApi/missingRecord';
import {
	concernsToken,
	readTokenFailure,
	speaksOfToken,
} from '../../../nodes/platformApi/readTokenFailure';
import { findWebhooksAt, isSameUrl } from '../../../nodes/platformApi/webhooks';
import { adviceForModel, messageForModel } from '../../../nodes/fields/textsForModel';
import { nameArguments } from '../../../nodes/fields/modelArguments';
import { type FieldOf, KIND, valuesAt } from '../../../nodes/fields/parameters';
import type { Kind } from '../../../nodes/fields/valueKinds';
import { failed, node } from '../platformApi/fakePlatform';

/*
 * A stranger at a public form, or a language model, can send a text of any length. One reader that takes seconds for it stops
 * all of n8n. So every exported function of nodes/, and the kind of every field, is given 30,000 characters of repetitions.
 * Their patterns, each with repetitions of its own words: hostilePatterns.test.ts.
 */

const SECRETS = ['pit-0f3c9a71-22bd-4c1e-9d0a-7be1f00dcafe'];
const api = {
	name: 'The platform',
	url: 'https://api.example.com',
	urlField: 'Platform URL',
	sendFewer: '',
	secrets: SECRETS,
};

const credential: PlatformCredential = {
	authentication: 'accessToken',
	type: 'platformTokenApi',
	label: 'Platform Token',
	dialect: DIALECTS.highLevel,
	platformUrl: 'https://api.example.com',
	apiVersion: '',
	token: SECRETS[0],
	tokenData: {},
	decrypted: {},
};

/** Linear code needs less than one millisecond for it, quadratic code hundreds, what is worse does not end. */
const LENGTH = 30_000;

const MAX_MS = 20;

/** A busy machine disturbs a measurement now and then; slow code is slow each time. */
const ATTEMPTS = 5;

const MAX_EXAMPLES = 3;

/** No other program makes quick code as slow as this. */
const HOPELESS_MS = 1_000;

/** Between the growth of linear code, 4, and that of quadratic code, 16. */
const MAX_GROWTH = 10;

/** What patterns and loops look for, or stumble over. */
const PIECES = [
	...[
		' ',
		'\n',
		',',
		'.',
		'-',
		'_',
		'/',
		'\\',
		'"',
		'<',
		'(',
		'[',
		'&',
		'%',
		'0',
		'a',
		'é',
		'\uD800',
	],
	...[
		'```\n',
		'{"a":',
		'["',
		'a.',
		'0-',
		' and ',
		'&nbsp;',
		'\\u002d',
		'[](',
		'<p>',
		'not ',
		'id=',
		'+1 ',
	],
];

/** What stands before and behind a repetition keeps a pattern from a quick end. */
const TEXTS = PIECES.map((piece, index) => {
	const repeated = piece.repeat(Math.ceil(LENGTH / piece.length));
	return index % 3 === 0 ? repeated : `!${repeated}x`;
});

/** For what looks at the texts within a record, and for what shares its readers with others. */
const SOME_TEXTS = TEXTS.filter((_, index) => index % 6 === 0);

/** Milliseconds of processor time that the quickest of some attempts took. */
function processorMsOf(act: () => unknown, attempts = ATTEMPTS, enough = MAX_MS): number {
	let quickest = Infinity;
	for (let attempt = 0; attempt < attempts && quickest > enough; attempt++) {
		const before = process.cpuUsage();
		try {
			const result = act();
			if (result instanceof Promise) result.catch(() => {});
		} catch {
			// Most refuse it.
		}
		const { user, system } = process.cpuUsage(before);
		quickest = Math.min(quickest, (user + system) / 1000);
		if (quickest > HOPELESS_MS) break;
	}
	return quickest;
}

/**
 * True for what takes too long because of its pattern, not because other programs use the machine: four times the text takes
 * linear code four times as long, and quadratic code sixteen times.
 */
function isTooSlow(act: (text: string) => unknown, text: string, ms: number): boolean {
	if (ms <= MAX_MS) return false;
	if (ms > HOPELESS_MS) return true;
	const quarter = text.slice(0, LENGTH / 4) + text.slice(-1);
	const isGrowing = () => {
		const whole = processorMsOf(() => act(text));
		return whole > MAX_MS && whole > MAX_GROWTH * processorMsOf(() => act(quarter), ATTEMPTS, 0);
	};
	// While other programs fill the machine's caches, all attempts of one moment may be slow.
	return isGrowing() && isGrowing() && isGrowing();
}

/** The first texts for which it takes too long, by their beginnings. */
function slowTexts(texts: string[], act: (text: string) => unknown): string[] {
	const slow: string[] = [];
	for (const text of texts) {
		const ms = processorMsOf(() => act(text));
		if (isTooSlow(act, text, ms))
			slow.push(`${JSON.stringify(text.slice(0, 24))}… took ${Math.round(ms)} ms`);
		if (slow.length === MAX_EXAMPLES) break;
	}
	return slow;
}

const isKind = (value: unknown): value is Kind<unknown> =>
	typeof value === 'object' && value !== null && typeof (value as IDataObject).read === 'function';

const FILES = readdirSync(path.join(ROOT, 'nodes'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.sort();

const exportsOf = FILES.flatMap((file) => {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- it.each cannot wait for an import()
	const exported = require(path.join(ROOT, 'nodes', file)) as Record<string, unknown>;
	return Object.entries(exported).map(([name, value]) => ({ file, name, value }));
});

const isClass = (value: unknown) =>
	typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));

/** The declared types of the parameters of each exported function of a file, by its name; undefined for a parameter that has a default. */
function parameterTypesIn(file: string): Map<string, Array<string | undefined>> {
	const source = readFileSync(path.join(ROOT, 'nodes', file), 'utf8');
	const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
	const types = new Map<string, Array<string | undefined>>();
	const typesOf = (made: ts.SignatureDeclaration) =>
		made.parameters.map(({ type, initializer }) =>
			initializer && !type ? undefined : (type?.getText() ?? ''),
		);
	for (const statement of tree.statements) {
		if (ts.isFunctionDeclaration(statement) && statement.name)
			types.set(statement.name.text, typesOf(statement));
		if (!ts.isVariableStatement(statement)) continue;
		for (const { name, initializer } of statement.declarationList.declarations) {
			const isFunction =
				initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
			if (isFunction) types.set(name.getText(), typesOf(initializer));
		}
	}
	return types;
}

/** A body, a record or a response, whose every property is the text, and of which one is named by it. */
const recordOf = (text: string) =>
	new Proxy(
		{ [text]: text, id: text, data: { name: text } },
		{
			get: (target, key) =>
				typeof key === 'string' && key !== 'then' ? (Reflect.get(target, key) ?? text) : undefined,
		},
	);

const takesText = (type: string | undefined) =>
	type === '' || /\b(string|unknown)\b/.test(outermostOf(type ?? 'none'));

/** A type without what stands in brackets, and without what a function takes and returns. */
const outermostOf = (type: string) => type.replace(/<[^]*>|[{(][^]*/, '');

/** What to give for a parameter of this type. */
function hostileValue(type: string | undefined, text: string): unknown {
	if (type === undefined) return undefined;
	if (/=>/.test(type)) return () => text;
	if (/\[\]$|^(readonly )?\w*Array</.test(type))
		return [/\bstring\b/.test(type) ? text : recordOf(text)];
	if (/^(Readonly)?Set</.test(type)) return new Set([text]);
	if (/^(Readonly)?Map</.test(type)) return new Map([[text, text]]);
	return takesText(type) ? text : recordOf(text);
}

/** Functions that get no text of a stranger, or one that was read and bounded before, by the reason. */
const NOT_GIVEN_TEXTS = [
	// They make n8n's descriptions of what the source declares, when a node is loaded.
	...['operation', 'resourceFields', 'resourceOf', 'subtitleOf', 'waitingOperation'],
	// Pages are made of what was read before.
	...['actionForm', 'addressOf', 'cancelPage', 'link', 'pageOf', 'renderNarrow', 'uncertainPage'],
	// They get what was read before, or what a platform's record has.
	...[
		'describeKnown',
		'dropEntry',
		'keepEntry',
		'keysOfOneForm',
		'refuseIfMissing',
		'refuseIfOver',
		'refuseUnlistedStatus',
	],
	// Their texts are ours.
	...[
		'executionKey',
		'forgetAppointment',
		'hint',
		'isFailureDue',
		'publishingError',
		'report',
		'reportRefusal',
		'tellOperator',
	],
	// They declare or read fields, whose kinds are given texts below.
	...['currentText', 'daysOf', 'oneOf'],
];

/** Of a tool. */
const TOOL_FIELDS = {
	argumentNames: new Map([['Contact', 'contactId']]),
	fixedLabels: new Set(['Calendar']),
};

/** Calls with arguments that a declared type does not tell, by the name of the function. */
const CALLS: Record<string, (text: string) => unknown> = {
	readAddress: (text) => readAddress(node, `https://a/${text}b`, 'URL', 'API'),
	nextPageOf: (text) => nextPageOf({ next: text }, `${text}; rel="next"`, 1),
	waitAskedBy: (text) => waitAskedBy({ response: { headers: { 'retry-after': text } } }),
	responseTextOf: (text) => responseTextOf({ response: { data: { message: text } } }, SECRETS),
	readFailure: (text) =>
		readFailure({
			error: { response: { status: 302, data: text, headers: { location: `/${text}b` } } },
			api,
			isWrite: false,
			path: `/${encodeURI(text.slice(0, 2_000))}`,
		}),
	recordsIn: (text) => recordsIn({ path: `/contacts/${text}` }),
	readTokenFailure: (text) => readTokenFailure({ code: 'EAUTH', body: text }, SECRETS),
	concernsToken: (text) => concernsToken({ response: { data: { message: text } } }, true),
	toPlatformError: (text) =>
		toPlatformError(node, failed(400, { message: text }), { isRead: true }, credential),
	readSlots: (text) => DIALECTS.highLevel.readSlots({ [text]: { slots: [text] } }),
	nameArguments: (text) => nameArguments(text, TOOL_FIELDS),
	messageForModel: (text) => messageForModel(text, TOOL_FIELDS),
	adviceForModel: (text) => adviceForModel(text, text, TOOL_FIELDS),
	findWebhooksAt(text) {
		const [id, url, events, locationId] = [text, `https://a/${text}b`, [text], text];
		const webhooks = [{ id, url, events, isDisabled: false, record: {} }];
		return findWebhooksAt(url, { webhooks, isPartial: true }, [{ id, url, events, locationId }]);
	},
	isSameUrl: (text) => isSameUrl(`https://a/${text}b`, text),
	// Their callers bound the words of a failure: responseText.ts.
	gaveUp: (text) => gaveUp(400, text.slice(0, 500)),
	namesNoAddress: (text) => namesNoAddress(text.slice(0, 500)),
	missingRecord: (text) => missingRecord(400, text.slice(0, 500), []),
	speaksOfToken: (text) => speaksOfToken(text.slice(0, 500)),
};

/** Gives a function a text for each parameter that takes one, and a record of such texts for each other one. */
function generatedCall(
	act: (...given: unknown[]) => unknown,
	types: Array<string | undefined>,
): (text: string) => unknown {
	return (text) => {
		const result = act(...types.map((type) => hostileValue(type, text)));
		return isKind(result) ? result.read(text) : result;
	};
}

const functions = FILES.flatMap((file) => {
	const types = parameterTypesIn(file);
	return exportsOf
		.filter(
			({ file: of, name, value }) =>
				of === file &&
				typeof value === 'function' &&
				!isClass(value) &&
				!NOT_GIVEN_TEXTS.includes(name),
		)
		.map(({ name, value }) => {
			const parameterTypes = types.get(name) ?? ['', '', ''];
			const call =
				CALLS[name] ?? generatedCall(value as (...given: unknown[]) => unknown, parameterTypes);
			const readsText = name in CALLS || parameterTypes.some(takesText);
			return { title: `${file} ${name}`, call, readsText };
		});
});

it.each(functions)('$title', ({ title, call, readsText }) => {
	let isReached = false;
	let fault = '';
	const slow = slowTexts(readsText ? TEXTS : SOME_TEXTS, (text) => {
		try {
			const result = call(text);
			isReached = true;
			return result;
		} catch (error) {
			fault = String(error);
			// A refusal is a reading, too.
			if ((error as Error).name !== 'TypeError') isReached = true;
			throw error;
		}
	});
	expect(slow).toEqual([]);
	const advice = `${title} fails before it reads the text (${fault.slice(0, 100)}): add a call to CALLS of test/unit/package/hostileTexts.test.ts, or its name to NOT_GIVEN_TEXTS`;
	expect(isReached || !readsText ? '' : advice).toBe('');
});

it.each([...Object.keys(CALLS), ...NOT_GIVEN_TEXTS])('%s is still exported', (name) => {
	const names = [...exportsOf.map((each) => each.name), ...Object.keys(DIALECTS.highLevel)];
	expect(names).toContain(name);
});

/** The functions of exported tables, such as those of a form of the API, and the kinds of values. */
const tables = exportsOf.flatMap(({ file, name, value }) => {
	if (typeof value !== 'object' || value === null || value instanceof Map) return [];
	return functionsWithin(value).map(({ path: at, act }) => ({
		title: `${file} ${name}.${at}`,
		call: CALLS[at.split('.').at(-1) ?? ''] ?? generatedCall(act, ['', '', '']),
	}));
});

/** The functions of an object, and of objects below it. */
function functionsWithin(
	value: object,
	depth = 3,
): Array<{ path: string; act: (...given: unknown[]) => unknown }> {
	return Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
		if (typeof part === 'function' && !isClass(part))
			return [{ path: name, act: part.bind(value) as (...given: unknown[]) => unknown }];
		if (typeof part !== 'object' || part === null || depth === 0) return [];
		return functionsWithin(part, depth - 1).map(({ path: below, act }) => ({
			path: `${name}.${below}`,
			act,
		}));
	});
}

it.each(tables)('$title', ({ call }) => {
	expect(slowTexts(SOME_TEXTS, call)).toEqual([]);
});

/** The fields of a list, those in collections too. */
function fieldsIn(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => [
		property,
		...fieldsIn(
			(property.options ?? []).flatMap((option) => {
				if ('values' in option) return option.values;
				return 'type' in option ? [option] : [];
			}),
		),
	]);
}

/** Each kind once, by the first field that has it. */
const kinds = new Map<Kind<unknown>, { title: string; kind: Kind<unknown>; label: string }>();
for (const { className, instance } of nodes) {
	for (const field of fieldsIn(instance.description.properties)) {
		if (!(KIND in field)) continue;
		const kind = (field as FieldOf<unknown>)[KIND];
		const { displayName: label, name } = field;
		if (!kinds.has(kind))
			kinds.set(kind, { title: `${className}, '${label}' (${name})`, kind, label });
	}
}

it.each([...kinds.values()])('$title', ({ kind, label }) => {
	const asTool = valuesAt({ ...node, type: `${node.type}Tool` }, 0);
	const ofPerson = valuesAt(node, 0);
	const slow = [asTool, ofPerson].flatMap(({ readValue }) => [
		...slowTexts(SOME_TEXTS, (text) => readValue(kind, text, label)),
		...slowTexts(SOME_TEXTS, (text) => readValue(kind, [text], label)),
	]);
	expect(slow).toEqual([]);
});
