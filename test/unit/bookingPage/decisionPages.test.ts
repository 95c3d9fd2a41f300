import { calendarsOf } from '../../../nodes/bookingPage/calendarEntry';
import { donePage } from '../../../nodes/bookingPage/donePage';
import { confirmPage, uncertainPage } from '../../../nodes/bookingPage/pages';
import {
	type PageResult,
	nameOf,
	type Offer,
	type View,
} from '../../../nodes/bookingPage/pageParts';
import { choosing, plainSpaces, seenIn, SLOTS, textOf, viewOf } from './samplePages';

const [NINE, HALF_PAST] = SLOTS;
const titleOf = (html: string) => plainSpaces(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '');

it('the page of a chosen time says what it does and when, takes a note, and has ways back', () => {
	const page = confirmPage(seenIn('en-GB', 'Europe/London'), 'move', NINE, HALF_PAST);
	expect(textOf(page)).toMatch(
		/Move to this time\? .* Before: Tue.* 14:30 Tuesday.* 14:00.14:30 London time Note \(optional\) Move to this time Choose another time Keep the current time $/,
	);
	expect(page.html).toContain('<textarea name="note" rows="2" maxlength="1000"');
	expect(page.html).toContain(
		'data-sending="One moment…" data-ended="This link can no longer be used"',
	);
	expect(textOf(confirmPage(viewOf(), 'book', NINE))).toMatch(
		/Book this time\? .* Book this time Choose another time $/,
	);
});

const BOOKED = { outcome: 'book', slot: NINE } as const;
const doneOf = (view: View, done: PageResult = BOOKED, former?: PageResult['slot']) =>
	donePage(view, done, calendarsOf(view, done, 'app-1'), former);

describe('done', () => {
	const page = (offer?: Offer) => doneOf(viewOf(offer));
	const fileOf = (html: string) =>
		decodeURIComponent(
			/href="(data:text\/calendar[^"]*)" download="appointment.ics"/.exec(html)?.[1] ?? '',
		);

	it('carries everything: what, when, where the clocks are, files and links for calendars, which learn nothing of this address', () => {
		expect(textOf(page())).toMatch(
			/booked Call with Ada Tuesday, March 3, 2026 9:00 . 9:30 AM New York time 30/,
		);
		expect(fileOf(page().html)).toContain('DTSTART:20260303T140000Z\r\n');
		const buttons =
			/href="https:\/\/([^/]*)[^"]*" target="_blank" rel="noopener noreferrer"><bdi>([^<]*)/g;
		expect([...page().html.matchAll(buttons)].map(([, ...button]) => button.join())).toEqual([
			'calendar.google.com,Google Calendar',
			'outlook.live.com,Outlook.com',
			'outlook.office.com,Microsoft 365',
		]);
		expect(page().html).not.toMatch(/<form|data-zone|<button|"explanation"|<s>/);
	});

	it('has the message, the place and whom to meet, on the page and in the calendars', () => {
		const told = page({
			messageAfter: 'Bring it',
			place: 'https://meet.example.com/1',
			title: 'Call',
			host: 'Dr. Lee',
			businessName: 'Harbor',
		});
		expect(textOf(told)).toMatch(
			/with Dr\. Lee 30 minutes https:\/\/meet\.example\.com\/1 .*Bring it/,
		);
		expect(told.html).toContain(
			'<a href="https://meet.example.com/1" target="_blank" rel="noopener noreferrer">',
		);
		for (const line of [
			'SUMMARY:Call – Dr. Lee\\, Harbor',
			'LOCATION:https://meet.example.com/1',
			'DESCRIPTION:Bring it',
		])
			expect(fileOf(told.html)).toContain(`${line}\r\n`);
		// Only an address of the web is a link.
		for (const place of ['javascript:alert(1)', 'https://[', 'https://meet.example.com or Room 2'])
			expect(page({ place }).html).not.toContain(`href="${place}`);
	});

	it('is struck through where it is canceled, with a file that takes it out of the calendar', () => {
		const { html } = doneOf(viewOf(), { outcome: 'cancel', slot: NINE });
		expect(textOf({ html })).toMatch(
			/Your appointment is canceled .* Remove from calendar This link is done/,
		);
		expect(html).toContain('<div class="moment over">');
		expect(fileOf(html)).toMatch(/METHOD:CANCEL\r\n[^]*STATUS:CANCELLED\r\n[^]*UID:app-1\r\n/);
		expect(html).not.toMatch(/svg|target="_blank"/);
	});

	it.each([
		{
			why: 'no time suits',
			outcome: 'none',
			text: /Thank you for telling us .*Nothing was booked or changed/,
		},
		{
			why: 'the appointment is gone',
			outcome: 'gone',
			text: /This appointment no longer exists .*Nothing was changed.*This link is done/,
		},
	] as const)('says that nothing is booked or changed where $why', ({ outcome, text }) => {
		const { html } = doneOf(viewOf(), { outcome, slot: NINE });

		expect(textOf({ html })).toMatch(text);
		expect(html).not.toMatch(/svg|text\/calendar|class="moment|<form|class="button/);
	});
});

