import { runClock, stopClockAt } from '../../support/clock';
import { failed, lost } from '../platformApi/fakePlatform';
import { byId, type Sent } from './nodeOnPlatform';
import {
	ALL_HOURS,
	at,
	PLATFORM_BOOKS,
	hoursOn,
	waitingPage,
	REFUSED,
	startOf,
	startsOn,
	type Visit,
	type WaitingNode,
} from './contactPage';

stopClockAt('2026-11-21T12:00:00Z');

type Page = ReturnType<typeof waitingPage>;

/** Longer than a read waits between its attempts. */
const RETRIES_MS = 10_000;

/** A window between two times of Monday, November 23, 2026, or another day, in UTC. */
const windowOf = (from: string, to: string, day = '2026-11-23') => ({
	startTime: `${day}T${from}:00Z`,
	endTime: `${day}T${to}:00Z`,
});

/** What the platform is asked for when the page reads the free slots. */
const queryOfFreeSlots = (sent: Sent[]) =>
	sent.find(({ path }) => path.endsWith('/free-slots'))?.qs;

it("the item has startText in the language of 'Options'", async () => {
	const { item } = await waitingPage({ options: { language: 'de' } }).submit({
		slot: '10',
		...PLATFORM_BOOKS,
	});
	expect(item?.startText).toContain('Montag');
});

it('with HighLevel, the appointments of all offered days are looked at', async () => {
	const page = waitingPage({ api: 'highLevel', options: { daysAhead: 10 } });

	const { sent } = await page.show();

	const { qs = {} } = sent.find(({ path }) => path === '/calendars/events') ?? {};
	expect(qs).toMatchObject({ calendarId: 'cal-1' });
	expect(Number(qs.endTime) - Number(qs.startTime)).toBe(10 * 86_400_000);
});

it('the page and the item show the time that the platform has booked', async () => {
	const quarterPast = {
		startTime: '2026-11-23T10:15:00+00:00',
		endTime: '2026-11-23T10:45:00+00:00',
	};
	const { item, text } = await waitingPage().submit({
		slot: '10',
		writeResponses: [{ id: 'appt-1', ...quarterPast }],
	});
	expect(item).toMatchObject(quarterPast);
	expect(text).toContain('10:15 – 10:45');
});

it("with HighLevel, the page offers the free slots of 'Assigned User'", async () => {
	const options = { assignedUserId: byId('grace') };

	const { sent } = await waitingPage({ api: 'highLevel', options }).show();

	expect(queryOfFreeSlots(sent)).toMatchObject({ userId: 'grace' });
});

it("without 'Days Ahead', the page offers two weeks, today included", async () => {
	const { sent } = await waitingPage().show();

	expect(queryOfFreeSlots(sent)).toMatchObject({ startDate: '2026-11-20', endDate: '2026-12-06' });
});

it('a page after a form is in the zone that is known: only the link itself asks the browser', async () => {
	const { html } = await waitingPage().submit({
		slot: '10',
		isFirstVisit: true,
		fields: { wait: 'of the contact before' },
	});

	expect(html).toContain('This page is out of date');
	expect(html).not.toContain('data-zone');
});

it('the page offers the free slots of the days ahead, and changes nothing', async () => {
	const page = waitingPage({ options: { daysAhead: 3 } });

	const { status, html, text, sent, headers, item, warnings } = await page.show();

	expect(status).toBe(200);
	expect(hoursOn(html)).toEqual(ALL_HOURS);
	expect(text).toMatch(/Calls.*None of these times suits me/);
	expect(text).not.toContain('no longer available');
	expect(text).not.toContain('Later times');
	expect(headers['Content-Security-Policy']).toMatch(/^sandbox /);
	// A day more before and two after, since the slots tell theirs.
	expect(queryOfFreeSlots(sent)).toMatchObject({
		startDate: '2026-11-20',
		endDate: '2026-11-25',
	});
	expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET']);
	expect(item).toBeUndefined();
	expect(warnings).toEqual([]);
});

it("the days ahead begin with today in the node's zone, where it may be tomorrow already", async () => {
	const options = { daysAhead: 3, timezone: byId('Pacific/Kiritimati') };

	const { sent } = await waitingPage({ options }).show();

	// Today is November 22 there; a day more before and two after are asked for.
	expect(queryOfFreeSlots(sent)).toMatchObject({
		startDate: '2026-11-21',
		endDate: '2026-11-26',
	});
});

