import type { IDataObject } from 'n8n-workflow';

import { makeSeal, openSeal } from '../../../nodes/Platform/contactReply/seal';
import { failed, lost } from '../platformApi/fakePlatform';
import { addressOfForm, ALL, at, BOOKS, offered, page, type Visited } from './contactPage';
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

it.each([
	[undefined, '2026-11-24T12:00:00.000Z'],
	[2, '2026-11-21T14:00:00.000Z'],
	['1.5', '2026-11-21T13:30:00.000Z'],
	[8_784, '2027-11-22T12:00:00.000Z'],
])(
	'Offer Slots and Wait shows the link, reads nothing, and waits with the item for %j hours, which the page can tell',
	async (waitHours, end) => {
		const { json, hints, sent, metadata, waitTill, kept } = await offer({ options: { waitHours } });
		expect([json, hints, sent]).toEqual([[{ name: 'Ada' }], [], []]);
		expect(metadata?.resumeUrl).toMatch(
			/^http:\/\/127\.0\.0\.1:5678\/webhook-waiting\/.*signature=/,
		);
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
	const message: unknown = expect.stringMatching(/^Whoever fills in the Form Trigger/);
	expect(hints).toMatchObject([{ message }]);
	expect(waitTill).toBeDefined();
});

const expectNone = async (parameters: IDataObject, given: object, ...says: [string, string?]) => {
	const ended = await offer(parameters, given);
	expectRefused(ended, ...says);
	expect(ended.waitTill).toBeUndefined();
};

const REFUSED: Record<string, IDataObject[]> = {
	"'Contact' is empty": [{ contactId: '' }],
	"'Days Ahead' must be a whole number from 1 to 60, not ": [0, 61].map((daysAhead) => ({
		options: { daysAhead },
	})),
	"'Limit Wait Time (Hours)' must be more than 0 and at most 8784": [0, 8_785].map((waitHours) => ({
		options: { waitHours },
	})),
	"'Accent Color' must be a color, not '": ['#0b6b64; }', 'a#0b6b64'].map((accentColor) => ({
		page: { accentColor },
	})),
	"'Redirect After Booking' must be a web address, not '": [
		{ page: { redirect: 'javascript:alert(1)' } },
		{ page: { redirect: 'https://www.example.com/\nthanks' } },
	],
	"'Sites That May Embed It' cannot be used. Its entry 2 must be a site": [
		{ page: { framedBy: 'https://a.example.com, b.example.com' } },
	],
	// A browser would let all pages of the site embed it.
	"'Sites That May Embed It' cannot be used. Its entry 1 must be a site": [
		{ page: { framedBy: 'https://a.example.com/book' } },
		{ page: { framedBy: 'https://a.example.com/?page=1' } },
		{ page: { framedBy: 'https://ada@a.example.com' } },
		// It would begin another directive of the header.
		{ page: { framedBy: 'https://a.example.com;script-src' } },
		{ page: { framedBy: "https://a.example.com'" } },
	],
	"'Page Language' must be a language of the page, not '": ['tlh', 'constructor'].map(
		(language) => ({ page: { language } }),
	),
};

it.each(Object.entries(REFUSED))('%s: nothing is offered with %j', async (message, values) => {
	for (const parameters of values) await expectNone(parameters, {}, message);
});

it.each([
	// It would look like a booking after the time limit.
	[
		{ items: [{ booked: 'yes' }] },
		"The input already has 'booked', so a timeout could not be detected",
		"Remove 'booked' with",
	],
	[
		{ items: [{}, {}] },
		"'Offer Slots and Wait' takes one item at a time and got 2",
		'put a Loop Over Items node',
	],
	[
		{ node: TOOL },
		"'Offer Slots and Wait' cannot be an agent's tool",
		'use another tool where one fits',
	],
])('nothing is offered with %j', async (given, message, whatToDo) => {
	await expectNone({}, given, message, whatToDo);
});

// Texts can quote what n8n makes of an object.
const [explanation, heading, messageAfter, host] = Array<string>(4).fill('Why [object Object]?');

