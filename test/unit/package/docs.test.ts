import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as ts from 'typescript';

import { readExample } from '../../../runtime/examples';
import { credentials, nodes, ROOT, sourceFiles } from './packageClasses';

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** The texts that a pattern's groups find. */
const groupsIn = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map(([, ...groups]) => groups);

const docs = readdirSync(path.join(ROOT, 'docs')).filter((file) => file.endsWith('.md'));
const shipped = ['README.md', ...docs.map((file) => `docs/${file}`)];
const others = ['CONTRIBUTING.md', 'SECURITY.md', 'sandbox/README.md', 'runtime/README.md'];
const pages = [...shipped, ...others].map((page) => ({ page, text: textOf(page) }));

describe('the links', () => {
	/** As GitHub names headings in addresses. */
	const headingsOf = (file: string) =>
		groupsIn(textOf(file), /^#+ (.+)$/gm).map(([title]) =>
			title
				.toLowerCase()
				.replace(/[^\p{L}\p{N}\- ]/gu, '')
				.replaceAll(' ', '-'),
		);

	/** Each link to a file of the repository, or picture, from where it stands. */
	const ofPages = pages.flatMap(({ page, text }) =>
		groupsIn(text, /(?:\]\(|src(?:set)?=")(?!https?:)([^)#\s"]*)(?:#([^)\s]+))?[)"]/g).map(
			([file, heading]) => ({
				page,
				file: file === '' ? page : path.join(path.dirname(page), file),
				heading,
			}),
		),
	);

	/** Those that n8n's editor shows. */
	const codexFiles = nodes.map(({ source }) => readFileSync(`${source}.json`, 'utf8'));
	const ofNodes = [...sourceFiles('credentials').map(({ text }) => text), ...codexFiles]
		.flatMap((text) => groupsIn(text, /blob\/main\/([\w/.-]+)(?:#([\w-]+))?/g))
		.map(([file, heading]) => ({ page: 'nodes', file, heading }));

	it('lead to files and headings that there are', () => {
		expect(ofNodes.filter(({ heading }) => heading)).toHaveLength(4);
		const links = [...ofPages, ...ofNodes];
		expect(links.filter(({ file }) => !existsSync(path.join(ROOT, file)))).toEqual([]);
		expect(
			links.filter(({ file, heading }) => heading && !headingsOf(file).includes(heading)),
		).toEqual([]);
	});
});

it('the files and folders that the documents name are there', () => {
	const inCode =
		/`((?:nodes|credentials|sandbox|runtime|test|docs|examples|scripts|bench)\/[\w./-]+)`/g;
	const named = pages.flatMap(({ text }) => groupsIn(text, inCode)).flat();
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

it('the numbered steps name labels that the nodes and credentials have, or n8n itself', () => {
	const ofN8n = [
		...[
			'Actions',
			'Triggers',
			'Credential',
			'Connect to Platform',
			'Create new credential',
			'OAuth2',
		],
		...['Save', 'More details', 'Connect', 'From list', 'By ID', 'Execute step'],
		...['OAuth Redirect URL', 'Client ID', 'Client Secret', 'API: Platform'],
	];
	const all = JSON.stringify([nodes, credentials].flat().map(({ instance }) => instance));
	const own = groupsIn(all, /"(?:displayName|name|action)":"([^"]+)"/g).flat();
	const steps = ['README.md', 'docs/credentials.md', 'docs/trigger.md'].flatMap((page) =>
		groupsIn(textOf(page), /^(\d\. .+)$/gm).flat(),
	);
	const labels = steps.flatMap((step) => groupsIn(step, /(?<!\*)\*([^*]+)\*(?!\*)/g).flat());
	expect(labels.length).toBeGreaterThan(30);
	expect(labels.filter((label) => ![...ofN8n, ...own].includes(label))).toEqual([]);
});

it('docs/operations.md names the log lines as the nodes write them', () => {
	const [, table] = /Search for these texts[^]*?\n\n([^]*?)\n\n/.exec(
		textOf('docs/operations.md'),
	)!;
	// Behind the words stands the status.
	const lines = groupsIn(table, /^\| `(.+?)(?: \d+)?` /gm).flat();
	const sources = sourceFiles('nodes')
		.map(({ text }) => text)
		.join('\n');
	expect(lines.length).toBeGreaterThan(4);
	expect(lines.filter((line) => !sources.includes(line))).toEqual([]);
});

describe('docs/use-from-an-agent.md', () => {
	const text = textOf('docs/use-from-an-agent.md');

	it('gives the expressions of the MCP example', async () => {
		const example = JSON.stringify(await readExample('mcp-server.json'));
		const expressions = (within: string) => groupsIn(within, /(\{\{ \$fromAI\(.+?\) \}\})/g).flat();
		const [documented, left] = [text, example].map((within) => new Set(expressions(within)));
		// The number of recipes has a default that a reader need not replace.
		const wanted = [...left].filter((expression) => !expression.includes("'limit'"));
		expect(wanted.length).toBeGreaterThan(20);
		expect([...documented].sort()).toEqual(wanted.sort());
	});
});

describe('docs/troubleshooting.md', () => {
	/** Where failures, refused deliveries and registrations are put into words. */
	const EXPLAINING =
		/^nodes\/(?!platformApi\/(?:deliveries|events))(http|knowledgeApi|platformApi|webhookSignature|PlatformTrigger\/(deduplicate|receive|register\.ts))(\/|$)/;

	/** Names of what is said beside a message, such as what to do. */
	const BESIDE =
		/^(description|forModel|how\w+|what\w+|urlField|sendFewer|how_to_\w+|what_to_\w+|not_recorded)$/i;

	/** Texts that ask for nothing, or only join others. */
	const FINE = /^(The keys can be used|…: |… … says|… Check)/;

	function textIn(node: ts.Node): string | undefined {
		if (ts.isStringLiteralLike(node)) return node.text;
		if (!ts.isTemplateExpression(node)) return undefined;
		return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
			.map(({ text }) => text)
			.join('…');
	}

	/** True for a text that is a message itself: it belongs to no other text. */
	function standsAlone(node: ts.Node): boolean {
		const { parent } = node;
		if (ts.isConditionalExpression(parent)) return standsAlone(parent);
		if (ts.isBinaryExpression(parent) || ts.isTemplateSpan(parent) || ts.isParameter(parent))
			return false;
		if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
			const before = parent.arguments!.slice(0, parent.arguments!.indexOf(node as ts.Expression));
			return !before.some(
				(other) => ts.isConditionalExpression(other) || textIn(other)?.includes(' '),
			);
		}
		return !BESIDE.test((parent as Partial<ts.NamedDeclaration>).name?.getText() ?? '');
	}

	it('has each message that says what to do next, and none that is no more', () => {
		const firstSentences = new Set<string>();
		const messages: string[] = [];
		for (const { file, text } of sourceFiles('nodes')) {
			const visit = (node: ts.Node): void => {
				const [first = ''] = textIn(node)?.split(/\. |\.$/) ?? [];
				const isSentence =
					/^[A-Z'…]/.test(first) && first.split(' ').length > 3 && !FINE.test(first);
				firstSentences.add(first);
				if (isSentence && EXPLAINING.test(file) && standsAlone(node)) messages.push(first);
				node.forEachChild(visit);
			};
			visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
		}
		const rows = groupsIn(textOf('docs/troubleshooting.md'), /^\| (?:\w+ \| )?(`.+)$/gm).flat();
		const entries = rows
			.flatMap((row) => groupsIn(row.split(/` \|/)[0], /`([^`]+)(?:`|$)/g))
			.flat();
		expect(messages.length).toBeGreaterThan(70);
		const missing = messages.filter((message) => !entries.includes(message));
		const old = entries.filter((entry) => !firstSentences.has(entry));
		expect([
			...missing.map((message) => `Add to docs/troubleshooting.md: ${message}`),
			...old.map((entry) => `Remove from docs/troubleshooting.md, since no node says it: ${entry}`),
		]).toEqual([]);
	});
});
