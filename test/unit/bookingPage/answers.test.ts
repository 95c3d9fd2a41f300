import { askPage, cancelPage, confirmPage, donePage, messagePage, unsurePage } from '../../../nodes/bookingPage/pages';
import { choosing, OFFER, SLOTS, textOf, VIEW, visitor } from './pages';

const BOOK = { act: 'book', slot: SLOTS[1] } as const;
const formsOf = (html: string) => html.match(/<form[^>]*>/g);

describe('confirming', () => {
	const page = () => confirmPage({ offer: OFFER, visitor: visitor('en-GB', 'Europe/London') }, BOOK);

	it('shows the moment in full, with its zone', () => {
		expect(textOf(page())).toMatch(/Tuesday,? 3 March 2026 14:00.14:30 Greenwich Mean Time \( Europe\/London \)/);
	});

	it('has the only form that is sent by POST, and a way back to the day', () => {
		expect(formsOf(page().html)).toEqual(['<form class="actions" method="post">']);
		expect(page().html).toContain(`name="slot" value="${SLOTS[1].start}"`);
		expect(page().html).toContain('name="wait" value="w4it"');
		expect(page().html).toContain('name="from" value="pr0cess"');
		expect(page().html).toContain(
			'href="?signature=t0ken&amp;zone=Europe%2FLondon&amp;wait=w4it&amp;do=book&amp;day=2026-03-03"',
		);
	});
});

describe('asking', () => {
	const page = (acts: Parameters<typeof askPage>[2]) => askPage(VIEW, SLOTS[1], acts);

	it('shows the appointment and what can be done: only confirming is sent from here', () => {
		const all = page(['confirm', 'move', 'cancel']);
		expect(textOf(all)).toMatch(
			/Tuesday, March 3, 2026 .* Confirm this time Choose another time Cancel the appointment/,
		);
		expect(formsOf(all.html)).toHaveLength(1);
		expect(all.html).toContain('name="do" value="confirm"');
	});

	it('offers nothing that is switched off', () => {
		expect(textOf(page(['move']))).not.toMatch(/Confirm|Cancel/);
		expect(textOf(page(['confirm', 'cancel']))).not.toContain('another');
	});

	it('asks once more before it cancels, with a way back', () => {
		const cancel = cancelPage(VIEW, SLOTS[1]);
		expect(textOf(cancel)).toMatch(/Cancel this appointment\? .* Yes, cancel it .*Go back/);
		expect(cancel.html).toContain('name="do" value="cancel"');
	});
});

describe('done', () => {
	const page = (offer = OFFER) => donePage({ offer, visitor: visitor() }, { ...BOOK, uid: 'app-1', now: 0 });

	it('carries everything: what, when, where the clocks are, and a file for a calendar', () => {
		expect(textOf(page())).toMatch(
			/booked Call with Ada Tuesday, March 3, 2026 9:00 . 9:30 AM Eastern Standard Time \( America\/New York \)/,
		);
		const [, link] = page().html.match(/href="(data:text\/calendar[^"]*)" download="appointment.ics"/) ?? [];
		expect(decodeURIComponent(link)).toContain('DTSTART:20260303T140000Z\r\n');
		expect(decodeURIComponent(link)).toContain('SUMMARY:Call with Ada\r\n');
	});

	it('has links for calendars of the web, which learn nothing of this address', () => {
		expect(page().html.match(/href="https:[^"]*" target="_blank" rel="noopener noreferrer"/g)).toHaveLength(2);
	});

	it('has the message of the workflow, on the page and in the calendars', () => {
		const withMessage = page({ ...OFFER, message: 'Room 2' });
		expect(textOf(withMessage)).toContain('Room 2');
		expect(withMessage.html).toContain(encodeURIComponent('DESCRIPTION:Room 2\r\n'));
	});

	it('asks for nothing any more, and is not loaded again for its zone', () => {
		expect(page().html).not.toMatch(/<form|data-ask-zone|<button/);
	});

	it('has nothing for a calendar where the appointment is canceled', () => {
		const canceled = donePage(VIEW, { act: 'cancel', slot: SLOTS[1], uid: 'app-1', now: 0 });
		expect(textOf(canceled)).toContain('Your appointment is canceled');
		expect(canceled.html).not.toContain('text/calendar');
	});
});

describe('not knowing', () => {
	it('offers nothing but to ask again for the very same, and says that it asks again', () => {
		const page = unsurePage(VIEW, BOOK, false);
		expect(textOf(page)).toContain('We do not know yet whether this went through');
		expect(textOf(page)).toContain('Tuesday, March 3, 2026');
		expect(page.html).toContain(`name="slot" value="${SLOTS[1].start}"`);
		expect(page.html).toContain('name="from" value="again"');
		expect(page.html).not.toContain('href="?');
	});

	it('says whom to ask where asking again did not tell', () => {
		expect(textOf(unsurePage(VIEW, BOOK, true))).toMatch(
			/Please ask the person who sent you the link .*can look it up\. Please do not choose another time before that\./,
		);
	});
});

describe('what a visitor is told', () => {
	it.each([
		['taken', [SLOTS[2]], 'That time was just taken These free times are closest to it:'],
		['taken', [], 'That time was just taken Please choose another time.'],
		['own', [], 'That time is no longer free This may be your own booking.'],
		['conflict', SLOTS, 'You already have an appointment at that time Keep the one you have, or choose another time.'],
	] as const)('of a time that is %s', (kind, nearest, text) => {
		expect(textOf(choosing({ notice: { kind, nearest } }))).toContain(text);
	});

	it.each([
		['unreadable', /The times cannot be shown right now Please try again/],
		['failed', /This could not be done Nothing was changed\./],
	] as const)('where what was asked for is %s, with a way to try again', (what, text) => {
		const page = messagePage(VIEW, what, '?zone=UTC');
		expect(textOf(page)).toMatch(text);
		expect(page.html).toContain('<a class="button" href="?zone=UTC">Try again</a>');
		expect(page.html).not.toContain('<form');
	});

	it('of a page that is out of date, with nothing more to do there', () => {
		const page = messagePage(VIEW, 'outdated');
		expect(textOf(page)).toMatch(/This page is out of date If you have booked a time here, it stays booked\./);
		expect(page.html).not.toMatch(/<form|<a /);
	});
});
