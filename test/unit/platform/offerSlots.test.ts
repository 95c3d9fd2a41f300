import type { IDataObject } from 'n8n-workflow';

import { Platform } from '../../../nodes/Platform/Platform.node';
import { makeSeal, openSeal } from '../../../nodes/Platform/contactReply/seal';
import { lost } from '../platformApi/fakePlatform';
import { addressOfForm, at, PLATFORM_BOOKS, waitingPage, type Visit } from './contactPage';
import { act, byId, expectRefused, TOOL } from './nodeOnPlatform';
import { stopClockAt } from '../../support/clock';

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
			'An execution has one page. To offer one of the slots of a Slot Trigger, put a Limit node before it. Otherwise, put a Loop Over Items node with a batch size of 1 before it, and send the link inside the loop.',
		);
		expect(end.waitTill).toBeUndefined();
	});

	it("as an agent's tool", async () => {
		const end = await offer({}, { node: TOOL });

		expectRefused(
			end,
			"'Offer Slots and Wait' cannot be an agent's tool",
			'Use another tool where one fits',
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
	const page = waitingPage({ options: { title: 'Call' }, page: { place: 'Pier 1' } });

	const { item, html } = await page.submit({ slot: '10', ...PLATFORM_BOOKS });

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
	for (const line of ['UID:appt-1', 'SUMMARY:Call', 'LOCATION:Pier 1'])
		expect(ics).toContain(`${line}\r\n`);
	expect(html).toContain(`href="data:text/calendar;charset=utf-8,${encodeURIComponent(ics)}"`);
	for (const link of Object.values(links))
		expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
});

it('after booking, the page says what the workflow wants to be known, in frames of the sites that it names', async () => {
	const page = waitingPage({
		page: {
			framedBy: 'https://www.example.com/, https://*.example.org',
			messageAfter: 'Room 2',
			businessName: 'Harbor Dental',
			accentColor: '#AA3300',
		},
	});

	const { text, html, headers } = await page.submit({ slot: '10', ...PLATFORM_BOOKS });

	expect(text).toContain('Harbor Dental Your appointment is booked');
	expect(text).toContain('Room 2');
	expect(html).toContain('--brand: #AA3300;');
	const directives = String(headers['Content-Security-Policy']).split('; ');
	expect(directives).toContain('frame-ancestors https://www.example.com https://*.example.org');
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
	expect(warnings).toEqual([
		'The outcome of a write (book) is unknown: Outcome unknown: the connection ended before the platform responded (ECONNRESET), so it may or may not have gone through.',
	]);
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
	];

	// The signature is the last part.
	const signatures = seals.map((seal) => seal.split('_').at(-1));
	expect(new Set(signatures).size).toBe(seals.length);
});

it('a seal keeps the offset in which the calendar has listed the slot', () => {
	const seal = makeSeal('key', 'wait');
	const slot = { start: 1, end: 2, offset: -300 };

	const opened = openSeal(seal, 'book', seal('book', slot));

	expect(opened).toEqual({ slot, isRepeat: false });
});

it('a form still counts once its access token was refreshed, since the client secret stays', async () => {
	const page = waitingPage({ credential: { clientSecret: 'stays' } });
	const { html } = await page.show({ slot: '10' });

	const { item } = await page.submit({
		slot: '10',
		...PLATFORM_BOOKS,
		fields: { offer: addressOfForm(html).offer },
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

	for (const { text } of [first, second]) {
		expect(text).toContain('Your appointment is booked');
		expect(text).toContain(' 10:00');
	}
	expect(first.item).toMatchObject({ appointmentId: 'appt-1' });
	expect(second.item).toBeUndefined();
	expect(second.writes).toEqual([]);
});

it('a form for a time that the page has not offered is asked anew, for that time', async () => {
	const { text, item, writes } = await waitingPage().submit({ slot: '14', fields: { offer: '' } });

	expect(text).toContain('Book this time?');
	expect(text).toContain('2:00 – 2:30 PM');
	expect(item).toBeUndefined();
	expect(writes).toEqual([]);
});