it('where the time is not offered any more, nobody can ask what became of it', () => {
	const nothing = uncertainPage(viewOf(), 'unknown', 'book');
	expect(textOf(nothing)).toMatch(
		/Check whether it went through Call with Ada If this keeps happening, contact/,
	);
	expect(nothing.html).not.toMatch(/<form|href="\?/);
});

it('a contact is told of a time that is taken, and of one that is its own', () => {
	expect(textOf(choosing({ notice: 'taken', nearest: [] }))).toContain(
		'That time is no longer available Please choose another time.',
	);
	const own = choosing({ notice: 'conflict', nearest: [HALF_PAST, NINE] });
	expect(textOf(own)).toMatch(
		/You already have an appointment at that time Keep the one you have, or choose another time\. (.*9:00.*9:30 AM )/,
	);
});

it.each<{ what: string; offer: Offer; name: string }>([
	{
		what: 'the heading alone',
		offer: { title: 'Call', calendarName: 'Calls', heading: 'Meet us' },
		name: 'Meet us',
	},
	{ what: 'else the title', offer: { calendarName: 'Calls', title: 'Call' }, name: 'Call' },
	{ what: 'else the calendar', offer: { calendarName: 'Calls' }, name: 'Calls' },
	{ what: 'else a word for it', offer: {}, name: 'Appointment' },
])(
	'the name of the appointment is $what, on the page and in the calendar: $name',
	({ offer, name }) => {
		const view = viewOf(offer);

		const page = doneOf(view);

		expect(nameOf(view)).toBe(name);
		expect(textOf(page)).toContain(`Your appointment is booked ${name} `);
		expect(page.html).toContain(encodeURIComponent(`SUMMARY:${name}\r\n`));
	},
);

describe('a page begins with its name, and below it', () => {
	const beginningOf = (offer: Offer) => choosing({}, viewOf(offer)).html;

	it('the length alone, where nothing else is known', () => {
		expect(beginningOf({})).toContain(
			'<h1 dir="auto">Book an appointment</h1>\n<ul class="facts"><li><bdi>30 minutes</bdi></li></ul>\n\n',
		);
	});

	it('with whom, how long and where, and the explanation', () => {
		const offer = { host: 'Dr. Lee', place: 'Room 2', explanation: 'Bring your papers.' };

		expect(beginningOf(offer)).toContain(
			'<li><bdi>with Dr. Lee</bdi></li><li><bdi>30 minutes</bdi></li><li><bdi>Room 2</bdi></li></ul>\n<p class="explanation" dir="auto">Bring your papers.</p>\n',
		);
	});

	it('a name as it is written, whatever it would be in a replacement', () => {
		expect(beginningOf({ host: '$& $1 Inc.' })).toContain('<li><bdi>with $&amp; $1 Inc.</bdi>');
	});
});

it('the page of times is named in the browser by what it asks for', () => {
	expect(titleOf(choosing().html)).toBe('Choose a time – Call with Ada');
});

it('the page of a booking is named in the browser by when it is', () => {
	expect(titleOf(doneOf(viewOf()).html)).toBe('Booked – Tue, Mar 3, 9:00 AM – Call with Ada');
});

it('where no time suits, and that is not known to have arrived, the page can ask again', () => {
	const { html } = uncertainPage(viewOf(), 'pending', 'none');
	expect(html).toContain('>Check again</button>');
});
