import type { Page } from '../../../nodes/bookingPage/pages';
import { cityOf } from '../../../nodes/bookingPage/pageParts';
import { pageOfTimes, plainSpaces, seenIn, SLOTS, slot, textOf, viewOf } from './samplePages';
import { stopClockAt } from '../../support/clock';

stopClockAt('2026-03-01T12:00:00Z');

/** Of each match, what its groups found: with plain spaces, and without markup. */
const groupsIn = ({ html }: Page, pattern: RegExp) =>
	[...html.matchAll(pattern)].map(([, ...groups]) =>
		groups.map((group = '') => plainSpaces(group.replace(/<[^>]*>/g, '')).trim()),
	);

/** The buttons of the times. */
const buttonsOf = (page: Page) =>
	groupsIn(
		page,
		/<button form="choose" name="slot" value="(\d+)" aria-label="([^"]*)">(.*?)<\/button>/g,
	).map(([start, name, text]) => ({ start: Number(start), name, text }));
const textsOf = (page: Page) => buttonsOf(page).map(({ text }) => text);

/** The days to choose from. */
const daysOf = (page: Page) =>
	groupsIn(page, /<input type="radio" name="day" value="([^"]*)"[^>]*?( checked)?>/g).map(
		([date, checked]) => ({ date, isChosen: checked !== '' }),
	);

