import fc from 'fast-check';

import { calendarLinks, icsOf } from '../../../nodes/bookingPage/donePage';
import { stopClockAt } from '../../support/clock';

const ENTRY = {
	uid: 'appointment-1',
	summary: 'Onboarding call',
	location: '',
	description: '',
	start: Date.parse('2026-03-03T14:00:00Z'),
	end: Date.parse('2026-03-03T14:30:00Z'),
};

stopClockAt('2026-03-01T08:05:09.123Z');

/** Undoes folding and escaping, as a calendar app does. */
function readBack(ics: string): Record<string, string> {
	const lines = ics.replace(/\r\n[ \t]/g, '').split('\r\n');
	return Object.fromEntries(
		lines.map((line) => {
			const [name, ...rest] = line.split(':');
			const value = rest.join(':').replace(/\\([\\;,nN])/g, (_all, sign: string) =>
				sign.toLowerCase() === 'n' ? '\n' : sign,
			);
			return [name, value];
		}),
	);
}

describe('icsOf', () => {
	it('writes one event with its times in UTC', () => {
		expect(icsOf(ENTRY)).toBe(
			[
				'BEGIN:VCALENDAR',
				'VERSION:2.0',
				'PRODID:-//n8n-nodes-crm-platform//booking page//EN',
				'METHOD:PUBLISH',
				'BEGIN:VEVENT',
				'UID:appointment-1',
				'SEQUENCE:29539205',
				'STATUS:CONFIRMED',
				'DTSTAMP:20260301T080509Z',
				'DTSTART:20260303T140000Z',
				'DTEND:20260303T143000Z',
				'SUMMARY:Onboarding call',
				'END:VEVENT',
				'END:VCALENDAR',
				'',
			].join('\r\n'),
		);
	});

	it('keeps a title from becoming a line of its own', () => {
		const summary = 'Call; with, \\Ada\r\nEND:VEVENT\rATTACH:http://evil.example\nX:1';
		const lines = icsOf({ ...ENTRY, summary }).split('\r\n');
		expect(lines.filter((line) => /^(END:VEVENT|ATTACH|X)/.test(line))).toEqual(['END:VEVENT']);
		expect(readBack(icsOf({ ...ENTRY, summary })).SUMMARY).toBe(summary.replace(/\r\n|\r/g, '\n'));
	});

	it('breaks long lines after 75 octets, never within a character', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 300, size: 'max' }), (summary) => {
				const ics = icsOf({ ...ENTRY, summary });
				for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
				expect(readBack(ics).SUMMARY).toBe(summary.replace(/\r\n|\r/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, ''));
			}),
		);
	});
});

it('the text is the whole file, for any title', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (summary) => {
			const { ics } = calendarLinks({ ...ENTRY, summary });
			expect(ics).toBe(icsOf({ ...ENTRY, summary }));
			// Half a character cannot be encoded.
			expect(decodeURIComponent(encodeURIComponent(ics))).toBe(ics);
		}),
	);
	expect(calendarLinks({ ...ENTRY, summary: 'A\ud83d' }).ics).toContain('SUMMARY:A\r\n');
});

it('the links to calendars of the web carry the same entry', () => {
	const { google, outlook, microsoft365: work } = calendarLinks({ ...ENTRY, location: 'Pier 1', description: 'Room 2 & 3' });
	expect(work.split('?')).toEqual(['https://outlook.office.com/calendar/0/action/compose', outlook.split('?')[1]]);
	expect(Object.fromEntries(new URL(google).searchParams)).toEqual({
		action: 'TEMPLATE',
		text: 'Onboarding call',
		dates: '20260303T140000Z/20260303T143000Z',
		location: 'Pier 1',
		details: 'Room 2 & 3',
	});
	expect(Object.fromEntries(new URL(outlook).searchParams)).toMatchObject({
		subject: 'Onboarding call',
		startdt: '2026-03-03T14:00:00.000Z',
		enddt: '2026-03-03T14:30:00.000Z',
		location: 'Pier 1',
		body: 'Room 2 & 3',
	});
});

it.each(['x', 'é', '字', '👩‍👩‍👧'])('links stay short, whatever the texts: %s', (sign) => {
	const text = sign.repeat(5_000);
	const { ics, ...links } = calendarLinks({ ...ENTRY, summary: text, location: text, description: text });
	expect(ics).toContain('BEGIN:VEVENT');
	for (const link of Object.values(links)) {
		expect(link.length).toBeLessThan(2_000);
		const kept = new URL(link).searchParams.get('location') ?? '';
		expect(kept.endsWith('…') && text.startsWith(kept.slice(0, -1))).toBe(true);
	}
});
