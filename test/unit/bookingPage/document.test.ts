import { readdirSync } from 'node:fs';
import path from 'node:path';

import { createHash } from 'node:crypto';

import { STYLE } from '../../../nodes/bookingPage/styleAndScript';
import { calendarsOf } from '../../../nodes/bookingPage/calendarEntry';
import * as choosePages from '../../../nodes/bookingPage/choosePage';
import * as donePages from '../../../nodes/bookingPage/donePage';
import { html } from '../../../nodes/bookingPage/html';
import type { OfferTexts, View } from '../../../nodes/bookingPage/pageParts';
import * as pages from '../../../nodes/bookingPage/pages';
import { expectSavedText, HOW_TO_SAVE } from '../../support/savedText';
import { ROOT, sourceFiles } from '../package/packageClasses';
import { LANGUAGES, type Words } from '../../../nodes/bookingPage/words';
import { stopClockAt } from '../../support/clock';
import { pageOfTimes, SLOTS, viewOf } from './samplePages';

const { askPage, cancelPage, confirmPage, keepPage, messagePage, uncertainPage } = pages;
const { donePage } = donePages;

stopClockAt('2026-03-01T12:00:00Z');

it('what is filled in is escaped, and nothing twice', () => {
	const inner = html`<b title="${'"\'&<>'}">${1}</b>`;
	expect(html`${inner}${[inner]}${undefined}${false}${0}`.text).toBe(
		`${'<b title="&quot;&#39;&amp;&lt;&gt;">1</b>'.repeat(2)}0`,
	);
});

/** The tags alone, with the names of their attributes. */
const tagsOf = ({ html: page }: pages.Page) =>
	(page.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, ''));

/** Every text of a workflow: the compiler names one that is missing here. */
const TEXTS: Record<keyof Required<OfferTexts>, string> = {
	accentColor: '#0b6b64',
	businessEmail: 'office@example.com',
	businessName: 'Harbor',
	calendarName: 'Calls',
	explanation: 'We call you',
	heading: 'Your call',
	host: 'Dr. Lee',
	messageAfter: 'Bring it',
	place: 'Pier 1',
	title: 'Call',
};

/** The names of an interface's texts. */
type TextsIn<T> = {
	[Name in keyof T]-?: T[Name] extends string | undefined ? Name : never;
}[keyof T];

/** Every other text of a page: the compiler names one that is missing here. */
const viewTexts = (text: string): Record<TextsIn<View>, string> => ({
	token: text,
	wait: text,
	beside: text,
});

/** Every page with the text in everything that is put in. */
function pagesWith(text: string): Record<string, pages.Page> {
	const texts = Object.entries(TEXTS).map(([name, value]) => [name, value + text]);
	// A color is checked where it is read.
	const offer = { ...Object.fromEntries(texts), accentColor: TEXTS.accentColor };
	const words = Object.entries(LANGUAGES.en).map(([key, word]) => [
		key,
		// The direction and the name of the language are ours.
		key === 'dir' || key === 'language' ? word : word + text,
	]);
	const view = viewOf(offer, {
		words: Object.fromEntries(words) as Words,
		...viewTexts(text),
		seal: () => text,
		asksZone: true,
		usableUntil: 0,
	});
	return pagesOf(view, text);
}

/** Every page, by the function that makes it. @param text what else is put in */
function pagesOf(view: View, text: string): Record<string, pages.Page> {
	const moved = { outcome: 'move', slot: SLOTS[0] } as const;
	return {
		choosePage: pageOfTimes(
			{ notice: 'takenOrOwn', nearest: SLOTS, ownSlot: SLOTS[0], day: text, takesNone: true },
			view,
		),
		confirmPage: confirmPage(view, 'move', SLOTS[0], SLOTS[1]),
		askPage: askPage(view, SLOTS[0], ['confirm', 'move', 'cancel']),
		cancelPage: cancelPage(view, SLOTS[0]),
		donePage: donePage(view, moved, calendarsOf(view, moved, text), SLOTS[1]),
		keepPage: keepPage(view, SLOTS[0]),
		messagePage: messagePage(view, 'failed', text),
		uncertainPage: uncertainPage(view, 'unknown', 'book', SLOTS[0]),
	};
}

it('every page is among those whose texts are checked', () => {
	const made = [choosePages, donePages, pages].flatMap((module) => Object.keys(module));
	const missing = made.filter((name) => name.endsWith('Page') && !(name in pagesWith('')));
	expect(
		missing.map((name) => `Add ${name} to pagesWith in test/unit/bookingPage/document.test.ts`),
	).toEqual([]);
});

