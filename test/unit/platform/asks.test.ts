import type { IDataObject } from 'n8n-workflow';

import { failed } from '../platformApi/fakePlatform';
import { addressOfForm, at, offered, page, type Visited } from './contactPage';
import { act, byId, expectRefused, onHighLevel, PRIVATE_TOKEN } from './nodeOnPlatform';
import { runClock, stopClockAt } from '../../support/clock';

stopClockAt('2026-11-21T12:00:00Z');

const APPOINTMENT = { operation: 'askToConfirm', appointmentId: 'appt-1', ...at('10') };
const ask = (parameters: IDataObject = {}) => page({ ...APPOINTMENT, ...parameters });
const asking = (act: string) => ({ query: { do: act } });
const NO_HELP = /trying again does not help/;
const CANCELED = /Your appointment is canceled/;
const GONE = /This appointment no longer exists/;

it('the page shows the appointment and what can be done, and changes nothing', async () => {
	const own = ask({ options: { title: 'Check-up' } });
	expect(await own.show()).toMatchObject({
		text: expect.stringMatching(
			/Check-up .* 10:00 – 10:30 .*Confirm this time Choose another time Cancel the appointment/,
		),
		sent: [],
		item: undefined,
	});
	const cancel = await own.show(asking('cancel'));
	expect(cancel.text).toContain('Cancel this appointment?');
	expect(cancel.html).toContain('<textarea name="note"');
});

it('in the form that cannot be asked, the address of a form that canceled says that nobody knows', async () => {
	const own = ask();
	const { html } = await own.show(asking('cancel'));
	const { text } = await own.show({ query: addressOfForm(html) });
	expect(text).toMatch(/Check whether it went through .* 10:00/);
});

it.each([
	['confirm', ['move', 'cancel', 'none']],
	['move', ['confirm', 'cancel']],
	['cancel', ['confirm', 'move', 'none']],
])('the page offers nothing that is switched off: %s alone, not %j', async (choice, others) => {
	const own = ask({ options: { choices: [choice] } });
	const { text } = await own.show();
	for (const act of others) {
		const decided = await own.book('11', { act });
		expect([decided.item, decided.written, decided.text]).toEqual([undefined, [], text]);
		expect((await own.show(asking(act))).text).toBe(text);
	}
});

it('the page lists the free times of the same length, and asks to confirm the chosen one', async () => {
	const own = ask();
	const { html, text } = await own.show(asking('move'));
	// Its own time is no move.
	expect(offered(html)).toEqual(['09', '11', '14', '15']);
	expect(text).toMatch(/Your appointment Monday.* 10:00 – 10:30.*Keep the current time/);
	expect((await own.show({ ...asking('move'), slot: '14' })).text).toMatch(
		/Before: Mon, Nov 23, 10:00.AM .*2:00 – 2:30.PM.* Move to this time/,
	);
	expect((await own.show({ ...asking('move'), slot: '10' })).text).toContain('no longer available');
});

it.each([
	[
		'confirm',
		undefined,
		['PUT', { ...at('10'), appointmentStatus: 'confirmed' }],
		{ outcome: 'confirmed', ...at('10') },
	],
	['move', '14', ['PUT', at('14')], { outcome: 'moved', ...at('14') }],
	['cancel', undefined, ['DELETE', undefined], { outcome: 'canceled', ...at('10') }],
])('the contact can %s', async (act, slot, write, item) => {
	const own = ask();
	const done = await own.book(slot, { act, writes: [''] });
	const { calendarEntry, ...rest } = done.item ?? {};
	expect(rest).toEqual({
		appointmentId: 'appt-1',
		contactId: 'ada',
		calendarId: 'cal-1',
		timezone: 'UTC',
		startText: expect.any(String),
		...item,
	});
	const sent = done.sent.filter(({ method }) => method !== 'GET');
	expect(sent.map(({ method, body }) => [method, body])).toEqual([write]);
	expect((calendarEntry as IDataObject).ics).toContain('UID:appt-1\r\n');
	// Nothing is left to decide in time, and only a move has a time before.
	expect(done.html).not.toContain('data-left');
	expect(done.text.includes('Before:')).toBe(act === 'move');
	// One choice wins, whatever is sent then.
	for (const other of ['confirm', 'cancel', 'move'])
		expect((await own.book('15', { act: other })).item).toBeUndefined();
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-24T12:00:00Z'));
	expect((await own.show()).text).toBe(done.text);
});

