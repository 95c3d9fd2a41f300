import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import { ALL, at, offered, page, refused, type Visited } from './contactPage';
import { act, byId, expectRefused, TOOL } from './nodeOnPlatform';
import { runClock, stopClockAt } from '../../support/clock';

const NOW = Date.parse('2026-11-21T12:00:00Z');
stopClockAt(NOW);

const calendar = { calendar: { id: 'cal-1', name: 'Calls' } };

async function offer(parameters: IDataObject = {}, given: object = {}) {
	const { run, waitTill, ...ended } = await act(
		'appointment.offerSlots',
		{
			calendarId: byId('cal-1'),
			contactId: 'ada',
			...parameters,
			options: { timezone: byId('Europe/Berlin'), ...(parameters.options as IDataObject) },
		},
		{ responses: [calendar], items: [{ name: 'Ada' }], ...given },
	);
	const { contextData, nodeExecutionStack } = run.executionData!;
	return {
		...ended,
		waits: waitTill ? [waitTill] : [],
		metadata: nodeExecutionStack[0].metadata,
		kept: contextData['node:Node'],
	};
}

it('Offer Slots and Wait shows the link and waits with the item, and reads nothing before', async () => {
	const { json, sent, waits, metadata, error } = await offer();
	expect([json, error]).toEqual([[{ name: 'Ada' }], undefined]);
	expect(sent).toEqual([]);
	expect(metadata?.resumeUrl).toMatch(/^http:\/\/127\.0\.0\.1:5678\/webhook-waiting\/.*signature=/);
	// Three days, where nothing else is chosen, and two minutes for what the contact does last.
	expect(waits).toEqual([new Date(NOW + 3 * 86_400_000 + 120_000)]);
});

it.each([
	['formTrigger', 1],
	['webhook', 0],
])('says where its page is not seen: after a %s', async (trigger, count) => {
	const getParentNodes = () => [
		{ name: 'Start', type: `n8n-nodes-base.${trigger}`, typeVersion: 2, disabled: false },
	];
	const { hints, waits } = await offer({}, { context: { getParentNodes } });
	expect([
		hints.map(({ message }) => /^Whoever fills in the Form Trigger/.test(message)),
		waits.length,
	]).toEqual([Array(count).fill(true), 1]);
});

it.each([
	[2, '2026-11-21T14:00:00.000Z'],
	['1.5', '2026-11-21T13:30:00.000Z'],
	[8_784, '2027-11-22T12:00:00.000Z'],
])('the wait ends after %j hours, and the page can tell', async (waitHours, end) => {
	const { waits, kept } = await offer({ options: { waitHours } });
	const ended = waits.map((date) => new Date(date.getTime() - 120_000).toISOString());
	expect([ended, kept]).toEqual([[end], { waitBegan: '2026-11-21T12:00:00.000Z', waitEnds: end }]);
});

const expectNone = async (
	parameters: IDataObject,
	given: object,
	message: string,
	whatToDo?: string,
) => {
	const { waits, ...ended } = await offer(parameters, given);
	expectRefused(ended, message, whatToDo);
	expect(waits).toEqual([]);
};

it.each<[string, string, unknown[], string]>([
	[
		'options',
		'daysAhead',
		[0, 61, -1, 'many'],
		"'Days Ahead' must be a whole number from 1 to 60, not ",
	],
	[
		'options',
		'waitHours',
		[0, -1, 8_785, 'later'],
		"'Limit Wait Time (Hours)' must be more than 0 and at most 8784",
	],
	[
		'page',
		'accentColor',
		['red', '#0b6b64; }', 'a#0b6b64'],
		"'Accent Color' must be a color, not '",
	],
	[
		'page',
		'redirect',
		['javascript:alert(1)', 'https://', 'https://www.example.com/\nthanks'],
		"'Redirect After Booking' must be a web address, not '",
	],
	[
		'page',
		'framedBy',
		['https://a.example.com, b.example.com'],
		"'Sites That May Embed It' must be a list of sites",
	],
	[
		'page',
		'language',
		['tlh', 'constructor'],
		"'Page Language' must be a language of the page, not '",
	],
])('nothing is offered with %s.%s of %j', async (collection, name, values, message) => {
	for (const value of values)
		await expectNone({ [collection]: { [name]: value } } as IDataObject, {}, message);
});

