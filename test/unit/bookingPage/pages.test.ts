import fc from 'fast-check';

import { bookedPage, confirmPage, messagePage, unsurePage } from '../../../nodes/bookingPage/answerPages';
import { choosePage } from '../../../nodes/bookingPage/choosePage';
import { VisitorClock } from '../../../nodes/bookingPage/dates';
import type { Page } from '../../../nodes/bookingPage/document';
import { html } from '../../../nodes/bookingPage/html';
import type { Offer } from '../../../nodes/bookingPage/offer';

const OFFER: Offer = { calendarName: 'Onboarding call', title: 'Call with Ada', heading: '', explanation: '' };
const visitor = (locale = 'en-US', zone = 'America/New_York') => ({
	clock: new VisitorClock(locale, zone),
	token: 't0ken',
});
const slot = (start: string, minutes = 30) => ({
	start: Date.parse(start),
	end: Date.parse(start) + minutes * 60_000,
});
/** Tuesday 9:00 and 9:30, and Wednesday 22:00, in New York. */
const SLOTS = [slot('2026-03-04T03:00:00Z'), slot('2026-03-03T14:00:00Z'), slot('2026-03-03T14:30:00Z')];
const CHOICE = { offer: OFFER, visitor: visitor(), slots: SLOTS, daysAhead: 14 };

/** What is read, without style and script. */
const textOf = ({ html: page }: Page) =>
	page
		.replace(/<(style|script|select)>?.*?<\/\1>/gs, '')
		.replace(/<[^>]*>/g, ' ')
		.replace(/[\s\u202f]+/g, ' ');

const buttonsOf = ({ html: page }: Page) =>
	[...page.matchAll(/<button name="slot" value="(\d+)"[^>]*>([^<]*)</g)].map(([, value, text]) => ({
		start: Number(value),
		text: text.replace('\u202f', ' '),
	}));

const daysOf = ({ html: page }: Page) =>
	[...page.matchAll(/<input type="radio" name="day" value="([^"]*)"[^>]*?( checked)?>/g)].map(
		([, date, checked]) => (checked ? `${date}*` : date),
	);

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
			const news = { heading: `e${text}`, text: `f${text}`, nearest: SLOTS };
			const who = { ...visitor(), token: text };
			return [
				choosePage({ ...CHOICE, offer, visitor: who, news, day: text, askZone: text }),
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
	const { headers, html: page } = choosePage(CHOICE);

	it('let in nothing but what the page itself holds', async () => {
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
		expect(headers).toMatchObject({
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Robots-Tag': 'noindex, nofollow',
		});
	});

	it('name no other host in the page', () => {
		expect(page).not.toMatch(/(https?:)?\/\/[a-z]/);
	});
});

