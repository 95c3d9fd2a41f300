import type { IDataObject } from 'n8n-workflow';

import { Platform } from '../../../nodes/Platform/Platform.node';
import { makeSeal, openSeal } from '../../../nodes/Platform/contactReply/seal';
import { failed, lost } from '../platformApi/fakePlatform';
import {
	addressOfForm,
	ALL_HOURS,
	at,
	PLATFORM_BOOKS,
	hoursOn,
	offerOfForm,
	waitingPage,
	type Visit,
} from './contactPage';
import { act, byId, expectRefused, TOOL } from './nodeOnPlatform';
import { runClock, stopClockAt } from '../../support/clock';

stopClockAt('2026-11-21T12:00:00Z');

async function offer(parameters: IDataObject = {}, given: object = {}) {
	const { run, ...ended } = await act(
		'appointment.offerSlots',
		{ calendarId: byId('cal-1'), contactId: 'ada', ...parameters },
		{ items: [{ name: 'Ada' }], ...given },
	);
	const { contextData, nodeExecutionStack } = run.executionData!;
	return { ...ended, metadata: nodeExecutionStack[0].metadata, kept: contextData['node:Node'] };
}

it('Offer Slots and Wait shows the link, hands on the item and reads nothing', async () => {
	const { json, hints, sent, metadata } = await offer();

	expect(json).toEqual([{ name: 'Ada' }]);
	expect(hints).toEqual([]);
	expect(sent).toEqual([]);
	expect(metadata?.resumeUrl).toMatch(/^http:\/\/127\.0\.0\.1:5678\/webhook-waiting\/.*signature=/);
});

it.each([
	{ waitHours: undefined, end: '2026-11-24T12:00:00.000Z' },
	{ waitHours: 2, end: '2026-11-21T14:00:00.000Z' },
	{ waitHours: '1.5', end: '2026-11-21T13:30:00.000Z' },
	{ waitHours: 8_784, end: '2027-11-22T12:00:00.000Z' },
])(
	"waits for the hours of 'Limit Wait Time (Hours)', $waitHours, and keeps the times for the page",
	async ({ waitHours, end }) => {
		const { waitTill, kept } = await offer({ options: { waitHours } });

		// Two minutes more for what the contact does last.
		expect(waitTill).toEqual(new Date(Date.parse(end) + 120_000));
		expect(kept).toEqual({ waitBegan: '2026-11-21T12:00:00.000Z', waitEnds: end });
	},
);

it('says that its page is not seen after a Form Trigger', async () => {
	const getParentNodes = () => [
		{ type: 'n8n-nodes-base.set' },
		{ type: 'n8n-nodes-base.formTrigger' },
	];
	const { hints, waitTill } = await offer({}, { context: { getParentNodes } });
	expect(hints).toEqual([
		{
			message:
				'Whoever fills in the Form Trigger sees its own confirmation, not this page. Send the link, or start with a Webhook node.',
			type: 'warning',
			location: 'outputPane',
		},
	]);
	expect(waitTill).toBeDefined();
});

it('says nothing of its page behind another node', async () => {
	const getParentNodes = () => [{ type: 'n8n-nodes-base.set' }];

	const { hints } = await offer({}, { context: { getParentNodes } });

	expect(hints).toEqual([]);
});

it("the notice of the node names 'booked', the field that an item lacks after the time limit", () => {
	const { properties } = new Platform().description;
	const notice = properties.find(({ name }) => name === 'bookedNotice');

	expect(notice?.displayName).toContain("the item has no 'booked'");
});