it.each<IDataObject>([
	...[1, 60].map((daysAhead) => ({ options: { daysAhead } })),
	...[false, 'false'].map((booked) => ({ items: [{ booked }] })),
	...['en_US', 'DE', 'browser', 'Browser', ''].map((language) => ({ page: { language } })),
	{ page: { explanation, heading, messageAfter, host } },
])('a page is offered with %j', async ({ items = [{}], ...parameters }) => {
	expect((await offer(parameters, { items })).waitTill).toBeDefined();
});

it('after booking, the workflow goes on with what Book puts out, and with what the page has for calendars', async () => {
	const options = { title: 'Call' };
	const { item, html } = await page({ options, page: { place: 'Pier 1' } }).book('10', BOOKS);
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
	const { text, html, headers } = await page({ page: texts }).book('10', BOOKS);
	expect(text).toMatch(/Harbor Dental Your appointment is booked .* Room 2/);
	expect(html).toContain('--brand: #AA3300;');
	expect(headers['Content-Security-Policy']).toMatch(
		/frame-ancestors https:\/\/www\.example\.com https:\/\/\*\.example\.org$/,
	);
});

const unsure = async () => {
	const own = page({ options: { simplify: false } });
	const { html, text, ...first } = await own.book('10', { writes: [lost()] });
	expect([first.status, first.item, first.warnings]).toEqual([
		200,
		undefined,
		[expect.stringMatching(/^The outcome of a write \(book\) is unknown: /)],
	]);
	expect(text).toContain('Check whether it went through');
	expect(html).toContain('>Check again</button>');
	expect(html).not.toContain('text/calendar');
	return own;
};

