import { calendarsOf, donePage } from '../../../nodes/bookingPage/donePage';
import { askPage, cancelPage, confirmPage, troublePage, unknownPage } from '../../../nodes/bookingPage/pages';
import { addressOf, type Done, introduction, nameOf, type Offer, type View } from '../../../nodes/bookingPage/view';
import { choosing, seenIn, SLOTS, textOf, viewOf } from './pages';

const BOOK = { act: 'book', slot: SLOTS[1] } as const;
const formsOf = (html: string) => html.match(/<form[^>]*>/g);

describe('confirming', () => {
	const confirming = (act: 'book' | 'move' = 'book') =>
		confirmPage(seenIn('en-GB', 'Europe/London'), { ...BOOK, act }, act === 'move' ? SLOTS[2] : undefined);

	it.each([
		['book', /Book this time\? [^?]* 14:00.14:30 .* Note \(optional\) Book this time Choose another time $/],
		['move', /Move to this time\? .* Before: Tue.* 14:30 Tuesday.* 14:00.14:30 .* Move to this time Choose another time Keep the present time $/],
	] as const)('says what it does, takes a note, and has ways back: %s', (act, text) => {
		expect(textOf(confirming(act))).toMatch(text);
		expect(confirming(act).html).toContain('<textarea name="note"');
	});

	it('shows the moment in full, with its zone', () => {
		expect(textOf(confirming())).toMatch(/Tuesday,? 3 March 2026 14:00.14:30 Greenwich Mean Time \( Europe\/London \)/);
	});

	it('has the only form that is sent by POST, and a way back to the day', () => {
		const page = confirming();
		expect(formsOf(page.html)).toEqual(['<form class="actions" method="post">']);
		for (const field of [`slot" value="${SLOTS[1].start}`, 'wait" value="w4it', 'zone" value="Europe/London']) {
			expect(page.html).toContain(`name="${field}"`);
		}
		expect(page.html).toContain(
			'href="?signature=t0ken&amp;zone=Europe%2FLondon&amp;wait=w4it&amp;do=book&amp;day=2026-03-03"',
		);
	});
});