describe('nothing is offered', () => {
	interface Refusal {
		parameters: IDataObject;
		fault: string;
	}
	const EMBEDDING = "'Sites That May Embed It' cannot be used.";

	it.each<Refusal>([
		{ parameters: { contactId: '' }, fault: "'Contact' is empty" },
		{
			parameters: { options: { daysAhead: 0 } },
			fault: "'Days Ahead' must be a whole number from 1 to 60, not ",
		},
		{
			parameters: { options: { daysAhead: 61 } },
			fault: "'Days Ahead' must be a whole number from 1 to 60, not ",
		},
		{
			parameters: { options: { waitHours: 0 } },
			fault: "'Limit Wait Time (Hours)' must be more than 0 and at most 8784",
		},
		{
			parameters: { options: { waitHours: 8_785 } },
			fault: "'Limit Wait Time (Hours)' must be more than 0 and at most 8784",
		},
		{
			parameters: { page: { accentColor: '#0b6b64; }' } },
			fault: "'Accent Color' must be a color, not '",
		},
		{
			parameters: { page: { accentColor: 'a#0b6b64' } },
			fault: "'Accent Color' must be a color, not '",
		},
		{
			parameters: { page: { redirect: 'javascript:alert(1)' } },
			fault: "'Redirect After Booking' must be a web address, not '",
		},
		{
			parameters: { page: { redirect: 'https://www.example.com/\nthanks' } },
			fault: "'Redirect After Booking' must be a web address, not '",
		},
		{
			parameters: { page: { framedBy: 'https://a.example.com, b.example.com' } },
			fault: `${EMBEDDING} Its entry 2 must be a site`,
		},
		// A browser would let all pages of the site embed it.
		{
			parameters: { page: { framedBy: 'https://a.example.com/book' } },
			fault: `${EMBEDDING} Its entry 1 must be a site`,
		},
		{
			parameters: { page: { framedBy: 'https://a.example.com/?page=1' } },
			fault: `${EMBEDDING} Its entry 1 must be a site`,
		},
		{
			parameters: { page: { framedBy: 'https://ada@a.example.com' } },
			fault: `${EMBEDDING} Its entry 1 must be a site`,
		},
		// It would begin another directive of the header.
		{
			parameters: { page: { framedBy: 'https://a.example.com;script-src' } },
			fault: `${EMBEDDING} Its entry 1 must be a site`,
		},
		{
			parameters: { page: { framedBy: "https://a.example.com'" } },
			fault: `${EMBEDDING} Its entry 1 must be a site`,
		},
		{
			parameters: { page: { language: 'tlh' } },
			fault: "'Page Language' must be a language of the page, not '",
		},
		{
			parameters: { page: { language: 'constructor' } },
			fault: "'Page Language' must be a language of the page, not '",
		},
	])('with $parameters: $fault', async ({ parameters, fault }) => {
		const end = await offer(parameters);

		expectRefused(end, fault);
		expect(end.waitTill).toBeUndefined();
	});

	it('where the item has booked already: it would look like a booking after the time limit', async () => {
		const end = await offer({}, { items: [{ booked: 'yes' }] });

		expectRefused(
			end,
			"The input already has 'booked', so a timeout could not be detected",
			"Remove 'booked' with",
		);
		expect(end.waitTill).toBeUndefined();
	});

	it('to several items at once', async () => {
		const end = await offer({}, { items: [{}, {}] });

		expectRefused(
			end,
			"'Offer Slots and Wait' takes one item at a time and got 2",
			'put a Loop Over Items node',
		);
		expect(end.waitTill).toBeUndefined();
	});

	it("as an agent's tool", async () => {
		const end = await offer({}, { node: TOOL });

		expectRefused(
			end,
			"'Offer Slots and Wait' cannot be an agent's tool",
			'use another tool where one fits',
		);
		expect(end.waitTill).toBeUndefined();
	});
});

/** Texts can quote what n8n makes of an object. */
const QUOTE = 'Why [object Object]?';

it.each<IDataObject>([
	{ options: { daysAhead: 1 } },
	{ options: { daysAhead: 60 } },
	{ page: { language: 'en_US' } },
	{ page: { language: 'DE' } },
	{ page: { language: 'browser' } },
	{ page: { language: 'Browser' } },
	{ page: { language: '' } },
	{ page: { explanation: QUOTE, heading: QUOTE, messageAfter: QUOTE, host: QUOTE } },
])('a page is offered with %j', async (parameters) => {
	const { waitTill } = await offer(parameters);

	expect(waitTill).toBeDefined();
});

it.each([false, 'false'])(
	'a page is offered for an item that says that nothing is booked: %j',
	async (booked) => {
		const { waitTill } = await offer({}, { items: [{ booked }] });

		expect(waitTill).toBeDefined();
	},
);

it('after booking, the workflow goes on with what Book puts out, and with what the page has for calendars', async () => {
	const options = { title: 'Call' };
	const { item, html } = await waitingPage({ options, page: { place: 'Pier 1' } }).submit({
		slot: '10',
		...PLATFORM_BOOKS,
	});
	expect(Object.keys(item ?? {})).toEqual([
		'booked',
		'appointmentId',
		'contactId',
		'calendarId',
		'startTime',
		'endTime',
		'startText',
		'timezone',
		'title',
		'calendarEntry',
	]);
	const { ics, ...links } = item?.calendarEntry as Record<string, string>;
	expect(ics).toMatch(/UID:appt-1\r\n.*SUMMARY:Call\r\nLOCATION:Pier 1\r\n/s);
	expect(html).toContain(`href="data:text/calendar;charset=utf-8,${encodeURIComponent(ics)}"`);
	for (const link of Object.values(links))
		expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
});