it('nothing is offered with a length below 0', async () => {
	await expectNone({ duration: -5 }, {}, "'Duration (Minutes)' must be 0 or more minutes");
});

const HAS_BOOKED = "The input already has 'booked', so a timeout could not be detected";

it.each<[object, string, string]>([
	// It would look like a booking after the time limit.
	...[true, 'true', 1, 'yes'].map((booked): [object, string, string] => [
		{ items: [{ booked }] },
		HAS_BOOKED,
		"Remove 'booked' with",
	]),
	[
		{ items: [{}, {}] },
		"'Offer Slots and Wait' takes one item at a time and got 2",
		'put a Loop Over Items node',
	],
	[
		{ node: TOOL },
		"'Offer Slots and Wait' cannot be an agent's tool",
		'Use Calendar > Get Free Slots and Appointment > Book',
	],
])('nothing is offered with %j', async (given, message, whatToDo) => {
	await expectNone({}, given, message, whatToDo);
});

it.each<IDataObject>([
	...[1, 60].map((daysAhead) => ({ options: { daysAhead } })),
	...[false, 'false'].map((booked) => ({ items: [{ booked }] })),
	...['en_US', 'pt-BR', 'DE', 'browser', ''].map((language) => ({ page: { language } })),
	// Texts can quote what n8n makes of an object.
	...['explanation', 'heading', 'messageAfter', 'host'].map((text) => ({
		page: { [text]: 'Why does it say [object Object]?' },
	})),
])('a page is offered with %j', async ({ items = [{}], ...parameters }) => {
	expect((await offer(parameters, { items })).waits).toHaveLength(1);
});

it('after booking, the workflow goes on with what Book puts out', async () => {
	const { item } = await page({ options: { title: 'Call' } }).book('10', {
		writes: [{ id: 'appt-1' }],
	});
	const slot = {
		slotSource: 'startEnd',
		startTime: '2026-11-23T10:00:00Z',
		endTime: '2026-11-23T10:30:00Z',
	};
	const { json } = await act(
		'appointment.book',
		{ calendarId: byId('cal-1'), contactId: 'ada', options: { title: 'Call' }, ...slot },
		{ responses: [{ id: 'appt-1' }] },
	);
	expect(Object.keys(item ?? {}).filter((key) => key !== 'calendarEntry')).toEqual(
		Object.keys(json[0]).slice(0, 9),
	);
});

it('after booking, the item has what the page has for calendars', async () => {
	const { item, html } = await page({ options: { title: 'Call' }, page: { place: 'Pier 1' } }).book(
		'10',
		{ writes: [{ id: 'appt-1' }] },
	);
	const { ics, ...links } = item?.calendarEntry as Record<string, string>;
	expect(ics).toMatch(/UID:appt-1\r\n.*SUMMARY:Call\r\nLOCATION:Pier 1\r\n/s);
	expect(html).toContain(`href="data:text/calendar;charset=utf-8,${encodeURIComponent(ics)}"`);
	for (const link of Object.values(links))
		expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
	expect(Object.keys(links)).toEqual(['google', 'outlook', 'microsoft365']);
});

it.each([
	['nothing follows', undefined, false],
	['Ask to Confirm and Wait follows', {}, true],
	['it is switched off', { disabled: true }, false],
	[
		'it can only be confirmed',
		{ parameters: { operation: 'askToConfirm', options: { choices: ['confirm'] } } },
		false,
	],
	['another operation follows', { parameters: { operation: 'cancel' } }, false],
	['another node follows', { type: 'n8n-nodes-base.noOp' }, false],
])('after booking, the page says whether the link opens again: %s', async (_, other, opens) => {
	const parameters = { operation: 'askToConfirm', options: {} };
	const next = [
		other && {
			name: 'Ask',
			type: 'n8n-nodes-crm-platform.platform',
			typeVersion: 1,
			disabled: false,
			parameters,
			...other,
		},
	].filter((node) => node !== undefined);
	const { text } = await page().book('10', { next, writes: [{ id: 'appt-1' }] });
	expect([text.includes('open your link again'), text.includes('cannot be opened again')]).toEqual([
		opens,
		!opens,
	]);
});