it.each([
	['move', '14', 0],
	['cancel', undefined, 1],
] as const)(
	'Book in the same execution knows that the contact did %s',
	async (executionId, slot, requests) => {
		const book = async (hour: string) => {
			const times = { slotSource: 'startEnd', ...at(hour), options: { allowSeveral: true } };
			const fields = { calendarId: byId('cal-1'), contactId: 'ada', ...times };
			return await act('appointment.book', fields, {
				executionId,
				responses: [{ id: executionId }],
			});
		};
		await book('10');
		const own = ask({ appointmentId: executionId, credential: PRIVATE_TOKEN });
		await own.book(slot, { act: executionId, writes: [''] });
		expect((await book('10')).sent).toHaveLength(1);
		expect(await book('14')).toMatchObject({ json: [at('14')], sent: { length: requests } });
	},
);

describe('with HighLevel, which is asked what became of the appointment', () => {
	const highLevel = (options: IDataObject = {}) => ask({ api: 'highLevel', options });
	const appointment = { ...at('14'), calendarId: 'cal-2', contactId: 'ben' };

	it('the page shows where it has been moved, offers the times of its calendar, and asks anew', async () => {
		const own = highLevel();
		const { sent } = await own.show({ ...asking('move'), appointment });
		expect(sent.map(({ path }) => path)).toContain('/calendars/cal-2/free-slots');
		for (const { text, item, written } of [
			await own.show({ appointment }),
			await own.book(undefined, { act: 'confirm', appointment }),
			await own.book(undefined, { act: 'cancel', appointment }),
		]) {
			expect([item, written]).toEqual([undefined, []]);
			expect(text).toMatch(/Before: Mon, Nov 23, 10:00.AM .*2:00 – 2:30.PM/);
		}
		const done = await own.book('14', { act: 'confirm', appointment, writes: [''] });
		expect(done.item).toMatchObject({ outcome: 'confirmed', ...appointment });
		expect(done.sent.at(-1)?.body).toEqual({ ...at('14'), appointmentStatus: 'confirmed' });
	});

	it.each<[string, unknown, string]>([
		['canceled', { appointmentStatus: 'cancelled' }, 'canceled'],
		['not there', failed(404), 'gone'],
	])(
		'nothing is sent for one that is %s, and the workflow hears of it, also after a lost response and a restart',
		async (_, appointment, outcomeOfCancel) => {
			const shown = await highLevel().show({ appointment });
			expect(shown.text).toMatch(GONE);
			expect(shown.item).toBeUndefined();
			for (const [act, outcome] of [
				['confirm', 'gone'],
				['cancel', outcomeOfCancel],
			]) {
				const own = highLevel();
				const query = { do: act, notice: 'unknown' };
				const { html } = await own.show({ query, appointment });
				expect(html).toMatch(`name="do" value="${act}">\n<input type="hidden" name="slot" value="`);
				expect(html).toContain('>Check again</button>');
				const { item, written } = await own.book(undefined, { act, appointment });
				expect([item?.outcome, written]).toEqual([outcome, []]);
			}
		},
	);
});

it('with HighLevel, visits within some seconds ask for the appointment once, and a form asks anew', async () => {
	const own = ask({ api: 'highLevel' });
	const reads = (sent: Array<{ method?: string; path: string }>) =>
		sent.filter(({ path }) => path.endsWith('/appt-1')).map(({ method }) => method);
	expect(reads((await own.show()).sent)).toEqual(['GET']);
	expect(reads((await own.show()).sent)).toEqual([]);
	expect(reads((await own.post('10', { act: 'confirm', writes: [''] })).sent)).toEqual([
		'GET',
		'PUT',
	]);
});

it('with HighLevel, an appointment that a form has moved is read anew, also for another page of it', async () => {
	const account = 'moved-by-one-of-two-pages';
	const first = ask({ api: 'highLevel', account });
	const second = ask({ api: 'highLevel', account });
	await first.post('14', { act: 'move', writes: [''] });
	const { text } = await second.show({ appointment: at('14') });
	expect(text).toMatch(/Before: Mon, Nov 23, 10:00.AM .*2:00 – 2:30.PM/);
});