/** The days of the calendar, each with its column: `1: Apr 26`. */
function calendarDaysOf({ html }: Page): string[] {
	const [, ...cells] = html.split(/<(?:label|span) class="(?:free )?day c/);
	return cells.map((cell) => {
		const text = cell.slice(cell.indexOf('>') + 1, cell.indexOf('</span>'));
		return `${cell[0]}: ${plainSpaces(text.replace(/<[^>]*>/g, ' ')).trim()}`;
	});
}

describe('the page of times', () => {
	it('offers the slots by day and time of the zone', () => {
		const page = pageOfTimes();

		expect(daysOf(page)).toEqual([{ date: '2026-03-03', isChosen: true }]);
		expect(textsOf(page)).toEqual(['9:00 AM', '9:30 AM', '10:00 PM']);
		expect(buttonsOf(page).map(({ start }) => start)).toEqual(SLOTS.map(({ start }) => start));
	});

	it.each([
		{ what: 'the day that the link names', day: '2026-03-05', chosen: '2026-03-05' },
		{ what: 'the first where that has no slots', day: '2026-03-09', chosen: '2026-03-03' },
	])('has one day chosen: $what', ({ day, chosen }) => {
		const slots = [SLOTS[0], slot('2026-03-05T14:00:00Z')];

		const page = pageOfTimes({ day, slots });

		expect(daysOf(page)).toEqual([
			{ date: '2026-03-03', isChosen: chosen === '2026-03-03' },
			{ date: '2026-03-05', isChosen: chosen === '2026-03-05' },
		]);
	});

	it.each([
		{ locale: 'en-US', names: 'Sun Mon Tue Wed Thu Fri Sat' },
		{ locale: 'en-GB', names: 'Mon Tue Wed Thu Fri Sat Sun' },
		// They fit above the days of a phone.
		{ locale: 'pt-PT', names: 'D S T Q Q S S' },
	])('begins the week as $locale does, with names that are short: $names', ({ locale, names }) => {
		const page = pageOfTimes({}, seenIn(locale));

		const weekdays = groupsIn(page, /class="weekday[^>]*>([^<]*)/g);

		expect(weekdays.join(' ')).toBe(names);
	});

	it('names each time with its day', () => {
		const [, , evening] = buttonsOf(pageOfTimes());

		expect(evening.name).toBe('10:00 PM, Tuesday, March 3');
	});

	it("stands the times by the parts of the visitor's day", () => {
		const slots = [
			slot('2026-03-03T16:59:00Z'),
			slot('2026-03-03T17:00:00Z'),
			slot('2026-03-03T22:59:00Z'),
			slot('2026-03-03T23:00:00Z'),
		];

		expect(textOf(pageOfTimes({ slots }))).toMatch(
			/4 free Morning 11:59.AM Afternoon 12:00.PM 5:59.PM Evening 6:00.PM /,
		);
	});

	it('names no part of the day that has no times', () => {
		const [, , evening] = SLOTS;

		const text = textOf(pageOfTimes({ slots: [evening] }));

		expect(text).not.toContain('Morning');
		expect(text).not.toContain('Afternoon');
	});

	it('tells the two hours apart that a day has when clocks go back', () => {
		const slots = [
			slot('2026-11-01T05:30:00Z'),
			slot('2026-11-01T06:30:00Z'),
			slot('2026-11-01T14:00:00Z'),
		];

		expect(textsOf(pageOfTimes({ slots }))).toEqual(['1:30 AM EDT', '1:30 AM EST', '9:00 AM']);
	});

	it('says once how long the appointment is where all slots are as long', () => {
		expect(textOf(pageOfTimes())).toContain('30 minutes');
	});

	it('says beside each time how long it is where they differ', () => {
		const page = pageOfTimes({ slots: [SLOTS[0], slot('2026-03-03T15:00:00Z', 240)] });

		expect(textsOf(page)).toEqual(['9:00 AM 30 min', '10:00 AM 4 hr']);
		expect(buttonsOf(page)[1].name).toBe('10:00 AM, 4 hr, Tuesday, March 3');
		expect(textOf(page)).not.toContain('minutes');
	});

	/** So many slots, each so long after the one before. */
	const slotsApart = (count: number, ms: number) =>
		Array.from({ length: count }, (_, index) =>
			slot(new Date(SLOTS[0].start + index * ms).toISOString()),
		);

	it('draws ten weeks at most, whatever a platform sends', () => {
		const { html } = pageOfTimes({ slots: slotsApart(400, 86_400_000) });

		expect(html.match(/class="(free )?day /g)).toHaveLength(70);
	});

	it('draws 2,000 slots with the formatters that it keeps, which cost a hundred times as much as their use', () => {
		const slots = slotsApart(2_000, 1_800_000);
		pageOfTimes({ slots });
		const dates = jest.spyOn(Intl, 'DateTimeFormat');
		const numbers = jest.spyOn(Intl, 'NumberFormat');

		pageOfTimes({ slots });

		expect(dates.mock.calls.length + numbers.mock.calls.length).toBeLessThan(5);
	});

	it('says where there are later days, and until when the link opens', () => {
		const view = viewOf(undefined, { usableUntil: Date.parse('2026-03-05T14:00:00Z') });

		const text = textOf(pageOfTimes({ hasMore: true }, view));

		expect(text).toContain('Later times are not shown yet.');
		expect(text).toContain('You can use this link until Thu, Mar 5, 9:00 AM (New York time).');
	});

	it('says neither where there are no later days, and the link has no end', () => {
		const text = textOf(pageOfTimes());

		expect(text).not.toContain('Later times');
		expect(text).not.toContain('until');
	});

	it('says so where nothing is free, without a word of zones', () => {
		const page = pageOfTimes({ slots: [] });
		expect(textOf(page)).toContain('There are no free times at the moment.');
		expect(page.html).not.toMatch(/type="radio"|class="zone"/);
	});

	it.each([
		{
			where: 'there are times',
			slots: SLOTS,
			way: '<details class="none"><summary>None of these times suits me',
		},
		{
			where: 'there are none, since it is all that is left to do',
			slots: [],
			way: '<details class="none" open><summary>Leave a message',
		},
	])('lets a contact say that none of the times suits where $where', ({ slots, way }) => {
		const { html } = pageOfTimes({ slots, takesNone: true });

		expect(html).toContain(way);
		expect(html).toMatch(
			/<form class="actions" method="post" action=.*name="do" value="none".*<textarea name="note"/s,
		);
	});

	it.each([{ slots: SLOTS }, { slots: [] }])(
		'does not let a contact say so where the node does not: %#',
		({ slots }) => {
			expect(pageOfTimes({ slots }).html).not.toContain('class="none"');
		},
	);

	it.each([
		{
			view: viewOf(),
			line: 'Times in New York time (7:00 AM) Change',
		},
		{
			view: seenIn('en-GB', 'America/Argentina/Buenos_Aires'),
			line: 'Times in Buenos Aires time (09:00) Change',
		},
	])('says whose clocks the times are of: $line', ({ view, line }) => {
		const page = pageOfTimes({}, view);

		expect(groupsIn(page, /<details class="zone"><summary>(.*?)<\/summary>/gs)).toEqual([[line]]);
	});

	it.each([{ slots: SLOTS }, { slots: [] }])(
		'has the present time and a way back to it where the appointment is moved: %#',
		({ slots }) => {
			const text = textOf(pageOfTimes({ act: 'move', slots, formerSlot: SLOTS[0] }));

			expect(text).toMatch(/Your appointment Tuesday, March 3, 2026 9:00.* Keep the current time /);
		},
	);

	it.each([
		{ notice: 'conflict', isInNote: true },
		{ notice: 'taken', isInNote: false },
	] as const)(
		'has the way back to the present time in the note: $isInNote for $notice',
		({ notice, isInNote }) => {
			const { html } = pageOfTimes({ act: 'move', formerSlot: SLOTS[0], notice });

			const [, note] = /<div class="note"([^]*?)<\/div>\n<details/.exec(html) ?? [];

			expect(note?.includes('Keep the current time</a>') ?? false).toBe(isInNote);
		},
	);

	it('sends by GET, with what the link repeats', () => {
		const [settings, choose] = [
			...pageOfTimes().html.matchAll(/<form (?:id="choose" )?method="get">.*?<\/form>/gs),
		].map(([form]) =>
			[...form.matchAll(/"hidden" name="(\w+)" value="([^"]*)"/g)].map(
				([, name, value]) => `${name}=${value}`,
			),
		);

		expect(settings).toEqual(['signature=t0ken', 'wait=w4it', 'do=book', 'day=2026-03-03']);
		expect(choose).toEqual(['signature=t0ken', 'zone=America/New_York', 'wait=w4it', 'do=book']);
	});

	it('has no signature where the link has none', () => {
		const { html } = pageOfTimes({}, viewOf(undefined, { token: undefined }));

		expect(html).not.toContain('signature');
	});
});

describe('the calendar', () => {
	/** A Thursday and the Thursday after. */
	const TWO_THURSDAYS = [slot('2026-04-30T14:00:00Z'), slot('2026-05-07T14:00:00Z')];

	it('has each day below its weekday', () => {
		const page = pageOfTimes({ slots: TWO_THURSDAYS });

		const weekdays = groupsIn(page, /class="weekday c(\d)".*?>(.*?)<\/span>/g);

		expect(weekdays[4]).toEqual(['5', 'Thu']);
	});

	it('has the whole weeks from the first free day to the last, with the month where it begins', () => {
		const page = pageOfTimes({ slots: TWO_THURSDAYS });

		expect(calendarDaysOf(page)).toEqual([
			'1: Apr 26',
			'2: 27',
			'3: 28',
			'4: 29',
			'5: 30',
			'6: May 1',
			'7: 2',
			'1: 3',
			'2: 4',
			'3: 5',
			'4: 6',
			'5: 7',
			'6: 8',
			'7: 9',
		]);
	});

	it('has the week of the last free day also where that is its first', () => {
		const [thursday] = TWO_THURSDAYS;
		const sunday = slot('2026-05-03T14:00:00Z');

		const page = pageOfTimes({ slots: [thursday, sunday] });

		expect(daysOf(page).map(({ date }) => date)).toEqual(['2026-04-30', '2026-05-03']);
	});

	it('has a slot that ends on the next day under the day on which it begins', () => {
		const start = Date.parse('2026-05-01T03:30:00Z');
		const overMidnight = { start, end: start + 3_600_000 };

		const page = pageOfTimes({ slots: [overMidnight] });

		expect(daysOf(page)).toEqual([{ date: '2026-04-30', isChosen: true }]);
		expect(textsOf(page)).toEqual(['11:30 PM']);
	});

	it.each([
		{ where: 'without a slot of it', slots: SLOTS, marked: [['']] },
		{
			where: 'that can be chosen',
			slots: [slot('2026-03-01T20:00:00Z')],
			marked: [['2026-03-01']],
		},
		{ where: 'not in other weeks', slots: TWO_THURSDAYS, marked: [] },
	])('marks today, $where', ({ slots, marked }) => {
		const page = pageOfTimes({ slots });

		const today = groupsIn(
			page,
			/class="[^"]*today"[^>]*>(?:<input[^>]*value="([^"]*)"[^>]*aria-current="date")?/g,
		);

		expect(today).toEqual(marked);
	});
});

describe('the list of zones', () => {
	it('has one zone chosen', () => {
		const chosen = groupsIn(pageOfTimes(), /<option value="(\D[^"]*)" selected>([^<]*)/g);

		expect(chosen).toEqual([['America/New_York', 'New York, America (7:00 AM)']]);
	});

	it('has the zones by their cities, in the order of the alphabet', () => {
		const cities = ['Buenos Aires', 'Kyiv', 'New York', 'Tokyo'];

		const listed = groupsIn(pageOfTimes(), /<option value="[^"]*\/[^"]*"[^>]*>([^<,]*)/g).flat();

		expect(listed.filter((city) => cities.includes(city))).toEqual(cities);
	});

	it('has the time of each', () => {
		expect(plainSpaces(pageOfTimes().html)).toContain('>Tokyo, Asia (9:00 PM)<');
	});
});

it.each([
	{ zone: 'America/Port_of_Spain', city: 'Port of Spain, America' },
	{ zone: 'America/Argentina/Buenos_Aires', city: 'Buenos Aires, America/Argentina' },
	{ zone: 'UTC', city: 'UTC' },
])('the zone $zone is listed as $city', ({ zone, city }) => {
	expect(cityOf(zone)).toBe(city);
});