describe('of windows that the calendar lists', () => {
	const timesOn = (html: string) =>
		startsOn(html).map((start) => new Date(start).toISOString().slice(11, 16));
	/** It is 12:00. */
	const WITHIN_THE_NEXT_HOURS = [
		windowOf('12:30', '14:00', '2026-11-21'),
		windowOf('12:59', '14:00', '2026-11-21'),
		windowOf('13:00', '14:00', '2026-11-21'),
	];

	it('those that begin at one time are one, where they are offered as they are', async () => {
		const { html } = await waitingPage().show({
			freeSlots: [
				windowOf('09:00', '09:30'),
				windowOf('09:00', '10:00'),
				windowOf('10:00', '10:30'),
			],
		});

		expect(timesOn(html)).toEqual(['09:00', '10:00']);
	});

	it('each is cut into appointments', async () => {
		const page = waitingPage({ duration: 120 });

		const { html } = await page.show({ freeSlots: [windowOf('09:00', '17:00')] });

		expect(timesOn(html)).toEqual(['09:00', '11:00', '13:00', '15:00']);
	});

	it('those that begin within the next hour are left out', async () => {
		const { html } = await waitingPage().show({ freeSlots: WITHIN_THE_NEXT_HOURS });

		expect(timesOn(html)).toEqual(['13:00']);
	});

	it("those outside 'Minimum Notice' are listed", async () => {
		const page = waitingPage({ filters: { minimumNoticeMinutes: 0 } });

		const { html } = await page.show({ freeSlots: WITHIN_THE_NEXT_HOURS });

		expect(timesOn(html)).toEqual(['12:30', '12:59', '13:00']);
	});
});

it('the page comes without the name of a calendar that cannot be read', async () => {
	expect((await waitingPage().show({ calendar: failed(403) })).text).toContain('9:00');
});

describe('the page draws 2,000 slots at most', () => {
	const TEN_MINUTES_MS = 600_000;
	const slotsInARow = (count: number) =>
		Array.from({ length: count }, (_, index) => {
			const start = Date.parse('2026-11-22') + index * TEN_MINUTES_MS;
			return {
				startTime: new Date(start).toISOString(),
				endTime: new Date(start + TEN_MINUTES_MS).toISOString(),
			};
		});

	it('and says that there are more', async () => {
		const page = waitingPage({ options: { daysAhead: 60 } });

		const { html, text } = await page.show({ freeSlots: slotsInARow(2_001) });

		expect(startsOn(html)).toHaveLength(2_000);
		expect(text).toContain('Later times are not shown yet');
	});

	it('which can be all', async () => {
		const page = waitingPage({ options: { daysAhead: 60 } });

		const { html, text } = await page.show({ freeSlots: slotsInARow(2_000) });

		expect(startsOn(html)).toHaveLength(2_000);
		expect(text).not.toContain('Later times');
	});
});

it('the page comes within 15 seconds when the platform hangs, and tells the operator', async () => {
	runClock();
	const hanging = new Promise<never>(() => {});

	const shown = waitingPage().show({ freeSlots: hanging, calendar: hanging });
	await jest.advanceTimersByTimeAsync(15_000);
	const { status, text, warnings, sent } = await shown;

	expect(status).toBe(503);
	expect(text).toContain('The times cannot be shown right now');
	expect(warnings).toEqual(['The page could not be shown: The platform did not respond in time.']);
	// Nothing goes on for a visitor who has left.
	await jest.advanceTimersByTimeAsync(60_000);
	expect(sent).toHaveLength(2);
});

it('the page waits three seconds for the name of the calendar, and then comes without', async () => {
	runClock();

	const shown = waitingPage().show({ calendar: new Promise<never>(() => {}) });
	await jest.advanceTimersByTimeAsync(3_000);
	const { status, html } = await shown;

	expect(status).toBe(200);
	expect(hoursOn(html)).toEqual(ALL_HOURS);
	jest.useRealTimers();
});

/** What the platform responds after so many seconds. */
const after = async (seconds: number, response: unknown): Promise<never> =>
	await new Promise((resolve) => setTimeout(resolve, seconds * 1_000, response as never));

