import type { Page } from '../../../nodes/bookingPage/pages';
import { choosing, plainSpaces, seenIn, SLOTS, slot, textOf, viewOf } from './pages';
import { stopClockAt } from '../../support/clock';

stopClockAt('2026-03-01T12:00:00Z');

const buttonsOf = ({ html: page }: Page) =>
	[
		...page.matchAll(
			/<button form="choose" name="slot" value="(\d+)" aria-label="([^"]*)">(.*?)<\/button>/g,
		),
	].map(([, value, name, text]) => ({
		start: Number(value),
		name: plainSpaces(name),
		text: plainSpaces(text.replace(/<[^>]*>/g, '')),
	}));

const daysOf = ({ html: page }: Page) =>
	[...page.matchAll(/<input type="radio" name="day" value="([^"]*)"[^>]*?( checked)?>/g)].map(
		([, date, checked]) => (checked ? `${date}*` : date),
	);

describe('choosing', () => {
	it('offers the slots by day and time of the zone, the first day chosen', () => {
		const page = choosing();
		const later = choosing({ day: '2026-03-09', slots: [SLOTS[0], slot('2026-03-05T14:00:00Z')] });
		expect([daysOf(page), daysOf(later)]).toEqual([['2026-03-03*'], ['2026-03-03*', '2026-03-05']]);
		expect(buttonsOf(page).map(({ text }) => text)).toEqual(['9:00 AM', '9:30 AM', '10:00 PM']);
		expect(buttonsOf(page).map(({ start }) => start)).toEqual(SLOTS.map(({ start }) => start));
	});

	it('regroups them in another zone, in another language', () => {
		const page = choosing({ day: '2026-03-04' }, seenIn('de-DE', 'Asia/Tokyo'));
		expect(daysOf(page)).toEqual(['2026-03-03', '2026-03-04*']);
		expect(buttonsOf(page).map(({ text }) => text)).toEqual(['23:00', '23:30', '12:00']);
		expect(textOf(page)).toContain('Dienstag, 3. März');
		expect(page.html).toContain('<option value="Asia/Tokyo" selected>');
	});

	it('begins the week as the language does, with names that are short', () => {
		const weekdays = (locale: string) =>
			[...choosing({}, seenIn(locale)).html.matchAll(/class="weekday[^>]*>([^<]*)/g)].map(
				([, name]) => name,
			);
		expect(weekdays('en-US')).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
		expect(weekdays('en-GB')).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
		// They fit above the days of a phone.
		expect([weekdays('pt')[1], weekdays('pt-PT')[1]]).toEqual(['seg.', 'S']);
	});

	it("names each time with its day, and stands them by the parts of the visitor's day", () => {
		expect(buttonsOf(choosing()).map(({ name }) => name)).toEqual(
			['9:00 AM', '9:30 AM', '10:00 PM'].map((time) => `${time}, Tuesday, March 3`),
		);
		const slots = ['16:59', '17:00', '22:59', '23:00'].map((time) =>
			slot(`2026-03-03T${time}:00Z`),
		);
		expect(textOf(choosing({ slots }))).toMatch(
			/4 free Morning 11:59.AM Afternoon 12:00.PM 5:59.PM Evening 6:00.PM /,
		);
		expect(textOf(choosing({ slots: [SLOTS[2]] }))).not.toMatch(/Morning|Afternoon/);
	});

	it('tells the two hours apart that a day has when clocks go back', () => {
		const slots = [
			slot('2026-11-01T05:30:00Z'),
			slot('2026-11-01T06:30:00Z'),
			slot('2026-11-01T14:00:00Z'),
		];
		expect(buttonsOf(choosing({ slots })).map(({ text }) => text)).toEqual([
			'1:30 AM EDT',
			'1:30 AM EST',
			'9:00 AM',
		]);
	});

	it('says how long the appointment is, once where all slots are as long, else beside each time', () => {
		expect(textOf(choosing())).toContain('30 minutes');
		const page = choosing({ slots: [SLOTS[0], slot('2026-03-03T15:00:00Z', 240)] });
		expect(buttonsOf(page).map(({ text }) => text)).toEqual(['9:00 AM 30 min', '10:00 AM 4 hr']);
		expect(buttonsOf(page)[1].name).toBe('10:00 AM, 4 hr, Tuesday, March 3');
		expect(textOf(page)).not.toContain('minutes');
	});

	it('draws ten weeks at most, whatever a platform sends', () => {
		const slots = Array.from({ length: 400 }, (_, day) =>
			slot(new Date(SLOTS[0].start + day * 86_400_000).toISOString()),
		);
		expect(choosing({ slots }).html.match(/class="(free )?day /g)).toHaveLength(70);
	});

	it('draws 2,000 slots with the formatters that it keeps, which cost a hundred times as much as their use', () => {
		const slots = Array.from({ length: 2_000 }, (_unused, index) =>
			slot(new Date(SLOTS[0].start + index * 1_800_000).toISOString()),
		);
		choosing({ slots });
		const made = [
			jest.spyOn(Intl, 'DateTimeFormat'),
			jest.spyOn(Intl, 'NumberFormat'),
			jest.spyOn(Intl, 'Collator'),
		];
		choosing({ slots });
		expect(made.flatMap(({ mock }) => mock.calls).length).toBeLessThan(5);
	});

	it('says where there are later days, and until when the link opens', () => {
		expect(textOf(choosing())).not.toMatch(/Later times|until/);
		expect(textOf(choosing({ hasMore: true }))).toContain('Later times are not shown yet.');
		const usableUntil = Date.parse('2026-03-05T14:00:00Z');
		expect(textOf(choosing({}, viewOf(undefined, { usableUntil })))).toContain(
			'You can use this link until Thu, Mar 5, 9:00 AM (New York time).',
		);
	});

	it('says so where nothing is free, without a word of zones', () => {
		const page = choosing({ slots: [] });
		expect(textOf(page)).toContain('There are no free times at the moment.');
		expect(daysOf(page)).toEqual([]);
		expect(page.html).not.toContain('class="zone"');
	});

	it.each([
		[SLOTS, '<details class="none"><summary>None of these times suits me'],
		// The one thing that is left to do.
		[[], '<details class="none" open><summary>Leave a message'],
	])('lets a contact say that none of the times suits', (slots, way) => {
		const { html } = choosing({ slots, takesNone: true });
		expect(html).toContain(way);
		expect(html).toMatch(
			/<form class="actions" method="post">.*name="do" value="none".*<textarea name="note"/s,
		);
		expect(choosing({ slots }).html).not.toContain('class="none"');
	});

	it('says in a line whose clocks the times are of', () => {
		const line = (page: Page) =>
			plainSpaces(/<details class="zone"><summary>(.*?)<\/summary>/s.exec(page.html)?.[1] ?? '');
		expect(line(choosing())).toBe('Times in New York time (7:00 AM) <b>Change</b>');
		expect(line(choosing({}, seenIn('en-GB', 'America/Argentina/Buenos_Aires')))).toBe(
			'Times in Buenos Aires time (09:00) <b>Change</b>',
		);
		expect(line(choosing({}, seenIn('en', 'UTC')))).toContain('Times in UTC time');
	});

	it('has the present time and a way back to it where the appointment is moved', () => {
		for (const slots of [SLOTS, []]) {
			expect(textOf(choosing({ act: 'move', slots, former: SLOTS[0] }))).toMatch(
				/Your appointment Tuesday, March 3, 2026 9:00.* Keep the current time /,
			);
		}
		const ways = (['conflict', 'taken'] as const).map(
			(kind) => choosing({ act: 'move', former: SLOTS[0], notice: kind, nearest: [] }).html,
		);
		const inNote = ways.map((html) =>
			/<div class="note".*?<\/div>/s.exec(html)?.[0].includes('>Keep the current time</a>'),
		);
		expect(inNote).toEqual([true, false]);
	});

	it('sends by GET, with what the link repeats', () => {
		const page = choosing().html;
		expect(page.match(/<form[^>]*>/g)).toEqual([
			'<form method="get">',
			'<form id="choose" method="get">',
		]);
		const [settings, choose] = [...page.matchAll(/<form.*?<\/form>/gs)].map(([form]) =>
			[...form.matchAll(/"hidden" name="(\w+)" value="([^"]*)"/g)].map(([, ...field]) =>
				field.join(),
			),
		);
		expect(settings).toEqual(['signature,t0ken', 'wait,w4it', 'do,book', 'day,2026-03-03']);
		expect(choose).toEqual(['signature,t0ken', 'zone,America/New_York', 'wait,w4it', 'do,book']);
		expect(choosing({}, viewOf(undefined, { token: undefined })).html).not.toContain('signature');
	});
});

describe('the calendar', () => {
	/** Columns and texts, of the names of the weekdays and of the days. */
	const cellsOf = ({ html: page }: Page, kind: 'weekday' | 'day') =>
		[...page.matchAll(new RegExp(`class="(?:free )?${kind} c(\\d)[^"]*".*?(?=</span>)`, 'gs'))].map(
			([cell, column]) => [Number(column), `<i ${cell}`.replace(/<[^>]*>/g, ' ').trim()],
		);
	/** A Thursday and the Thursday after. */
	const slots = [slot('2026-04-30T14:00:00Z'), slot('2026-05-07T14:00:00Z')];

	it('has the whole weeks from the first free day to the last, each day below its weekday, with the month where it begins', () => {
		const page = choosing({ slots });
		expect(cellsOf(page, 'weekday').map(([column]) => column)).toEqual([1, 2, 3, 4, 5, 6, 7]);
		expect(cellsOf(page, 'weekday')[4]).toEqual([5, 'Thu']);
		const texts = [
			'Apr 26',
			'27',
			'28',
			'29',
			'30',
			'May 1',
			'2',
			'3',
			'4',
			'5',
			'6',
			'7',
			'8',
			'9',
		];
		expect(cellsOf(page, 'day')).toEqual(texts.map((text, index) => [(index % 7) + 1, text]));
	});

	it('marks today', () => {
		const today = (page: Page) =>
			[
				/class="[^"]*today"[^>]*>(?:<input[^>]*value="([^"]*)"[^>]*aria-current="date")?/.exec(
					page.html,
				),
			].map((found) => found && (found[1] ?? 'not free'));
		expect([today(choosing()), today(choosing({ slots: [slot('2026-03-01T20:00:00Z')] }))]).toEqual(
			[['not free'], ['2026-03-01']],
		);
		expect(today(choosing({ slots }))).toEqual([null]);
	});

	it('counts the free times of each day, in the digits of the dates', () => {
		expect(textOf(choosing({}, seenIn('ar-EG')))).toContain(' ٣ free ');
		expect(textOf(choosing({ slots: [...SLOTS, slots[0]] }))).toMatch(
			/Tuesday, March 3 3 free .*Thursday, April 30 1 free /,
		);
	});
});

describe('the list of zones', () => {
	const chosenIn = ({ html: page }: Page) =>
		[...page.matchAll(/<option value="(\D[^"]*)" selected>([^<]*)/g)].map(([, value, text]) => [
			value,
			text,
		]);

	it('has one zone chosen, which is found by its city', () => {
		expect(chosenIn(choosing())).toEqual([
			['America/New_York', expect.stringMatching(/^New York, America \(7:00.AM\)$/)],
		]);
		const listed = [...choosing().html.matchAll(/<option value="[^"]*\/[^"]*"[^>]*>([^<,]*)/g)].map(
			([, city]) => city,
		);
		const found = ['Buenos Aires', 'Kyiv', 'New York', 'Tokyo'];
		expect(listed.filter((city) => found.includes(city))).toEqual(found);
		expect(plainSpaces(choosing().html)).toContain('>Tokyo, Asia (9:00 PM)<');
	});

	it('has the zone of the visitor also where the list does not name it', () => {
		const page = choosing({}, seenIn('en', 'US/Eastern'));
		expect(chosenIn(page)).toEqual([['US/Eastern', expect.stringMatching(/^Eastern, US \(7:00/)]]);
		expect(page.html).toContain('<option value="America/New_York">');
	});
});