describe("'Only of Contact'", () => {
	const options = { onlyOfContact: byId('ada') };
	const ofAda = { contactId: 'ada' };
	const ofBen = { contactId: 'ben' };
	const askHighLevel = async (contactId: string) =>
		await onHighLevel(
			'appointment.askToConfirm',
			{ calendarId: byId('cal-1'), ...APPOINTMENT, options },
			[{ event: { id: 'appt-1', calendarId: 'cal-1', contactId, ...at('10') } }],
		);

	it("another contact's appointment is refused before a page is offered", async () => {
		const { error, told, waitTill } = await askHighLevel('ben');
		expect(error?.message).toContain("The appointment 'appt-1' is not one of the contact 'ada'");
		expect(told).toContain("Check 'Appointment' and 'Only of Contact'.");
		expect(waitTill).toBeUndefined();
	});

	it("the contact's own is offered, after the one look at it", async () => {
		const { sent, waitTill } = await askHighLevel('ada');
		expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'GET /calendars/events/appointments/appt-1',
		]);
		expect(waitTill).toEqual(new Date(Date.parse(at('10').startTime) + 120_000));
	});

	it('once the appointment is of another contact, the page shows nothing of it, and nothing is changed', async () => {
		const own = ask({ api: 'highLevel', options });
		expect((await own.show({ appointment: ofAda })).text).toContain('Confirm this time');
		// What was read for the page above is shared for some seconds; a form asks anew.
		const confirmed = await own.post('10', { act: 'confirm', appointment: ofBen });
		expect([confirmed.status, confirmed.written, confirmed.item]).toEqual([503, [], undefined]);
		expect(confirmed.text).toMatch(NO_HELP);
		expect(confirmed.warnings).toEqual([
			expect.stringContaining("is not one of the contact 'ada'"),
		]);
		const shown = await own.show({ appointment: ofBen });
		expect(shown.status).toBe(503);
		expect(shown.text).not.toContain('10:00');
	});

	it('a refused page asks the platform once in some seconds, too', async () => {
		const own = ask({ api: 'highLevel', options });
		expect((await own.show({ appointment: ofBen })).sent).toHaveLength(1);
		expect((await own.show({ appointment: ofBen })).sent).toEqual([]);
	});

	it('what was read for a page without it does not open one with it', async () => {
		const account = 'shared by two pages';
		const free = ask({ api: 'highLevel', account });
		const bound = ask({ api: 'highLevel', account, options });
		expect((await free.show({ appointment: ofBen })).status).toBe(200);
		expect((await bound.show({ appointment: ofBen })).status).toBe(503);
	});

	it('where the platform cannot be asked, no page is shown that it should be checked for', async () => {
		const own = ask({ api: 'highLevel', options });
		runClock();
		const showing = own.show({ appointment: failed(500) });
		// Longer than a read waits between its attempts.
		await jest.advanceTimersByTimeAsync(10_000);
		const { status, text } = await showing;
		expect(status).toBe(503);
		expect(text).not.toContain('10:00');
	});

	it('where the platform does not respond in time, no page is shown that it should be checked for', async () => {
		runClock();
		const own = ask({ api: 'highLevel', options });
		const shown = own.show({ appointment: new Promise(() => {}) });
		await jest.advanceTimersByTimeAsync(8_000);
		const { status, text } = await shown;
		expect(status).toBe(503);
		expect(text).not.toContain('10:00');
		jest.useRealTimers();
	});

	it('the contact can be named by email, and moves the appointment', async () => {
		const byEmail = { __rl: true, mode: 'emailOrPhone', value: 'ada@example.com' };
		const own = ask({ api: 'highLevel', options: { onlyOfContact: byEmail } });
		const moved = await own.book('14', {
			act: 'move',
			appointment: { contactId: 'con-ada' },
			writes: [''],
		});
		expect(moved.item).toMatchObject({ outcome: 'moved', contactId: 'con-ada', ...at('14') });
	});
});

describe('with HighLevel, the address of a form that moved the appointment, in a process that does not know of it', () => {
	beforeEach(runClock);
	afterEach(() => jest.useRealTimers());

	it('says so, and the workflow continues, though the page has been read some seconds ago', async () => {
		const own = ask({ api: 'highLevel' });
		const query = addressOfForm((await own.show({ ...asking('move'), slot: '14' })).html);
		expect(query).toMatchObject({ do: 'move', notice: 'unknown' });
		await jest.advanceTimersByTimeAsync(3_000);
		const { text, item, written } = await own.show({ query, appointment: at('14') });
		expect(text).toMatch(/Your appointment has a new time .*Before: Mon, Nov 23, 10:00.AM .* 2:00/);
		expect([item?.outcome, written]).toEqual(['moved', []]);
	});

	it('without the seal of this page, asks the contact to check', async () => {
		const { text, item } = await ask({ api: 'highLevel' }).show({
			...asking('move'),
			slot: '14',
			appointment: at('14'),
		});
		expect(text).toMatch(/Check whether it went through .* 2:00/);
		expect(item).toBeUndefined();
	});
});

const record = { id: 'appt-1', contactId: 'ben', appointmentStatus: 'new', ...at('15') };
const highLevel = { api: 'highLevel' };
const put = (body: object): unknown =>
	expect.arrayContaining([expect.objectContaining({ method: 'PUT', body })]);
