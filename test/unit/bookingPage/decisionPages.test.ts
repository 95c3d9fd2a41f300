import { calendarsOf } from '../../../nodes/bookingPage/calendarEntry';
import { donePage } from '../../../nodes/bookingPage/donePage';
import { confirmPage, uncertainPage } from '../../../nodes/bookingPage/pages';
import {
	type PageResult,
	nameOf,
	type Offer,
	type View,
} from '../../../nodes/bookingPage/pageParts';
import { pageOfTimes, plainSpaces, seenIn, SLOTS, textOf, viewOf } from './samplePages';

const [NINE, HALF_PAST] = SLOTS;
const titleOf = (html: string) => plainSpaces(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '');

describe('the page of a chosen time', () => {
	it('asks whether to move there, and shows the time before and the new one', () => {
		const text = textOf(confirmPage(seenIn('en-GB', 'Europe/London'), 'move', NINE, HALF_PAST));

		expect(text).toContain('Move to this time?');
		expect(text).toContain('Before: Tue');
		expect(text).toContain('14:30 Tuesday');
		expect(text).toContain('14:00–14:30 London time');
	});

	it('takes a note, moves, and leads back to the other times and to the time before', () => {
		const page = confirmPage(viewOf(), 'move', NINE, HALF_PAST);

		expect(textOf(page)).toContain(
			'Note (optional) Move to this time Choose another time Keep the current time ',
		);
		expect(page.html).toContain('<textarea name="note" rows="2" maxlength="1000"');
	});

	it('asks whether to book, and leads back to the other times', () => {
		const text = textOf(confirmPage(viewOf(), 'book', NINE));

		expect(text).toContain('Book this time?');
		expect(text).toContain('Book this time Choose another time ');
		expect(text).not.toContain('Keep the current time');
	});

	it('has what it says while the form is sent, and once the link has ended', () => {
		const { html } = confirmPage(viewOf(), 'book', NINE);

		expect(html).toContain(
			'data-sending="One moment…" data-ended="This link can no longer be used"',
		);
	});
});

const BOOKED = { outcome: 'book', slot: NINE } as const;
const doneOf = (view: View, done: PageResult = BOOKED, former?: PageResult['slot']) =>
	donePage(view, done, calendarsOf(view, done, 'app-1'), former);

/** The file for calendars that a page offers. */
function fileOf(html: string): string {
	const [, address = ''] = /href="(data:text\/calendar[^"]*)" download=/.exec(html) ?? [];
	return decodeURIComponent(address);
}