describe('the markup', () => {
	const FOLDER = path.join('test', 'unit', 'bookingPage', 'markup');
	const full = viewOf(TEXTS, {
		beside: 'b3side',
		asksZone: true,
		usableUntil: Date.parse('2026-03-05T12:00:00Z'),
	});
	const plain = viewOf();

	/** The page after a decision other than a move, which `pagesOf` has. */
	const doneOf = (outcome: 'book' | 'cancel' | 'confirm', view: View) => {
		const done = { outcome, slot: SLOTS[0] };
		return donePage(view, done, calendarsOf(view, done, 'appt-1'));
	};

	/** Every page with all that it can have, and what some have in other situations. */
	const makePages = (): Record<string, pages.Page> => ({
		...pagesOf(full, 'other'),
		askPageWithoutChoice: askPage(plain, SLOTS[0], [], SLOTS[1]),
		choosePageFirst: pageOfTimes({ hasMore: true }),
		choosePageOfMove: pageOfTimes({ act: 'move', formerSlot: SLOTS[0], notice: 'conflict' }),
		choosePageOfTaken: pageOfTimes({ notice: 'taken' }),
		choosePageWithoutTimes: pageOfTimes({ slots: [], takesNone: true }),
		confirmPageOfBook: confirmPage(plain, 'book', SLOTS[0]),
		donePageOfBook: doneOf('book', full),
		donePageOfCancel: doneOf('cancel', plain),
		donePageOfConfirm: doneOf('confirm', { ...plain, hasNextPage: true }),
		messagePageAtEnd: messagePage(plain, 'ended'),
		messagePageOfGone: messagePage(plain, 'goneDone'),
		messagePageOfNone: messagePage(plain, 'noneDone'),
		messagePageOutdated: messagePage(plain, 'outdated'),
		messagePageRefused: messagePage(plain, 'refused'),
		messagePageUnreadable: messagePage(plain, 'unreadable'),
		uncertainPageOfNone: uncertainPage(plain, 'pending', 'none'),
		uncertainPageWithoutTime: uncertainPage(plain, 'pending', 'book'),
	});

	/** Without style, script and the list of zones; versions of ICU differ in which spaces they write. */
	const markupOf = ({ html: markup }: pages.Page) =>
		markup
			.replace(/<(style|script)>.*?<\/\1>/gs, '<$1></$1>')
			.replace(/<option .*?<\/option>/g, '')
			.replace(/[\u00a0\u2009\u202f]/g, ' ');

	it.each(Object.keys(makePages()))(`of %s is what ${FOLDER} says (${HOW_TO_SAVE})`, (name) => {
		const file = path.join(ROOT, FOLDER, `${name}.txt`);
		const markup = markupOf(makePages()[name]);
		expectSavedText(markup, file);
	});
});

it.each([
	'</title><script>alert(1)</script>',
	'"><img src=x onerror=alert(1)>',
	"' onload='x",
	'<!--',
	']]>',
	'\0\ud800',
])('the text %j, in words or of a workflow, leaves the markup of every page as it is', (text) => {
	const plain = pagesWith('x');
	for (const [name, page] of Object.entries(pagesWith(text)))
		expect([name, tagsOf(page)]).toEqual([name, tagsOf(plain[name])]);
});

it('each text of a workflow is read in its own direction', () => {
	const advice: string[] = [];
	for (const [page, { html: markup }] of Object.entries(pagesWith(''))) {
		const body = markup.slice(markup.indexOf('<body>'));
		for (const [name, text] of Object.entries(TEXTS)) {
			for (const [, tag] of body.matchAll(new RegExp(`<([^<>]*)>${text}<`, 'g')))
				if (tag !== 'bdi' && !tag.includes('dir="auto"'))
					advice.push(`Put '${name}' on ${page} into <bdi>, or into an element with dir="auto"`);
		}
	}
	expect(advice).toEqual([]);
});

it('nothing but the style and the script of the page is put in unescaped', () => {
	const unescaped = sourceFiles('nodes').flatMap(({ file, text }) =>
		[...text.matchAll(/new Html\((.*?)\)/g)].map(([call]) => ({ file, call })),
	);
	const allowed = ['new Html(text)', 'new Html(style)', 'new Html(SCRIPT)'];
	const isAllowed = ({ file, call }: { file: string; call: string }) =>
		/bookingPage\/(html|pages)\.ts$/.test(file) && allowed.includes(call);
	expect(
		unescaped
			.filter((use) => !isAllowed(use))
			.map(({ file, call }) => `Put html\`…\` in the place of ${call} in ${file}: it escapes`),
	).toEqual([]);
	expect(unescaped).toHaveLength(allowed.length);
});