it('after booking, the page says what the workflow wants to be known, in frames of the sites that it names', async () => {
	const texts = {
		framedBy: 'https://www.example.com/, https://*.example.org',
		messageAfter: 'Room 2',
		businessName: 'Harbor Dental',
		accentColor: '#AA3300',
	};
	const { text, html, headers } = await waitingPage({ page: texts }).submit({
		slot: '10',
		...PLATFORM_BOOKS,
	});
	expect(text).toMatch(/Harbor Dental Your appointment is booked .* Room 2/);
	expect(html).toContain('--brand: #AA3300;');
	expect(headers['Content-Security-Policy']).toMatch(
		/frame-ancestors https:\/\/www\.example\.com https:\/\/\*\.example\.org$/,
	);
});

it('after booking, a page of the business opens, and the workflow continues', async () => {
	const page = waitingPage({ page: { redirect: 'https://www.example.com/thanks' } });

	const { location, item } = await page.submit({ slot: '10', ...PLATFORM_BOOKS });

	expect(location).toBe('https://www.example.com/thanks');
	expect(item).toMatchObject({ booked: true });
});

it('no page of the business opens where no time suits', async () => {
	const page = waitingPage({ page: { redirect: 'https://www.example.com/thanks' } });

	const { location, text } = await page.submit({ act: 'none' });

	expect(location).toBeUndefined();
	expect(text).toContain('Thank you for telling us');
});

it('the contact of a booking whose response is lost is asked to check, and the operator hears of it', async () => {
	const page = waitingPage({ options: { simplify: false } });

	const { status, item, warnings, text, html } = await page.submit({
		slot: '10',
		writeResponses: [lost()],
	});

	expect(status).toBe(200);
	expect(item).toBeUndefined();
	expect(text).toContain('Check whether it went through');
	expect(html).toContain('>Check again</button>');
	expect(html).not.toContain('text/calendar');
	expect(warnings).toHaveLength(1);
	expect(warnings[0]).toMatch(/^The outcome of a write \(book\) is unknown: /);
});

it('a booking whose response is lost is asked for again, whatever else is chosen', async () => {
	const page = waitingPage({ options: { simplify: false } });
	await page.submit({ slot: '10', writeResponses: [lost()] });

	const { writes, item } = await page.submit({ slot: '14', ...PLATFORM_BOOKS });

	expect(writes).toMatchObject([{ body: { startTime: at('10').startTime } }]);
	expect(item).toMatchObject({
		booked: true,
		appointmentId: 'appt-1',
		startTime: at('10').startTime,
		calendarEntry: { ics: expect.stringContaining('UID:appt-1\r\n') },
	});
});

const byEmail = {
	api: 'highLevel',
	contactId: { __rl: true, mode: 'emailOrPhone', value: 'ada@example.com' },
};

it('with HighLevel, no time suits a contact who cannot be looked up at first: the workflow continues once it can', async () => {
	const page = waitingPage(byEmail);
	const none = { act: 'none', fields: { note: 'Only on weekends' } };
	const unknown = await page.submit({ ...none, contactSearch: { contacts: [], total: 0 } });
	expect([unknown.item, unknown.warnings.length]).toEqual([undefined, 1]);
	expect(unknown.text).toContain('trying again does not help');
	expect((await page.submit(none)).item).toEqual({
		booked: false,
		contactId: 'con-ada',
		calendarId: 'cal-1',
		note: 'Only on weekends',
	});
});

it('with HighLevel, a booking that the contact has already is not made again, and told with the times that the platform has', async () => {
	const times = { startTime: at('10').startTime, endTime: at('11').startTime };
	const { item } = await waitingPage({ api: 'highLevel' }).submit({
		slot: '10',
		listedAppointments: [{ id: 'appt-1', contactId: 'ada', calendarId: 'cal-1', ...times }],
	});
	const message = expect.stringContaining('End is 2026-11-23T11:00:00+00:00, not');
	expect(item).toMatchObject({ booked: true, appointmentId: 'appt-1', ...times, message });
	expect((item?.calendarEntry as IDataObject).ics).toContain('DTEND:20261123T110000Z');
});

