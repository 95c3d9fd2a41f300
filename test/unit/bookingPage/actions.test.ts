import { clockFor } from '../../../nodes/bookingPage/contactClock';
import * as pages from '../../../nodes/bookingPage/pages';
import { LANGUAGES } from '../../../nodes/bookingPage/words';
import { pageOfTimes, seenIn, SLOTS, slot, textOf, viewOf } from './samplePages';
import { stopClockAt } from '../../support/clock';

stopClockAt('2026-03-01T12:00:00Z');

const [NINE, HALF_PAST] = SLOTS;
const UNTIL = Date.parse('2026-03-05T14:00:00Z');

/** The links and buttons of a page, each with its kind: `main: Book this time`. */
const actionsOf = ({ html }: pages.Page) =>
	[...html.matchAll(/<(?:a|button) class="([^"]*)"[^>]*>([^<]+)</g)].map(
		([, kind, label]) => `${kind}: ${label}`,
	);

/** A view whose seals tell what they are for. */
const sealingView = () =>
	viewOf(undefined, {
		seal: (purpose, { start }, isRepeat) => `${purpose}-${start}${isRepeat ? '-again' : ''}`,
	});

describe('what a contact can do', () => {
	it.each([
		[['confirm'], ['main: Confirm this time']],
		[['move'], ['button: Choose another time']],
		[['cancel'], ['button: Cancel the appointment']],
		[
			['confirm', 'move', 'cancel', 'none'],
			['main: Confirm this time', 'button: Choose another time', 'button: Cancel the appointment'],
		],
	] as const)('of %j, about an appointment, is %j', (acts, actions) => {
		expect(actionsOf(pages.askPage(viewOf(), NINE, acts))).toEqual(actions);
	});

	it('before a cancellation is to cancel, in a color that warns, or to go back', () => {
		expect(actionsOf(pages.cancelPage(viewOf(), NINE))).toEqual([
			'danger: Yes, cancel it',
			'button: Go back',
		]);
	});

	it('with a time that was chosen is to go back to its day', () => {
		expect(pages.confirmPage(viewOf(), 'book', NINE).html).toContain(
			'&amp;do=book&amp;day=2026-03-03">Choose another time',
		);
	});

	it('with an appointment that was booked by the link is to keep it, or to book another beside it', () => {
		const { html } = pages.keepPage(sealingView(), NINE);
		expect(html).toContain(`name="offer" value="book-${NINE.start}-again"`);
		expect(html).toContain(`beside=beside-${NINE.start}`);
	});

	it('where the outcome is not known is to ask again, which is known to be a repeat', () => {
		const { html } = pages.uncertainPage(sealingView(), 'unknown', 'book', NINE, true);
		expect(html).toContain(`name="offer" value="book-${NINE.start}-again"`);
		expect(textOf({ html })).toContain('If this keeps happening, contact');
	});

	it('with an appointment that the contact has then is to keep it, which is known to be a repeat', () => {
		const conflict = { notice: 'conflict', ownSlot: NINE, isRepeat: true } as const;
		expect(pageOfTimes(conflict, sealingView()).html).toContain(
			`name="offer" value="book-${NINE.start}-again"`,
		);
	});

	it('where the page could not be shown is to try the same again', () => {
		const { html } = pages.messagePage(viewOf(), 'unreadable', '?do=move');
		expect(html).toContain('href="?do=move">Try again');
	});
});

describe('an appointment that was moved meanwhile is shown with its former time', () => {
	it.each([
		['in the question about it', pages.askPage(viewOf(), NINE, [], HALF_PAST)],
		['in the question whether to cancel it', pages.cancelPage(viewOf(), NINE, HALF_PAST)],
	])('%s', (_where, page) => {
		expect(textOf(page)).toMatch(/Before: Tue, Mar 3, 9:30.AM Tuesday, March 3, 2026 9:00/);
	});
});

it('the question about an appointment says until when the link opens', () => {
	const page = pages.askPage(viewOf(undefined, { usableUntil: UNTIL }), NINE, ['confirm']);
	expect(textOf(page)).toContain('You can use this link until Thu, Mar 5, 9:00 AM');
});

it.each(['noneDone', 'goneDone'] as const)('after %s, the link is said to be done', (message) => {
	expect(textOf(pages.messagePage(viewOf(), message))).toContain('This link is done');
});

describe('for people who hear the page', () => {
	it('each day has a name, its date and how many times are free', () => {
		const { html } = pageOfTimes();
		expect(html).toContain('value="2026-03-03" aria-labelledby="n2026-03-03 k2026-03-03"');
		expect(html).toMatch(/id="n2026-03-03">Tuesday, March 3<.* id="k2026-03-03">3 free</);
		expect(html).toContain('<legend>Choose a day</legend>');
	});

	it.each(['taken', 'conflict'] as const)(
		'a notice (%s) is read first, and in the title',
		(notice) => {
			const { html } = pageOfTimes({ notice });
			const [, heading] =
				/<div class="note" role="alert">\n<h2 tabindex="-1" autofocus>([^<]*)/.exec(html) ?? [];
			expect(heading).toMatch(/available|already have/);
			expect(html).toContain(`<title>${heading} –`);
		},
	);

	it('the page names its language and direction', () => {
		const clock = clockFor(['ar-LB'], 'ar', 'Asia/Beirut');
		const { html } = pageOfTimes({}, viewOf(undefined, { words: LANGUAGES.ar, clock }));
		expect(html).toContain('<html lang="ar-LB" dir="rtl"');
	});
});

it('Enter on a day shows its times again, and chooses none of them', () => {
	const [first] = /<button[^>]*form="choose"[^>]*>/.exec(pageOfTimes().html) ?? [];
	expect(first).not.toContain('name="slot"');
});

it('a number of free times is written as the language does', () => {
	const start = Date.parse('2026-03-03T05:00:00Z');
	const slots = Array.from({ length: 1_200 }, (_, minute) =>
		slot(new Date(start + minute * 60_000).toISOString(), 1),
	);
	expect(textOf(pageOfTimes({ slots }))).toContain('1,200 free');
});

it('names of weekdays that fit above the days of a phone are written out', () => {
	const weekdays = [
		...pageOfTimes({}, seenIn('fr-FR')).html.matchAll(/class="weekday[^>]*>([^<]*)/g),
	];
	expect(weekdays.map(([, name]) => name)).toContain('dim.');
});

it('a zone that is in no list can be kept', () => {
	const { html } = pageOfTimes({}, seenIn('en-US', 'Etc/GMT+5'));
	expect(html).toContain('<option value="Etc/GMT+5" selected>');
});
