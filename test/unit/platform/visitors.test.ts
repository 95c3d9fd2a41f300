import type { IDataObject } from 'n8n-workflow';

import { runClock, stopClockAt } from '../../support/clock';
import { failed, lost } from '../platformApi/fakePlatform';
import { byId } from './nodeOnPlatform';
import { ALL, at, offered, page, refused, startOf, starts, type Visited } from './contactPage';

stopClockAt('2026-11-21T12:00:00Z');

/** Times of the day that the page offers. */
const offeredAt = (html: string) =>
	starts(html).map((start) => new Date(start).toISOString().slice(11, 16));
/** Windows of so many minutes from each of the times, as the platform lists them. */
const windowsAt = (minutes: number, ...times: string[]) => ({
	'2026-11-23': times.map((time) => {
		const startTime = `2026-11-23T${time}:00Z`;
		return { startTime, endTime: new Date(Date.parse(startTime) + minutes * 60_000).toISOString() };
	}),
});

it('the page offers the free slots of the days ahead, and changes nothing', async () => {
	const { status, html, text, sent, headers, item, warnings } = await page({
		options: { daysAhead: 3 },
	}).show();
	expect([status, offered(html), item, warnings]).toEqual([200, ALL, undefined, []]);
	expect(text).toContain('Calls');
	expect(text).not.toContain('no longer available');
	expect(headers['Content-Security-Policy']).toMatch(/^sandbox /);
	expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET']);
	// A day more before and two after, since the slots tell theirs.
	const qs = sent.find(({ path }) => path.endsWith('/free-slots'))?.qs;
	expect(qs).toMatchObject({ startDate: '2026-11-20', endDate: '2026-11-25' });
});

it.each([
	['as it is', 0, windowsAt(480, '09:00'), ['09:00']],
	['cut into appointments', 120, windowsAt(480, '09:00'), ['09:00', '11:00', '13:00', '15:00']],
	[
		'joined as often as it takes',
		90,
		windowsAt(30, '09:00', '09:30', '10:00', '11:00', '11:30'),
		['09:00'],
	],
	['not joined over a gap', 120, windowsAt(30, '09:00', '09:30', '10:00', '11:00', '11:30'), []],
	// Each is free by itself only.
	['not joined where they overlap', 120, windowsAt(60, '09:00', '09:30', '10:30'), ['09:30']],
	[
		'listed once where two begin at once',
		0,
		{ '2026-11-23': [at('09'), { ...at('09'), endTime: '2026-11-23T10:00:00+00:00' }] },
		['09:00'],
	],
	[
		'joined beside others',
		120,
		windowsAt(60, '09:00', '09:30', '10:00', '10:30'),
		['09:00', '09:30'],
	],
])('of windows that the calendar lists, each is %s', async (_, duration, days, offers) => {
	expect(offeredAt((await page({ duration }).show({ days })).html)).toEqual(offers);
});

it.each([
	['cut from a longer one', windowsAt(480, '09:00')],
	['joined of two', windowsAt(30, '14:00', '14:30')],
])('the page books a slot of the length that it offers, %s', async (_, days) => {
	const { item } = await page({ duration: 60 }).book('14', {
		days,
		minutes: 60,
		writes: [{ id: 'appt-1' }],
	});
	expect(item).toMatchObject({
		startTime: '2026-11-23T14:00:00+00:00',
		endTime: '2026-11-23T15:00:00+00:00',
	});
});

it('the page offers nothing for the next hour, unless told so', async () => {
	const soon = ['12:30', '12:59', '13:00'].map((time) => ({
		startTime: `2026-11-21T${time}:00Z`,
		endTime: '2026-11-21T14:00:00Z',
	}));
	const count = async (node: IDataObject) =>
		starts((await page(node).show({ days: { '2026-11-21': soon } })).html).length;
	expect(await count({})).toBe(1);
	expect(await count({ filters: { minimumNoticeMinutes: 0 } })).toBe(3);
});

