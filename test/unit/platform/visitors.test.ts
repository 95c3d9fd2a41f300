import type { IDataObject } from 'n8n-workflow';

import { runClock, stopClockAt } from '../../support/clock';
import { failed, lost } from '../platformApi/fakePlatform';
import { byId } from './nodeOnPlatform';
import {
	ALL,
	at,
	BOOKS,
	offered,
	page,
	refused,
	startOf,
	starts,
	type Visited,
} from './contactPage';

stopClockAt('2026-11-21T12:00:00Z');

/** Longer than a read waits between its attempts. */
const RETRIES_MS = 10_000;

const DAY = '2026-11-23T';
/** A window between two times of the day. */
const window = (from: string, to: string, day = DAY) => ({
	startTime: `${day}${from}:00Z`,
	endTime: `${day}${to}:00Z`,
});

it('the page and the item show the time that the platform has booked', async () => {
	const quarterPast = {
		startTime: '2026-11-23T10:15:00+00:00',
		endTime: '2026-11-23T10:45:00+00:00',
	};
	const { item, text } = await page().book('10', { writes: [{ id: 'appt-1', ...quarterPast }] });
	expect(item).toMatchObject(quarterPast);
	expect(text).toContain('10:15 – 10:45');
});

it("with HighLevel, the page offers the free slots of 'Assigned User'", async () => {
	const options = { assignedUserId: byId('grace') };
	const { sent } = await page({ api: 'highLevel', options }).show();
	const qs = sent.find(({ path }) => path.endsWith('/free-slots'))?.qs;
	expect(qs).toMatchObject({ userId: 'grace' });
});

it('the page offers the free slots of the days ahead, and changes nothing', async () => {
	const { status, html, text, sent, headers, item, warnings } = await page({
		options: { daysAhead: 3 },
	}).show();
	expect([status, offered(html), item, warnings]).toEqual([200, ALL, undefined, []]);
	expect(text).toMatch(/Calls.*None of these times suits me/);
	expect(text).not.toMatch(/no longer available|Later times/);
	expect(headers['Content-Security-Policy']).toMatch(/^sandbox /);
	expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET']);
	// A day more before and two after, since the slots tell theirs.
	const qs = sent.find(({ path }) => path.endsWith('/free-slots'))?.qs;
	expect(qs).toMatchObject({ startDate: '2026-11-20', endDate: '2026-11-25' });
});

it("the days ahead begin with today in the node's zone, where it may be tomorrow already", async () => {
	const options = { daysAhead: 3, timezone: byId('Pacific/Kiritimati') };
	const { sent } = await page({ options }).show();
	const query = sent.find(({ path }) => path.endsWith('/free-slots'))?.qs;
	// Today is November 22 there; a day more before and two after are asked for.
	expect(query).toMatchObject({ startDate: '2026-11-21', endDate: '2026-11-26' });
});

const soon = ['12:30', '12:59', '13:00'].map((time) => window(time, '14:00', '2026-11-21T'));

it.each([
	[
		'cut into appointments',
		{ duration: 120 },
		[window('09:00', '17:00')],
		['09:00', '11:00', '13:00', '15:00'],
	],
	['left out where it begins within the next hour', {}, soon, ['13:00']],
	[
		'listed up to the notice that is filled in',
		{ filters: { minimumNoticeMinutes: 0 } },
		soon,
		['12:30', '12:59', '13:00'],
	],
])('of windows that the calendar lists, each is %s', async (_, node, free, offers) => {
	const { html } = await page(node).show({ free });
	expect(starts(html).map((start) => new Date(start).toISOString().slice(11, 16))).toEqual(offers);
});

it('the page comes without the name of a calendar that cannot be read', async () => {
	expect((await page().show({ calendar: failed(403) })).text).toContain('9:00');
});

