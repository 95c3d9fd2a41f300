import type { Page } from '../../../nodes/bookingPage/pages';
import { cityOf } from '../../../nodes/bookingPage/pageParts';
import { choosing, plainSpaces, seenIn, SLOTS, slot, textOf, viewOf } from './samplePages';
import { stopClockAt } from '../../support/clock';

stopClockAt('2026-03-01T12:00:00Z');

/** The groups of all matches, with plain spaces and without markup. */
const found = ({ html }: Page, pattern: RegExp) =>
	[...html.matchAll(pattern)].map(([, ...groups]) =>
		groups.map((group = '') => plainSpaces(group.replace(/<[^>]*>/g, '')).trim()),
	);

const buttonsOf = (page: Page) =>
	found(
		page,
		/<button form="choose" name="slot" value="(\d+)" aria-label="([^"]*)">(.*?)<\/button>/g,
	).map(([value, name, text]) => ({ start: Number(value), name, text }));
const textsOf = (page: Page) => buttonsOf(page).map(({ text }) => text);

const daysOf = (page: Page) =>
	found(page, /<input type="radio" name="day" value="([^"]*)"[^>]*?( checked)?>/g).map(
		([date, checked]) => (checked ? `${date}*` : date),
	);

describe('choosing', () => {
	it('offers the slots by day and time of the zone, with the first day chosen where another has none', () => {
		const page = choosing();
		const slots = [SLOTS[0], slot('2026-03-05T14:00:00Z')];
		const [chosen, full] = ['2026-03-05', '2026-03-09'].map((day) => choosing({ day, slots }));
		expect([page, chosen, full].map(daysOf)).toEqual([
			['2026-03-03*'],
			['2026-03-03', '2026-03-05*'],
			['2026-03-03*', '2026-03-05'],
		]);
		expect(textsOf(page)).toEqual(['9:00 AM', '9:30 AM', '10:00 PM']);
		expect(buttonsOf(page).map(({ start }) => start)).toEqual(SLOTS.map(({ start }) => start));
	});

	it.each([
		['en-US', 'Sun Mon Tue Wed Thu Fri Sat'],
		['en-GB', 'Mon Tue Wed Thu Fri Sat Sun'],
		// They fit above the days of a phone.
		['pt-PT', 'D S T Q Q S S'],
	])('begins the week as the language does, with names that are short: %s', (locale, names) => {
		const weekdays = found(choosing({}, seenIn(locale)), /class="weekday[^>]*>([^<]*)/g);
		expect(weekdays.join(' ')).toBe(names);
	});

	it("names each time with its day, and stands them by the parts of the visitor's day", () => {
		expect(buttonsOf(choosing())[2].name).toBe('10:00 PM, Tuesday, March 3');
		const slots = ['16:59', '17:00', '22:59', '23:00'].map((time) =>
			slot(`2026-03-03T${time}:00Z`),
		);
		expect(textOf(choosing({ slots }))).toMatch(
			/4 free Morning 11:59.AM Afternoon 12:00.PM 5:59.PM Evening 6:00.PM /,
		);
		expect(textOf(choosing({ slots: [SLOTS[2]] }))).not.toMatch(/Morning|Afternoon/);
	});

	it('tells the two hours apart that a day has when clocks go back', () => {
		const slots = ['05:30', '06:30', '14:00'].map((time) => slot(`2026-11-01T${time}:00Z`));
		expect(textsOf(choosing({ slots }))).toEqual(['1:30 AM EDT', '1:30 AM EST', '9:00 AM']);
	});

	it('says how long the appointment is, once where all slots are as long, else beside each time', () => {
		expect(textOf(choosing())).toContain('30 minutes');
		const page = choosing({ slots: [SLOTS[0], slot('2026-03-03T15:00:00Z', 240)] });
		expect(textsOf(page)).toEqual(['9:00 AM 30 min', '10:00 AM 4 hr']);
		expect(buttonsOf(page)[1].name).toBe('10:00 AM, 4 hr, Tuesday, March 3');
		expect(textOf(page)).not.toContain('minutes');
	});

	const each = (count: number, ms: number) =>
		Array.from({ length: count }, (_, n) => slot(new Date(SLOTS[0].start + n * ms).toISOString()));

	it('draws ten weeks at most, whatever a platform sends', () => {
		const { html } = choosing({ slots: each(400, 86_400_000) });
		expect(html.match(/class="(free )?day /g)).toHaveLength(70);
	});

	it('draws 2,000 slots with the formatters that it keeps, which cost a hundred times as much as their use', () => {
		const slots = each(2_000, 1_800_000);
		choosing({ slots });
		const made = (['DateTimeFormat', 'NumberFormat'] as const).map((name) =>
			jest.spyOn(Intl, name),
		);
		choosing({ slots });
		expect(made.flatMap(({ mock }) => mock.calls).length).toBeLessThan(5);
	});

	it('says where there are later days, and until when the link opens', () => {
		expect(textOf(choosing())).not.toMatch(/Later times|until/);
		const view = viewOf(undefined, { usableUntil: Date.parse('2026-03-05T14:00:00Z') });
		const text = textOf(choosing({ hasMore: true }, view));
		expect(text).toContain('Later times are not shown yet.');
		expect(text).toContain('You can use this link until Thu, Mar 5, 9:00 AM (New York time).');
	});

	it('says so where nothing is free, without a word of zones', () => {
		const page = choosing({ slots: [] });
		expect(textOf(page)).toContain('There are no free times at the moment.');
		expect(page.html).not.toMatch(/type="radio"|class="zone"/);
	});

	it.each([
		[SLOTS, '<details class="none"><summary>None of these times suits me'],
		// The one thing that is left to do.
		[[], '<details class="none" open><summary>Leave a message'],
	])('lets a contact say that none of the times suits', (slots, way) => {
		const { html } = choosing({ slots, takesNone: true });
		expect(html).toContain(way);
		expect(html).toMatch(
			/<form class="actions" method="post" action=.*name="do" value="none".*<textarea name="note"/s,
		);
		expect(choosing({ slots }).html).not.toContain('class="none"');
	});

	it('says in a line whose clocks the times are of', () => {
		const line = /<details class="zone"><summary>(.*?)<\/summary>/gs;
		expect([
			...found(choosing(), line),
			...found(choosing({}, seenIn('en-GB', 'America/Argentina/Buenos_Aires')), line),
		]).toEqual([
			['Times in New York time (7:00 AM) Change'],
			['Times in Buenos Aires time (09:00) Change'],
		]);
	});

	it('has the present time and a way back to it where the appointment is moved', () => {
		for (const slots of [SLOTS, []]) {
			const text = textOf(choosing({ act: 'move', slots, formerSlot: SLOTS[0] }));
			expect(text).toMatch(/Your appointment Tuesday, March 3, 2026 9:00.* Keep the current time /);
		}
		const move = { act: 'move', formerSlot: SLOTS[0] } as const;
		const inNote = /<div class="note"[^]*?Keep the current time<\/a>[^]*?<\/div>\n<details/;
		expect(choosing({ ...move, notice: 'conflict' }).html).toMatch(inNote);
		expect(choosing({ ...move, notice: 'taken' }).html).not.toMatch(inNote);
	});

	it('sends by GET, with what the link repeats', () => {
		const [[settings], [choose]] = [
			...choosing().html.matchAll(/<form (?:id="choose" )?method="get">.*?<\/form>/gs),
		];
		const fieldsOf = (form: string) =>
			[...form.matchAll(/"hidden" name="(\w+)" value="([^"]*)"/g)].map(([, ...field]) =>
				field.join(),
			);
		expect([settings, choose].map(fieldsOf)).toEqual([
			['signature,t0ken', 'wait,w4it', 'do,book', 'day,2026-03-03'],
			['signature,t0ken', 'zone,America/New_York', 'wait,w4it', 'do,book'],
		]);
		expect(choosing({}, viewOf(undefined, { token: undefined })).html).not.toContain('signature');
	});
});

describe('the calendar', () => {
	/** A Thursday and the Thursday after. */
	const slots = [slot('2026-04-30T14:00:00Z'), slot('2026-05-07T14:00:00Z')];

	it('has the whole weeks from the first free day to the last, each day below its weekday, with the month where it begins', () => {
		const page = choosing({ slots });
		const cells = (pattern: RegExp) => found(page, pattern).map((cell) => cell.join(' '));
		expect(cells(/class="weekday c(\d)".*?>(.*?)<\/span>/g)[4]).toBe('5 Thu');
		const days = cells(
			/class="(?:free )?day c(\d)[^"]*"[^>]*>(?:<input[^>]*><span[^>]*>)?(?:<small>(.*?)<\/small>)?(.*?)<\/span>/g,
		);
		expect(days.join('; ')).toBe(
			'1 Apr 26; 2  27; 3  28; 4  29; 5  30; 6 May 1; 7  2; 1  3; 2  4; 3  5; 4  6; 5  7; 6  8; 7  9',
		);
	});

	it.each([
		[SLOTS, [['']]],
		[[slot('2026-03-01T20:00:00Z')], [['2026-03-01']]],
		[slots, []],
	])('marks today', (offered, marked) => {
		const today =
			/class="[^"]*today"[^>]*>(?:<input[^>]*value="([^"]*)"[^>]*aria-current="date")?/g;
		expect(found(choosing({ slots: offered }), today)).toEqual(marked);
	});
});

describe('the list of zones', () => {
	const chosenIn = (page: Page) => found(page, /<option value="(\D[^"]*)" selected>([^<]*)/g);

	it('has one zone chosen, which is found by its city', () => {
		const page = choosing();
		expect(chosenIn(page)).toEqual([['America/New_York', 'New York, America (7:00 AM)']]);
		const listed = found(page, /<option value="[^"]*\/[^"]*"[^>]*>([^<,]*)/g).flat();
		const cities = ['Buenos Aires', 'Kyiv', 'New York', 'Tokyo'];
		expect(listed.filter((city) => cities.includes(city))).toEqual(cities);
		expect(plainSpaces(page.html)).toContain('>Tokyo, Asia (9:00 PM)<');
	});
});

it.each([
	['America/Port_of_Spain', 'Port of Spain, America'],
	['America/Argentina/Buenos_Aires', 'Buenos Aires, America/Argentina'],
	['UTC', 'UTC'],
])('the zone %s is listed as %s', (zone, city) => {
	expect(cityOf(zone)).toBe(city);
});