describe('the headers', () => {
	it('let in nothing but what the page itself holds', () => {
		const { headers, html: page } = pageOfTimes();
		const policy = headers['Content-Security-Policy'];
		const digestOf = (name: string) => {
			const [, content] = page.match(new RegExp(`<${name}>(.*?)</${name}>`, 's')) ?? [];
			return createHash('sha256').update(content).digest('base64');
		};
		const [sandbox, ...sources] = policy.split('; ');
		expect(sandbox).toMatch(/^sandbox (?!.*allow-same-origin)/);
		expect(sources).toEqual([
			"default-src 'none'",
			`script-src 'sha256-${digestOf('script')}'`,
			`style-src 'sha256-${digestOf('style')}'`,
			// The empty icon, without which a browser asks n8n for one.
			'img-src data:',
			"base-uri 'none'",
			"frame-ancestors 'none'",
		]);
		expect(page).not.toMatch(/ (style|on\w+)=/);
	});

	it('let a contact send forms, save the calendar file and open calendars of the web', () => {
		const [rights] = pageOfTimes().headers['Content-Security-Policy'].split('; ');
		expect(rights.split(' ').slice(1)).toEqual([
			'allow-downloads',
			'allow-forms',
			'allow-popups',
			// A calendar of the web is a page as any other.
			'allow-popups-to-escape-sandbox',
			'allow-scripts',
		]);
	});

	it('keep the address, which holds the token, and the page to the contact', () => {
		const { headers, html: page } = pageOfTimes();
		expect(headers).toEqual({
			'Cache-Control': 'no-store',
			'Content-Security-Policy': expect.any(String),
			'Content-Type': 'text/html; charset=utf-8',
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
			'X-Robots-Tag': 'noindex, nofollow',
		});
		expect(page).not.toMatch(/(https?:)?\/\/[a-z]/);
	});
});

it('has a title and a description for programs that preview links', () => {
	const about = (offer: object) => askPage(viewOf({ title: 'Call', ...offer }), SLOTS[1], []).html;
	expect(about({ explanation: 'We call "you".' })).toContain(
		'<meta property="og:title" content="Call">\n<meta name="description" property="og:description" content="We call &quot;you&quot;.">',
	);
	expect(about({})).toContain('property="og:description" content="Your appointment">');
});

it('has colors of its own for a browser that cannot mix any', () => {
	expect(STYLE.replace(/@supports \(color[^]*?\n\}\n/, '')).not.toMatch(/oklch|color-mix/);
});

const english = LANGUAGES.en;
const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

const textKeys = Object.keys(english).filter((key) => key !== 'dir' && key !== 'language') as Array<
	keyof Words
>;

/** What is filled in between parentheses. */
const inParentheses = (text: string) => text.match(/\(\{\w+\}\)/g) ?? [];

/** The mark with which a text ends; the one of Arabic questions is like that of others. */
const markAtEnd = (text: string) => /[.?!:…)]$/.exec(text.replace(/؟$/, '?'))?.[0] ?? '';