it('of more than 2,000 slots the page draws the first, and says that there are more', async () => {
	const from = Date.parse('2026-11-22');
	const times = Array.from({ length: 2_002 }, (_, n) => new Date(from + n * 600_000).toISOString());
	const free = times.slice(1).map((endTime, n) => ({ startTime: times[n], endTime }));
	const options = { daysAhead: 60 };
	const { html, text } = await page({ options }).show({ free });
	expect(starts(html)).toHaveLength(2_000);
	expect(text).toContain('Later times are not shown yet');
	const all = await page({ options }).show({ free: free.slice(1) });
	expect(starts(all.html)).toHaveLength(2_000);
	expect(all.text).not.toContain('Later times');
});

it('with HighLevel, the page offers the times of the chosen team member', async () => {
	const options = { assignedUserId: byId('user-1') };
	const { sent } = await page({ api: 'highLevel', options }).show();
	const query = sent.find(({ path }) => path.endsWith('/free-slots'))?.qs;
	expect(query).toMatchObject({ userId: 'user-1' });
});

it('the page comes within 15 seconds when the platform hangs, and tells the operator', async () => {
	runClock();
	const hanging = new Promise<never>(() => {});
	const shown = page().show({ free: hanging, calendar: hanging });
	await jest.advanceTimersByTimeAsync(15_000);
	const { status, text, warnings, sent } = await shown;
	const warning: unknown = expect.stringMatching(/The platform did not respond in time\.$/);
	expect([status, warnings]).toEqual([503, [warning]]);
	expect(text).toContain('The times cannot be shown right now');
	// Nothing goes on for a visitor who has left.
	await jest.advanceTimersByTimeAsync(60_000);
	expect(sent).toHaveLength(2);
});

it("the page is drawn in the node's zone at once, and asks the browser for its own once; HEAD reads nothing", async () => {
	const own = page();
	expect(await own.show({ isFirst: true })).toMatchObject({
		html: expect.stringContaining(' data-zone="UTC"'),
		text: expect.stringMatching(/9:00\sAM/),
	});
	// As the browser then loads it again: what was read is enough.
	const again = await own.show({ isFirst: true, query: { zone: 'Asia/Tokyo' } });
	expect(again.text).toMatch(/6:00\sPM/);
	expect(again.sent).toEqual([]);
	const unknown = await own.show({ query: { zone: 'Mars/Base' } });
	expect(unknown.text).toMatch(/9:00\sAM/);
	for (const page of [again, unknown]) expect(page.html).not.toContain('data-zone');
	const head = await page().head({ isFirst: true });
	expect([head.status, head.sent, head.html]).toEqual([200, [], '']);
});

it.each([
	[{}, 'tlh,pt-PT;q=0.8,en;q=0.5', 'Escolha um horário', '09:00'],
	[{ page: { language: 'de' } }, 'en-US', 'Uhrzeit wählen', '09:00'],
	// The language of the output counts where the browser's is none of the page's.
	[{ options: { language: 'de' } }, 'pt-PT', 'Escolha um horário', '09:00'],
	[{ options: { language: 'de' } }, 'tlh', 'Uhrzeit wählen', '09:00'],
])('the page with %j, for a browser that prefers %s', async (node, language, title, time) => {
	const { text } = await page(node).show({ language });
	expect(text).toContain(title);
	expect(text).toContain(` ${time} `);
});

it('the page reads what visits within a few seconds share once, and anew after that, and before a write', async () => {
	runClock();
	const reads = async (node: IDataObject = {}) =>
		(await page({ account: 'shared', ...node }).show()).sent.map(({ path }) => path.slice(-5));
	expect(await reads()).toEqual(['cal-1', 'slots']);
	expect(await reads()).toEqual([]);
	// Neither another account nor another calendar or days.
	expect(await reads({ options: { daysAhead: 3 } })).toEqual(['slots']);
	for (const node of [{ calendarId: byId('cal-2') }, { credential: { locationId: 'loc-2' } }])
		expect(await reads(node)).toHaveLength(2);
	const booked = await page({ account: 'shared' }).book('10', { free: ['09'], writes: [refused] });
	expect(booked.text).toContain('That time is no longer available');
	await jest.advanceTimersByTimeAsync(10_000);
	expect(await reads()).toEqual(['slots']);
	await jest.advanceTimersByTimeAsync(300_000);
	expect(await reads()).toEqual(['cal-1', 'slots']);
});

