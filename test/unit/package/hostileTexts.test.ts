import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { nodes, ROOT } from './packageClasses';
import { type FieldOf, KIND, valuesAt } from '../../../nodes/fields/parameters';
import { type Kind } from '../../../nodes/fields/valueKinds';
import { node } from '../platformApi/fakePlatform';

/*
 * A stranger at a public form, or a language model, can send a text of any length. One reader that takes seconds for it stops
 * all of n8n. So every exported function of nodes/, and the kind of every field, is given 100,000 characters of repetitions.
 */

const LENGTH = 100_000;

/** Linear code needs about one. */
const MAX_MS = 20;

/** A busy machine disturbs a measurement now and then; slow code is slow each time. */
const ATTEMPTS = 5;

const MAX_EXAMPLES = 3;

/** No other program makes quick code as slow as this. */
const HOPELESS_MS = 1_000;

/** Between the growth of linear code, 4, and that of quadratic code, 16. */
const MAX_GROWTH = 10;

const SEED = 20_261_121;
const RANDOM_UNITS = 15;

/** Pieces that patterns look for, or stumble over. */
const PIECES = [
	...[' ', '\n', '\t', ',', ';', '.', ':', '-', '_', '/', '\\', '|', '#', '%', '&', '=', '~'],
	...['"', "'", '`', '```\n', '*', '“', '«', '<', '>', '(', ')', '[', ']', '{', '}', '(0)'],
	...['@', '+', '0', '1', 'a', 'Z', 'é', '٣', '１', '\u00AD', '\u200B', '\uD800', '—'],
	...['ID: ', 'id=', '[](', '- ', ' and ', ' (', 'https://', 'x@', 'a.', '0-', 'T00:00', '+00:00'],
	...['<p>', '&nbsp;', '\\u002d', '-----BEGIN ', 'MCowBQYDK2VwAyEA', '["', "'a',", '{"a":', 'not '],
];

/** Numbers from 0 to 1, the same in each run (mulberry32). */
function seededRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Each piece, and some pieces one after the other, repeated; what stands before and behind them keeps a pattern from a quick end. */
function hostileTexts(): string[] {
	const random = seededRandom(SEED);
	const anyPiece = () => PIECES[Math.floor(random() * PIECES.length)];
	const units = PIECES.map((piece) => piece);
	for (let count = 0; count < RANDOM_UNITS; count++) units.push(anyPiece() + anyPiece());
	return units.map((unit) => {
		const repeated = unit.repeat(Math.ceil(LENGTH / unit.length));
		return random() < 0.3 ? repeated : `${anyPiece()}${repeated}${anyPiece()}`;
	});
}

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

const TEXTS = hostileTexts();

/** For what looks at the texts within a record. */
const SOME_TEXTS = TEXTS.filter((_, index) => index % 5 === 0);

/**
 * True for what takes too long because of its pattern, not because other programs use the machine: four times the text takes
 * linear code four times as long, and quadratic code sixteen times.
 */
function isTooSlow(act: (text: string) => unknown, text: string, ms: number): boolean {
	if (ms <= MAX_MS) return false;
	if (ms > HOPELESS_MS) return true;
	const quarter = text.slice(0, LENGTH / 4) + text.slice(-1);
	return ms > MAX_GROWTH * processorMsOf(() => act(quarter), ATTEMPTS, 0);
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

/** The declared types of the parameters of each exported function of a file, by its name. */
function parameterTypesIn(file: string): Map<string, string[]> {
	const source = readFileSync(path.join(ROOT, 'nodes', file), 'utf8');
	const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
	const types = new Map<string, string[]>();
	const typesOf = (made: ts.SignatureDeclaration) =>
		made.parameters.map(({ type }) => type?.getText() ?? '');
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

/** What to give for a parameter of this type. */
function hostileValue(type: string, text: string): unknown {
	if (/\bstring\b/.test(type) && /\[\]|Array/.test(type)) return [text];
	const outermost = type.replace(/<[^]*>|[{(][^]*/, '');
	return type === '' || /\b(string|unknown)\b/.test(outermost) ? text : recordOf(text);
}

/** Functions that get no text of a stranger: most make n8n's descriptions of what the source declares, when a node is loaded. */
const NOT_GIVEN_TEXTS = [
	'operation',
	'resourceFields',
	'resourceOf',
	'subtitleOf',
	'waitingOperation',
	// Pages are made of what was read and bounded before.
	'addressOf',
	'cancelPage',
	'link',
];

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
		.map(({ name, value }) => ({
			title: `${file} ${name}`,
			act: value as (...given: unknown[]) => unknown,
			types: types.get(name) ?? ['', '', ''],
		}));
});

it.each(functions)('$title', ({ act, types }) => {
	const readsText = types.some((type) => typeof hostileValue(type, '') === 'string');
	const slow = slowTexts(readsText ? TEXTS : SOME_TEXTS, (text) => {
		const made = act(...types.map((type) => hostileValue(type, text)));
		return isKind(made) ? made.read(text) : made;
	});
	expect(slow).toEqual([]);
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

const fields = nodes.flatMap(({ className, instance }) =>
	fieldsIn(instance.description.properties)
		.filter((field): field is FieldOf<unknown> => KIND in field)
		.map((field) => ({ title: `${className}, '${field.displayName}' (${field.name})`, field })),
);

it.each(fields)('$title', ({ field }) => {
	const asTool = valuesAt({ ...node, type: `${node.type}Tool` }, 0);
	const ofPerson = valuesAt(node, 0);
	const slow = [asTool, ofPerson].flatMap(({ readValue }) => [
		...slowTexts(SOME_TEXTS, (text) => readValue(field[KIND], text, field.displayName)),
		...slowTexts(SOME_TEXTS, (text) => readValue(field[KIND], [text], field.displayName)),
	]);
	expect(slow).toEqual([]);
});