it('the page waits 13 seconds for free slots, too', async () => {
	runClock();
	const slots = { _dates_: { '2026-11-23': [at('10')] } };

	const shown = waitingPage().show({ freeSlots: after(13, slots) });
	await jest.advanceTimersByTimeAsync(13_000);
	const { status, html } = await shown;

	expect(status).toBe(200);
	expect(hoursOn(html)).toEqual(['10']);
});

it('the page shows a name of the calendar that comes within three seconds', async () => {
	runClock();

	const shown = waitingPage().show({ calendar: after(2.9, { calendar: { name: 'Late calls' } }) });
	await jest.advanceTimersByTimeAsync(2_900);
	const { text } = await shown;

	expect(text).toContain('Late calls');
});

it('with HighLevel, the page waits eight seconds for the appointments of the calendar, and then comes without, of which the operator hears', async () => {
	runClock();
	const page = waitingPage({ api: 'highLevel' });

	const shown = page.show({ listedAppointments: new Promise<never>(() => {}) });
	await jest.advanceTimersByTimeAsync(8_000);
	const { html, warnings } = await shown;

	expect(hoursOn(html)).toEqual(ALL_HOURS);
	expect(warnings).toEqual(['A page is not up to date: The platform did not respond in time.']);
});

it('with HighLevel, a form books nothing where the appointments of the calendar do not come within eight seconds', async () => {
	runClock();
	const page = waitingPage({ api: 'highLevel' });

	const sent = page.submit({ slot: '10', listedAppointments: new Promise<never>(() => {}) });
	await jest.advanceTimersByTimeAsync(8_000);
	const { text, writes, warnings } = await sent;

	expect(writes).toEqual([]);
	expect(text).toContain('try again in a few minutes');
	expect(warnings).toEqual([
		'What a contact chose (book) was refused: The platform did not respond in time.',
	]);
});

it('what the node says of the page stands where it belongs, on the page and in the calendar', async () => {
	const page = waitingPage({
		options: { title: 'The title' },
		page: {
			businessEmail: 'office@example.com',
			businessName: 'The business',
			explanation: 'The explanation',
			heading: 'The heading',
			host: 'The host',
			messageAfter: 'The message after',
			place: 'The place',
		},
	});

	const before = await page.show();
	const { text, item } = await page.submit({ slot: '10', ...PLATFORM_BOOKS });

	expect(before.text).toMatch(
		/The business The heading with The host 30 minutes The place The explanation .*Choose a day/,
	);
	expect(text).toMatch(/The business Your appointment is booked The heading .*The message after/);
	const { ics } = item?.calendarEntry as { ics: string };
	expect(ics.replaceAll('\r\n ', '').split('\r\n')).toEqual(
		expect.arrayContaining([
			'SUMMARY:The heading – The host\\, The business',
			'LOCATION:The place',
			'DESCRIPTION:The message after',
			'ORGANIZER;CN="The business":mailto:office@example.com',
		]),
	);
});

describe('the zone of the page', () => {
	it("is the node's at first, and the browser is asked for its own", async () => {
		const { html, text } = await waitingPage().show({ isFirstVisit: true });

		expect(text).toMatch(/9:00\sAM/);
		expect(html).toContain(' data-zone="UTC"');
	});

	it("is the browser's once it has told it, which reads nothing anew", async () => {
		const page = waitingPage();
		await page.show({ isFirstVisit: true });

		const { html, text, sent } = await page.show({
			isFirstVisit: true,
			query: { zone: 'Asia/Tokyo' },
		});

		expect(text).toMatch(/6:00\sPM/);
		expect(html).not.toContain('data-zone');
		expect(sent).toEqual([]);
	});

	it("stays the node's where the browser's is none, and the browser is not asked again", async () => {
		const { html, text } = await waitingPage().show({ query: { zone: 'Mars/Base' } });

		expect(text).toMatch(/9:00\sAM/);
		expect(html).not.toContain('data-zone');
	});
});

it.each<{ to: string; visit: (page: Page) => Promise<{ headers: object }> }>([
	{ to: 'a look for whether the page is there', visit: async (page) => await page.head() },
	{ to: 'the link', visit: async (page) => await page.show() },
	{
		to: 'a form that books',
		visit: async (page) => await page.send({ slot: '10', ...PLATFORM_BOOKS }),
	},
	{
		to: 'a form that is refused, which leads to another address',
		visit: async (page) => await page.send({ slot: '10', writeResponses: [failed(409)] }),
	},
])('a browser keeps no copy of the response to $to, and tells nobody its address', async (each) => {
	const { headers } = await each.visit(waitingPage());

	expect(headers).toMatchObject({
		'Cache-Control': 'no-store',
		'Referrer-Policy': 'no-referrer',
		'X-Robots-Tag': 'noindex, nofollow',
	});
});