it.each([
	[20, 2_000, false],
	[21, 2_000, true],
])(
	'of %d days of 100 slots the page draws %d slots at most, and says whether there are more',
	async (count, drawn, hasMore) => {
		const timesOf = (day: number) =>
			Array.from({ length: 100 }, (_, index) => {
				const [startTime, endTime] = [index, index + 1].map((n) =>
					new Date(Date.UTC(2026, 10, 22 + day) + n * 600_000).toISOString(),
				);
				return { startTime, endTime };
			});
		const days = Object.fromEntries(
			Array.from({ length: count }, (_, day) => [`day ${day}`, timesOf(day)]),
		);
		const { html, text } = await page({ options: { daysAhead: 60 } }).show({ days });
		expect([starts(html).length, /Later times are not shown yet/.test(text)]).toEqual([
			drawn,
			hasMore,
		]);
	},
);

it.each([
	[
		"until n8n's own time limit ends it",
		() => new Promise<never>((_, reject) => setTimeout(() => reject(lost('ETIMEDOUT')), 14_000)),
		/could not be reached \(no response in time, ETIMEDOUT\)$/,
	],
	['for ever', () => new Promise<never>(() => {}), /The platform did not respond in time$/],
])(
	'the page comes within 15 seconds when the platform hangs %s, and tells the operator',
	async (_, hanging, warning) => {
		runClock();
		const hangs = hanging();
		const shown = page()
			.restarted()
			.show({ free: [hangs], calendar: new Promise<never>(() => {}) });
		await jest.advanceTimersByTimeAsync(15_000);
		const { status, text, warnings, sent } = await shown;
		expect([status, warnings]).toEqual([503, [expect.stringMatching(warning)]]);
		expect(text).toContain('The times cannot be shown right now');
		// Nothing goes on for a visitor who has left.
		await jest.advanceTimersByTimeAsync(60_000);
		jest.useRealTimers();
		expect(sent).toHaveLength(2);
	},
);

it("the page does not wait longer than three seconds for the calendar's name, and works without it", async () => {
	runClock();
	const shown = page()
		.restarted()
		.show({ calendar: new Promise<never>(() => {}) });
	await jest.advanceTimersByTimeAsync(3_200);
	const { status, html } = await shown;
	jest.useRealTimers();
	expect([status, offered(html)]).toEqual([200, ALL]);
	const refusedName = await page().show({ calendar: failed(404) });
	expect([refusedName.status, offered(refusedName.html), refusedName.warnings]).toEqual([
		200,
		ALL,
		[],
	]);
});

it("the page is drawn in the node's zone at once, and asks the browser for its own once; HEAD reads nothing", async () => {
	const own = page();
	const { html, text } = await own.show({ isFirst: true });
	expect([html.includes(' data-zone="UTC"'), /9:00\sAM/.test(text)]).toEqual([true, true]);
	// As the browser then loads it again: what was read is enough.
	const {
		html: again,
		text: inTokyo,
		sent,
	} = await own.show({ isFirst: true, query: { zone: 'Asia/Tokyo' } });
	expect([again.includes('data-zone'), /6:00\sPM/.test(inTokyo), sent]).toEqual([false, true, []]);
	const head = await page().head({ isFirst: true });
	expect([head.status, head.sent, head.html]).toEqual([200, [], '']);
});

it.each([
	[{}, 'tlh,pt-PT;q=0.8,en;q=0.5', 'Escolha um horário', '09:00'],
	[{}, 'tlh', 'Choose a time', '9:00 AM'],
	[{ language: 'browser' }, 'es', 'Elija una hora', '9:00'],
	[{ language: 'de' }, 'en-US', 'Uhrzeit wählen', '09:00'],
])('the page with %j, for a browser that prefers %s', async (fields, language, title, time) => {
	const { text } = await page({ page: fields }).show({ language });
	expect(text).toContain(title);
	expect(text).toContain(` ${time} `);
});

