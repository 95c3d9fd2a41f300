import ts from 'typescript';

import { sourceFiles } from './packageClasses';

/*
 * A stranger, a language model or another server can send a text of any length, and a pattern that takes seconds for it stops
 * all of n8n. So each pattern in the source is given long repetitions: of what patterns stumble over, and of its own words.
 */

/** A quadratic pattern takes hundreds of milliseconds for the longest of them, an exponential one for one of the shortest. */
const LENGTHS = [25, 40, 80, 400, 20_000];

/** A linear pattern needs less than one. */
const MAX_MS = 8;

/** A busy machine disturbs a measurement now and then; a slow pattern is slow each time. */
const ATTEMPTS = 4;

/** Patterns that are slow for 20,000 characters, and never see so many: why, and how many they see at most. */
const BOUNDED: Array<{ source: string; atMost: number; because: string }> = [
	{
		source: '[-.]+$',
		atMost: 500,
		because: 'Knowledge/resources.ts reads no longer word (MAX_WORD)',
	},
	{
		source: '\\d+$',
		atMost: 320,
		because: 'platformApi/contactAddress.ts reads no longer text (MAX_TEXT)',
	},
	{
		source: '[.:=\\s]+$',
		atMost: 320,
		because: 'platformApi/contactAddress.ts reads no longer text (MAX_TEXT)',
	},
	{
		source: '\\b(route|endpoint)\\b.*\\b(not found|not exist)',
		atMost: 500,
		because: 'http/responseText.ts shortens the words of a failure (MAX_TEXT)',
	},
	{
		source:
			'\\b(no|not)\\b.*\\b(access|allowed|authori[sz]ed|belong)\\b.*\\b(location|sub-?account)\\b',
		atMost: 500,
		because: 'http/responseText.ts shortens the words of a failure (MAX_TEXT)',
	},
	{
		source: ',? ?(\\.\\.\\.)?"[^]*" is not valid JSON$',
		atMost: 500,
		because: "V8 quotes a few characters of a text in a parser's message",
	},
];

const PIECES = [
	...[' ', '\n', '\t', ',', ';', '.', ':', '-', '_', '/', '\\', '|', '#', '%', '&', '=', '"', "'"],
	...[
		'`',
		'*',
		'<',
		'>',
		'(',
		')',
		'[',
		']',
		'{',
		'}',
		'@',
		'+',
		'0',
		'a',
		'Z',
		'é',
		'٣',
		'\u00AD',
	],
	...['—', 'a ', 'a.', 'a-', '0-', '0.', ' ,', '<a', '[a', '(a', '&a;', '\\u002d', '= ', '"a",'],
];

interface Pattern {
	/** Where it stands, for whoever has to change it. */
	place: string;
	source: string;
	flags: string;
}

/** The patterns that the source declares, each once. */
function patternsIn({ file, text }: { file: string; text: string }): Pattern[] {
	const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const patterns: Pattern[] = [];
	const visit = (part: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(part)) {
			const end = part.text.lastIndexOf('/');
			const { line } = tree.getLineAndCharacterOfPosition(part.getStart());
			patterns.push({
				place: `${file}:${line + 1}`,
				source: part.text.slice(1, end),
				flags: part.text.slice(end + 1),
			});
		}
		ts.forEachChild(part, visit);
	};
	visit(tree);
	return patterns;
}

/** Repetitions of a piece, with a beginning or an end that keeps a pattern from matching. */
function repetitionsOf(piece: string, length: number): string[] {
	const repeated = piece.repeat(Math.ceil(length / piece.length));
	return [`${repeated}\u0001`, `!${repeated}`, `!${repeated}\u0001`];
}

/** Finds all matches, as `replace` and `split` do. */
function msFor({ source, flags }: Pattern, text: string): number {
	const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
	let quickest = Infinity;
	for (let attempt = 0; attempt < ATTEMPTS && quickest > MAX_MS; attempt++) {
		const before = process.cpuUsage();
		text.replace(pattern, '');
		const { user, system } = process.cpuUsage(before);
		quickest = Math.min(quickest, (user + system) / 1_000);
	}
	return quickest;
}

/** The first repetition for which the pattern takes too long. */
function slowText(pattern: Pattern): string | undefined {
	const words = pattern.source.match(/[a-z]{2,}/gi) ?? [];
	const pieces = [...PIECES, ...words.slice(0, 8).flatMap((word) => [word, `${word} `])];
	const bound = BOUNDED.find(({ source }) => source === pattern.source);
	const atMost = bound?.atMost ?? Infinity;
	for (const length of LENGTHS) {
		for (const piece of pieces) {
			for (const text of repetitionsOf(piece, Math.min(length, atMost))) {
				const ms = msFor(pattern, text);
				if (ms > MAX_MS)
					return `${Math.round(ms)} ms for ${text.length} x ${JSON.stringify(piece)}`;
			}
		}
	}
	return undefined;
}

const declared = [...sourceFiles('nodes'), ...sourceFiles('credentials')]
	.map(({ file, text }) => ({ file, patterns: patternsIn({ file, text }) }))
	.filter(({ patterns }) => patterns.length > 0);

it.each(declared)('the patterns of $file are linear', ({ patterns }) => {
	const slow: string[] = [];
	for (const pattern of patterns) {
		const text = slowText(pattern);
		if (text)
			slow.push(
				`${pattern.place} /${pattern.source}/ took ${text}. Write a linear one, or add it to BOUNDED of this test, with the bound that its text has`,
			);
	}
	expect(slow).toEqual([]);
});

it('each bounded pattern stands in the source', () => {
	const sources = declared.flatMap(({ patterns }) => patterns.map(({ source }) => source));
	expect(BOUNDED.filter(({ source }) => !sources.includes(source))).toEqual([]);
});

/** Made of parts that stand in the source: what they are given is bounded before. */
const MADE = ['platformApi/failureTable.ts', 'webhookSignature/publicKeys.ts'];

it('no other pattern is made of parts, which nothing here would see', () => {
	const makers = sourceFiles('nodes').filter(({ text }) =>
		/\bnew RegExp\(|[^.\w]RegExp\(/.test(text),
	);
	expect(makers.map(({ file }) => file.replace(/^nodes./, '')).sort()).toEqual(MADE);
});