const none = { item: undefined };
const note = 'I am ill';
const isGone = { outcome: 'gone', ...at('10') };
const redirect = 'https://www.example.com/danke schön';

/** What the contact is told, what else comes of it, and how often the operator hears of it. */
type Decision = [
	title: string,
	act: string,
	slot: string | undefined,
	visited: Visited,
	told: RegExp,
	ended: object,
	node?: IDataObject,
	reports?: number,
];

it.each<Decision>([
	[
		'the workflow is told what the platform has in place of what was chosen',
		'move',
		'14',
		{ writes: [{ appointment: record }] },
		/^/,
		{
			item: {
				outcome: 'moved',
				contactId: 'ben',
				title: 'Call',
				appointment: record,
				...at('15'),
				message: expect.stringMatching(/Contact is ben, not ada; .*Start is .*T15:.*, not .*T14:/),
			},
		},
		{ options: { simplify: false, title: 'Call' }, page: { heading: 'Your call' } },
	],
	[
		'a move sends a status, as HighLevel would confirm it without one',
		'move',
		'11',
		{ writes: [''] },
		/^/,
		{ sent: put({ ...at('11'), appointmentStatus: 'new' }) },
		highLevel,
	],
	[
		'a confirmation that sets no status sends that of HighLevel',
		'confirm',
		'10',
		{ writes: [''] },
		/^/,
		{ sent: put({ ...at('10'), appointmentStatus: 'new' }) },
		{ ...highLevel, options: { statusWhenConfirmed: '' } },
	],
	[
		'what has become longer is asked anew',
		'confirm',
		'10',
		{ appointment: { endTime: at('11').startTime } },
		/10:00 – 11:00/,
		{ ...none, written: [] },
		highLevel,
	],
	[
		'the page works where the appointment cannot be read, and the operator hears of it',
		'confirm',
		undefined,
		{ appointment: failed(403), writes: [''] },
		/^/,
		{
			item: { outcome: 'confirmed', ...at('10') },
			warnings: [expect.stringMatching(/^A page is not up to date: The appointment could not be/)],
		},
		highLevel,
		1,
	],
	[
		'a move that was carried out before a restart is found by the form that is sent again',
		'move',
		'14',
		{ appointment: at('14') },
		/Before: Mon, Nov 23, 10:00/,
		{ item: { outcome: 'moved', ...at('14') }, written: [] },
		highLevel,
	],
	['a conflict is told', 'cancel', undefined, { writes: [failed(409)] }, NO_HELP, none, {}, 1],
	[
		'the contact who has another appointment then cannot keep that one as this',
		'move',
		'14',
		{ writes: [failed(409)] },
		/You already have an appointment at that time/,
		{ html: expect.not.stringContaining('Keep it<') },
	],
	// What was asked for has not become its time.
	[
		'what is gone cannot move',
		'move',
		'14',
		{ writes: [failed(410)] },
		GONE,
		{ item: isGone },
		{},
		1,
	],
	[
		'what the platform does not know is not said to be canceled',
		'cancel',
		undefined,
		{ writes: [failed(404)] },
		GONE,
		{ item: isGone },
		{},
		1,
	],
	[
		'what an earlier attempt of this wait canceled is canceled',
		'cancel',
		undefined,
		{ isRepeat: true, writes: [failed(404)] },
		CANCELED,
		{ item: { outcome: 'canceled', ...at('10') } },
	],
	[
		'a success is none where the appointment stays as it was',
		'move',
		'14',
		{ writes: [{ id: 'appt-1', ...at('10') }] },
		NO_HELP,
		none,
		{},
		1,
	],
	[
		'a success is none where the appointment still stands',
		'cancel',
		undefined,
		{ writes: [{ id: 'appt-1', appointmentStatus: 'confirmed' }] },
		NO_HELP,
		none,
		{},
		1,
	],
	[
		'a move is one with another status, too',
		'move',
		'11',
		{ writes: [{ id: 'appt-1', appointmentStatus: 'confirmed', ...at('11') }] },
		/Your appointment has a new time/,
		{ item: { outcome: 'moved' } },
		highLevel,
	],
	[
		'a success is none where the appointment is not confirmed',
		'confirm',
		undefined,
		{ writes: [{ id: 'appt-1', appointmentStatus: 'new' }] },
		NO_HELP,
		none,
		{},
		1,
	],
	[
		'a confirmation that sets no status is one where the record keeps its own',
		'confirm',
		undefined,
		{ writes: [{ id: 'appt-1', appointmentStatus: 'new' }] },
		/Your appointment is confirmed/,
		{ item: { outcome: 'confirmed' } },
		{ ...highLevel, options: { statusWhenConfirmed: '' } },
	],
	[
		'what only says how it went is no status',
		'confirm',
		undefined,
		{ writes: [{ id: 'appt-1', status: 'booked' }] },
		/Your appointment is confirmed/,
		{ item: { outcome: 'confirmed' } },
	],
	[
		'the contact says why it cancels',
		'cancel',
		undefined,
		{ fields: { note }, writes: [''] },
		CANCELED,
		{ item: { outcome: 'canceled', note } },
	],
	[
		'the contact says that none suits, and why',
		'none',
		undefined,
		{ fields: { note } },
		/Thank you for telling us/,
		{ item: { outcome: 'noneSuits', note, appointmentId: 'appt-1', ...at('10') }, written: [] },
	],
	[
		'a page of the business opens after confirming',
		'confirm',
		undefined,
		{ writes: [''] },
		/^/,
		{ location: 'https://www.example.com/danke%20sch%C3%B6n' },
		{ page: { redirect } },
	],
	[
		'a conflict of a confirmation is a refusal: there is no other time to choose',
		'confirm',
		undefined,
		{ writes: [failed(409)] },
		NO_HELP,
		none,
		{},
		1,
	],
	[
		'no page of the business opens after canceling',
		'cancel',
		undefined,
		{ writes: [''] },
		CANCELED,
		{ location: undefined },
		{ page: { redirect } },
	],
])('%s', async (_, act, slot, visited, told, ended, node = {}, reports = 0) => {
	const done = await ask(node).book(slot, { ...visited, act });
	expect(done.text).toMatch(told);
	expect(done).toMatchObject(ended);
	expect(done.warnings).toHaveLength(reports);
});