it('after booking, the page says what the workflow wants to be known, in frames of the sites that it names', async () => {
	const texts = {
		framedBy: 'https://www.example.com/book, https://*.example.org',
		messageAfter: 'Room 2',
		businessName: 'Harbor Dental',
		accentColor: '#AA3300',
	};
	const { text, html, headers } = await page({ page: texts }).book('10', {
		writes: [{ id: 'appt-1' }],
	});
	expect(text).toMatch(/Harbor Dental Your appointment is booked .* Room 2/);
	expect(html).toContain('--brand: #AA3300;');
	expect(headers['Content-Security-Policy']).toMatch(
		/frame-ancestors https:\/\/www\.example\.com https:\/\/\*\.example\.org$/,
	);
});

const unsure = async (loss: unknown = lost()) => {
	const own = page({ options: { simplify: false } });
	const first = await own.book('10', { writes: [loss] });
	expect([first.status, first.item, first.warnings]).toEqual([
		200,
		undefined,
		[expect.stringMatching(/^The outcome of a write \(book\) is unknown: /)],
	]);
	expect(first.text).toContain('Check whether it went through');
	expect(first.html).toContain('name="again" value="1"');
	expect(first.html).not.toContain('text/calendar');
	return own;
};

it.each(['<html>Welcome</html>', { success: false }, {}, '', { calendarId: 'cal-1' }])(
	'a booking whose response is lost or says nothing is told as such: %j',
	async (body) => {
		await unsure(body);
	},
);

it.each<[string, unknown, object]>([
	['is booked now', { id: 'appt-1' }, { appointmentId: 'appt-1', appointment: { id: 'appt-1' } }],
	['was booked then', failed(409), { appointmentId: null, alreadyBooked: true }],
])(
	'a booking whose response is lost is asked for again, whatever else is chosen: it %s',
	async (_, second, item) => {
		const own = await unsure();
		const again = await own.book('14', { writes: [second] });
		expect(again.written).toEqual([at('10').startTime]);
		expect(again.item).toMatchObject({ booked: true, startTime: at('10').startTime, ...item });
		expect((again.item?.calendarEntry as IDataObject).ics).toMatch(
			/UID:(appt-1|cal-1-1795428000000)\r\n/,
		);
	},
);

it.each([
	['is lost again', lost()],
	['tells nothing', refused],
	['may not', failed(403)],
])('still is not known where the repeat %s', async (_, second) => {
	const own = await unsure();
	const again = await own.book('10', { writes: [second] });
	expect([again.status, again.item, again.warnings.length]).toEqual([200, undefined, 1]);
	for (const { text, written } of [again, await own.show(), await own.show({ slot: '14' })]) {
		expect(text).toMatch(/Check whether it went .* contact the person who sent you the link/);
		expect(text).toMatch(/10:00 – 10:30/);
		expect(written.length).toBeLessThanOrEqual(1);
	}
});

it.each<[string, Visited, object | undefined]>([
	[
		'books it where it had not arrived',
		{ writes: [{ id: 'appt-1' }] },
		{ appointmentId: 'appt-1' },
	],
	['finds it where it had', { writes: [failed(409)] }, { alreadyBooked: true }],
	// Nor is another time offered: the refusal may be due to its own.
	['is not told that it is taken', { free: [['11']], writes: [refused] }, undefined],
])(
	'a booking whose response is lost %s, when n8n was restarted since',
	async (_, visited, item) => {
		const after = (await unsure()).restarted();
		const again = await after.book('10', { ...visited, fields: { again: '1' } });
		expect(again.text).toContain(item ? 'is booked' : 'Check whether it went');
		expect([again.item]).toMatchObject([item]);
	},
);

const onHighLevel = {
	api: 'highLevel',
	contactId: { __rl: true, mode: 'emailOrPhone', value: 'ada@example.com' },
};

it('with HighLevel, no time suits a contact who cannot be looked up at first: the workflow continues once it can', async () => {
	const own = page(onHighLevel);
	const none = { fields: { do: 'none', note: 'Only on weekends' } };
	const unknown = await own.book(undefined, { ...none, found: { contacts: [], total: 0 } });
	expect([unknown.text, unknown.item, unknown.warnings.length]).toEqual([
		expect.stringContaining('trying again does not help'),
		undefined,
		1,
	]);
	expect((await own.book(undefined, none)).item).toEqual({
		booked: false,
		contactId: 'con-ada',
		calendarId: 'cal-1',
		note: 'Only on weekends',
	});
});