it('the page reads what visits within a few seconds share once, and anew after that, and before a write', async () => {
	runClock();
	const own = page();
	const reads = async (count: number) => {
		const seen = await Promise.all(Array.from({ length: count }, async () => await own.show()));
		for (const { html } of seen) expect(offered(html)).toEqual(ALL);
		return seen.flatMap(({ sent }) => sent.map(({ path }) => path.split('/').at(-1)));
	};
	expect(await reads(15)).toEqual(['cal-1', 'free-slots']);
	expect(await reads(15)).toEqual([]);
	await jest.advanceTimersByTimeAsync(10_000);
	expect(await reads(15)).toEqual(['free-slots']);
	// The others of the account, too; neither another account nor another calendar or days.
	const pathsOf = async (node: IDataObject) =>
		(await page({ account: 'shared', ...node }).show()).sent.map(({ path }) =>
			path.split('/').at(-1),
		);
	await pathsOf({});
	expect(await pathsOf({})).toEqual([]);
	expect(await pathsOf({ options: { daysAhead: 3 } })).toEqual(['free-slots']);
	for (const node of [
		{ calendarId: byId('cal-2') },
		{ credential: { locationId: 'loc-2' } },
		{ credential: { platformUrl: 'https://other.example.com' } },
	])
		expect(await pathsOf(node)).toHaveLength(2);
	const booked = await own.book('10', { free: [['09']], writes: [refused] });
	expect(booked.text).toContain('That time is no longer available');
	await jest.advanceTimersByTimeAsync(300_000);
	expect(await reads(1)).toEqual(['cal-1', 'free-slots']);
});

it.each([
	['has begun', '10:00'],
	['is within the notice', '09:20'],
])('a time which %s is not available any more, by the link and by the form', async (_, now) => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(`2026-11-23T${now}:00Z`));
	const own = page();
	for (const { text, item } of [await own.show({ slot: '10' }), await own.book('10')]) {
		expect([text.includes('That time is no longer available'), item]).toEqual([true, undefined]);
	}
});

it('the page says that the wait has ended, and then books nothing', async () => {
	const own = page({ waitEnds: '2026-11-21T12:00:00.000Z' });
	for (const { status, text, written } of [await own.show(), await own.book('10')]) {
		expect([status, text.includes('This link can no longer be used'), written]).toEqual([
			409,
			true,
			[],
		]);
	}
	expect((await page({ waitEnds: '2026-11-21T12:01:00.000Z' }).show()).html).toContain(
		' data-left="60000"',
	);
});

it.each(['Etc/Unknown', '+03:00', 'Mars/Base'])(
	"the page asks for the zone once, and shows the workflow's instead of %s",
	async (zone) => {
		const { html, text } = await page().show({ query: { zone } });
		expect(html).not.toContain('data-zone');
		expect(text).toMatch(/9:00\sAM/);
	},
);

it('the page offers the nearest slots where the named one is gone', async () => {
	const { status, text, html } = await page().show({
		slot: '10',
		free: [['09', '11', '14', '15']],
	});
	expect([status, text.includes('That time is no longer available')]).toEqual([200, true]);
	// Three, then the list of all.
	expect(starts(html)).toEqual(['09', '11', '14', '09', '11', '14', '15'].map(startOf));
});

it.each([
	[{ day: '2026-11-24' }, '2026-11-24'],
	[{}, '2026-11-23'],
	[{ slot: String(Date.parse('2026-11-24T10:00:00Z')) }, '2026-11-24'],
	[{ slot: String(Date.parse('2026-11-24T10:00:00Z')), day: '2026-11-23' }, '2026-11-23'],
])(
	'the page shows the day that it names, or that of the slot that is gone: %j',
	async (query, day) => {
		const tomorrow = {
			startTime: '2026-11-24T09:00:00+00:00',
			endTime: '2026-11-24T09:30:00+00:00',
		};
		const { html } = await page().show({
			days: { '2026-11-23': [at('09')], '2026-11-24': [tomorrow] },
			query,
		});
		expect(/name="day" value="([^"]+)"[^>]* checked/.exec(html)?.[1]).toBe(day);
	},
);