it('a booking whose response is lost is asked for again, whatever else is chosen', async () => {
	const again = await (await unsure()).book('14', { writes: [{ id: 'appt-1' }] });
	expect(again.written).toEqual([at('10').startTime]);
	expect(again.item).toMatchObject({
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
	const own = page(byEmail);
	const none = { act: 'none', fields: { note: 'Only on weekends' } };
	const unknown = await own.book(undefined, { ...none, found: { contacts: [], total: 0 } });
	expect([unknown.item, unknown.warnings.length]).toEqual([undefined, 1]);
	expect(unknown.text).toContain('trying again does not help');
	expect((await own.book(undefined, none)).item).toEqual({
		booked: false,
		contactId: 'con-ada',
		calendarId: 'cal-1',
		note: 'Only on weekends',
	});
});

it('with HighLevel, a booking that the contact has already is not made again, and told with the times that the platform has', async () => {
	const times = { startTime: at('10').startTime, endTime: at('11').startTime };
	const { item } = await page({ api: 'highLevel' }).book('10', {
		has: [{ id: 'appt-1', contactId: 'ada', calendarId: 'cal-1', ...times }],
	});
	const message = expect.stringContaining('End is 2026-11-23T11:00:00+00:00, not');
	expect(item).toMatchObject({ booked: true, appointmentId: 'appt-1', ...times, message });
	expect((item?.calendarEntry as IDataObject).ics).toContain('DTEND:20261123T110000Z');
});

it('what a page has offered is taken after the token was refreshed', async () => {
	const own = page({ credential: { clientSecret: 'secret-1' } });
	const { html } = await own.show({ slot: '10', accessToken: 'token-1' });
	const { offer } = addressOfForm(html);
	const { item } = await own.book('10', { ...BOOKS, accessToken: 'token-2', fields: { offer } });
	expect(item).toMatchObject({ booked: true });
});

it.each<[string, Visited]>([
	['with no seal', { fields: { offer: undefined } }],
	[
		'with a seal that is not its own',
		{ fields: { offer: `1795428000000_1795429800000__${'0'.repeat(64)}` } },
	],
	...['cancelx', 'confirm'].map((act): [string, Visited] => [`for "${act}"`, { act }]),
])('a slot is written only as the page has offered it, not %s', async (_, visited) => {
	const own = page();
	expect(await own.post('10', visited)).toMatchObject({ item: undefined, written: [] });
	expect((await own.book('10', BOOKS)).item).toMatchObject({ booked: true });
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
	const own = page({ credential: { clientSecret: 'stays' } });
	const { html } = await own.show({ slot: '10' });
	const fields = { offer: addressOfForm(html).offer };
	const { item } = await own.book('10', { ...BOOKS, fields, accessToken: 'refreshed' });
	expect(item).toMatchObject({ booked: true, ...at('10') });
});

it('of decisions at the same time, the first is carried out, and both are told it', async () => {
	const own = page();
	const [first, second] = await Promise.all([own.post('10', BOOKS), own.post('11')]);
	for (const { text } of [first, second])
		expect(text).toMatch(/Your appointment is booked .* 10:00/);
	expect([first.item?.appointmentId, second.item, second.written]).toEqual([
		'appt-1',
		undefined,
		[],
	]);
});

describe('a platform that takes longer than a person waits', () => {
	/** A booking whose response comes after 40 seconds, and what the contact is shown before. */
	const begin = async (own: ReturnType<typeof page>, outcome: unknown) => {
		runClock();
		const slow = new Promise((resolve, reject) =>
			setTimeout(() => (outcome instanceof Error ? reject(outcome) : resolve(outcome)), 40_000),
		);
		const first = own.post('10', { writes: [slow], free: ['11'] });
		await ended(25.1);
		expect(await own.show()).toMatchObject({
			text: expect.stringMatching(/Check whether it went through .* 10:00/),
			html: expect.stringContaining('>Check again</button>'),
		});
		return { first };
	};
	const ended = async (seconds: number) => await jest.advanceTimersByTimeAsync(seconds * 1_000);
	afterEach(() => jest.useRealTimers());

	it('is asked by the contact, who is told, and the workflow goes on', async () => {
		const own = page();
		const { first } = await begin(own, { id: 'appt-1' });
		const again = own.post('10', { isRepeat: true });
		await ended(15);
		expect(await again).toMatchObject({
			text: expect.stringContaining('Your appointment is booked'),
			item: { booked: true, appointmentId: 'appt-1' },
		});
		await ended(30);
		expect(await first).toMatchObject({ status: 303, item: undefined, warnings: [] });
	});

	it.each([
		[{ id: 'appt-1' }, expect.objectContaining({ booked: true, appointmentId: 'appt-1' })],
		[failed(409), undefined],
	])(
		'is asked by nobody: the workflow goes on all the same, if it is booked: %j',
		async (outcome, item) => {
			const { first } = await begin(page(), outcome);
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
		const after = page(highLevel);
		const has = [sinceThen];
		const { text, html, item } = await after.show({ has });
		expect(text).toMatch(
			/Your appointment .*If you chose this time here, keep it.* 10:00 – 10:30.* Keep it Choose another time/,
		);
		expect([offered(html), item]).toEqual([['10'], undefined]);
		expect(html).toMatch(/&amp;beside=[^"]*&amp;do=book">Choose another time/);
		expect((await after.show({ has, query: { do: 'book' } })).text).toContain('9:00');
		const kept = await after.book('10', { has, isRepeat: true });
		expect(kept.item).toMatchObject({ booked: true, alreadyBooked: true, ...at('10') });
	});

	it('a booking that begins within the minimum notice can still be kept', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T09:20:00Z'));
		const after = page(highLevel);
		const { html } = await after.show({ has: [sinceThen] });
		const fields = { offer: addressOfForm(html).offer };
		const { item } = await after.book('10', { has: [sinceThen], fields });
		expect(item).toMatchObject({ booked: true, alreadyBooked: true, ...at('10') });
	});

	it.each<[string, Visited, number]>([
		['is older than the link', { has: [{ ...sinceThen, dateAdded: '2026-11-20T11:59:59Z' }] }, 0],
		['does not say how old it is', { has: [own] }, 0],
		["is another contact's", { has: [{ ...sinceThen, contactId: 'ben' }] }, 0],
		['was canceled', { has: [{ ...sinceThen, appointmentStatus: 'cancelled' }] }, 0],
		['cannot be read, which the operator hears', { has: failed(403) }, 1],
	])(
		'the link that is opened anew offers the free times where the appointment %s',
		async (_, visited, reports) => {
			const { html, warnings } = await page(highLevel).show(visited);
			expect([offered(html), warnings.length]).toEqual([ALL, reports]);
		},
	);

	it('the link that is opened anew asks once for all contacts, and looks up one by email only where something is new, or somebody decides', async () => {
		const anew = page({ ...byEmail, account: 'anew' });
		const paths = async (visited: Visited) =>
			(await anew.show(visited)).sent.map(({ path }) => path);
		const shown = await paths({ has: [{ ...own, contactId: 'con-ada' }] });
		expect(shown).toContain('/calendars/events');
		expect(shown).not.toContain('/contacts/search');
		expect(await paths({})).toEqual([]);
		const { sent, item } = await anew.book('10', BOOKS);
		expect(sent.filter(({ path }) => path === '/contacts/search')).toHaveLength(1);
		expect(item).toMatchObject({ booked: true, contactId: 'con-ada', ...at('10') });
		const has = [{ ...sinceThen, contactId: 'con-ada' }];
		expect((await page(byEmail).show({ has })).text).toContain('Keep it');
	});
});

describe('after a restart, of which the contact learns nothing', () => {
	const own = { id: 'appt-1', contactId: 'ada', calendarId: 'cal-1', ...at('10') };
	const sinceThen = { ...own, dateAdded: '2026-11-20T12:00:01.000Z' };
	const highLevel = { api: 'highLevel' };
	beforeEach(runClock);
	afterEach(() => jest.useRealTimers());
	/** The address of a form that was sent some time ago. */
	const sentAddress = async (of: ReturnType<typeof page>) => {
		const query = addressOfForm((await of.show({ slot: '10' })).html);
		await jest.advanceTimersByTimeAsync(15_000);
		return query;
	};
	it('with HighLevel, the address of the form that was sent shows the booking, and the workflow continues', async () => {
		const after = page(highLevel);
		const query = await sentAddress(after);
		const { text, item, written } = await after.show({ query, has: [sinceThen], free: ['11'] });
		expect(text).toMatch(/Your appointment is booked .* 10:00/);
		expect(item).toMatchObject({ booked: true, alreadyBooked: true, appointmentId: 'appt-1' });
		expect(written).toEqual([]);
	});

	it.each([
		['asks again whether to book, where it is still free', ALL, /Book this time\?/],
		[
			'says that it is taken, where it is not',
			['11'],
			/That time is no longer available These free/,
		],
	])(
		'with HighLevel, the address of a form that was never carried out %s',
		async (_, free, text) => {
			const after = page(highLevel);
			const query = await sentAddress(after);
			const shown = await after.show({ query, free });
			expect(shown.text).toMatch(text);
			expect(shown.item).toBeUndefined();
		},
	);

	it('with HighLevel, nothing is said of a time that is not free before the platform was asked', async () => {
		const visited = { slot: '10', free: ['11'], has: [sinceThen] };
		const { text } = await page(highLevel).show(visited);
		expect(text).toMatch(/Your appointment .*If you chose this time here, keep it.* 10:00/);
	});

	it('with HighLevel, a form for another time books nothing beside the booking, unless the contact wants both', async () => {
		const after = page(highLevel);
		const has = [sinceThen];
		const other = await after.book('14', { has });
		expect(other.written).toEqual([]);
		expect(other.text).toMatch(/Your appointment .* 10:00 – 10:30.* Keep it Choose another time/);
		const [, beside] = /beside=([^&]*)&amp;do=book">Choose another time/.exec(other.html) ?? [];
		const both = await after.book('14', { has, fields: { beside }, writes: [{ id: 'appt-2' }] });
		expect(both.item).toMatchObject({ booked: true, appointmentId: 'appt-2', ...at('14') });
	});

	it('with HighLevel, the contact who keeps the booking reads of another time that it is taken, not of the booking again', async () => {
		const after = page(highLevel);
		const visited = { has: [sinceThen], free: ['11'] };
		const { html } = await after.show(visited);
		const [, beside] = /beside=([^&]*)&amp;do=book">Choose another time/.exec(html) ?? [];
		const { text } = await after.show({ ...visited, query: { do: 'book', beside }, slot: '14' });
		expect(text).toContain('That time is no longer available');
		expect(text).not.toContain('Keep it');
	});

	it('with HighLevel, the address of a form does not take another time that was booked by the link for its own', async () => {
		const after = page(highLevel);
		const query = await sentAddress(after);
		const { item, text } = await after.show({ query, has: [{ ...sinceThen, ...at('14') }] });
		expect(item).toBeUndefined();
		expect(text).not.toContain('Your appointment is booked');
	});

	it('with HighLevel, an appointment that the contact keeps beside is one that the page has named', async () => {
		const forged = { beside: `1795428000000_1795429800000_0_${'0'.repeat(64)}` };
		const { written } = await page(highLevel).book('14', { has: [sinceThen], fields: forged });
		expect(written).toEqual([]);
	});

	it.each<[string, Visited['has'], string[], RegExp]>([
		[
			'a token without the scope books all the same, which the operator hears',
			failed(403),
			[at('10').startTime],
			/is booked/,
		],
		[
			'nothing is booked where the platform does not say',
			failed(503),
			[],
			/try again in a few minutes/,
		],
	])('with HighLevel, %s', async (_, has, written, text) => {
		const sent = page(highLevel).book('10', {
			has,
			writes: written.length > 0 ? [{ id: 'appt-1' }] : [],
		});
		await jest.advanceTimersByTimeAsync(60_000);
		const done = await sent;
		expect(done.written).toEqual(written);
		expect(done.text).toMatch(text);
		expect(done.warnings).toHaveLength(1);
	});

	it('in the form that cannot be asked, the address of the form that was sent says that nobody knows, and one more form finds out', async () => {
		const after = page();
		const query = await sentAddress(after);
		const { text, html } = await after.show({ query, free: ['11'] });
		expect(text).toMatch(/Check whether it went through .* 10:00/);
		expect(html).toContain('>Check again</button>');
		const found = await after.book('10', { writes: [failed(409)] });
		expect(found.text).toContain('Keep it');
		const kept = await after.book('10', { isRepeat: true, writes: [failed(409)] });
		expect(kept.item).toMatchObject({ booked: true, alreadyBooked: true, ...at('10') });
	});

	it('in the form that cannot be asked, a time that is not free may be that of the contact', async () => {
		const { text } = await page().show({ slot: '10', free: ['11'] });
		expect(text).toContain('it may be yours already');
		const refused = await page().show({ slot: '10', free: ['11'], query: { notice: 'taken' } });
		expect(refused.text).not.toContain('it may be yours already');
	});

	it('nobody can add by hand that it may be done already, and so book within the minimum notice', async () => {
		const own = page();
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T09:20:00Z'));
		const { written, text } = await own.book('10', {
			fields: { again: '1' },
			query: { again: '1' },
		});
		expect(written).toEqual([]);
		expect(text).toContain('That time is no longer available');
	});
});

describe('the contact reads that it is done once n8n has taken it', () => {
	beforeEach(runClock);
	afterEach(() => jest.useRealTimers());

	it('n8n waits for capacity: the contact reads that it is not confirmed yet, and the operator hears of it', async () => {
		const own = page();
		const sent = own.post('10', { ...BOOKS, n8n: 'waits' });
		await jest.advanceTimersByTimeAsync(20_000);
		const { status, headers, warnings, item } = await sent;
		expect([status, item?.booked]).toEqual([303, true]);
		expect(warnings).toEqual([
			expect.stringMatching(/^The workflow could not be told .*concurrency limit/),
		]);
		const query = Object.fromEntries(new URLSearchParams(String(headers.Location).slice(1)));
		const asked = own.show({ query });
		await jest.advanceTimersByTimeAsync(20_000);
		expect(await asked).toMatchObject({ status: 303, item: undefined });
	});

	it('n8n cannot take it: the next request tells the workflow', async () => {
		const own = page();
		const failing = await own.post('10', { ...BOOKS, n8n: 'fails' });
		expect([failing.status, failing.warnings.length]).toEqual([303, 1]);
		const { item, text } = await own.show();
		expect(item).toMatchObject({ booked: true, appointmentId: 'appt-1' });
		expect(text).toContain('Your appointment is booked');
		expect((await own.show()).item).toBeUndefined();
	});

	it('after a restart, the address says that it is not confirmed yet, where the platform cannot be asked', async () => {
		const own = page();
		const query = { ...addressOfForm((await own.show({ slot: '10' })).html), notice: 'pending' };
		expect((await own.show({ query })).text).toMatch(/Almost done .*it is not confirmed yet/);
	});
});