describe('choosing', () => {
	it('offers the slots by day and time of the zone, the first day chosen', () => {
		const page = choosePage(CHOICE);
		expect(daysOf(page)).toEqual(['2026-03-03*']);
		expect(buttonsOf(page).map(({ text }) => text)).toEqual(['9:00 AM', '9:30 AM', '10:00 PM']);
		expect(buttonsOf(page).map(({ start }) => start)).toEqual(SLOTS.map(({ start }) => start).sort());
	});

	it('regroups them in another zone, in another language', () => {
		const page = choosePage({ ...CHOICE, visitor: visitor('de-DE', 'Asia/Tokyo'), day: '2026-03-04' });
		expect(daysOf(page)).toEqual(['2026-03-03', '2026-03-04*']);
		expect(buttonsOf(page).map(({ text }) => text)).toEqual(['23:00', '23:30', '12:00']);
		expect(textOf(page)).toContain('Dienstag, 3. März');
		expect(page.html).toContain('<option value="Asia/Tokyo" selected>');
	});

	it('shows the first day where the one asked for has no slot', () => {
		expect(daysOf(choosePage({ ...CHOICE, day: '2026-03-09' }))).toEqual(['2026-03-03*']);
	});

	it('begins the week as the language does', () => {
		const weekdays = (locale: string) =>
			[...choosePage({ ...CHOICE, visitor: visitor(locale) }).html.matchAll(/class="weekday[^>]*>([^<]*)/g)].map(
				([, name]) => name,
			);
		expect(weekdays('en-US')).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
		expect(weekdays('en-GB')).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
	});

	it('tells the two hours apart that a day has when clocks go back', () => {
		const slots = [slot('2026-11-01T05:30:00Z'), slot('2026-11-01T06:30:00Z'), slot('2026-11-01T14:00:00Z')];
		expect(buttonsOf(choosePage({ ...CHOICE, slots })).map(({ text }) => text)).toEqual([
			'1:30 AM EDT',
			'1:30 AM EST',
			'9:00 AM',
		]);
	});

	it('says how long the appointment is, where all slots are as long', () => {
		expect(textOf(choosePage(CHOICE))).toContain('30 minutes');
		const long = [slot('2026-03-03T14:00:00Z', 90)];
		expect(textOf(choosePage({ ...CHOICE, slots: long }))).toContain('1 hour 30 minutes');
		expect(textOf(choosePage({ ...CHOICE, slots: [...SLOTS, ...long] }))).not.toContain('minutes');
	});

	it('draws ten weeks at most, whatever a platform sends', () => {
		const slots = Array.from({ length: 400 }, (_unused, day) => {
			const start = SLOTS[1].start + day * 86_400_000;
			return { start, end: start + 1_800_000 };
		});
		expect(choosePage({ ...CHOICE, slots }).html.match(/class="day /g)).toHaveLength(70);
	});

	it('says so where nothing is free', () => {
		const page = choosePage({ ...CHOICE, slots: [] });
		expect(textOf(page)).toContain('There are no free times in the next 14 days.');
		expect(daysOf(page)).toEqual([]);
	});

	it('says what came between, with the nearest slots in order of time', () => {
		const news = { heading: 'That time was just taken', text: 'Others:', nearest: [SLOTS[2], SLOTS[1]] };
		const page = choosePage({ ...CHOICE, news });
		expect(textOf(page)).toContain('That time was just taken');
		expect(buttonsOf(page).slice(0, 2).map(({ text }) => text)).toEqual(['Tue, Mar 3, 9:00 AM', 'Tue, Mar 3, 9:30 AM']);
		expect(page.html).toMatch(/<title>That time was just taken/);
	});

	it('sends by GET, with the token, and nothing else that it was given', () => {
		const page = choosePage(CHOICE).html;
		expect(page.match(/<form[^>]*>/g)).toEqual(['<form class="choose" method="get">']);
		expect(page).toContain('<input type="hidden" name="signature" value="t0ken">');
		expect(choosePage({ ...CHOICE, visitor: { clock: CHOICE.visitor.clock } }).html).not.toContain('signature');
	});
});

describe('the heading', () => {
	const heading = (offer: Partial<Offer>) => {
		const page = choosePage({ ...CHOICE, offer: { ...OFFER, ...offer } });
		return [page.html.match(/<h1[^>]*>([^<]*)/)?.[1], page.html.match(/<ul class="facts">(.*?)<\/ul>/)?.[1]];
	};

	it('is that of the node, else the title, else the calendar; the others stand below', () => {
		expect(heading({ heading: 'Meet us' })[0]).toBe('Meet us');
		expect(heading({ heading: 'Meet us' })[1]).toMatch(/Call with Ada.*Onboarding call.*30 minutes/);
		expect(heading({})[0]).toBe('Call with Ada');
		expect(heading({})[1]).not.toContain('Ada');
		expect(heading({ title: '' })[0]).toBe('Onboarding call');
		expect(heading({ title: '', calendarName: '' })[0]).toBe('Book an appointment');
	});

	it('does not repeat itself', () => {
		expect(heading({ title: 'Onboarding call' })[1]).not.toContain('Onboarding');
		expect(heading({ heading: 'Hi', title: 'Onboarding call' })[1]?.match(/Onboarding/g)).toHaveLength(1);
	});
});

describe('confirming', () => {
	const page = confirmPage({ offer: OFFER, visitor: visitor('en-GB', 'Europe/London'), slot: SLOTS[1] });

	it('shows the moment in full, with its zone', () => {
		expect(textOf(page)).toMatch(/Tuesday,? 3 March 2026 14:00.14:30 Greenwich Mean Time \(Europe\/London\)/);
	});

	it('has the only form that is sent by POST, and a way back to the day', () => {
		expect(page.html.match(/<form[^>]*>/g)).toEqual(['<form class="actions" method="post">']);
		expect(page.html).toContain(`name="slot" value="${SLOTS[1].start}"`);
		expect(page.html).toContain('href="?signature=t0ken&amp;zone=Europe%2FLondon&amp;day=2026-03-03"');
	});
});

describe('booked', () => {
	const page = bookedPage({ offer: OFFER, visitor: visitor(), slot: SLOTS[1], uid: 'app-1', now: 0 });

	it('carries everything: what, when, where the clocks are, and a file for a calendar', () => {
		expect(textOf(page)).toMatch(
			/booked Call with Ada Tuesday, March 3, 2026 9:00 . 9:30 AM Eastern Standard Time \(America\/New York\)/,
		);
		const [, link] = page.html.match(/href="(data:text\/calendar[^"]*)" download="appointment.ics"/) ?? [];
		expect(decodeURIComponent(link)).toContain('DTSTART:20260303T140000Z\r\n');
		expect(decodeURIComponent(link)).toContain('SUMMARY:Call with Ada\r\n');
	});

	it('asks for nothing any more, and is not loaded again for its zone', () => {
		expect(page.html).not.toMatch(/<form|data-ask-zone|<button/);
	});
});

describe('not knowing', () => {
	it('offers nothing but to ask again for the very same slot', () => {
		const page = unsurePage({ offer: OFFER, visitor: visitor(), slot: SLOTS[1] });
		expect(textOf(page)).toContain('We do not know yet whether this time is booked');
		expect(textOf(page)).toContain('Tuesday, March 3, 2026');
		expect(page.html).toContain(`name="slot" value="${SLOTS[1].start}"`);
		expect(page.html).not.toContain('href="?');
	});
});

describe('the zone', () => {
	it('is asked of the browser where it is not known yet, only then', () => {
		const asking = { askZone: 'America/New_York' };
		expect(choosePage({ ...CHOICE, ...asking }).html).toContain('<html lang="en" data-ask-zone="America/New_York">');
		expect(choosePage(CHOICE).html).toContain('<html lang="en">');
	});
});