it('a time within the notice is not available any more, by the link and by the form', async () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(`${DAY}09:20:00Z`));
	const own = page();
	for (const { text, item } of [await own.show({ slot: '10' }), await own.book('10')]) {
		expect(text).toContain('That time is no longer available');
		expect(item).toBeUndefined();
	}
});

it('the page says that the wait has ended, and then books nothing', async () => {
	const own = page({ waitEnds: '2026-11-21T12:00:00.000Z' });
	for (const { status, text, written } of [await own.show(), await own.book('10')]) {
		expect([status, written]).toEqual([409, []]);
		expect(text).toContain('This link can no longer be used');
	}
	const { html } = await page({ waitEnds: '2026-11-21T12:01:00.000Z' }).show();
	expect(html).toContain(' data-left="60000"');
});

it('the page offers the nearest slots where the named one is gone', async () => {
	const free = ['09', '11', '14', '15'];
	const { text, html } = await page().show({ slot: '10', free });
	expect(text).toContain('That time is no longer available');
	// Three, then the list of all.
	expect(starts(html)).toEqual(['09', '11', '14', '09', '11', '14', '15'].map(startOf));
});

it('with HighLevel, a calendar that is gone is no appointment that no longer exists', async () => {
	const writes = [failed(400, { message: 'Calendar not found' })];
	const { text, item } = await page({ api: 'highLevel' }).book('10', { writes });
	expect(text).toContain('trying again does not help');
	expect(item).toBeUndefined();
});

it('the page shows the day of the slot that is gone', async () => {
	const free = ['09', window('09:00', '09:30', '2026-11-24T')];
	const slot = String(Date.parse('2026-11-24T10:00:00Z'));
	const { html } = await page().show({ free, query: { slot } });
	expect(/name="day" value="([^"]+)"[^>]* checked/.exec(html)?.[1]).toBe('2026-11-24');
});

it.each<[string, Visited, IDataObject, RegExp, RegExp]>([
	[
		'the slots cannot be read',
		{ free: failed(429, {}, { 'retry-after': '3600' }) },
		{},
		/The times cannot be shown right now[^]*href="\?[^"]*">Try again/,
		/^The page could not be shown: /,
	],
	[
		'a gateway gave up on the slots',
		{ free: failed(401, { message: 'Command timed out' }) },
		{},
		/The times cannot be shown right now[^]*Try again/,
		/^The page could not be shown: .*"Command timed out"$/,
	],
	[
		'the slots may not be read',
		{ free: failed(403, { message: 'Why' }) },
		{},
		/trying again does not help(?![^]*>Try again)/,
		/^The page could not be shown: .*The platform says: "Why"$/,
	],
	[
		'the fields cannot be used',
		{},
		{ options: { daysAhead: 0 } },
		/trying again does not help(?![^]*>Try again)/,
		/^The page could not be shown: 'Days Ahead' must be/,
	],
])(
	'the page says whether to come back where %s, and tells the operator why',
	async (_, visited, node, told, warning) => {
		runClock();
		const showing = page(node).show(visited);
		await jest.advanceTimersByTimeAsync(RETRIES_MS);
		const { status, html, item, warnings } = await showing;
		expect([status, item]).toEqual([503, undefined]);
		expect(html).toMatch(told);
		expect(html).not.toContain('undefined');
		expect(warnings).toEqual([expect.stringMatching(warning)]);
	},
);

it.each(['', 'another'])(
	'a page from before books nothing, and shows nothing of what is offered now: %j',
	async (wait) => {
		const own = page({ options: { title: 'Next' } });
		const sent = await own.book('10', { fields: { wait } });
		expect([sent.item, sent.written, sent.warnings]).toEqual([undefined, [], []]);
		for (const { status, text, html } of [sent, await own.show({ query: { wait: 'another' } })]) {
			expect([status, offered(html)]).toEqual([409, []]);
			expect(text).toContain('This page is out of date');
			expect(text).not.toMatch(/Next|Calls/);
		}
	},
);