const beginsSmall = (text: string) => /^[^\p{L}{]*\p{Ll}/u.test(text);

it('each text is on a page', () => {
	const sources = ['nodes/bookingPage', 'nodes/Platform/contactReply']
		.flatMap((folder) => sourceFiles(folder))
		.filter(({ file }) => !file.includes('/words/'))
		.map(({ text }) => text)
		.join('\n');
	const unused = Object.keys(english).filter((key) => !new RegExp(`\\b${key}\\b`).test(sources));
	expect(
		unused
			// The editor's list of languages has the first; the others are named after what was done or went wrong, such as `bookDone`.
			.filter((key) => key !== 'language' && !/(?:Done|Text)$/.test(key))
			.map(
				(key) =>
					`Use '${key}' in a template of nodes/bookingPage/, or remove it from nodes/bookingPage/words/en.ts`,
			),
	).toEqual([]);
});

it('each file of words has its line', () => {
	const files = readdirSync(path.join(ROOT, 'nodes/bookingPage/words'));
	const tags = files.map((file) => file.replace('.ts', '')).filter((tag) => tag !== 'index');
	const missing = tags.filter((tag) => !Object.hasOwn(LANGUAGES, tag));
	expect(missing.map((tag) => `Add '${tag}' to nodes/bookingPage/words/index.ts`)).toEqual([]);
});

it.each(Object.entries(LANGUAGES))('%s is written in its direction', (tag, { dir, chooseTime }) => {
	const written = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(chooseTime) ? 'rtl' : 'ltr';
	expect(
		dir === written ? [] : [`Write dir: '${written}' in nodes/bookingPage/words/${tag}.ts`],
	).toEqual([]);
});

describe.each(Object.entries(LANGUAGES).filter(([tag]) => tag !== 'en'))('%s', (tag, words) => {
	it('translates every text, with what is filled in', () => {
		const file = `nodes/bookingPage/words/${tag}.ts`;
		const advice: string[] = [];
		const keyOf = new Map<string, string>();
		for (const key of Object.keys(english) as Array<keyof typeof english>) {
			const { [key]: text = '' } = words;
			if (text.trim() === '') {
				advice.push(`Add '${key}' to ${file}`);
				continue;
			}
			if (names(text).join() !== names(english[key]).join())
				advice.push(
					`'${key}' in ${file} must fill in ${names(english[key]).join(', ') || 'nothing'}`,
				);
			if (inParentheses(text).join() !== inParentheses(english[key]).join())
				advice.push(
					`'${key}' in ${file} must have ${inParentheses(english[key]).join()} in parentheses`,
				);
			// French has a no-break space there; the others none.
			if ((tag === 'fr' ? /[^\u00a0][:?!;]/ : /\s[:?!;]/).test(text))
				advice.push(
					`Write '${key}' in ${file} with ${tag === 'fr' ? 'a no-break' : 'no'} space before : ? ! and ;`,
				);
			if (key !== 'dir' && text === english[key])
				advice.push(`Translate '${key}' in ${file}: it is the English text`);
			if (keyOf.has(text))
				advice.push(`Translate '${key}' in ${file}: it is the text of '${keyOf.get(text)}'`);
			keyOf.set(text, key);
		}
		expect(advice).toEqual([]);
	});

	it('keeps the form of the English texts: a question is one, a button has no full stop, and nothing is left out', () => {
		const advice: string[] = [];
		// Arabic has none.
		const hasCapitals = /\p{Lu}/u.test(words.chooseTime);
		for (const key of textKeys) {
			const { [key]: text } = words;
			const inEnglish = english[key];
			const where = `'${key}' in nodes/bookingPage/words/${tag}.ts, as in English: '${inEnglish}'`;
			const mark = markAtEnd(inEnglish);
			if (markAtEnd(text) !== mark) advice.push(`End ${where}, with ${mark || 'no mark'}`);
			if (text !== text.trim() || text.includes('  ')) advice.push(`Remove a blank from ${where}`);
			if (hasCapitals && beginsSmall(text) !== beginsSmall(inEnglish))
				advice.push(`Begin ${where}`);
			if (inEnglish.length > 30 && text.length < inEnglish.length / 2)
				advice.push(`Complete ${where}`);
		}
		expect(advice).toEqual([]);
	});

	it('is no other language', () => {
		const advice: string[] = [];
		for (const key of textKeys) {
			if (/\b(the|this|your?|it|please|again)\b/i.test(words[key]))
				advice.push(
					`Translate '${key}' in nodes/bookingPage/words/${tag}.ts: it has English words`,
				);
		}
		for (const [otherTag, other] of Object.entries(LANGUAGES)) {
			if (otherTag === tag) continue;
			// Spanish and Portuguese have single words in common.
			const same = textKeys.filter((key) => words[key].includes(' ') && words[key] === other[key]);
			for (const key of same)
				advice.push(
					`Translate '${key}' in nodes/bookingPage/words/${tag}.ts or ${otherTag}.ts: both have '${words[key]}'`,
				);
		}
		expect(advice).toEqual([]);
	});
});

/** Each question of a page, with the button below it that answers. */
const QUESTIONS = [
	{ question: 'bookQuestion', button: 'bookThis' },
	{ question: 'moveQuestion', button: 'moveHere' },
] as const;

it.each(Object.entries(LANGUAGES))(
	'%s asks with the words of the button that answers',
	(tag, words) => {
		const different = QUESTIONS.filter(
			({ question, button }) => !words[question].includes(words[button]),
		);
		expect(
			different.map(
				({ question, button }) =>
					`Write '${question}' and '${button}' in nodes/bookingPage/words/${tag}.ts with the same words: '${words[question]}' is answered by the button '${words[button]}'`,
			),
		).toEqual([]);
	},
);
