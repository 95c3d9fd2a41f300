import type { IDataObject } from 'n8n-workflow';

import { failed } from '../platformApi/fakePlatform';
import { addressOfForm, at, offered, page } from './contactPage';
import { act, byId, expectRefused, onHighLevel, PRIVATE_TOKEN } from './nodeOnPlatform';
import { runClock, stopClockAt } from '../../support/clock';

stopClockAt('2026-11-21T12:00:00Z');

const APPOINTMENT = { operation: 'askToConfirm', appointmentId: 'appt-1', ...at('10') };
const ask = (parameters: IDataObject = {}) => page({ ...APPOINTMENT, ...parameters });
const asking = (act: string) => ({ query: { do: act } });

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

it('with HighLevel, a confirmation sends the times with the offset that the appointment has', async () => {
	const inNewYork = {
		startTime: '2026-11-23T05:00:00-05:00',
		endTime: '2026-11-23T05:30:00-05:00',
	};
	const own = ask({ api: 'highLevel', ...inNewYork });
	const { sent } = await own.book(undefined, { act: 'confirm', writes: [''] });
	const write = sent.find(({ method }) => method === 'PUT');
	expect(write?.body).toMatchObject(inNewYork);
});

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
			expect(shown.text).toContain('This appointment no longer exists');
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
		expect(confirmed.text).toContain('trying again does not help');
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

