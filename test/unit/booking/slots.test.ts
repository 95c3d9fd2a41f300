import { dateOfSlot, describeSlot, spanText, startsText, startTextOf } from '../../../nodes/booking/slots';
import { stopClockAt } from '../../support/clock';

const NEW_YORK = 'America/New_York';
const year = 2026;
stopClockAt('2026-03-01T12:00:00Z');

const at = (text: string) => Date.parse(text);
const slot = (start: string, end: string) => ({ start: at(start), end: at(end) });

const NINE = slot(`${year}-03-02T14:00:00Z`, `${year}-03-02T14:30:00Z`);

describe('a slot', () => {
	it('is described by what to send, and in local time', () => {
		expect(describeSlot(NINE, NEW_YORK)).toEqual({
			startTime: `${year}-03-02T14:00:00+00:00`,
			endTime: `${year}-03-02T14:30:00+00:00`,
			startText: 'Monday, Mar 2, 9:00 AM EST',
			startLocal: `${year}-03-02T09:00:00-05:00`,
			endLocal: `${year}-03-02T09:30:00-05:00`,
			timezone: NEW_YORK,
		});
	});

	it('belongs to the date on which it begins in the zone', () => {
		const late = slot('2026-03-03T02:00:00Z', '2026-03-03T02:30:00Z');
		expect([dateOfSlot(late, NEW_YORK), dateOfSlot(late, 'UTC')]).toEqual(['2026-03-02', '2026-03-03']);
	});

	it('reads in a message with the day once, and the year where it is another', () => {
		expect(spanText(NINE, NEW_YORK)).toBe('Mar 2, 9:00 to 9:30');
		const overnight = slot(`${year}-03-03T04:30:00Z`, `${year}-03-03T05:30:00Z`);
		expect(spanText(overnight, NEW_YORK)).toBe('Mar 2, 23:30 to Mar 3, 0:30');
		const old = slot('2020-12-31T12:00:00Z', '2020-12-31T13:10:00Z');
		expect(spanText(old, 'UTC')).toBe('Dec 31, 2020, 12:00 to 13:10');
	});
});

it.each([
	['2026-11-24T16:30:00Z', NEW_YORK, 'Tuesday, Nov 24, 11:30 AM EST'],
	['2026-07-24T16:30:00Z', NEW_YORK, 'Friday, Jul 24, 12:30 PM EDT'],
	['2026-07-24T23:30:00Z', 'Europe/Berlin', 'Saturday, Jul 25, 1:30 AM GMT+2'],
	['2026-12-31T23:30:00Z', 'Europe/Berlin', 'Friday, Jan 1, 2027, 12:30 AM GMT+1'],
	['2026-12-31T23:30:00Z', 'UTC', 'Thursday, Dec 31, 11:30 PM UTC'],
])('the start %s in %s reads %s', (start, zone, text) => {
	expect(startTextOf(at(start), zone)).toBe(text);
});

it('starts read by day, in order of time', () => {
	const starts = ['03T14:00', '02T15:10', '02T14:00'].map((text) => {
		const start = `${year}-03-${text}:00Z`;
		return slot(start, start);
	});
	expect(startsText(starts, NEW_YORK)).toBe('Mar 2: 9:00, 10:10; Mar 3: 9:00');
	expect(startsText([], NEW_YORK)).toBe('');
});
