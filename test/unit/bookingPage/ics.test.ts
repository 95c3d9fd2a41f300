import fc from 'fast-check';

import { calendarsOf } from '../../../nodes/bookingPage/calendarEntry';
import { stopClockAt } from '../../support/clock';
import { SLOTS, viewOf } from './samplePages';

stopClockAt('2026-03-01T08:05:09.123Z');

const calendars = (title: string, more: object = {}) =>
	calendarsOf(viewOf({ title, ...more }), { outcome: 'book', slot: SLOTS[0] }, 'appointment-1')!;
const icsOf = (title: string) => calendars(title).ics;

/** The title, as a calendar app reads it: it undoes folding and escaping. */
const readBack = (ics: string) =>
	/^SUMMARY:(.*?)\r\n(?! )/ms
		.exec(ics)?.[1]
		.replaceAll('\r\n ', '')
		.replace(/\\([\\;,n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

it('the file has one event with its times in UTC', () => {
	expect(icsOf('Onboarding call').split('\r\n').join(' ')).toBe(
		'BEGIN:VCALENDAR VERSION:2.0 PRODID:-//n8n-nodes-crm-platform//booking page//EN METHOD:PUBLISH BEGIN:VEVENT SEQUENCE:29539205 STATUS:CONFIRMED DTSTAMP:20260301T080509Z DTSTART:20260303T140000Z DTEND:20260303T143000Z UID:appointment-1 SUMMARY:Onboarding call END:VEVENT END:VCALENDAR ',
	);
});

it('no title becomes a line of its own', () => {
	const ics = icsOf('Call; with, \\Ada\r\nEND:VEVENT\rATTACH:http://evil.example\nX:1');
	expect(ics.match(/^(END:VEVENT|ATTACH|X)/gm)).toEqual(['END:VEVENT']);
	// What separates values is marked, each sign of it.
	expect(ics.replaceAll('\r\n ', '')).toContain('SUMMARY:Call\\; with\\, \\\\Ada\\n');
});

it('any title can be read back, in lines of 75 octets at most, from a link that can be encoded', () => {
	const texts = fc.oneof(
		fc.string({ unit: 'grapheme', maxLength: 300, size: 'max' }),
		fc.string({ unit: 'binary' }),
		fc.constantFrom('A\ud83d', 'x'.repeat(67), '😀'.repeat(40)),
	);
	fc.assert(
		fc.property(
			texts.map((text) => `T${text}`),
			(title) => {
				const ics = icsOf(title);
				for (const line of ics.split('\r\n'))
					expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
				expect(readBack(ics)).toBe(
					title.replace(/\r\n|\r/g, '\n').replace(/(?![\n\t])[\p{Cc}\p{Cs}]/gu, ''),
				);
				expect(decodeURIComponent(encodeURIComponent(ics))).toBe(ics);
			},
		),
	);
});

it('names who invites, where the address is known, in a line of its own', () => {
	const businessName = 'Harbor "Dental", Inc.\r\nATTACH:x';
	const { ics } = calendars('Call', { businessEmail: 'office@example.com', businessName });
	expect(ics.replaceAll('\r\n ', '')).toContain(
		'\r\nORGANIZER;CN="Harbor  Dental , Inc.  ATTACH:x":mailto:office@example.com\r\n',
	);
	expect(calendars('Call', { businessName }).ics).not.toContain('ORGANIZER');
	expect(calendars('Call', { businessEmail: 'office@example.com' }).ics).toContain(
		'\r\nORGANIZER:mailto:office@example.com\r\n',
	);
});

it('the links to calendars of the web write a space as %20, which Outlook shows as one', () => {
	const { ics, ...links } = calendars('Onboarding call', {
		place: 'Pier 1',
		messageAfter: 'a+b c',
	});
	for (const link of Object.values(links)) expect(link).not.toContain('+');
	expect(links.outlook).toContain('subject=Onboarding%20call');
	expect(links.outlook).toContain('body=a%2Bb%20c');
	expect(ics).toContain('SUMMARY:Onboarding call');
});

it('the links to calendars of the web carry the same entry', () => {
	const texts = { place: 'Pier 1', messageAfter: 'Room 2 & 3' };
	const { google, outlook, microsoft365 } = calendars('Onboarding call', texts);
	const [work, fields] = String(microsoft365).split('?');
	expect({ work, fields }).toEqual({
		work: 'https://outlook.office.com/calendar/0/action/compose',
		fields: outlook?.split('?')[1],
	});
	expect(Object.fromEntries(new URL(google!).searchParams)).toEqual({
		action: 'TEMPLATE',
		text: 'Onboarding call',
		dates: '20260303T140000Z/20260303T143000Z',
		location: 'Pier 1',
		details: 'Room 2 & 3',
	});
	expect(Object.fromEntries(new URLSearchParams(fields))).toMatchObject({
		subject: 'Onboarding call',
		location: 'Pier 1',
		body: 'Room 2 & 3',
		startdt: '2026-03-03T14:00:00.000Z',
		enddt: '2026-03-03T14:30:00.000Z',
	});
});

it.each(['x', '👩‍👩‍👧'])('links stay short, whatever the texts: %s', (sign) => {
	const text = sign.repeat(5_000);
	const { ics, ...links } = calendars(text, { place: text, messageAfter: text });
	expect(ics.length).toBeGreaterThan(5_000);
	for (const link of Object.values(links)) {
		expect(link.length).toBeLessThan(2_000);
		const kept = new URL(link).searchParams.get('location') ?? '';
		// Encoded, the sign alone takes up to 54 letters.
		expect(new URLSearchParams({ '': kept }).toString().length).toBeGreaterThan(345);
		expect(kept.endsWith('…') && text.startsWith(kept.slice(0, -1))).toBe(true);
	}
});
