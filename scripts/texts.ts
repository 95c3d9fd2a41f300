/**
 * `npm run texts`: every text that a user may read, as one Markdown table. Labels and descriptions come
 * from the classes; messages are the sentences in the sources of nodes/ and credentials/.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import ts from 'typescript';

import { REPOSITORY } from '../runtime/paths';

/** Keys of a description that hold texts; `name` does so in an option, which has no label beside it. */
const TEXT_KEYS = new Set([
	...['action', 'activationMessage', 'builderHint', 'description', 'displayName', 'eventTriggerDescription'],
	...['header', 'hint', 'message', 'multipleValueButtonText', 'placeholder', 'subtitle', 'activationHint'],
	...['errorMessage', 'buttonText', 'outputNames', 'searchHint', 'inactive', 'active', 'searchPlaceholder'],
]);

interface Text {
	/** A path of names in the description, or a file with its line. */
	where: string;
	kind: string;
	text: string;
}

function textsOfClass(file: string): Text[] {
	const className = basename(file).split('.')[0];
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- the class is named by package.json
	const exported = require(join(REPOSITORY, file)) as Record<string, new () => Record<string, unknown>>;
	const instance = new exported[className]();
	const found: Text[] = [];
	visit(instance.description ?? instance, className, found);
	return found;
}

function visit(value: unknown, where: string, found: Text[]): void {
	if (Array.isArray(value)) {
		for (const entry of value) visit(entry, where, found);
		return;
	}
	if (typeof value !== 'object' || value === null) return;
	const fields = value as Record<string, unknown>;
	const own = fields.name ?? fields.value;
	const isNamed = typeof own === 'string' && fields.version === undefined;
	const here = isNamed ? `${where} > ${shownFor(fields)}${own}` : where;
	for (const [key, entry] of Object.entries(fields)) {
		const isText = TEXT_KEYS.has(key) || (key === 'name' && 'value' in fields);
		const texts = isText ? [entry].flat().filter((text) => typeof text === 'string') : [];
		for (const text of texts) if (text !== '') found.push({ where: here, kind: kindOf(key, fields), text });
		visit(entry, here, found);
	}
}

/** The operation whose field it is, e.g. `appointment.book: `. */
function shownFor({ displayOptions }: Record<string, unknown>): string {
	const { show = {} } = (displayOptions ?? {}) as { show?: Record<string, unknown[]> };
	const names = [show.resource, show.operation].flatMap((values) => values?.join('/') ?? []);
	return names.length > 0 ? `${names.join('.')}: ` : '';
}

function kindOf(key: string, fields: Record<string, unknown>): string {
	if (key === 'name') return 'option';
	if (key === 'displayName') return fields.type === 'notice' ? 'notice' : 'label';
	return key;
}

/** The sentences of a source file: what has several words and stands in no description. */
function messagesOf(file: string): Text[] {
	const source = ts.createSourceFile(file, readFileSync(join(REPOSITORY, file), 'utf8'), ts.ScriptTarget.Latest, true);
	const found: Text[] = [];
	const walk = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
		if (ts.isPropertyAssignment(node) && TEXT_KEYS.has(node.name.getText())) {
			// A description is in the table already; a template in one is a message.
			if (ts.isStringLiteralLike(node.initializer) && file.endsWith('.node.ts')) return;
		}
		const text = textOf(node);
		if (text === undefined) {
			ts.forEachChild(node, walk);
		} else if (/\p{L}{2,} \S/u.test(text)) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart());
			found.push({ where: `${file}:${line + 1}`, kind: 'message', text });
		}
	};
	walk(source);
	return found;
}

/** A literal, a template with `…` for its values, or several joined by `+`; undefined for all else. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isTemplateExpression(node)) {
		const spans = node.templateSpans.map(({ expression, literal }) => `{${expression.getText()}}${literal.text}`);
		return node.head.text + spans.join('');
	}
	if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
		const [left, right] = [textOf(node.left), textOf(node.right)];
		if (left === undefined && right === undefined) return undefined;
		return (left ?? `{${node.left.getText()}}`) + (right ?? `{${node.right.getText()}}`);
	}
	return undefined;
}

function sourceFiles(): string[] {
	return ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => relative(REPOSITORY, join(REPOSITORY, folder, file)))
			.sort(),
	);
}

const manifest = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};
const classFiles = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map((file) =>
	file.replace(/^dist\//, '').replace(/\.js$/, '.ts'),
);
const described = classFiles.flatMap(textsOfClass);
const isDescribed = new Set(described.map(({ text }) => text));
const messages = sourceFiles().flatMap(messagesOf).filter(({ text }) => !isDescribed.has(text));

const cell = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').replaceAll('|', '\\|');
console.log('| where | kind | text |\n| - | - | - |');
for (const row of [...described, ...messages])
	console.log(`| ${cell(row.where)} | ${row.kind} | ${cell(row.text)} |`);