it('with HighLevel, a booking that is refused since the contact has it is told with the times that the platform has', async () => {
	const has = [
		{
			id: 'appt-1',
			contactId: 'ada',
			calendarId: 'cal-1',
			startTime: at('10').startTime,
			endTime: at('11').startTime,
		},
	];
	const { item } = await page({ ...onHighLevel, contactId: 'ada' }).book('10', {
		writes: [refused],
		has,
	});
	expect(item).toMatchObject({
		booked: true,
		appointmentId: 'appt-1',
		startTime: at('10').startTime,
		endTime: at('11').startTime,
	});
	expect((item?.calendarEntry as IDataObject).ics).toContain('DTEND:20261123T110000Z');
});

it.each<[string, Visited]>([
	['with no seal', { fields: { offer: undefined } }],
	['of another length', { fields: { offer: undefined }, minutes: 60 }],
	[
		'with a seal that is not its own',
		{ fields: { offer: `1795428000000_1795429800000__${'0'.repeat(64)}` } },
	],
	['of a wait before', { fields: { offer: undefined }, wait: 'another' }],
	...['cancelx', 'BOOK', '', 'move', 'confirm'].map((act): [string, Visited] => [
		`for "${act}"`,
		{ fields: { do: act } },
	]),
])('a slot is written only as the page has offered it, not %s', async (_, visited) => {
	const own = page();
	const { item, written } = await own.post('10', visited);
	expect([item, written]).toEqual([undefined, []]);
	expect((await own.book('10', { writes: [{ id: 'appt-1' }] })).item).toMatchObject({
		booked: true,
	});
});

it('of decisions at the same time, the first is carried out, and both are told it', async () => {
	const own = page();
	const [first, second] = await Promise.all([
		own.post('10', { writes: [{ id: 'appt-1' }] }),
		own.post('11'),
	]);
	for (const { text } of [first, second])
		expect(text).toMatch(/Your appointment is booked .* 10:00/);
	expect([
		first.written.length,
		second.written.length,
		first.item?.appointmentId,
		second.item,
	]).toEqual([1, 0, 'appt-1', undefined]);
});

describe('a platform that takes longer than a person waits', () => {
	/** A booking whose response comes after 40 seconds, and what the contact is shown before. */
	const begin = async (own: ReturnType<typeof page>, outcome: unknown) => {
		runClock();
		const slow = new Promise((resolve, reject) =>
			setTimeout(() => (outcome instanceof Error ? reject(outcome) : resolve(outcome)), 40_000),
		);
		const first = own.post('10', { writes: [slow], free: [['11']] });
		await jest.advanceTimersByTimeAsync(25_100);
		const { text, html } = await own.show();
		expect(text).toMatch(/Check whether it went through .* 10:00/);
		expect(html).toContain('name="again" value="1"');
		return { first };
	};
	const ended = async (seconds: number) => await jest.advanceTimersByTimeAsync(seconds * 1_000);
	afterEach(() => jest.useRealTimers());

	it('is asked by the contact, who is told, and the workflow goes on', async () => {
		const own = page();
		const { first } = await begin(own, { id: 'appt-1' });
		const again = own.post('10', { fields: { again: '1' } });
		await ended(15);
		const { text, item } = await again;
		expect(text).toContain('Your appointment is booked');
		expect(item).toMatchObject({ booked: true, appointmentId: 'appt-1' });
		await ended(30);
		expect(await first).toMatchObject({ status: 303, item: undefined, warnings: [] });
	});

	it('is asked by nobody: the workflow goes on all the same', async () => {
		const { first } = await begin(page(), { id: 'appt-1' });
		await ended(46);
		expect((await first).item).toMatchObject({ booked: true, appointmentId: 'appt-1' });
	});

	it('has refused it: the contact is told so, and can choose another time', async () => {
		const own = page();
		await begin(own, refused);
		await ended(15);
		const { text, written } = await own.book('10', { fields: { again: '1' }, free: [['11']] });
		expect([text, written]).toEqual([expect.stringContaining('no longer available'), []]);
		const second = await own.book('11', { writes: [{ id: 'appt-1' }] });
		expect(second.item).toMatchObject({ booked: true });
	});
});

