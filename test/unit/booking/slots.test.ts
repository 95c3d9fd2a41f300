import { dateOfSlot, describeSlot, readFreeSlots, spanText, startsText } from '../../../nodes/booking/slots';

const NEW_YORK = 'America/New_York';
const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: NEW_YORK }).format();
const at = (text: string) => Date.parse(text);
const slot = (start: string, end: string) => ({ start: at(start), end: at(end) });

const NINE = slot(`${year}-03-02T14:00:00Z`, `${year}-03-02T14:30:00Z`);

describe('free slots', () => {
	it('are read from all dates, in order of time', () => {
		const window = (hour: string) => ({
			startTime: `2026-03-02T${hour}:00:00+00:00`,
			endTime: `2026-03-02T${hour}:30:00+00:00`,
		});
		const body = { _dates_: { b: [window('11'), window('09')], a: [window('10')], c: null } };
		expect(readFreeSlots(body as never)).toEqual(
			['09', '10', '11'].map((hour) => slot(`2026-03-02T${hour}:00:00Z`, `2026-03-02T${hour}:30:00Z`)),
		);
		expect(readFreeSlots({})).toEqual([]);
		expect(readFreeSlots({ _dates_: { a: [null] } } as never)).toEqual([]);
	});
});

describe('a slot', () => {
	it('is described by what to send, and in local time', () => {
		expect(describeSlot(NINE, NEW_YORK)).toEqual({
			startTime: `${year}-03-02T14:00:00+00:00`,
			endTime: `${year}-03-02T14:30:00+00:00`,
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

it('starts read by day, in order of time', () => {
	const starts = ['03T14:00', '02T15:10', '02T14:00'].map((text) => {
		const start = `${year}-03-${text}:00Z`;
		return slot(start, start);
	});
	expect(startsText(starts, NEW_YORK)).toBe('Mar 2: 9:00, 10:10; Mar 3: 9:00');
	expect(startsText([], NEW_YORK)).toBe('');
});