it.each([
	[
		'the slots cannot be read',
		{ free: [failed(429, {}, { 'retry-after': '3600' })] },
		/The times cannot be shown right now[^]*href="\?[^"]*">Try again/,
		/^The page could not be shown: /,
	],
	[
		'the slots may not be read',
		{ free: [failed(403, { message: 'Why' })] },
		/trying again does not help/,
		/^The page could not be shown: .*The platform says: "Why"$/,
	],
	[
		'the fields cannot be used',
		{ parameters: { options: { daysAhead: 0 } } },
		/trying again does not help/,
		/^The page could not be shown: 'Days Ahead' must be/,
	],
])(
	'the page says to come back where %s, and tells the operator why',
	async (_, visited, address, warning) => {
		const { status, text, html, item, warnings } = await page().show(visited as Visited);
		expect([status, item]).toEqual([503, undefined]);
		expect(html).toMatch(address);
		expect(text).not.toContain('undefined');
		expect(warnings).toEqual([expect.stringMatching(warning)]);
	},
);

it.each(['', 'another', 'w'.repeat(300)])(
	'a page from before books nothing, and shows nothing of what is offered now: %j',
	async (wait) => {
		const own = page({ options: { title: 'Next' } });
		const sent = await own.book('10', { wait });
		expect([sent.item, sent.written, sent.warnings]).toEqual([undefined, [], []]);
		for (const { status, text, html } of [sent, await own.show({ query: { wait: 'another' } })]) {
			expect([status, offered(html)]).toEqual([409, []]);
			expect(text).toContain('This page is out of date');
			expect(text).not.toMatch(/Next|Calls/);
		}
	},
);

it('a slot that is booked is written once, goes on with the workflow once, and is what the page shows from then on', async () => {
	const own = page({ options: { title: 'Onboarding' } });
	const first = await own.book('10', { writes: [{ id: 'appt-1' }] });
	expect([first.status, first.written, first.pairedItem]).toEqual([
		200,
		[at('10').startTime],
		{ item: 0 },
	]);
	expect(first.text).toContain('Your appointment is booked Onboarding');
	expect(first.item).toMatchObject({
		booked: true,
		appointmentId: 'appt-1',
		contactId: 'ada',
		startTime: at('10').startTime,
	});
	for (const none of ['alreadyBooked', 'appointment']) expect(first.item).not.toHaveProperty(none);
	for (const again of [
		await own.book('10'),
		await own.book('11'),
		await own.show(),
		await own.show({ slot: '11' }),
	]) {
		expect([again.status, again.written, again.item]).toEqual([200, [], undefined]);
		expect(again.text).toMatch(/Your appointment is booked .* 10:00 – 10:30/);
	}
});

const TAKEN = 'That time is no longer available';
const HAS_ONE = 'You already have an appointment at that time';
const NO_HELP = 'trying again does not help';

it.each<[string, Visited, string]>([
	['the slot is not offered any more', { free: [['11']], writes: [refused] }, TAKEN],
	['the list lags', { writes: [failed(400, { message: 'Slot not available' })] }, TAKEN],
	['the contact has another appointment', { writes: [failed(409)] }, HAS_ONE],
	['it is refused though it is free', { writes: [refused] }, NO_HELP],
	...[401, 403, 404, 410, 422].map((status): [string, Visited, string] => [
		`the sender has to act, ${status}`,
		{ writes: [failed(status, { message: 'Why' })] },
		NO_HELP,
	]),
	...[
		'A team member needs to be selected. assignedUserId is missing',
		'The user id not part of calendar team.',
		'Selected slot duration is not a valid duration option for this calendar',
	].map((message): [string, Visited, string] => [
		message,
		{ free: [['11']], writes: [failed(/duration/.test(message) ? 400 : 422, { message })] },
		NO_HELP,
	]),
	[
		'there are too many requests',
		{ writes: [failed(429, {}, { 'retry-after': '3600' })] },
		'try again in a few minutes',
	],
	[
		'the slots cannot be read after',
		{ free: [lost()], writes: [refused] },
		'The times cannot be shown right now',
	],
])('nothing is booked, and another time can be, where %s', async (_, visited, told) => {
	const own = page();
	const first = await own.book('10', visited);
	const reports = [TAKEN, HAS_ONE].includes(told) ? 0 : 1;
	expect([first.item, first.warnings.length]).toEqual([undefined, reports]);
	expect(first.text).toContain(told);
	// Told by an address that can be loaded again, and left by "back".
	expect(first.location).toMatch(/^\?signature=t0ken&/);
	const second = await own.book('11', { writes: [{ id: 'appt-1' }] });
	expect([second.written, second.item?.booked]).toEqual([[at('11').startTime], true]);
});

