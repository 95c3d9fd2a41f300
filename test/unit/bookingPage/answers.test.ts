import { bookedPage, confirmPage, messagePage, unsurePage } from '../../../nodes/bookingPage/answerPages';
import { conflictNotice, OUTDATED, REFUSED, takenNotice, UNREADABLE } from '../../../nodes/bookingPage/words';
import { OFFER, SLOTS, textOf, visitor } from './pages';

describe('confirming', () => {
	const page = () => confirmPage({ offer: OFFER, visitor: visitor('en-GB', 'Europe/London'), slot: SLOTS[1] });

	it('shows the moment in full, with its zone', () => {
		expect(textOf(page())).toMatch(/Tuesday,? 3 March 2026 14:00.14:30 Greenwich Mean Time \(Europe\/London\)/);
	});

	it('has the only form that is sent by POST, and a way back to the day', () => {
		expect(page().html.match(/<form[^>]*>/g)).toEqual(['<form class="actions" method="post">']);
		expect(page().html).toContain(`name="slot" value="${SLOTS[1].start}"`);
		expect(page().html).toContain('name="wait" value="w4it"');
		expect(page().html).toContain('href="?signature=t0ken&amp;zone=Europe%2FLondon&amp;wait=w4it&amp;day=2026-03-03"');
	});
});

describe('booked', () => {
	const page = () => bookedPage({ offer: OFFER, visitor: visitor(), slot: SLOTS[1], uid: 'app-1', now: 0 });

	it('carries everything: what, when, where the clocks are, and a file for a calendar', () => {
		expect(textOf(page())).toMatch(
			/booked Call with Ada Tuesday, March 3, 2026 9:00 . 9:30 AM Eastern Standard Time \(America\/New York\)/,
		);
		const [, link] = page().html.match(/href="(data:text\/calendar[^"]*)" download="appointment.ics"/) ?? [];
		expect(decodeURIComponent(link)).toContain('DTSTART:20260303T140000Z\r\n');
		expect(decodeURIComponent(link)).toContain('SUMMARY:Call with Ada\r\n');
	});

	it('asks for nothing any more, and is not loaded again for its zone', () => {
		expect(page().html).not.toMatch(/<form|data-ask-zone|<button/);
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

describe('what a visitor is told', () => {
	it('of a time that was taken: others follow, where there are any', () => {
		const nearest = [SLOTS[2]];
		expect(takenNotice(nearest)).toEqual({
			heading: 'That time was just taken',
			text: 'These free times are closest to it:',
			nearest,
		});
		expect(takenNotice([])).toMatchObject({ text: 'Please choose another time.', nearest: [] });
	});

	it('of an appointment at the same time', () => {
		expect(conflictNotice(SLOTS)).toEqual({
			heading: 'You already have an appointment at that time',
			text: 'Keep the one you have, or choose another time.',
			nearest: SLOTS,
		});
	});

	it.each([
		['cannot be read', UNREADABLE, /The times cannot be shown right now Please try again/],
		['was refused', REFUSED, /That time could not be booked Nothing was booked\./],
	])('where what was asked for %s, with a way to try again', (_what, words, text) => {
		const page = messagePage({ offer: OFFER, ...words, again: '?zone=UTC' });
		expect(textOf(page)).toMatch(text);
		expect(page.html).toContain('<a class="button" href="?zone=UTC">Try again</a>');
		expect(page.html).not.toContain('<form');
	});

	it('of a page that is out of date, with nothing more to do there', () => {
		const page = messagePage({ offer: OFFER, ...OUTDATED });
		expect(textOf(page)).toMatch(/This page is out of date If you have booked a time here, it stays booked\./);
		expect(page.html).not.toMatch(/<form|<a /);
	});
});