describe('asking', () => {
	const page = (acts: Parameters<typeof askPage>[2]) => askPage(viewOf(), SLOTS[1], acts);

	it('shows the appointment and what can be done: only confirming is sent from here', () => {
		const all = page(['confirm', 'move', 'cancel']);
		expect(textOf(all)).toMatch(
			/Tuesday, March 3, 2026 .* Confirm this time Choose another time Cancel the appointment/,
		);
		expect(formsOf(all.html)).toHaveLength(1);
		expect(all.html).toContain('name="do" value="confirm"');
		expect(all.html.match(/&amp;do=\w+"/g)).toEqual(['&amp;do=move"', '&amp;do=cancel"']);
	});

	it('offers nothing that is switched off', () => {
		expect(textOf(page(['move']))).not.toMatch(/Confirm|Cancel/);
		expect(textOf(page(['confirm', 'cancel']))).not.toContain('another');
	});

	it('asks once more before it cancels, with a way back', () => {
		const cancel = cancelPage(viewOf(), SLOTS[1]);
		expect(textOf(cancel)).toMatch(/Cancel this appointment\? .* Yes, cancel it .*Go back/);
		expect(cancel.html).toContain('name="do" value="cancel"');
	});
});

const BOOKED = { outcome: 'book', slot: SLOTS[1] } as const;
const doneOf = (view: View, done: Done, former?: Done['slot']) => donePage(view, done, calendarsOf(view, done, 'app-1'), former);

describe('done', () => {
	const page = (offer?: Offer) => doneOf(viewOf(offer), BOOKED);

	it('carries everything: what, when, where the clocks are, and a file for a calendar', () => {
		expect(textOf(page())).toMatch(
			/booked Call with Ada Tuesday, March 3, 2026 9:00 . 9:30 AM Eastern Standard Time \( America\/New York \)/,
		);
		const [, link] = page().html.match(/href="(data:text\/calendar[^"]*)" download="appointment.ics"/) ?? [];
		expect(decodeURIComponent(link)).toContain('DTSTART:20260303T140000Z\r\n');
	});

	it('has links for calendars of the web, which learn nothing of this address', () => {
		expect(page().html.match(/href="https:[^"]*" target="_blank" rel="noopener noreferrer"/g)).toHaveLength(3);
	});

	it('has the message, the place and whom to meet, on the page and in the calendars', () => {
		const told = page({ message: 'Bring it', place: 'https://meet.example.com/1', title: 'Call', host: 'Dr. Lee', businessName: 'Harbor' });
		expect(textOf(told)).toMatch(/with Dr\. Lee 30 minutes https:\/\/meet\.example\.com\/1 .*Bring it/);
		expect(told.html).toContain('<a href="https://meet.example.com/1" target="_blank" rel="noopener noreferrer">');
		for (const line of ['SUMMARY:Call – Dr. Lee\\, Harbor', 'LOCATION:https://meet.example.com/1', 'DESCRIPTION:Bring it']) {
			expect(told.html).toContain(encodeURIComponent(`${line}\r\n`));
		}
		expect(told.html.match(/location=https%3A%2F%2Fmeet/g)).toHaveLength(3);
		// Only an address of the web is a link.
		expect(page({ place: 'javascript:alert(1)' }).html).not.toContain('href="javascript');
	});

	it('says that the link does not open again, or what it opens then', () => {
		expect(textOf(page())).toMatch(/This page cannot be opened again\. Add the appointment to your calendar/);
		const leading = textOf(doneOf(viewOf(undefined, { leadsOn: true }), BOOKED));
		expect(leading).toMatch(/To change or cancel the appointment, open your link again\. $/);
		expect(leading).not.toContain('cannot be opened');
	});

	it('asks for nothing any more, and is not loaded again for its zone', () => {
		expect(page().html).not.toMatch(/<form|data-zone|<button|"explanation"/);
	});

	it('is struck through where it is canceled, with a file that takes it out of the calendar', () => {
		const canceled = doneOf(viewOf(), { outcome: 'cancel', slot: SLOTS[1] }).html;
		expect(textOf({ html: canceled })).toMatch(/Your appointment is canceled .* Remove from calendar You can close/);
		expect(canceled).toContain('<div class="moment over">');
		const [, file] = /href="(data:text\/calendar[^"]*)"/.exec(canceled) ?? [];
		expect(decodeURIComponent(file)).toMatch(/METHOD:CANCEL\r\n[^]*UID:app-1\r\nSEQUENCE:\d+\r\nSTATUS:CANCELLED\r\n/);
		expect(canceled).not.toMatch(/svg|target="_blank"/);
	});

	it('has the former time, struck through, where it is moved', () => {
		const moved = doneOf(viewOf(), { outcome: 'move', slot: SLOTS[1] }, SLOTS[2]).html;
		expect(moved).toMatch(/Before: <s>Tue, Mar 3, 9:30.AM<\/s>/);
		expect(page().html).not.toContain('<s>');
	});

	it.each([['none', /Thank you for telling us .* Nothing was booked or changed/], ['gone', /This appointment no longer exists .* Nothing was changed/]] as const)(
		'says that nothing is booked or changed: %s',
		(outcome, text) => {
			const { html } = doneOf(viewOf(), { outcome, slot: SLOTS[1] });
			expect(textOf({ html })).toMatch(text);
			expect(html).not.toMatch(/svg|text\/calendar|class="moment/);
		},
	);
});

describe('what a visitor is told', () => {
	it.each([
		['taken', [SLOTS[2]], 'That time was just taken These free times are closest to it:'],
		['taken', [], 'That time was just taken Please choose another time.'],
		['conflict', SLOTS, 'You already have an appointment at that time Keep the one you have, or choose another time.'],
	] as const)('of a time that is %s', (kind, nearest, text) => {
		const page = choosing({ notice: { kind, nearest } });
		expect(textOf(page)).toContain(text);
		const [box] = page.html.match(/<div class="note".*?<\/div>/s) ?? [];
		expect(box?.match(/<ul|<button|false/g) ?? []).toHaveLength(nearest.length && nearest.length + 1);
	});

	it('that nobody knows what became of it, with nothing to do but to ask for the very same', () => {
		const page = unknownPage(viewOf(), 'book', SLOTS[1]);
		expect(textOf(page)).toMatch(/Check whether your booking went through .*nothing is done twice.*Tuesday, March 3, 2026.*Check again If this keeps happening/);
		for (const field of [`slot" value="${SLOTS[1].start}`, 'again" value="1']) expect(page.html).toContain(`name="${field}"`);
		expect(page.html).not.toContain('href="?');
		// Where the time is not offered any more, even that says nothing.
		const nothing = unknownPage(viewOf(), 'book');
		expect(textOf(nothing)).toMatch(/Check whether your booking went through Call with Ada If this keeps happening, contact/);
		expect(nothing.html).not.toMatch(/<form|href="\?/);
	});

	it.each([
		['unreadable', /The times cannot be shown right now Please try again/],
		['failed', /This could not be done Nothing was changed\./],
	] as const)('where what was asked for is %s, with a way to try again', (what, text) => {
		const page = troublePage(viewOf(), what, '?zone=UTC');
		expect(textOf(page)).toMatch(text);
		expect(page.html).toContain('<a class="button" href="?zone=UTC">Try again</a>');
		expect(page.html).not.toContain('<form');
	});

	it('of a page that is out of date, with nothing more to do there', () => {
		const page = troublePage(viewOf(), 'outdated');
		expect(textOf(page)).toMatch(/This page is out of date If you have booked a time here, it stays booked\./);
		expect(page.html).not.toMatch(/<form|<a /);
	});
});

describe('the introduction', () => {
	it.each<[Offer, string, string, string[]]>([
		[{}, '', 'Book an appointment', []],
		[{ title: 'Call' }, '1 hour', 'Call', ['1 hour']],
		[{ host: 'Dr. Lee', place: 'Room 2' }, '1 hour', 'Book an appointment', ['with Dr. Lee', '1 hour', 'Room 2']],
	])('of %j has a heading, and below it the facts', (offer, length, heading, facts) => {
		const { text } = introduction(viewOf(offer), length);
		expect(text).toMatch(`<h1 dir="auto">${heading}</h1>`);
		expect([...text.matchAll(/<li><bdi>(.*?)<\/bdi>/g)].map(([, fact]) => fact)).toEqual(facts);
		expect(text.includes('<ul')).toBe(facts.length > 0);
		expect(text).not.toContain('"explanation"');
	});

	it('ends with the explanation', () => {
		expect(introduction(viewOf({ explanation: 'Bring your papers.' })).text).toMatch(
			/<p class="explanation" dir="auto">Bring your papers\.<\/p>$/,
		);
	});
});

describe('the name of the appointment', () => {
	it.each([
		['the heading alone', { title: 'Call', calendarName: 'Calls', heading: 'Meet us' }, 'Meet us'],
		['else the title', { calendarName: 'Calls', title: 'Call' }, 'Call'],
		['else the calendar', { calendarName: 'Calls' }, 'Calls'],
		['else a word for it', {}, 'Appointment'],
	])('is %s, on the page and in the calendar', (_what, offer, name) => {
		const view = viewOf(offer);
		expect(nameOf(view)).toBe(name);
		const page = doneOf(view, BOOKED);
		expect(textOf(page)).toContain(`Your appointment is booked ${name} `);
		expect(page.html).toContain(encodeURIComponent(`SUMMARY:${name}\r\n`));
	});
});

it.each([
	['the zone and the wait', undefined, {}, '?zone=America%2FNew_York&wait=w4it'],
	['the token of the link', 'a+b', {}, '?signature=a%2Bb&zone=America%2FNew_York&wait=w4it'],
	['what else is asked for', undefined, { day: '2026-03-03' }, '?zone=America%2FNew_York&wait=w4it&day=2026-03-03'],
])('the address of another view repeats %s', (_what, token, fields, address) => {
	expect(addressOf(viewOf({}, { token }), fields)).toBe(address);
});