describe('with HighLevel, the address of a form that moved or canceled the appointment, in a process that does not know of it', () => {
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

	it('asks the contact to check a cancellation while the appointment cannot be read', async () => {
		const own = ask({ api: 'highLevel' });
		const query = addressOfForm((await own.show(asking('cancel'))).html);
		expect(query).toMatchObject({ do: 'cancel', notice: 'unknown' });
		await jest.advanceTimersByTimeAsync(3_000);
		const { text } = await own.show({ query, appointment: failed(403) });
		expect(text).toContain('Check whether it went through');
	});

	it('says so, too, where the appointment was moved back to the time that the workflow knows', async () => {
		const own = ask({ api: 'highLevel' });
		const meanwhile = { appointment: at('14') };
		const form = await own.show({ ...asking('move'), slot: '10', ...meanwhile });
		const query = addressOfForm(form.html);
		await jest.advanceTimersByTimeAsync(3_000);

		const { text, item, written } = await own.show({ query, appointment: at('10') });

		expect(text).toContain('Your appointment has a new time');
		expect(text).not.toContain('Before:');
		expect(item).toMatchObject({ outcome: 'moved', ...at('10') });
		expect(written).toEqual([]);
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

/** The platform carries a write out, and shows no record. */
const DONE_IN_SILENCE = { writes: [''] };

describe('a decision that is carried out', () => {
	it('tells the workflow what the platform has in place of what was chosen', async () => {
		const record = { id: 'appt-1', contactId: 'ben', appointmentStatus: 'new', ...at('15') };
		const own = ask({ options: { simplify: false, title: 'Call' } });

		const { item } = await own.book('14', { act: 'move', writes: [{ appointment: record }] });

		expect(item).toMatchObject({
			outcome: 'moved',
			contactId: 'ben',
			title: 'Call',
			appointment: record,
			...at('15'),
		});
		expect(item?.message).toContain('Contact is ben, not ada; ');
		expect(item?.message).toContain(
			'Start is 2026-11-23T15:00:00+00:00, not 2026-11-23T14:00:00+00:00',
		);
	});

	it.each(['move', 'confirm'])(
		'with HighLevel, sends the status that the appointment has, where none is set (%s): without one, HighLevel confirms it',
		async (act) => {
			const slot = act === 'move' ? '11' : '10';
			const own = ask({ api: 'highLevel', options: { statusWhenConfirmed: '' } });

			const { sent } = await own.book(slot, { act, ...DONE_IN_SILENCE });

			const write = sent.find(({ method }) => method === 'PUT');
			expect(write?.body).toEqual({ ...at(slot), appointmentStatus: 'new' });
		},
	);

	it("hands on the contact's note where it cancels", async () => {
		const own = ask();

		const { item, text } = await own.book(undefined, {
			act: 'cancel',
			fields: { note: 'I am ill' },
			...DONE_IN_SILENCE,
		});

		expect(text).toContain('Your appointment is canceled');
		expect(item).toMatchObject({ outcome: 'canceled', note: 'I am ill' });
	});

	it("hands on the contact's note where no time suits, and writes nothing", async () => {
		const own = ask();

		const { item, text, written } = await own.book(undefined, {
			act: 'none',
			fields: { note: 'I am ill' },
		});

		expect(text).toContain('Thank you for telling us');
		expect(item).toMatchObject({
			outcome: 'noneSuits',
			note: 'I am ill',
			appointmentId: 'appt-1',
			...at('10'),
		});
		expect(written).toEqual([]);
	});

	it('opens a page of the business after confirming', async () => {
		const own = ask({ page: { redirect: 'https://www.example.com/danke schön' } });

		const { location } = await own.book(undefined, { act: 'confirm', ...DONE_IN_SILENCE });

		expect(location).toBe('https://www.example.com/danke%20sch%C3%B6n');
	});

	it('opens no page of the business after canceling', async () => {
		const own = ask({ page: { redirect: 'https://www.example.com/thanks' } });

		const { location, text } = await own.book(undefined, { act: 'cancel', ...DONE_IN_SILENCE });

		expect(location).toBeUndefined();
		expect(text).toContain('Your appointment is canceled');
	});
});

describe('with HighLevel, before a decision is carried out', () => {
	it('what has become longer is asked anew', async () => {
		const own = ask({ api: 'highLevel' });
		const untilEleven = { endTime: at('11').startTime };

		const { item, text, written } = await own.book('10', {
			act: 'confirm',
			appointment: untilEleven,
		});

		expect(text).toContain('10:00 – 11:00');
		expect(item).toBeUndefined();
		expect(written).toEqual([]);
	});

	it('the page works where the appointment cannot be read, and the operator hears of it', async () => {
		const own = ask({ api: 'highLevel' });

		const { item, warnings } = await own.book(undefined, {
			act: 'confirm',
			appointment: failed(403),
			...DONE_IN_SILENCE,
		});

		expect(item).toMatchObject({ outcome: 'confirmed', ...at('10') });
		expect(warnings).toHaveLength(1);
		expect(warnings[0]).toMatch(/^A page is not up to date: The appointment could not be/);
	});

	it('a move that was carried out before a restart is found by the form that is sent again', async () => {
		const own = ask({ api: 'highLevel' });

		const { item, text, written } = await own.book('14', { act: 'move', appointment: at('14') });

		expect(text).toContain('Your appointment has a new time');
		expect(text).toContain('Before: Mon, Nov 23, 10:00');
		expect(item).toMatchObject({ outcome: 'moved', ...at('14') });
		expect(written).toEqual([]);
	});
});

describe('a refused decision', () => {
	it.each(['cancel', 'confirm'])(
		'that is a conflict asks the contact to turn to the sender, since there is no other time to choose: %s',
		async (act) => {
			const own = ask();

			const { item, text, warnings } = await own.book(undefined, { act, writes: [failed(409)] });

			expect(text).toContain('trying again does not help');
			expect(item).toBeUndefined();
			expect(warnings).toHaveLength(1);
		},
	);

	it('since the contact has another appointment then, offers no way to keep that one as this', async () => {
		const own = ask();

		const { html, text } = await own.book('14', { act: 'move', writes: [failed(409)] });

		expect(text).toContain('You already have an appointment at that time');
		expect(html).not.toContain('Keep it<');
	});

	it.each([
		['move', '14', 410],
		['cancel', undefined, 404],
	])(
		'since the appointment is gone, ends with its old time and is not said to be canceled: %s',
		async (act, slot, status) => {
			const own = ask();

			const { item, text, warnings } = await own.book(slot, { act, writes: [failed(status)] });

			expect(text).toContain('This appointment no longer exists');
			expect(item).toMatchObject({ outcome: 'gone', ...at('10') });
			expect(warnings).toHaveLength(1);
		},
	);

	it('of a cancellation that an earlier attempt of this wait may have carried out, is one that it did', async () => {
		const own = ask();

		const { item, text } = await own.book(undefined, {
			act: 'cancel',
			isRepeat: true,
			writes: [failed(404)],
		});

		expect(text).toContain('Your appointment is canceled');
		expect(item).toMatchObject({ outcome: 'canceled', ...at('10') });
	});
});

describe('a success of the platform whose record shows something else', () => {
	it.each([
		['the old time after a move', 'move', '14', at('10')],
		['no cancellation', 'cancel', undefined, { appointmentStatus: 'confirmed' }],
		['no confirmation', 'confirm', undefined, { appointmentStatus: 'new' }],
	])('is none: %s', async (_, act, slot, shown) => {
		const own = ask();

		const { item, text, warnings } = await own.book(slot, {
			act,
			writes: [{ id: 'appt-1', ...shown }],
		});

		expect(text).toContain('trying again does not help');
		expect(item).toBeUndefined();
		expect(warnings).toHaveLength(1);
	});

	it('is a move with another status, too', async () => {
		const own = ask({ api: 'highLevel' });

		const { item, text } = await own.book('11', {
			act: 'move',
			writes: [{ id: 'appt-1', appointmentStatus: 'confirmed', ...at('11') }],
		});

		expect(text).toContain('Your appointment has a new time');
		expect(item).toMatchObject({ outcome: 'moved' });
	});

	it('is a confirmation where none sets a status, and the record keeps its own', async () => {
		const own = ask({ api: 'highLevel', options: { statusWhenConfirmed: '' } });

		const { item, text } = await own.book(undefined, {
			act: 'confirm',
			writes: [{ id: 'appt-1', appointmentStatus: 'new' }],
		});

		expect(text).toContain('Your appointment is confirmed');
		expect(item).toMatchObject({ outcome: 'confirmed' });
	});

	it('is a confirmation where `status` only says how the request went', async () => {
		const own = ask();

		const { item, text } = await own.book(undefined, {
			act: 'confirm',
			writes: [{ id: 'appt-1', status: 'booked' }],
		});

		expect(text).toContain('Your appointment is confirmed');
		expect(item).toMatchObject({ outcome: 'confirmed' });
	});
});

describe('the page says at the end whether the link opens again', () => {
	const ASK_AGAIN = {
		name: 'Ask Again',
		type: 'n8n-nodes-crm-platform.platform',
		typeVersion: 1,
		disabled: false,
		parameters: { operation: 'askToConfirm', options: {} },
	};
	const ONLY_CONFIRM = {
		...ASK_AGAIN,
		parameters: { operation: 'askToConfirm', options: { choices: ['confirm'] } },
	};
	const CANCEL = { ...ASK_AGAIN, parameters: { operation: 'cancel' } };
	const IF = { ...ASK_AGAIN, type: 'n8n-nodes-base.if' };
	const LOOP_OVER_ITEMS = { ...ASK_AGAIN, type: 'n8n-nodes-base.splitInBatches' };
	const moveTo = { act: 'move', ...DONE_IN_SILENCE };

	it.each([
		['nothing follows', []],
		['Ask to Confirm and Wait follows, but is turned off', [{ ...ASK_AGAIN, disabled: true }]],
		['it can only be confirmed then', [ONLY_CONFIRM]],
		['another operation follows', [CANCEL]],
		['another node follows', [IF]],
	])('it does not where %s', async (_, next) => {
		const { text } = await ask().book('14', { ...moveTo, next });

		expect(text).toContain('cannot be opened again');
	});

	it('it does where Ask to Confirm and Wait follows', async () => {
		const { text } = await ask().book('14', { ...moveTo, next: [ASK_AGAIN] });

		expect(text).toContain('open your link again');
	});

	it('it does where a node leads back to this one', async () => {
		const { text } = await ask().book('14', { ...moveTo, next: [IF], before: [IF] });

		expect(text).toContain('open your link again');
	});

	it('it does not where Loop Over Items leads back, with the next contact', async () => {
		const loop = [LOOP_OVER_ITEMS];

		const { text } = await ask().book('14', { ...moveTo, next: loop, before: loop });

		expect(text).toContain('cannot be opened again');
	});
});

describe('Ask to Confirm and Wait, as the workflow reaches it', () => {
	const reach = async (parameters: IDataObject = {}, item: IDataObject = { name: 'Ada' }) =>
		await act(
			'appointment.askToConfirm',
			{ calendarId: byId('cal-1'), ...APPOINTMENT, ...parameters },
			{ items: [item] },
		);

	/** n8n's wait ends two minutes after the page. */
	const twoMinutesAfter = (time: string) => new Date(Date.parse(time) + 120_000);

	it('waits with the item until the appointment begins', async () => {
		const { json, waitTill } = await reach({ options: { waitHours: 1_000 } });

		expect(json).toEqual([{ name: 'Ada' }]);
		expect(waitTill).toEqual(twoMinutesAfter(at('10').startTime));
	});

	it("waits no longer than 'Wait (Hours)' says", async () => {
		const { waitTill } = await reach({ options: { waitHours: 1 } });

		expect(waitTill).toEqual(twoMinutesAfter('2026-11-21T13:00:00Z'));
	});

	it('waits for an appointment of the next month, too', async () => {
		const { waitTill } = await reach({
			startTime: '2026-12-23T10:00:00Z',
			endTime: '2026-12-23T10:30:00Z',
		});

		expect(waitTill).toEqual(twoMinutesAfter('2026-12-23T10:00:00Z'));
	});

	it.each([
		["'Appointment' is empty", { appointmentId: '' }],
		["'End' must be after 'Start'", { endTime: at('10').startTime }],
		["'Start' has passed", { startTime: '2026-11-21T12:00:00Z' }],
		["'Choices' is empty", { options: { choices: [] } }],
	])('is refused: %s', async (message, parameters) => {
		const end = await reach(parameters);

		expectRefused(end, message);
		expect(end.waitTill).toBeUndefined();
	});

	it('is refused where the input has the result of another page', async () => {
		const end = await reach({}, { outcome: 'confirmed' });

		expectRefused(end, "The input already has 'outcome'");
		expect(end.waitTill).toBeUndefined();
	});
});