it.each<{ why: string; visit: Visit }>([
	{ why: 'without a seal', visit: { fields: { offer: undefined } } },
	{
		why: 'with the seal of another page',
		visit: { fields: { offer: `1795428000000_1795429800000__${'0'.repeat(64)}` } },
	},
	{ why: 'for "cancelx"', visit: { act: 'cancelx' } },
	{ why: 'for "confirm"', visit: { act: 'confirm' } },
])('a form $why writes nothing, and another can book', async ({ visit }) => {
	const page = waitingPage();

	const refused = await page.send({ slot: '10', ...visit });
	const booked = await page.submit({ slot: '10', ...PLATFORM_BOOKS });

	expect(refused).toMatchObject({ item: undefined, writes: [] });
	expect(booked.item).toMatchObject({ booked: true });
});

it('a seal is for one credential, wait, act and slot', () => {
	const slot = { start: 1, end: 2 };
	const seals = [
		makeSeal('key', 'wait')('book', slot),
		makeSeal('other', 'wait')('book', slot),
		makeSeal('key', 'other')('book', slot),
		makeSeal('key', 'wait')('move', slot),
		makeSeal('key', 'wait')('book', { ...slot, end: 3 }),
	].map((offer) => offer.split('_').at(-1));
	expect(new Set(seals).size).toBe(5);
});

it('a seal keeps the offset in which the calendar has listed the slot', () => {
	const seal = makeSeal('key', 'wait');
	const slot = { start: 1, end: 2, offset: -300 };
	expect(openSeal(seal, 'book', seal('book', slot))).toEqual({ slot, isRepeat: false });
});

it('a form still counts once its access token was refreshed, since the client secret stays', async () => {
	const page = waitingPage({ credential: { clientSecret: 'stays' } });
	const { html } = await page.show({ slot: '10' });
	const fields = { offer: addressOfForm(html).offer };
	const { item } = await page.submit({
		slot: '10',
		...PLATFORM_BOOKS,
		fields,
		accessToken: 'refreshed',
	});
	expect(item).toMatchObject({ booked: true, ...at('10') });
});

it('of decisions at the same time, the first is carried out, and both are told it', async () => {
	const page = waitingPage();
	const [first, second] = await Promise.all([
		page.send({ slot: '10', ...PLATFORM_BOOKS }),
		page.send({ slot: '11' }),
	]);
	for (const { text } of [first, second])
		expect(text).toMatch(/Your appointment is booked .* 10:00/);
	expect([first.item?.appointmentId, second.item, second.writes]).toEqual([
		'appt-1',
		undefined,
		[],
	]);
});

describe('a platform that takes longer than a person waits', () => {
	/** A booking whose response comes after 40 seconds, and what the contact is shown before. */
	const begin = async (page: ReturnType<typeof waitingPage>, outcome: unknown) => {
		runClock();
		const slow = new Promise((resolve, reject) =>
			setTimeout(() => (outcome instanceof Error ? reject(outcome) : resolve(outcome)), 40_000),
		);
		const first = page.send({ slot: '10', writeResponses: [slow], freeSlots: ['11'] });
		await ended(25.1);
		expect(await page.show()).toMatchObject({
			text: expect.stringMatching(/Check whether it went through .* 10:00/),
			html: expect.stringContaining('>Check again</button>'),
		});
		return { first };
	};
	const ended = async (seconds: number) => await jest.advanceTimersByTimeAsync(seconds * 1_000);
	afterEach(() => jest.useRealTimers());

	it('is asked by the contact, who is told, and the workflow goes on', async () => {
		const page = waitingPage();
		const { first } = await begin(page, { id: 'appt-1' });
		const again = page.send({ slot: '10', isRepeat: true });
		await ended(15);
		expect(await again).toMatchObject({
			text: expect.stringContaining('Your appointment is booked'),
			item: { booked: true, appointmentId: 'appt-1' },
		});
		await ended(30);
		expect(await first).toMatchObject({ status: 303, item: undefined, warnings: [] });
	});

	it('still goes on for the contact who asks 29 seconds after it came', async () => {
		const page = waitingPage();
		const { first } = await begin(page, { id: 'appt-1' });
		await ended(14.9 + 29);

		const { item } = await page.show();

		expect(item).toMatchObject({ booked: true, appointmentId: 'appt-1' });
		await ended(30);
		expect((await first).item).toBeUndefined();
	});

	it.each([
		[{ id: 'appt-1' }, expect.objectContaining({ booked: true, appointmentId: 'appt-1' })],
		[failed(409), undefined],
	])(
		'is asked by nobody: the workflow goes on all the same, if it is booked: %j',
		async (outcome, item) => {
			const { first } = await begin(waitingPage(), outcome);
			await ended(46);
			expect((await first).item).toEqual(item);
		},
	);
});

