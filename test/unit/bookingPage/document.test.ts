import fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { VisitorClock } from '../../../nodes/bookingPage/dates';
import type { Page } from '../../../nodes/bookingPage/document';
import { askPage, cancelPage, confirmPage, donePage, troublePage } from '../../../nodes/bookingPage/pages';
import { contrast } from '../../../nodes/bookingPage/style';
import { html, wordsOf } from '../../../nodes/bookingPage/view';
import { offerSlots } from '../../../nodes/Platform/resources/appointment/contact/offerSlots.operation';
import { choosing, plainSpaces, SLOTS, textOf, viewOf } from './pages';

describe('html', () => {
	it('escapes what is filled in, and nothing twice', () => {
		const inner = html`<b title="${'"\'&<>'}">${1}</b>`;
		expect(html`${inner}${[inner]}${undefined}${false}${0}`.text).toBe(
			`${'<b title="&quot;&#39;&amp;&lt;&gt;">1</b>'.repeat(2)}0`,
		);
	});
});

describe('any texts', () => {
	/** The markup alone: tags with the names of their attributes. */
	const markupOf = ({ html: page }: Page) => (page.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, ''));

	it('of a workflow leave the markup of every page as it is', () => {
		const pages = (text: string): Page[] => {
			const [calendarName, title, heading, explanation, businessName, message] = [...'abcdef'].map((sign) => sign + text);
			const offer = { calendarName, title, heading, explanation, businessName, message, accent: text };
			const view = viewOf(offer, { token: text, wait: text, drawnBy: text, askZone: text, usableUntil: 0 });
			const choice = { act: 'book', slot: SLOTS[0] } as const;
			return [
				choosing({ notice: { kind: 'taken', nearest: SLOTS, kept: SLOTS[0] }, day: text }, view),
				confirmPage(view, choice),
				askPage(view, SLOTS[0], ['confirm', 'move', 'cancel']),
				cancelPage(view, SLOTS[0]),
				donePage(view, choice, text),
				troublePage(view, 'failed', { again: text }),
				troublePage(view, 'unsure', { choice }),
			];
		};
		const usual = pages('x').map(markupOf);
		const hostile = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.constantFrom('</title><script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onload='x", '<!--', ']]>'),
			fc.array(fc.constantFrom('<', '>', '"', "'", '&', '/', '=', 'script', ' ', '`', '\0')).map((parts) => parts.join('')),
		);
		fc.assert(fc.property(hostile, (text) => expect(pages(text).map(markupOf)).toEqual(usual)), { numRuns: 50 });
	});
});

describe('the headers', () => {
	it('let in nothing but what the page itself holds', async () => {
		const { headers, html: page } = choosing();
		const policy = headers['Content-Security-Policy'];
		expect(policy).toMatch(/^sandbox /);
		expect(policy).not.toMatch(/allow-same-origin|unsafe|https?:/);
		for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
			expect(policy).toContain(part);
		}
		for (const name of ['style', 'script']) {
			const [, content] = page.match(new RegExp(`<${name}>(.*?)</${name}>`, 's')) ?? [];
			const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content));
			expect(policy).toContain(`${name}-src 'sha256-${Buffer.from(digest).toString('base64')}'`);
		}
		expect(page).not.toMatch(/ (style|on\w+)=/);
	});

	it('keep the address, which holds the token, and the page to the visitor', () => {
		expect(choosing().headers).toMatchObject({
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Robots-Tag': 'noindex, nofollow',
		});
	});

	it('name no other host in the page', () => {
		expect(choosing().html).not.toMatch(/(https?:)?\/\/[a-z]/);
	});
});

it('asks the browser for its zone where it is not known yet, only then', () => {
	const asking = viewOf(undefined, { askZone: 'America/New_York' });
	expect(choosing({}, asking).html).toContain('<html lang="en-US" dir="ltr" data-ask-zone="America/New_York">');
	expect(choosing().html).toContain('<html lang="en-US" dir="ltr">');
});