it('nothing is booked, and another time can be, where a contact who has an appointment then keeps it', async () => {
	const own = page();
	const { html } = await own.book('10', { writes: [failed(409)] });
	expect(html).toMatch(/name="again" value="1"[^]*Keep it/);
});

it('nothing is booked, and another time can be, where an ID with a line break forges no line of the log', async () => {
	const { warnings } = await page({
		contactId: 'ada\n2026-11-21 | error | forged\u2028\u001b[31m',
	}).book('10', { writes: [failed(404)] });
	expect(warnings).toEqual([expect.stringContaining('forged')]);
	expect(warnings[0]).not.toMatch(/[\p{Cc}\u2028]/u);
});

it('what the contact says goes on with the workflow, also after the response was lost', async () => {
	const note = 'At the back door';
	expect(
		(await page().book('10', { fields: { note }, writes: [{ id: 'appt-1' }] })).item,
	).toMatchObject({ booked: true, calendarId: 'cal-1', note });
	const own = page();
	await own.book('10', { fields: { note }, writes: [lost()] });
	expect(
		(await own.book('10', { fields: { again: '1' }, writes: [failed(409)] })).item,
	).toMatchObject({ alreadyBooked: true, note });
	expect((await page().book('10', { writes: [{ id: 'appt-1' }] })).item).not.toHaveProperty('note');
});

it.each([
	[ALL, 'None of these times suits me'],
	[[], 'Leave a message'],
])('what the contact says can be that none of the times suits: %j', async (free, way) => {
	const own = page({ page: { redirect: 'https://www.example.com/' } });
	expect((await own.show({ free: [free] })).text).toContain(way);
	const { item, text, written } = await own.book(undefined, {
		free: [free],
		fields: { do: 'none', note: 'Only in May' },
	});
	expect([item, written]).toEqual([
		{ booked: false, contactId: 'ada', calendarId: 'cal-1', note: 'Only in May' },
		[],
	]);
	expect(text).toContain('Thank you for telling us');
	expect((await own.book('10')).text).toContain('Thank you for telling us');
});

it('what the contact says can be switched off', async () => {
	const own = page({ page: { noneSuits: false } });
	expect((await own.show()).text).not.toContain('None of these');
	expect((await own.book(undefined, { fields: { do: 'none' } })).item).toBeUndefined();
});

it('with HighLevel, a contact who is named by email is looked up once somebody decides', async () => {
	const own = page({
		api: 'highLevel',
		contactId: { __rl: true, mode: 'emailOrPhone', value: 'ada@example.com' },
	});
	const opened = await own.show();
	expect([
		offered(opened.html),
		opened.sent.filter(({ path }) => path.startsWith('/contacts')),
	]).toEqual([ALL, []]);
	const booked = await own.book('10', { writes: [{ id: 'appt-1' }] });
	expect(booked.sent.filter(({ path }) => path.startsWith('/contacts'))).toHaveLength(1);
	expect(booked.item).toMatchObject({ booked: true, contactId: 'con-ada', ...at('10') });
});