describe('with HighLevel, after a restart', () => {
	const own = { id: 'appt-1', contactId: 'ada', calendarId: 'cal-1', ...at('10') };
	const highLevel = { api: 'highLevel', contactId: 'ada' };

	it.each<[string, Visited, object, number]>([
		['the booking is found', { has: [own], fields: { again: '1' } }, { alreadyBooked: true }, 0],
		[
			'it is booked where it was not',
			{ fields: { again: '1' }, writes: [own] },
			{ booked: true },
			1,
		],
		[
			'a form that is sent again finds it',
			{ has: [own], writes: [refused] },
			{ alreadyBooked: true },
			1,
		],
	])('%s', async (_, visited, item, count) => {
		const before = page(highLevel);
		await before.book('10', { writes: [lost()], has: failed(403) });
		const after = await before.restarted().book('10', { free: [['11']], ...visited });
		expect(after.item).toMatchObject({ appointmentId: 'appt-1', ...at('10'), ...item });
		expect([after.written.length, after.text]).toEqual([
			count,
			expect.stringContaining('Your appointment is booked'),
		]);
	});

	const sinceThen = { ...own, dateAdded: '2026-11-20T12:00:01.000Z' };

	it('the link that is opened anew shows the booking, which the contact keeps', async () => {
		const after = page(highLevel);
		const opened = await after.show({ has: [sinceThen] });
		expect([opened.text, offered(opened.html), opened.item]).toEqual([
			expect.stringMatching(
				/Your appointment .*Keep the one you have.* 10:00 – 10:30.* Keep it Choose another time/,
			),
			['10'],
			undefined,
		]);
		expect(opened.html).toMatch(/do=book">Choose another time/);
		expect((await after.show({ has: [sinceThen], query: { do: 'book' } })).text).toContain('9:00');
		const kept = await after.book('10', { has: [sinceThen], fields: { again: '1' } });
		expect(kept.item).toMatchObject({ booked: true, alreadyBooked: true, ...at('10') });
	});

	it.each<[string, Visited, number]>([
		['is older than the link', { has: [{ ...sinceThen, dateAdded: '2026-11-20T11:59:59Z' }] }, 0],
		['does not say how old it is', { has: [own] }, 0],
		["is another contact's", { has: [{ ...sinceThen, contactId: 'ben' }] }, 0],
		['was canceled', { has: [{ ...sinceThen, appointmentStatus: 'cancelled' }] }, 0],
		['was deleted', { has: [{ ...sinceThen, deleted: true }] }, 0],
		['cannot be read, which the operator hears', { has: failed(403) }, 1],
	])(
		'the link that is opened anew offers the free times where the appointment %s',
		async (_, visited, reports) => {
			const { html, warnings } = await page(highLevel).show(visited);
			expect([offered(html), warnings.length]).toEqual([ALL, reports]);
		},
	);

	it('the link that is opened anew does not wait longer than eight seconds for that', async () => {
		runClock();
		const shown = page(highLevel).show({ has: new Promise<never>(() => {}) });
		await jest.advanceTimersByTimeAsync(8_100);
		const { html } = await shown;
		jest.useRealTimers();
		expect(offered(html)).toEqual(ALL);
	});

	it('the link that is opened anew asks once for all contacts, and looks up one by email only where something is new', async () => {
		const paths = async (visited: Visited) =>
			(await page({ ...onHighLevel, account: 'anew' }).show(visited)).sent.map(({ path }) => path);
		expect(await paths({ has: [{ ...own, contactId: 'con-ada' }] })).toContain('/calendars/events');
		expect(await paths({})).toEqual([]);
		const { text, sent } = await page(onHighLevel).show({
			has: [{ ...sinceThen, contactId: 'con-ada' }],
		});
		expect(sent.map(({ path }) => path)).toContain('/contacts/search');
		expect(text).toContain('Keep it');
	});

	it('what cannot be asked for stays unknown', async () => {
		const again = { fields: { again: '1' }, has: failed(403) };
		const { text, item, written } = await page(highLevel).book('10', again);
		expect([text, item, written]).toEqual([
			expect.stringContaining('Check whether'),
			undefined,
			[],
		]);
	});
});