describe('each page', () => {
	const choice = { act: 'book', slot: SLOTS[1] } as const;
	const pages: Array<[string, () => Page]> = [
		['Choose a time', () => choosing()],
		['Confirm', () => confirmPage(viewOf(), choice)],
		['Your appointment', () => askPage(viewOf(), choice.slot, [])],
		['Cancel this appointment?', () => cancelPage(viewOf(), choice.slot)],
		['Booked', () => donePage(viewOf(), choice, 'app-1')],
		['Your appointment has a new time', () => donePage(viewOf(), { ...choice, act: 'move' }, 'app-1')],
		['This could not be done', () => troublePage(viewOf(), 'failed')],
	];

	it.each(pages)('is named in the browser: %s', (name, page) => {
		expect(page().html).toContain(`<title>${name} – Call with Ada</title>`);
	});

	it('is one narrow column, but for the calendar', () => {
		const narrow = pages.filter(([, page]) => page().html.includes('<main class="narrow">'));
		expect(narrow.map(([name]) => name)).toEqual(pages.slice(1).map(([name]) => name));
		expect(choosing().html).toContain('<main class="">');
	});
});

describe('the color of a business', () => {
	const rule = (accent: string) => choosing({}, viewOf({ accent })).html.match(/<style>.*<\/style>/s)?.[0] ?? '';
	const variables = (css: string) =>
		Object.fromEntries([...css.matchAll(/--([\w-]+): rgb\(([\d ]+)\)/g)].map(([, name, value]) => [name, value.split(' ').map(Number)]));

	it.each(['#000000', '#ffffff', '#ffee00', '#0b6b64', '#808080', '#ff0000', '#0000ff'])('%s can be read, in light and dark', (accent) => {
		const [, light, dark] = /(:root \{ --accent.*?\})(.*)/s.exec(rule(accent)) ?? [];
		for (const [css, card] of [[light, [255, 255, 255]], [dark, [0x17, 0x1e, 0x26]]] as const) {
			const { accent: shown, 'on-accent': on, tint, 'tint-ink': ink } = variables(css);
			for (const pair of [[shown, card], [on, shown], [ink, tint]]) expect(contrast(pair[0], pair[1])).toBeGreaterThanOrEqual(4.5);
		}
	});

	it('is left alone where it can be read, and is the style that the headers let in', () => {
		expect(rule('#0b6b64')).toContain('--accent: rgb(11 107 100);');
		expect(rule('')).not.toContain('rgb(');
		for (const none of ['red; } body { display: none', '#0b6b64; }', 'a#0b6b64']) expect(rule(none)).toBe(rule(''));
	});

	it.each([['black on white', [0, 0, 0], [255, 255, 255], 21], ['gray on white', [118, 118, 118], [255, 255, 255], 4.54]])(
		'counts contrast as WCAG does: %s',
		(_what, one, other, ratio) => expect(contrast(one, other)).toBeCloseTo(ratio, 2),
	);
});

it('the business stands at the top', () => {
	expect(choosing({}, viewOf({ businessName: 'Harbor <Dental>' })).html).toContain('<p class="business" dir="auto">Harbor &lt;Dental&gt;</p>');
	expect(choosing().html).not.toContain('class="business"');
});

const files = readdirSync(join(__dirname, '../../../nodes/bookingPage/words')).map((file) => file.replace(/\.ts$/, ''));
const english = wordsOf('en');
const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

it('each file of words can be chosen, and no other language', () => {
	const page = offerSlots.properties.find(({ name }) => name === 'page');
	const language = page?.options?.find(({ name }) => name === 'language') as { options: Array<{ value: string }> };
	expect(language.options.map(({ value }) => value).sort()).toEqual(files.sort());
	expect([wordsOf('xx'), wordsOf('constructor')]).toEqual([english, english]);
});

describe.each(files.filter((file) => file !== 'en'))('%s', (language) => {
	const words = wordsOf(language);

	it('translates every text, with what is filled in', () => {
		for (const key of Object.keys(english) as Array<keyof typeof english>) {
			expect([key, words[key].trim()]).not.toEqual([key, '']);
			expect([key, names(words[key])]).toEqual([key, names(english[key])]);
		}
		const same = Object.keys(english).filter((key) => words[key as keyof typeof words] === english[key as keyof typeof english]);
		expect(same).toEqual([]);
	});

	it('has its words and dates on the page, and no English', () => {
		const page = choosing({}, viewOf(undefined, { clock: new VisitorClock(language, 'America/New_York'), words }));
		expect(page.html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
		expect(textOf(page)).toContain(words.chooseDay);
		const tuesday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.parse('2026-03-03T12:00:00Z'));
		expect(textOf(page)).toContain(plainSpaces(tuesday));
		expect(textOf(page)).not.toMatch(/Choose|March|Tuesday|minutes\b.*free/);
	});
});