it('a slot that is booked is written once, goes on with the workflow once, and is what the page shows from then on', async () => {
	const own = page();
	const { status, written, pairedItem, item } = await own.book('10', BOOKS);
	expect([status, written, pairedItem]).toEqual([200, [at('10').startTime], { item: 0 }]);
	expect(item).toMatchObject({
		booked: true,
		appointmentId: 'appt-1',
		contactId: 'ada',
		startTime: at('10').startTime,
	});
	for (const none of ['alreadyBooked', 'appointment', 'note'])
		expect(item).not.toHaveProperty(none);
	for (const again of [await own.book('11'), await own.show(), await own.show({ slot: '11' })]) {
		expect([again.status, again.written, again.item]).toEqual([200, [], undefined]);
		expect(again.text).toMatch(/Your appointment is booked Calls .* 10:00 – 10:30/);
	}
});

const TAKEN = 'That time is no longer available';
const HAS_ONE = 'You already have an appointment at that time';
const NO_HELP = 'trying again does not help';

it.each<[string, Visited, string]>([
	['the slot is not offered any more', { free: ['11'], writes: [refused] }, TAKEN],
	['the list lags', { writes: [failed(400, { message: 'Slot not available' })] }, TAKEN],
	['the contact has another appointment, which can be kept', { writes: [failed(409)] }, HAS_ONE],
	['it is refused though it is free', { writes: [refused] }, NO_HELP],
	['the contact or the calendar is gone', { writes: [failed(404)] }, NO_HELP],
	[
		'there are too many requests',
		{ writes: [failed(429, {}, { 'retry-after': '3600' })] },
		'try again in a few minutes',
	],
	[
		'the slots cannot be read after',
		{ free: lost(), writes: [refused] },
		'The times cannot be shown right now',
	],
])('nothing is booked, and another time can be, where %s', async (_, visited, told) => {
	const own = page();
	runClock();
	const booking = own.book('10', visited);
	await jest.advanceTimersByTimeAsync(RETRIES_MS);
	const first = await booking;
	const reports = [TAKEN, HAS_ONE].includes(told) ? 0 : 1;
	expect([first.item, first.warnings.length]).toEqual([undefined, reports]);
	expect(first.text).toContain(told);
	expect(first.html.includes('Keep it')).toBe(told === HAS_ONE);
	// Told by an address that can be loaded again, and left by "back".
	expect(first.location).toMatch(/^\?signature=t0ken&/);
	const second = await own.book('11', BOOKS);
	expect([second.written, second.item?.booked]).toEqual([[at('11').startTime], true]);
});

it('an ID with a line break forges no line of the log', async () => {
	const contactId = 'ada\n2026-11-21 | error | forged\u2028\u001b[31m';
	const { warnings } = await page({ contactId }).book('10');
	expect(warnings).toEqual([expect.stringMatching(/^[^\p{Cc}\u2028]*forged[^\p{Cc}\u2028]*$/u)]);
});

it('what the contact says goes on with the workflow, also after the response was lost', async () => {
	const note = 'At the back door';
	const own = page();
	await own.book('10', { fields: { note }, writes: [lost()] });
	const { item } = await own.book('10', { isRepeat: true, writes: [failed(409)] });
	const ics: unknown = expect.stringContaining('UID:cal-1-1795428000000\r\n');
	const entry = { calendarEntry: { ics } };
	expect(item).toMatchObject({ alreadyBooked: true, calendarId: 'cal-1', note, ...entry });
});

it('what the contact says can be switched off', async () => {
	const own = page({ page: { noneSuits: false } });
	expect((await own.show()).text).not.toContain('None of these');
	expect((await own.book(undefined, { act: 'none' })).item).toBeUndefined();
});
