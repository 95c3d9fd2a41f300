import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { readExample } from '../../../runtime/examples';
import { credentials, nodes, pairsOf, ROOT, sourceFiles } from './packageClasses';
import { LANGUAGES } from '../../../nodes/bookingPage/words';
import { DIALECTS } from '../../../nodes/platformApi/dialect';

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** The texts that a pattern's groups find. */
const groupsIn = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map(([, ...groups]) => groups);

const docs = readdirSync(path.join(ROOT, 'docs')).filter((file) => file.endsWith('.md'));
const shipped = ['README.md', ...docs.map((file) => `docs/${file}`)];
const others = ['CONTRIBUTING.md', 'SECURITY.md', 'sandbox/README.md', 'runtime/README.md'];
const pages = [...shipped, ...others].map((page) => ({ page, text: textOf(page) }));

it('each response to a delivery that starts nothing is in the table of docs/reliability.md', () => {
	const table = textOf('docs/reliability.md');
	const source = textOf('nodes/PlatformTrigger/receive/checkDelivery.ts');
	const responses = groupsIn(source, /ignoredDelivery\(\s*'([^']+)'/g).map(
		([response]) => response,
	);

	expect(responses).toContain('Not selected');
	expect(
		responses
			.filter((response) => !table.includes(`\`${response}\``))
			.map((response) => `Add \`${response}\` to the table of responses in docs/reliability.md`),
	).toEqual([]);
});

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
		const missing = links.filter(({ file }) => !existsSync(path.join(ROOT, file)));
		const there = links.filter((link) => !missing.includes(link));
		const wrong = there.filter(
			({ file, heading }) => heading && !headingsOf(file).includes(heading),
		);
		expect([
			...missing.map(({ page, file }) => `Correct a link in ${page}: there is no ${file}`),
			...wrong.map(
				({ page, file, heading }) =>
					`Correct a link in ${page}: ${file} has no heading #${heading}`,
			),
		]).toEqual([]);
	});
});

it('the files and folders that the documents name are there', () => {
	const inCode =
		/`((?:nodes|credentials|sandbox|runtime|test|docs|examples|scripts|bench)\/[\w./-]+)`/g;
	const named = pages.flatMap(({ page, text }) =>
		groupsIn(text, inCode).map(([name]) => ({ page, name })),
	);
	const missing = named.filter(({ name }) => !existsSync(path.join(ROOT, name)));
	expect(named.length).toBeGreaterThan(10);
	expect(missing.map(({ page, name }) => `Correct ${page}: there is no ${name}`)).toEqual([]);
});

/** Labels of n8n's own that the numbered steps name. */
const LABELS_OF_N8N = [
	'Actions',
	'Triggers',
	'Credential',
	'Connect to Platform',
	'Create new credential',
	'OAuth2',
	'Save',
	'More details',
	'Connect',
	'From list',
	'By ID',
	'Execute step',
	'OAuth Redirect URL',
	'Client ID',
	'Client Secret',
	'API: Platform',
];

it.each(['README.md', 'docs/credentials.md', 'docs/trigger.md'])(
	'the numbered steps of %s name labels that the nodes and credentials have, or n8n itself',
	(page) => {
		const all = JSON.stringify([nodes, credentials].flat().map(({ instance }) => instance));
		const own = groupsIn(all, /"(?:displayName|name|action)":"([^"]+)"/g).flat();
		const steps = groupsIn(textOf(page), /^(\d\. .+)$/gm).flat();
		const labels = steps.flatMap((step) => groupsIn(step, /(?<!\*)\*([^*]+)\*(?!\*)/g).flat());

		const unknown = labels.filter((label) => ![...LABELS_OF_N8N, ...own].includes(label));

		expect(labels.length).toBeGreaterThan(3);
		expect(
			unknown.map(
				(label) =>
					`Correct '${label}' in the steps of ${page}: no node or credential has this label (n8n's own stand in LABELS_OF_N8N)`,
			),
		).toEqual([]);
	},
);

it('each picture is on a page', () => {
	const pictures = readdirSync(path.join(ROOT, 'docs/pictures'));
	const unseen = pictures.filter((file) => !pages.some(({ text }) => text.includes(`/${file}`)));
	expect(
		unseen.map((file) => `Show docs/pictures/${file} on a page of docs/, or remove it`),
	).toEqual([]);
});