describe('with HighLevel, after a restart', () => {
	const own = { id: 'appt-1', contactId: 'ada', calendarId: 'cal-1', ...at('10') };
	const highLevel = { api: 'highLevel' };

	const sinceThen = { ...own, dateAdded: '2026-11-20T12:00:01.000Z' };

	it('the link that is opened anew shows the booking, which the contact keeps', async () => {
		const page = waitingPage(highLevel);
		const has = [sinceThen];
		const { text, html, item } = await page.show({ listedAppointments: has });
		expect(text).toMatch(
			/Your appointment .*If you chose this time here, keep it.* 10:00 – 10:30.* Keep it Choose another time/,
		);
		expect([hoursOn(html), item]).toEqual([['10'], undefined]);
		expect(html).toMatch(/&amp;beside=[^"]*&amp;do=book">Choose another time/);
		expect((await page.show({ listedAppointments: has, query: { do: 'book' } })).text).toContain(
			'9:00',
		);
		const kept = await page.submit({ slot: '10', listedAppointments: has, isRepeat: true });
		expect(kept.item).toMatchObject({ booked: true, alreadyBooked: true, ...at('10') });
	});

	it('a booking that begins within the minimum notice can still be kept', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T09:20:00Z'));
		const page = waitingPage(highLevel);
		const { html } = await page.show({ listedAppointments: [sinceThen] });
		const fields = { offer: addressOfForm(html).offer };
		const { item } = await page.submit({ slot: '10', listedAppointments: [sinceThen], fields });
		expect(item).toMatchObject({ booked: true, alreadyBooked: true, ...at('10') });
	});

	it.each<[string, Visit, number]>([
		[
			'is older than the link',
			{ listedAppointments: [{ ...sinceThen, dateAdded: '2026-11-20T11:59:59Z' }] },
			0,
		],
		['does not say how old it is', { listedAppointments: [own] }, 0],
		["is another contact's", { listedAppointments: [{ ...sinceThen, contactId: 'ben' }] }, 0],
		['was canceled', { listedAppointments: [{ ...sinceThen, appointmentStatus: 'cancelled' }] }, 0],
		['cannot be read, which the operator hears', { listedAppointments: failed(403) }, 1],
	])(
		'the link that is opened anew offers the free times where the appointment %s',
		async (_, visited, reports) => {
			const { html, warnings } = await waitingPage(highLevel).show(visited);
			expect([hoursOn(html), warnings.length]).toEqual([ALL_HOURS, reports]);
		},
	);

	it('the link that is opened anew asks once for all contacts, and looks up one by email only where something is new, or somebody decides', async () => {
		const anew = waitingPage({ ...byEmail, account: 'anew' });
		const paths = async (visited: Visit) => (await anew.show(visited)).sent.map(({ path }) => path);
		const shown = await paths({ listedAppointments: [{ ...own, contactId: 'con-ada' }] });
		expect(shown).toContain('/calendars/events');
		expect(shown).not.toContain('/contacts/search');
		expect(await paths({})).toEqual([]);
		const { sent, item } = await anew.submit({ slot: '10', ...PLATFORM_BOOKS });
		expect(sent.filter(({ path }) => path === '/contacts/search')).toHaveLength(1);
		expect(item).toMatchObject({ booked: true, contactId: 'con-ada', ...at('10') });
		const has = [{ ...sinceThen, contactId: 'con-ada' }];
		expect((await waitingPage(byEmail).show({ listedAppointments: has })).text).toContain(
			'Keep it',
		);
	});
});