it('HEAD reads nothing', async () => {
	const { status, sent, html } = await waitingPage().head({ isFirstVisit: true });

	expect(status).toBe(200);
	expect(sent).toEqual([]);
	expect(html).toBe('');
});

it.each([
	{
		node: {},
		browserPrefers: 'tlh,pt-PT;q=0.8,en;q=0.5',
		title: 'Escolha um horário',
	},
	{
		node: { page: { language: 'de' } },
		browserPrefers: 'en-US',
		title: 'Uhrzeit wählen',
	},
	// The language of the output counts where the browser's is none of the page's.
	{
		node: { options: { language: 'de' } },
		browserPrefers: 'pt-PT',
		title: 'Escolha um horário',
	},
	{
		node: { options: { language: 'de' } },
		browserPrefers: 'tlh',
		title: 'Uhrzeit wählen',
	},
])(
	'the page with $node, for a browser that prefers $browserPrefers, has the title "$title"',
	async ({ node, browserPrefers, title }) => {
		const { text } = await waitingPage(node).show({ language: browserPrefers });

		expect(text).toContain(title);
		// Neither language has AM and PM.
		expect(text).toContain(' 09:00 ');
	},
);

describe('what a page has read', () => {
	/** The last part of each path that a visit reads. */
	const readsOf = async (node: WaitingNode) => {
		const { sent } = await waitingPage(node).show();
		return sent.map(({ path }) => path.split('/').at(-1));
	};

	it('is shared by the pages of one account and calendar for some seconds', async () => {
		const account = 'shared-for-seconds';

		expect(await readsOf({ account })).toEqual(['cal-1', 'free-slots']);
		expect(await readsOf({ account })).toEqual([]);
	});

	it('is not for another calendar, account or number of days', async () => {
		const account = 'shared-by-none';
		await readsOf({ account });

		expect(await readsOf({ account, options: { daysAhead: 3 } })).toEqual(['free-slots']);
		expect(await readsOf({ account, calendarId: byId('cal-2') })).toEqual(['cal-2', 'free-slots']);
		expect(await readsOf({ account, credential: { locationId: 'loc-2' } })).toEqual([
			'cal-1',
			'free-slots',
		]);
		expect(await readsOf({ account, options: { timezone: byId('Europe/London') } })).toEqual([
			'free-slots',
		]);
	});

	it('with HighLevel, is not for another user', async () => {
		const node = { account: 'shared-by-no-users', api: 'highLevel' };
		await readsOf(node);

		const reads = await readsOf({ ...node, options: { assignedUserId: byId('grace') } });

		expect(reads).toContain('free-slots');
	});

	it.each([{ page: { heading: 'Call' } }, { options: { title: 'Call' } }])(
		'is not the calendar where the node names the appointment: %j',
		async (node) => {
			expect(await readsOf(node)).toEqual(['free-slots']);
		},
	);

	it('is read anew after ten seconds, and the calendar after five minutes', async () => {
		runClock();
		const account = 'shared-and-left';
		await readsOf({ account });

		await jest.advanceTimersByTimeAsync(9_900);
		expect(await readsOf({ account })).toEqual([]);
		await jest.advanceTimersByTimeAsync(100);
		expect(await readsOf({ account })).toEqual(['free-slots']);
		await jest.advanceTimersByTimeAsync(289_000);
		expect(await readsOf({ account })).toEqual(['free-slots']);
		await jest.advanceTimersByTimeAsync(11_000);
		expect(await readsOf({ account })).toEqual(['cal-1', 'free-slots']);
	});

	it('is read anew before a write', async () => {
		const account = 'shared-before-write';
		await readsOf({ account });

		const { text } = await waitingPage({ account }).submit({
			slot: '10',
			freeSlots: ['09'],
			writeResponses: [REFUSED],
		});

		expect(text).toContain('That time is no longer available');
	});
});

