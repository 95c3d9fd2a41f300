import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as ts from 'typescript';
import { ROOT, sourceFiles } from './packageClasses';

/** Where failures, refused deliveries and registrations are put into words. */
const EXPLAINING = /^nodes\/(?!platformApi\/deliveries)(http|knowledgeApi|platformApi|webhookSignature|PlatformTrigger\/(deduplicate|receive|register\.ts))(\/|$)/;

/** Names of what is said beside a message, such as what to do. */
const BESIDE = /^(description|forModel|how\w+|what\w+|urlField|sendFewer|how_to_\w+|what_to_\w+|not_recorded)$/i;

/** What needs nothing to be done, or only joins other texts. */
const FINE = /^(The keys can be used|…: |… … says|… Check)/;

function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	return ts.isTemplateExpression(node) ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…') : undefined;
}

/** Whether a text is a message itself: it belongs to no other text. */
function standsAlone(node: ts.Node): boolean {
	const { parent } = node;
	if (ts.isConditionalExpression(parent)) return standsAlone(parent);
	if (ts.isBinaryExpression(parent) || ts.isTemplateSpan(parent) || ts.isParameter(parent)) return false;
	if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
		const before = parent.arguments!.slice(0, parent.arguments!.indexOf(node as ts.Expression));
		return !before.some((other) => ts.isConditionalExpression(other) || textOf(other)?.includes(' '));
	}
	return !BESIDE.test((parent as Partial<ts.NamedDeclaration>).name?.getText() ?? '');
}

/** The first sentences of the texts in the sources, and which of them are messages. */
const texts = sourceFiles('nodes').flatMap(({ file, text }) => {
	const found: Array<{ first: string; isMessage: boolean }> = [];
	const visit = (node: ts.Node): void => {
		const [first = ''] = textOf(node)?.split(/\. |\.$/) ?? [];
		const isSentence = /^[A-Z'…]/.test(first) && first.split(' ').length > 3 && !FINE.test(first);
		if (first) found.push({ first, isMessage: isSentence && EXPLAINING.test(file) && standsAlone(node) });
		node.forEachChild(visit);
	};
	visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
	return found;
});

it('docs/troubleshooting.md has each message that says what to do next, and none that is no more', () => {
	const rows = readFileSync(path.join(ROOT, 'docs/troubleshooting.md'), 'utf8').match(/^\| (?:\w+ \| )?`.+$/gm)!;
	const entries = rows.flatMap((row) => [...row.split(/` \|/)[0].matchAll(/`([^`]+)(?:`|$)/g)].map(([, entry]) => entry));
	const messages = texts.filter(({ isMessage }) => isMessage).map(({ first }) => first);
	expect(messages.length).toBeGreaterThan(70);
	expect(messages.filter((message) => !entries.includes(message))).toEqual([]);
	const known = new Set(texts.map(({ first }) => first));
	expect(entries.filter((entry) => !known.has(entry))).toEqual([]);
});