describe('after a restart, of which the contact learns nothing', () => {
	const own = { id: 'appt-1', contactId: 'ada', calendarId: 'cal-1', ...at('10') };
	const sinceThen = { ...own, dateAdded: '2026-11-20T12:00:01.000Z' };
	const highLevel = { api: 'highLevel' };
	beforeEach(runClock);
	afterEach(() => jest.useRealTimers());
	/** The address of a form that was sent some time ago. */
	const sentAddress = async (page: ReturnType<typeof waitingPage>) => {
		const query = addressOfForm((await page.show({ slot: '10' })).html);
		await jest.advanceTimersByTimeAsync(15_000);
		return query;
	};
	it('with HighLevel, the address of the form that was sent shows the booking, and the workflow continues', async () => {
		const page = waitingPage(highLevel);
		const query = await sentAddress(page);
		const { text, item, writes } = await page.show({
			query,
			listedAppointments: [sinceThen],
			freeSlots: ['11'],
		});
		expect(text).toMatch(/Your appointment is booked .* 10:00/);
		expect(item).toMatchObject({ booked: true, alreadyBooked: true, appointmentId: 'appt-1' });
		expect(writes).toEqual([]);
	});

	it.each([
		['asks again whether to book, where it is still free', ALL_HOURS, /Book this time\?/],
		[
			'says that it is taken, where it is not',
			['11'],
			/That time is no longer available These free/,
		],
	])(
		'with HighLevel, the address of a form that was never carried out %s',
		async (_, free, text) => {
			const page = waitingPage(highLevel);
			const query = await sentAddress(page);
			const shown = await page.show({ query, freeSlots: free });
			expect(shown.text).toMatch(text);
			expect(shown.item).toBeUndefined();
		},
	);

	it('with HighLevel, nothing is said of a time that is not free before the platform was asked', async () => {
		const { text } = await waitingPage(highLevel).show({
			slot: '10',
			freeSlots: ['11'],
			listedAppointments: [sinceThen],
		});
		expect(text).toMatch(/Your appointment .*If you chose this time here, keep it.* 10:00/);
	});

	it('with HighLevel, a form for another time books nothing beside the booking, unless the contact wants both', async () => {
		const page = waitingPage(highLevel);
		const has = [sinceThen];
		const other = await page.submit({ slot: '14', listedAppointments: has });
		expect(other.writes).toEqual([]);
		expect(other.text).toMatch(/Your appointment .* 10:00 – 10:30.* Keep it Choose another time/);
		const [, beside] = /beside=([^&]*)&amp;do=book">Choose another time/.exec(other.html) ?? [];
		const both = await page.submit({
			slot: '14',
			listedAppointments: has,
			fields: { beside },
			writeResponses: [{ id: 'appt-2' }],
		});
		expect(both.item).toMatchObject({ booked: true, appointmentId: 'appt-2', ...at('14') });
	});

	it('with HighLevel, the contact who keeps the booking reads of another time that it is taken, not of the booking again', async () => {
		const page = waitingPage(highLevel);
		const visit = { listedAppointments: [sinceThen], freeSlots: ['11'] };
		const { html } = await page.show(visit);
		const [, beside] = /beside=([^&]*)&amp;do=book">Choose another time/.exec(html) ?? [];
		const { text } = await page.show({ ...visit, query: { do: 'book', beside }, slot: '14' });
		expect(text).toContain('That time is no longer available');
		expect(text).not.toContain('Keep it');
	});

	it('with HighLevel, the address of a form does not take another time that was booked by the link for its own', async () => {
		const page = waitingPage(highLevel);
		const query = await sentAddress(page);
		const { item, text } = await page.show({
			query,
			listedAppointments: [{ ...sinceThen, ...at('14') }],
		});
		expect(item).toBeUndefined();
		expect(text).not.toContain('Your appointment is booked');
	});

	it('with HighLevel, an appointment that the contact keeps beside is one that the page has named', async () => {
		const forged = { beside: `1795428000000_1795429800000_0_${'0'.repeat(64)}` };
		const { writes } = await waitingPage(highLevel).submit({
			slot: '14',
			listedAppointments: [sinceThen],
			fields: forged,
		});
		expect(writes).toEqual([]);
	});

	it('with HighLevel, a token that may not read appointments books all the same, which the operator hears', async () => {
		const submitted = waitingPage(highLevel).submit({
			slot: '10',
			listedAppointments: failed(403),
			...PLATFORM_BOOKS,
		});
		await jest.advanceTimersByTimeAsync(60_000);
		const { writes, text, warnings } = await submitted;

		expect(writes).toMatchObject([{ body: { startTime: at('10').startTime } }]);
		expect(text).toContain('is booked');
		expect(warnings).toHaveLength(1);
	});

	it('with HighLevel, nothing is booked where the platform cannot say what the contact has, which the operator hears', async () => {
		const submitted = waitingPage(highLevel).submit({
			slot: '10',
			listedAppointments: failed(503),
		});
		await jest.advanceTimersByTimeAsync(60_000);
		const { writes, text, warnings } = await submitted;

		expect(writes).toEqual([]);
		expect(text).toContain('try again in a few minutes');
		expect(warnings).toHaveLength(1);
	});

	it('in the form that cannot be asked, the address of the form that was sent says that nobody knows, and one more form finds out', async () => {
		const page = waitingPage();
		const query = await sentAddress(page);
		const { text, html } = await page.show({ query, freeSlots: ['11'] });
		expect(text).toMatch(/Check whether it went through .* 10:00/);
		expect(html).toContain('>Check again</button>');
		const found = await page.submit({ slot: '10', writeResponses: [failed(409)] });
		expect(found.text).toContain('Keep it');
		const kept = await page.submit({ slot: '10', isRepeat: true, writeResponses: [failed(409)] });
		expect(kept.item).toMatchObject({ booked: true, alreadyBooked: true, ...at('10') });
	});

	it('in the form that cannot be asked, a time that is not free may be that of the contact', async () => {
		const { text } = await waitingPage().show({ slot: '10', freeSlots: ['11'] });
		expect(text).toContain('it may be yours already');
		const refused = await waitingPage().show({
			slot: '10',
			freeSlots: ['11'],
			query: { notice: 'taken' },
		});
		expect(refused.text).not.toContain('it may be yours already');
	});

	it('nobody can add by hand that it may be done already, and so book within the minimum notice', async () => {
		const page = waitingPage();
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T09:20:00Z'));
		const { writes, text } = await page.submit({
			slot: '10',
			fields: { again: '1' },
			query: { again: '1' },
		});
		expect(writes).toEqual([]);
		expect(text).toContain('That time is no longer available');
	});
});