describe('a time within the notice is not available any more', () => {
	const goTo = (time: string) => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));

	it('by the link', async () => {
		goTo('2026-11-23T09:20:00Z');

		const { text, item } = await waitingPage().show({ slot: '10' });

		expect(text).toContain('That time is no longer available');
		expect(item).toBeUndefined();
	});

	it('by the form', async () => {
		goTo('2026-11-23T09:20:00Z');

		const { text, item, writes } = await waitingPage().submit({ slot: '10' });

		expect(text).toContain('That time is no longer available');
		expect(item).toBeUndefined();
		expect(writes).toEqual([]);
	});
});

describe('once the wait has ended', () => {
	const ENDED = { waitEnds: '2026-11-21T12:00:00.000Z' };

	it('the page says so', async () => {
		const { status, text } = await waitingPage(ENDED).show();

		expect(status).toBe(409);
		expect(text).toContain('This link can no longer be used');
	});

	it('a form books nothing', async () => {
		const { status, text, writes } = await waitingPage(ENDED).submit({ slot: '10' });

		expect(status).toBe(409);
		expect(text).toContain('This link can no longer be used');
		expect(writes).toEqual([]);
	});
});

it('the page knows how long the wait still goes on', async () => {
	const { html } = await waitingPage({ waitEnds: '2026-11-21T12:01:00.000Z' }).show();

	expect(html).toContain(' data-left="60000"');
});

it('the page offers the nearest slots where the named one is gone', async () => {
	const free = ['09', '11', '14', '15'];
	const { text, html } = await waitingPage().show({ slot: '10', freeSlots: free });
	expect(text).toContain('That time is no longer available');
	// Three, then the list of all.
	expect(startsOn(html)).toEqual(['09', '11', '14', '09', '11', '14', '15'].map(startOf));
});

it('with HighLevel, a calendar that is gone is no appointment that no longer exists', async () => {
	const writes = [failed(400, { message: 'Calendar not found' })];
	const { text, item } = await waitingPage({ api: 'highLevel' }).submit({
		slot: '10',
		writeResponses: writes,
	});
	expect(text).toContain('trying again does not help');
	expect(item).toBeUndefined();
});

it('the page shows the day of the slot that is gone', async () => {
	const free = ['09', windowOf('09:00', '09:30', '2026-11-24')];
	const slot = String(Date.parse('2026-11-24T10:00:00Z'));
	const { html } = await waitingPage().show({ freeSlots: free, query: { slot } });
	expect(/name="day" value="([^"]+)"[^>]* checked/.exec(html)?.[1]).toBe('2026-11-24');
});

it('the page stays at the day that the contact has chosen, where a slot of another day is gone', async () => {
	const free = ['09', windowOf('09:00', '09:30', '2026-11-24')];
	const slot = String(Date.parse('2026-11-24T10:00:00Z'));

	const { html } = await waitingPage().show({
		freeSlots: free,
		query: { slot, day: '2026-11-23' },
	});

	expect(/name="day" value="([^"]+)"[^>]* checked/.exec(html)?.[1]).toBe('2026-11-23');
});

describe('a page that cannot be shown', () => {
	/** The visit to a page of which something cannot be read; a read waits between its attempts. */
	async function visit({ node, freeSlots }: { node?: WaitingNode; freeSlots?: Error }) {
		runClock();
		const showing = waitingPage(node).show({ freeSlots });
		await jest.advanceTimersByTimeAsync(RETRIES_MS);
		return await showing;
	}

	it.each([
		{
			why: 'the slots cannot be read',
			freeSlots: failed(429, {}, { 'retry-after': '3600' }),
			warning: 'The page could not be shown: The platform received too many requests.',
		},
		{
			why: 'a gateway gave up on the slots',
			freeSlots: failed(401, { message: 'Command timed out' }),
			warning:
				'The page could not be shown: The platform could not respond (status 401), even after retries. The platform says: "Command timed out"',
		},
	])('says to come back where $why, and the operator hears why', async (each) => {
		const { status, html, item, warnings } = await visit({ freeSlots: each.freeSlots });

		expect(status).toBe(503);
		expect(html).toContain('The times cannot be shown right now');
		expect(html).toMatch(/href="\?[^"]*">Try again/);
		expect(html).not.toContain('undefined');
		expect(item).toBeUndefined();
		expect(warnings).toEqual([each.warning]);
	});

	it.each([
		{
			why: 'the slots may not be read',
			freeSlots: failed(403, { message: 'Why' }),
			warning:
				'The page could not be shown: The credential is not allowed to do this: it lacks the scope \'calendars.readonly\', or belongs to another location. The platform says: "Why"',
		},
		{
			why: 'the fields cannot be used',
			node: { options: { daysAhead: 0 } },
			warning:
				"The page could not be shown: 'Days Ahead' must be a whole number from 1 to 60, not 0",
		},
	])('says not to come back where $why, and the operator hears why', async (each) => {
		const { status, html, item, warnings } = await visit(each);

		expect(status).toBe(503);
		expect(html).toContain('trying again does not help');
		expect(html).not.toContain('>Try again');
		expect(html).not.toContain('undefined');
		expect(item).toBeUndefined();
		expect(warnings).toEqual([each.warning]);
	});
});