describe('the page of a booking', () => {
	it('says what, when, and where the clocks are', () => {
		const text = textOf(doneOf(viewOf()));

		expect(text).toContain('Your appointment is booked Call with Ada Tuesday, March 3, 2026 9:00');
		expect(text).toContain('9:30 AM New York time 30 minutes');
	});

	it('has a file and links for calendars, which learn nothing of its address', () => {
		const { html } = doneOf(viewOf());

		expect(fileOf(html)).toContain('DTSTART:20260303T140000Z\r\n');
		const hosts = [...html.matchAll(/href="https:\/\/([^/]*)/g)].map(([, host]) => host);
		expect(hosts).toEqual(['calendar.google.com', 'outlook.live.com', 'outlook.office.com']);
		for (const name of ['Google Calendar', 'Outlook.com', 'Microsoft 365'])
			expect(html).toContain(`target="_blank" rel="noopener noreferrer"><bdi>${name}</bdi></a>`);
	});

	it('has nothing to send or to change, and no empty explanation', () => {
		const { html } = doneOf(viewOf());

		for (const markup of ['<form', 'data-zone', '<button', '"explanation"', '<s>'])
			expect(html).not.toContain(markup);
	});

	const MEETING = {
		messageAfter: 'Bring it',
		place: 'https://meet.example.com/1',
		title: 'Call',
		host: 'Dr. Lee',
		businessName: 'Harbor',
	};

	it('has the message, the place as a link, and whom to meet', () => {
		const page = doneOf(viewOf(MEETING));

		const text = textOf(page);
		expect(text).toContain('with Dr. Lee 30 minutes https://meet.example.com/1');
		expect(text).toContain('Bring it');
		expect(page.html).toContain(
			'<a href="https://meet.example.com/1" target="_blank" rel="noopener noreferrer">',
		);
	});

	it.each([
		'SUMMARY:Call – Dr. Lee\\, Harbor',
		'LOCATION:https://meet.example.com/1',
		'DESCRIPTION:Bring it',
	])('has a file for calendars with %s', (line) => {
		const { html } = doneOf(viewOf(MEETING));

		expect(fileOf(html)).toContain(`${line}\r\n`);
	});

	it.each([
		'javascript:alert(1)',
		'https://[',
		'https://meet.example.com or Room 2',
		'https://meet.example.com/1 or Room 2',
		'Room 2, https://meet.example.com/1',
	])('makes no link of a place that is no address of the web: %s', (place) => {
		const { html } = doneOf(viewOf({ place }));

		expect(html).not.toContain(`href="${place}`);
	});
});

describe('the page of a cancellation', () => {
	const { html } = doneOf(viewOf(), { outcome: 'cancel', slot: NINE });

	it('strikes the appointment through, and says that the link is done', () => {
		const text = textOf({ html });

		expect(text).toContain('Your appointment is canceled');
		expect(text).toContain('This link is done');
		expect(html).toContain('<div class="moment over">');
		expect(html).not.toContain('<svg');
	});

	it('has a file that takes the appointment out of the calendar, and no links for others', () => {
		expect(textOf({ html })).toContain('Remove from calendar');
		for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED', 'UID:app-1'])
			expect(fileOf(html)).toContain(`${line}\r\n`);
		expect(html).not.toContain('target="_blank"');
	});
});

it.each([
	{
		why: 'no time suits',
		outcome: 'none',
		texts: ['Thank you for telling us', 'Nothing was booked or changed'],
	},
	{
		why: 'the appointment is gone',
		outcome: 'gone',
		texts: ['This appointment no longer exists', 'Nothing was changed', 'This link is done'],
	},
] as const)(
	'where $why, the page says that nothing is booked or changed, and has nothing to do',
	({ outcome, texts }) => {
		const { html } = doneOf(viewOf(), { outcome, slot: NINE });

		for (const text of texts) expect(textOf({ html })).toContain(text);
		for (const markup of ['<svg', 'text/calendar', 'class="moment', '<form', 'class="button'])
			expect(html).not.toContain(markup);
	},
);

it('where the time is not offered any more, nobody can ask what became of it', () => {
	const { html } = uncertainPage(viewOf(), 'unknown', 'book');

	expect(textOf({ html })).toContain(
		'Check whether it went through Call with Ada If this keeps happening, contact',
	);
	expect(html).not.toContain('<form');
	expect(html).not.toContain('href="?');
});

it('where no time suits, and that is not known to have arrived, the page can ask again', () => {
	const { html } = uncertainPage(viewOf(), 'pending', 'none');

	expect(html).toContain('>Check again</button>');
});

it('a time that is taken is named, also where no other is near', () => {
	const text = textOf(pageOfTimes({ notice: 'taken', nearest: [] }));

	expect(text).toContain('That time is no longer available Please choose another time.');
});

it('a time at which the contact has an appointment is named, with the nearest ones in their order', () => {
	const text = textOf(pageOfTimes({ notice: 'conflict', nearest: [HALF_PAST, NINE] }));

	expect(text).toContain('You already have an appointment at that time');
	expect(text).toContain('Keep the one you have, or choose another time.');
	expect(text).toContain(' Tue, Mar 3, 9:00 AM Tue, Mar 3, 9:30 AM ');
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
	const beginningOf = (offer: Offer) => pageOfTimes({}, viewOf(offer)).html;

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
	expect(titleOf(pageOfTimes().html)).toBe('Choose a time – Call with Ada');
});

it('the page of a booking is named in the browser by when it is', () => {
	expect(titleOf(doneOf(viewOf()).html)).toBe('Booked – Tue, Mar 3, 9:00 AM – Call with Ada');
});