describe('the contact reads that it is done once n8n has taken it', () => {
	beforeEach(runClock);
	afterEach(() => jest.useRealTimers());

	it('n8n waits for capacity: the contact reads that it is not confirmed yet, and the operator hears of it', async () => {
		const page = waitingPage();
		const sent = page.send({ slot: '10', ...PLATFORM_BOOKS, n8n: 'waits' });
		await jest.advanceTimersByTimeAsync(20_000);
		const { status, headers, warnings, item } = await sent;
		expect([status, item?.booked]).toEqual([303, true]);
		expect(warnings).toEqual([
			expect.stringMatching(/^The workflow could not be told .*concurrency limit/),
		]);
		const query = Object.fromEntries(new URLSearchParams(String(headers.Location).slice(1)));
		const asked = page.show({ query });
		await jest.advanceTimersByTimeAsync(20_000);
		expect(await asked).toMatchObject({ status: 303, item: undefined });
	});

	it('n8n cannot take it: the next request tells the workflow', async () => {
		const page = waitingPage();
		const failing = await page.send({ slot: '10', ...PLATFORM_BOOKS, n8n: 'fails' });
		expect([failing.status, failing.warnings.length]).toEqual([303, 1]);
		const { item, text } = await page.show();
		expect(item).toMatchObject({ booked: true, appointmentId: 'appt-1' });
		expect(text).toContain('Your appointment is booked');
		expect((await page.show()).item).toBeUndefined();
	});

	it('after a restart, the address says that it is not confirmed yet, where the platform cannot be asked', async () => {
		const page = waitingPage();
		const query = { ...addressOfForm((await page.show({ slot: '10' })).html), notice: 'pending' };
		expect((await page.show({ query })).text).toMatch(/Almost done .*it is not confirmed yet/);
	});
});

describe('that it may have been done already is known to a process that was started since', () => {
	afterEach(() => jest.useRealTimers());

	it('by the address of a booking that n8n could not take up', async () => {
		const page = waitingPage();

		const { headers } = await page.send({ slot: '10', ...PLATFORM_BOOKS, n8n: 'fails' });

		const { offer, notice } = Object.fromEntries(
			new URLSearchParams(String(headers.Location).slice(1)),
		);
		expect(page.opens('book', offer)).toMatchObject({ isRepeat: true });
		// "Almost done", and not that nobody knows.
		expect(notice).toBe('pending');
	});

	it('by the page that is shown while a booking is under way', async () => {
		runClock();
		const page = waitingPage();
		const slow = new Promise((resolve) => setTimeout(resolve, 40_000, { id: 'appt-1' }));
		const sent = page.send({ slot: '10', writeResponses: [slow] });
		await jest.advanceTimersByTimeAsync(1_000);

		const { html } = await page.show();

		expect(page.opens('book', offerOfForm(html))).toMatchObject({ isRepeat: true });
		await jest.advanceTimersByTimeAsync(80_000);
		await sent;
	});

	it('by the page that says that the contact has an appointment then, so that it can be kept', async () => {
		const page = waitingPage();
		const { html } = await page.submit({ slot: '10', writeResponses: [failed(409)] });

		const kept = await page.submit({
			slot: '10',
			fields: { offer: offerOfForm(html) },
			writeResponses: [failed(409)],
		});

		expect(kept.item).toMatchObject({ booked: true, alreadyBooked: true, ...at('10') });
	});
});

