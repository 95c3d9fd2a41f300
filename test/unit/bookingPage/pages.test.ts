import fc from 'fast-check';

import { bookedPage, confirmPage, messagePage, unsurePage } from '../../../nodes/bookingPage/answerPages';
import { choosePage } from '../../../nodes/bookingPage/choosePage';
import type { Page } from '../../../nodes/bookingPage/document';
import { html } from '../../../nodes/bookingPage/html';
import { CHOICE, OFFER, SLOTS, visitor } from './pages';

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
	const markupOf = ({ html: page }: Page) =>
		(page.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, ''));

	it('of a workflow leave the markup of every page as it is', () => {
		const pages = (text: string): Page[] => {
			const offer = { calendarName: `a${text}`, title: `b${text}`, heading: `c${text}`, explanation: `d${text}` };
			const notice = { heading: `e${text}`, text: `f${text}`, nearest: SLOTS };
			const who = { ...visitor(), token: text };
			return [
				choosePage({ ...CHOICE, offer, visitor: who, notice, day: text, askZone: text }),
				confirmPage({ offer, visitor: who, slot: SLOTS[0], askZone: text }),
				bookedPage({ offer, visitor: who, slot: SLOTS[0], uid: text, now: 0 }),
				messagePage({ offer, heading: text, text, again: text }),
				unsurePage({ offer, visitor: who, slot: SLOTS[0] }),
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
		const { headers, html: page } = choosePage(CHOICE);
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
		expect(choosePage(CHOICE).headers).toMatchObject({
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Robots-Tag': 'noindex, nofollow',
		});
	});

	it('name no other host in the page', () => {
		expect(choosePage(CHOICE).html).not.toMatch(/(https?:)?\/\/[a-z]/);
	});
});

describe('the zone', () => {
	it('is asked of the browser where it is not known yet, only then', () => {
		const asking = { askZone: 'America/New_York' };
		expect(choosePage({ ...CHOICE, ...asking }).html).toContain('<html lang="en" data-ask-zone="America/New_York">');
		expect(choosePage(CHOICE).html).toContain('<html lang="en">');
	});
});

describe('each page', () => {
	const answer = { offer: OFFER, visitor: visitor(), slot: SLOTS[1] };
	const pages: Array<[string, () => Page]> = [
		['Choose a time', () => choosePage(CHOICE)],
		['Confirm', () => confirmPage(answer)],
		['Booked', () => bookedPage({ ...answer, uid: 'app-1', now: 0 })],
		['Not sure yet', () => unsurePage(answer)],
		['Nothing today', () => messagePage({ offer: OFFER, heading: 'Nothing today', text: '', again: '?' })],
	];

	it.each(pages)('is named in the browser: %s', (name, page) => {
		expect(page().html).toContain(`<title>${name} – Call with Ada</title>`);
	});

	it('is one narrow column, but for the calendar', () => {
		const narrow = pages.filter(([, page]) => page().html.includes('<main class="narrow">'));
		expect(narrow.map(([name]) => name)).toEqual(['Confirm', 'Booked', 'Not sure yet', 'Nothing today']);
		expect(choosePage(CHOICE).html).toContain('<main>');
	});
});
