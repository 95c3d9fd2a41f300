import { filterSlots, type SlotFilters } from '../../../nodes/booking/slots';

const ZONE = 'America/New_York';
const NOW = Date.parse('2026-03-02T13:00:00Z');

/** Wall times in New York in the first week of March 2026, Monday the 2nd. */
const at = (text: string) => {
	const start = Date.parse(`2026-03-${text}:00-05:00`);
	return { start, end: start + 1_800_000, text };
};
const SLOTS = ['03T16:30', '02T09:00', '02T16:30', '03T09:00', '03T13:00', '07T09:00'].map(at);

const left = (filters: SlotFilters, zone = ZONE, now = NOW) =>
	filterSlots(SLOTS, filters, zone, now).map(({ text }) => text);

describe('filterSlots', () => {
	it('without filters keeps all slots that have not begun, in order of time', () => {
		expect(left({})).toEqual(['02T09:00', '02T16:30', '03T09:00', '03T13:00', '03T16:30', '07T09:00']);
		expect(left({}, ZONE, at('02T09:01').start)).not.toContain('02T09:00');
	});

	it('keeps starts from the earliest to the latest, both included', () => {
		expect(left({ earliestTime: '09:01' })).toEqual(['02T16:30', '03T13:00', '03T16:30']);
		expect(left({ earliestTime: '13:00', latestTime: '16:30' })).toEqual(['02T16:30', '03T13:00', '03T16:30']);
		expect(left({ latestTime: '16:29' })).toEqual(['02T09:00', '03T09:00', '03T13:00', '07T09:00']);
	});

	it('keeps weekdays by their ISO numbers, and all where none is chosen', () => {
		expect(left({ weekdays: [1, 6] })).toEqual(['02T09:00', '02T16:30', '07T09:00']);
		expect(left({ weekdays: [] })).toHaveLength(6);
		expect(filterSlots([at('08T10:00')], { weekdays: [7] }, ZONE, NOW)).toHaveLength(1);
	});

	it('keeps what is far enough ahead, to the minute', () => {
		expect(left({ minimumNoticeMinutes: 60 })).toContain('02T09:00');
		expect(left({ minimumNoticeMinutes: 61 })).not.toContain('02T09:00');
	});

	it('keeps the first slot of each day that passes the others', () => {
		expect(left({ firstOfDay: true })).toEqual(['02T09:00', '03T09:00', '07T09:00']);
		expect(left({ firstOfDay: true, earliestTime: '10:00' })).toEqual(['02T16:30', '03T13:00']);
	});

	it('reads days and times from the clocks of the zone', () => {
		// 16:30 in New York is the next morning in Tokyo.
		expect(left({ latestTime: '07:00' }, 'Asia/Tokyo')).toEqual(['02T16:30', '03T13:00', '03T16:30']);
		expect(left({ weekdays: [2] }, 'Asia/Tokyo')).toEqual(['02T16:30', '03T09:00']);
	});
});