it('a page of what nobody knows counts down to no end: what is asked of it can still be asked then', async () => {
	const page = waitingPage({ waitEnds: '2026-11-21T13:00:00.000Z' });
	const query = addressOfForm((await page.show({ slot: '10' })).html);

	const { html, text } = await page.show({ query });

	expect(text).toContain('Check whether it went through');
	expect(html).not.toContain('data-left');
});

describe('with HighLevel, before a form books', () => {
	const node = { api: 'highLevel' };
	const own = { id: 'appt-1', contactId: 'ada', calendarId: 'cal-1', ...at('10') };
	const bookedByLink = { ...own, dateAdded: '2026-11-20T12:00:01.000Z' };

	it("an appointment of the contact's at that time is found, also one that is older than the link", async () => {
		const { item, writes } = await waitingPage(node).submit({
			slot: '10',
			listedAppointments: [{ ...own, dateAdded: '2026-11-01T12:00:00.000Z' }],
		});

		expect(writes).toEqual([]);
		expect(item).toMatchObject({ booked: true, alreadyBooked: true, appointmentId: 'appt-1' });
	});

	it('what the contact writes goes on with the appointment that is found', async () => {
		const { item } = await waitingPage(node).submit({
			slot: '10',
			fields: { note: 'At the back door' },
			listedAppointments: [bookedByLink],
		});

		expect(item).toMatchObject({ alreadyBooked: true, note: 'At the back door' });
	});

	it('a refusal that the platform explains by an appointment of the contact at that time is told as booked before', async () => {
		const { item } = await waitingPage(node).submit({
			slot: '10',
			writeResponses: [failed(400, { message: 'Slot not available' })],
			listedAfterWrite: [bookedByLink],
		});

		expect(item).toMatchObject({ booked: true, alreadyBooked: true, appointmentId: 'appt-1' });
	});

	it('the platform is asked anew, though the page has read the appointments a moment ago', async () => {
		const page = waitingPage(node);
		await page.show({ slot: '10', freeSlots: ['11'] });

		const { item, writes } = await page.submit({ slot: '10', listedAppointments: [bookedByLink] });

		expect(writes).toEqual([]);
		expect(item).toMatchObject({ booked: true, alreadyBooked: true });
	});
});

it('with HighLevel, the first of two appointments that were booked by the link is the one to keep', async () => {
	const own = { contactId: 'ada', calendarId: 'cal-1', dateAdded: '2026-11-20T12:00:01.000Z' };
	const both = [
		{ id: 'appt-1', ...own, ...at('10') },
		{ id: 'appt-2', ...own, ...at('14') },
	];

	const { text } = await waitingPage({ api: 'highLevel' }).show({ listedAppointments: both });

	expect(text).toMatch(/Your appointment .* 10:00 – 10:30.* Keep it/);
});

it('with HighLevel, the address of a form reads the appointments anew that a page has read three seconds ago', async () => {
	runClock();
	const page = waitingPage({ api: 'highLevel' });
	const query = addressOfForm((await page.show({ slot: '10' })).html);
	await page.show();
	await jest.advanceTimersByTimeAsync(3_000);
	const booked = { id: 'appt-1', contactId: 'ada', calendarId: 'cal-1', ...at('10') };

	const { text } = await page.show({
		query,
		listedAppointments: [{ ...booked, dateAdded: '2026-11-20T12:00:01.000Z' }],
	});

	expect(text).toContain('Your appointment is booked');
	jest.useRealTimers();
});

it('a form for a time that the page has not offered is asked anew, for that time', async () => {
	const { text, item, writes } = await waitingPage().submit({ slot: '14', fields: { offer: '' } });

	expect(text).toMatch(/Book this time\? .*2:00 – 2:30.PM/);
	expect(item).toBeUndefined();
	expect(writes).toEqual([]);
});