describe('a page of an earlier wait', () => {
	it.each(['', 'another'])('books nothing with its form, whose wait is %j', async (wait) => {
		const page = waitingPage({ options: { title: 'Next' } });

		const { item, writes, warnings, status, text } = await page.submit({
			slot: '10',
			fields: { wait },
		});

		expect(status).toBe(409);
		expect(text).toContain('This page is out of date');
		expect(text).not.toMatch(/Next|Calls/);
		expect(item).toBeUndefined();
		expect(writes).toEqual([]);
		expect(warnings).toEqual([]);
	});

	it('shows nothing of what is offered now', async () => {
		const page = waitingPage({ options: { title: 'Next' } });

		const { status, text, html } = await page.show({ query: { wait: 'another' } });

		expect(status).toBe(409);
		expect(text).toContain('This page is out of date');
		expect(text).not.toMatch(/Next|Calls/);
		expect(hoursOn(html)).toEqual([]);
	});
});

describe('a slot that is booked', () => {
	it('is written once, and goes on with the workflow', async () => {
		const page = waitingPage();

		const { status, writes, pairedItem, item } = await page.submit({
			slot: '10',
			...PLATFORM_BOOKS,
		});

		expect(status).toBe(200);
		expect(writes).toMatchObject([{ body: { startTime: at('10').startTime } }]);
		expect(pairedItem).toEqual({ item: 0 });
		expect(item).toMatchObject({
			booked: true,
			appointmentId: 'appt-1',
			contactId: 'ada',
			startTime: at('10').startTime,
		});
		expect(item).not.toHaveProperty('alreadyBooked');
		expect(item).not.toHaveProperty('appointment');
		expect(item).not.toHaveProperty('note');
	});

	it.each([
		{
			visit: 'a form for another slot',
			revisit: async (page: Page) => page.submit({ slot: '11' }),
		},
		{ visit: 'the link', revisit: async (page: Page) => page.show() },
		{ visit: 'a link to another slot', revisit: async (page: Page) => page.show({ slot: '11' }) },
	])('is what the page shows from then on, and nothing more is written: $visit', async (each) => {
		const page = waitingPage();
		await page.submit({ slot: '10', ...PLATFORM_BOOKS });

		const { status, text, writes, item } = await each.revisit(page);

		expect(status).toBe(200);
		expect(text).toMatch(/Your appointment is booked Calls .* 10:00 – 10:30/);
		expect(writes).toEqual([]);
		expect(item).toBeUndefined();
	});
});