describe('a person finds in the documents', () => {
	/** In italics, as the documents write labels; `*When Already Booked: Treat as Done*` names its choice, too. */
	const isNamed = (label: string, ...files: string[]) =>
		files.some((file) => new RegExp(`\\*${escaped(label)}[:*]`).test(textOf(file)));

	const escaped = (text: string) => text.replace(/[()[\]?+.*$^|\\]/g, '\\$&');

	const docFiles = docs.map((file) => `docs/${file}`);

	it('each field of a credential', () => {
		const fields = credentials.flatMap(({ className, instance }) =>
			instance.properties
				.filter(({ type }) => type !== 'hidden' && type !== 'notice')
				.map(({ displayName }) => ({ className, displayName })),
		);
		const missing = fields.filter(
			({ displayName }) => !isNamed(displayName, 'docs/credentials.md'),
		);
		expect(fields.length).toBeGreaterThan(10);
		expect(
			missing.map(
				({ className, displayName }) =>
					`Say in docs/credentials.md what *${displayName}* of ${className} is for`,
			),
		).toEqual([]);
	});

	// Fields of records ('Fields') say by themselves what they are.
	it("each entry of 'Options', 'Filters' and 'Page'", () => {
		const entries = nodes.flatMap(({ className, instance }) =>
			instance.description.properties
				.filter(({ type, displayName }) => type === 'collection' && displayName !== 'Fields')
				.flatMap(({ displayName: within, options = [] }) =>
					(options as INodeProperties[]).map(({ displayName }) => ({
						className,
						within,
						displayName,
					})),
				),
		);
		const missing = entries.filter(
			({ displayName }) => !isNamed(displayName, 'README.md', ...docFiles),
		);
		expect(entries.length).toBeGreaterThan(50);
		expect([
			...new Set(
				missing.map(
					({ className, within, displayName }) =>
						`Say on a page of docs/ what *${displayName}* ('${within}' of ${className}) does`,
				),
			),
		]).toEqual([]);
	});

	it('each scope of HighLevel', () => {
		const page = textOf('docs/credentials.md');
		const missing = Object.values(DIALECTS.highLevel.scopes).filter(
			(scope) => !page.split(/[\s`]/).includes(scope),
		);
		expect(
			[...new Set(missing)].map(
				(scope) => `Say in docs/credentials.md, *Scopes*, what ${scope} is for`,
			),
		).toEqual([]);
	});

	it('each language of the pages', () => {
		const names = new Intl.DisplayNames('en', { type: 'language' });
		const list = textOf('docs/booking-page.md')
			.split('\n')
			.filter((line) => line.includes('*Page Language*'))
			.join('\n');
		const missing = Object.keys(LANGUAGES).filter((tag) => !list.includes(names.of(tag)!));
		expect(
			missing.map(
				(tag) => `Name ${names.of(tag)} (${tag}) beside *Page Language* in docs/booking-page.md`,
			),
		).toEqual([]);
	});

	it.each(nodes.filter((node) => pairsOf(node).length > 0).map((node) => ({ node })))(
		"in README's table, each resource of $node.className",
		({ node }) => {
			const { displayName } = node.instance.description;
			const [row = ''] = groupsIn(
				textOf('README.md'),
				new RegExp(`^\\| ${escaped(displayName)} \\| (.+) \\|$`, 'gm'),
			).flat();
			const written = row.split(', ');
			const resources = pairsOf(node).map(({ resource }) => String(resource.name));
			expect([
				...[...new Set(resources)]
					.filter((name) => !written.includes(name))
					.map((name) => `Add ${name} to the row of ${displayName} in README.md, *Operations*`),
				...written
					.filter((name) => !resources.includes(name))
					.map((name) => `Remove ${name} from the row of ${displayName} in README.md`),
			]).toEqual([]);
		},
	);

	it('each example, and each page, by a link in README', () => {
		const examples = readdirSync(path.join(ROOT, 'examples')).map((file) => `examples/${file}`);
		const text = textOf('README.md');
		const missing = [...examples, ...docFiles].filter((file) => !text.includes(`](${file}`));
		expect(missing.map((file) => `Add a link to ${file} to README.md`)).toEqual([]);
	});
});

// Longer ones are not read: say each thing once, and link to it.
it.each([
	['README.md', 900, ['README.md']],
	['docs/', 15_000, docs.map((file) => `docs/${file}`)],
])('%s has at most %i words', (place, most, files) => {
	const words = files.flatMap((file) => textOf(file).split(/\s+/).filter(Boolean));
	const tooMany = words.length - most;
	const advice = `Cut ${tooMany} words of ${place}: of what you added, or of what another page says, too`;
	expect(tooMany > 0 ? [advice] : []).toEqual([]);
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
	const unknown = lines.filter((line) => !sources.includes(line));
	expect(
		unknown.map((line) => `No node says this: correct it in docs/operations.md: ${line}`),
	).toEqual([]);
});

it('docs/use-from-an-agent.md gives expressions of the MCP example', async () => {
	const example = JSON.stringify(await readExample('mcp-server.json'));
	const expressions = groupsIn(
		textOf('docs/use-from-an-agent.md'),
		/(\{\{ \$fromAI\(.+?\) \}\})/g,
	).flat();

	const others = expressions.filter((expression) => !example.includes(expression));

	expect(expressions.length).toBeGreaterThan(10);
	expect(
		others.map(
			(expression) =>
				`Write it in docs/use-from-an-agent.md as in examples/mcp-server.json: ${expression}`,
		),
	).toEqual([]);
});

it('docs/troubleshooting.md quotes messages as the nodes write them', () => {
	const sources = sourceFiles('nodes').map(({ text }) => text);
	const rows = groupsIn(textOf('docs/troubleshooting.md'), /^\| (`.+`) \| .+ \|$/gm).flat();
	const quoted = rows.flatMap((row) => groupsIn(row, /`([^`]+)`/g)).flat();

	// What the message fills in is an `…`; the rest stands in one file.
	const unknown = quoted.filter((message) => {
		const parts = message.split('…').map((part) => part.trim());
		return !sources.some((source) => parts.every((part) => source.includes(part)));
	});

	expect(quoted.length).toBeGreaterThan(30);
	expect(
		unknown.map(
			(message) => `No node says this: correct it in docs/troubleshooting.md: ${message}`,
		),
	).toEqual([]);
});