const NEXT = {
	name: 'Next',
	type: 'n8n-nodes-crm-platform.platform',
	typeVersion: 1,
	disabled: false,
	parameters: { operation: 'askToConfirm', options: {} },
};
const IF = { type: 'n8n-nodes-base.if' };

it.each([
	['nothing follows', undefined, false],
	['Ask to Confirm and Wait follows', {}, true],
	['it follows, but is turned off', { disabled: true }, false],
	[
		'it can only be confirmed',
		{ parameters: { operation: 'askToConfirm', options: { choices: ['confirm'] } } },
		false,
	],
	['another operation follows', { parameters: { operation: 'cancel' } }, false],
	['another node follows', IF, false],
	['it leads back to the node', IF, true, true],
	[
		'Loop Over Items leads back, with the next contact',
		{ type: 'n8n-nodes-base.splitInBatches' },
		false,
		true,
	],
])('the page says at the end whether the link opens again: %s', async (_, node, opens, ...back) => {
	const next = node ? [{ ...NEXT, ...node }] : [];
	const before = back.length > 0 ? next : [];
	const { text } = await ask().book('14', { act: 'move', writes: [''], next, before });
	expect(text).toContain(opens ? 'open your link again' : 'cannot be opened again');
});

const run = async (parameters: IDataObject = {}, items: IDataObject[] = [{ name: 'Ada' }]) =>
	await act(
		'appointment.askToConfirm',
		{ calendarId: byId('cal-1'), ...APPOINTMENT, ...parameters },
		{ items },
	);

it.each([
	[{ waitHours: 1_000 }, at('10').startTime],
	[{ waitHours: 1 }, '2026-11-21T13:00:00Z'],
	[{}, '2026-12-23T10:00:00Z'],
])(
	'Ask to Confirm waits with the item until the appointment begins, or less: %j',
	async (options, end) => {
		const later = end.startsWith('2026-12') && { startTime: end, endTime: '2026-12-23T10:30:00Z' };
		const { json, waitTill } = await run({ options, ...later });
		expect([json, waitTill]).toEqual([[{ name: 'Ada' }], new Date(Date.parse(end) + 120_000)]);
	},
);

it.each([
	["'Appointment' is empty", { appointmentId: '' }],
	["'End' must be after 'Start'", { endTime: at('10').startTime }],
	["'Start' has passed", { startTime: '2026-11-21T12:00:00Z' }],
	["'Choices' is empty", { options: { choices: [] } }],
	["The input already has 'outcome'", {}, { outcome: 'confirmed' }],
])('Ask to Confirm is refused: %s', async (message, parameters, ...items) => {
	const ended = await run(parameters, items.length > 0 ? (items as IDataObject[]) : undefined);
	expectRefused(ended, message);
	expect(ended.waitTill).toBeUndefined();
});