describe('nothing is booked', () => {
	/** Sends the form for 10:00; a read waits between its attempts. */
	async function submitTen(visit: Visit, page = waitingPage()) {
		runClock();
		const submitting = page.submit({ slot: '10', ...visit });
		await jest.advanceTimersByTimeAsync(RETRIES_MS);
		return await submitting;
	}

	it.each<{ where: string; visit: Visit; told: string }>([
		{
			where: 'the slot is not offered any more',
			visit: { freeSlots: ['11'], writeResponses: [REFUSED] },
			told: 'That time is no longer available',
		},
		{
			where: 'the list lags',
			visit: { writeResponses: [failed(400, { message: 'Slot not available' })] },
			told: 'That time is no longer available',
		},
	])('where $where, which needs no report to the operator', async ({ visit, told }) => {
		const { item, text, html, warnings } = await submitTen(visit);

		expect(text).toContain(told);
		expect(html).not.toContain('Keep it');
		expect(item).toBeUndefined();
		expect(warnings).toEqual([]);
	});

	it('where the contact has another appointment, which can be kept', async () => {
		const { item, text, html, warnings } = await submitTen({ writeResponses: [failed(409)] });

		expect(text).toContain('You already have an appointment at that time');
		expect(html).toContain('Keep it');
		expect(item).toBeUndefined();
		expect(warnings).toEqual([]);
	});

	it.each<{ where: string; visit: Visit; told: string; warning: string }>([
		{
			where: 'it is refused though it is free',
			visit: { writeResponses: [REFUSED] },
			told: 'trying again does not help',
			warning:
				'What a contact chose (book) was refused: The platform did not accept the request (status 400). The platform says: "No"',
		},
		{
			where: 'the contact or the calendar is gone',
			visit: { writeResponses: [failed(404)] },
			told: 'trying again does not help',
			warning:
				"What a contact chose (book) was refused: The platform says that something is missing (status 404), and not what. It is not calendar 'cal-1'. It may be contact 'ada'.",
		},
		{
			where: 'there are too many requests',
			visit: { writeResponses: [failed(429, {}, { 'retry-after': '3600' })] },
			told: 'try again in a few minutes',
			warning: 'What a contact chose (book) was refused: The platform received too many requests.',
		},
		{
			where: 'the slots cannot be read after',
			visit: { freeSlots: lost(), writeResponses: [REFUSED] },
			told: 'The times cannot be shown right now',
			warning:
				'The page could not be shown: The platform at api.example.com could not be reached (connection ended, ECONNRESET).',
		},
	])('where $where, which the operator hears', async ({ visit, told, warning }) => {
		const { item, text, html, warnings } = await submitTen(visit);

		expect(text).toContain(told);
		expect(html).not.toContain('Keep it');
		expect(item).toBeUndefined();
		expect(warnings).toEqual([warning]);
	});

	it('which is told by an address that can be loaded again, and left by "back"', async () => {
		const { location } = await submitTen({ writeResponses: [REFUSED] });

		expect(location).toMatch(/^\?signature=t0ken&/);
	});

	it.each<{ where: string; visit: Visit }>([
		{ where: 'was taken', visit: { freeSlots: ['11'], writeResponses: [REFUSED] } },
		{ where: 'met another appointment', visit: { writeResponses: [failed(409)] } },
		{ where: 'was refused', visit: { writeResponses: [REFUSED] } },
		{ where: 'had no calendar', visit: { writeResponses: [failed(404)] } },
		{
			where: 'met too many requests',
			visit: { writeResponses: [failed(429, {}, { 'retry-after': '3600' })] },
		},
		{
			where: 'was refused, after which the slots cannot be read',
			visit: { freeSlots: lost(), writeResponses: [REFUSED] },
		},
	])('by a form that $where, and another time can be', async ({ visit }) => {
		const page = waitingPage();
		await submitTen(visit, page);

		const { writes, item } = await page.submit({ slot: '11', ...PLATFORM_BOOKS });

		expect(writes).toMatchObject([{ body: { startTime: at('11').startTime } }]);
		expect(item).toMatchObject({ booked: true });
	});
});

it('an ID with a line break forges no line of the log', async () => {
	const contactId = 'ada\n2026-11-21 | error | forged\u2028\u001b[31m';
	const { warnings } = await waitingPage({ contactId }).submit({ slot: '10' });
	expect(warnings).toEqual([expect.stringMatching(/^[^\p{Cc}\u2028]*forged[^\p{Cc}\u2028]*$/u)]);
});

it('what the contact says goes on with the workflow, also after the response was lost', async () => {
	const note = 'At the back door';
	const page = waitingPage();
	await page.submit({ slot: '10', fields: { note }, writeResponses: [lost()] });
	const { item } = await page.submit({ slot: '10', isRepeat: true, writeResponses: [failed(409)] });
	const ics: unknown = expect.stringContaining('UID:cal-1-1795428000000\r\n');
	const entry = { calendarEntry: { ics } };
	expect(item).toMatchObject({ alreadyBooked: true, calendarId: 'cal-1', note, ...entry });
});

it('what the contact says can be switched off', async () => {
	const page = waitingPage({ page: { noneSuits: false } });
	expect((await page.show()).text).not.toContain('None of these');
	expect((await page.submit({ act: 'none' })).item).toBeUndefined();
});
