import type { IDataObject } from 'n8n-workflow';

import { failed } from '../platformApi/fakePlatform';
import { addressOfForm, at, hoursOn, waitingPage, type WaitingNode } from './contactPage';
import { act, byId, expectRefused, onHighLevel, PRIVATE_TOKEN, type Sent } from './nodeOnPlatform';
import { runClock, stopClockAt } from '../../support/clock';

/* Ask to Confirm and Wait: what the contact sees and does, and what the workflow learns. */

stopClockAt('2026-11-21T12:00:00Z');

const APPOINTMENT = { operation: 'askToConfirm', appointmentId: 'appt-1', ...at('10') };

/** The page of Ada's appointment appt-1 at 10:00. */
const askPage = (node: WaitingNode = {}) => waitingPage({ ...APPOINTMENT, ...node });

/** The address of the page that asks for a decision: to confirm, move or cancel. */
const asking = (decision: string) => ({ query: { do: decision } });

it('the page shows the appointment and what can be done, and changes nothing', async () => {
	const page = askPage({ options: { title: 'Check-up' } });

	const { text, sent, item } = await page.show();

	expect(text).toMatch(
		/Check-up .* 10:00 – 10:30 .*Confirm this time Choose another time Cancel the appointment/,
	);
	expect(sent).toEqual([]);
	expect(item).toBeUndefined();
});

it("times without an offset are those of 'Time Zone'", async () => {
	const page = askPage({
		startTime: '2026-11-23T10:00',
		endTime: '2026-11-23T10:30',
		options: { timezone: 'America/New_York' },
	});

	const { text } = await page.show();

	// 10:00 in New York.
	expect(text).toMatch(/3:00 – 3:30.PM UTC time/);
});

it("the item has startText in the language of 'Options', and the title of the node", async () => {
	const page = askPage({ options: { language: 'de', title: 'Check-up' } });

	const { item } = await page.submit({
		act: 'confirm',
		writeResponses: [{ id: 'appt-1', title: 'Internal' }],
	});

	expect(item?.startText).toContain('Montag');
	expect(item?.title).toBe('Check-up');
});

it('the item has the title of the appointment, where the node has none', async () => {
	const { item } = await askPage().submit({
		act: 'confirm',
		writeResponses: [{ id: 'appt-1', title: 'Check-up with Grace' }],
	});

	expect(item?.title).toBe('Check-up with Grace');
});

it('with HighLevel, other times are as long as the appointment there is', async () => {
	const longer = { startTime: at('10').startTime, endTime: '2026-11-23T11:00:00+00:00' };

	const { text } = await askPage({ api: 'highLevel' }).show({
		...asking('move'),
		slot: '14',
		freeSlots: ['14', { startTime: '2026-11-23T14:30:00+00:00' }],
		appointment: longer,
	});

	expect(text).toMatch(/2:00 – 3:00.PM/);
});

it('with HighLevel, an appointment that was moved ahead and has begun cannot be decided on', async () => {
	const begun = { startTime: '2026-11-21T11:45:00+00:00', endTime: '2026-11-21T12:15:00+00:00' };

	const { status, text } = await askPage({ api: 'highLevel' }).show({ appointment: begun });

	expect(status).toBe(409);
	expect(text).toContain('This link can no longer be used');
});

it('a page whose times cannot be read leads back to the same page', async () => {
	const { html } = await askPage().show({ ...asking('move'), freeSlots: failed(400) });

	expect(html).toContain('This does not work at the moment');

	const retry = await askPage().show({ ...asking('move'), freeSlots: failed(503) });

	expect(retry.html).toContain('do=move">Try again');
});

it('with HighLevel, HEAD reads nothing', async () => {
	expect((await askPage({ api: 'highLevel' }).head()).sent).toEqual([]);
});

describe('with HighLevel, the log says why nothing was sent for a decision', () => {
	it('where the appointment was canceled', async () => {
		const { warnings } = await askPage({ api: 'highLevel' }).submit({
			act: 'confirm',
			appointment: { appointmentStatus: 'cancelled' },
		});

		expect(warnings).toEqual([
			'Nothing was sent for what a contact chose (confirm): The appointment was called off or deleted before',
		]);
	});

	it('where there is no such appointment', async () => {
		const { warnings } = await askPage({ api: 'highLevel' }).submit({
			act: 'confirm',
			appointment: failed(404),
		});

		expect(warnings).toEqual([
			'Nothing was sent for what a contact chose (confirm): The platform does not know the appointment',
		]);
	});
});

it('the page asks whether to cancel, and takes a note', async () => {
	const { text, html } = await askPage().show(asking('cancel'));

	expect(text).toContain('Cancel this appointment?');
	expect(html).toContain('<textarea name="note"');
});

it('in the form that cannot be asked, the address of a form that canceled says that nobody knows', async () => {
	const page = askPage();
	const { html } = await page.show(asking('cancel'));

	const { text } = await page.show({ query: addressOfForm(html) });

	expect(text).toMatch(/Check whether it went through .* 10:00/);
});

it.each([
	{ allowed: 'confirm', other: 'move' },
	{ allowed: 'confirm', other: 'cancel' },
	{ allowed: 'confirm', other: 'none' },
	{ allowed: 'move', other: 'confirm' },
	{ allowed: 'move', other: 'cancel' },
	{ allowed: 'cancel', other: 'confirm' },
	{ allowed: 'cancel', other: 'move' },
	{ allowed: 'cancel', other: 'none' },
])(
	"where 'Choices' allows $allowed alone, $other is neither shown nor carried out",
	async ({ allowed, other }) => {
		const page = askPage({ options: { choices: [allowed] } });
		const { text } = await page.show();

		const submitted = await page.submit({ slot: '11', act: other });
		const asked = await page.show(asking(other));

		expect(submitted).toMatchObject({ item: undefined, writes: [], text });
		expect(asked.text).toBe(text);
	},
);

describe('to move the appointment, the page', () => {
	it("lists the free times of the same length, without the appointment's own", async () => {
		const { html, text } = await askPage().show(asking('move'));

		expect(hoursOn(html)).toEqual(['09', '11', '14', '15']);
		expect(text).toMatch(/Your appointment Monday.* 10:00 – 10:30.*Keep the current time/);
	});

	it('asks whether to move to the chosen time', async () => {
		const { text } = await askPage().show({ ...asking('move'), slot: '14' });

		expect(text).toMatch(/Before: Mon, Nov 23, 10:00.AM .*2:00 – 2:30.PM.* Move to this time/);
	});

	it('does not move it to its own time', async () => {
		const { text } = await askPage().show({ ...asking('move'), slot: '10' });

		expect(text).toContain('no longer available');
	});

	it('does not move it to a time that begins within the next hour by now', async () => {
		const page = askPage({ waitEnds: '2026-11-24T10:00:00Z', ...at('15') });
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T13:30:00Z'));

		const { text, writes } = await page.submit({ act: 'move', slot: '14' });

		expect(text).toContain('That time is no longer available');
		expect(writes).toEqual([]);
	});

	it('asks anew whether to move, where the form has no seal of this page', async () => {
		const { text, writes } = await askPage().submit({
			act: 'move',
			slot: '14',
			fields: { offer: '' },
		});

		expect(text).toMatch(/Move to this time\? .*2:00 – 2:30.PM/);
		expect(writes).toEqual([]);
	});

	it('says of a time that is not free that it may be that of the appointment by now, unless the platform shows where it is', async () => {
		const visit = { ...asking('move'), slot: '14', freeSlots: ['11'] };

		const shown = await askPage({ api: 'highLevel' }).show(visit);
		const unread = await askPage({ api: 'highLevel' }).show({
			...visit,
			appointment: failed(403),
		});

		expect(shown.text).toContain('That time is no longer available These free times');
		expect(unread.text).toContain('it may be yours already');
	});
});

describe('the contact', () => {
	interface Decision {
		can: string;
		visit: { act: string; slot?: string };
		method: string;
		body: IDataObject | undefined;
		outcome: string;
		times: { startTime: string; endTime: string };
	}

	it.each<Decision>([
		{
			can: 'confirm',
			visit: { act: 'confirm' },
			method: 'PUT',
			body: { ...at('10'), appointmentStatus: 'confirmed' },
			outcome: 'confirmed',
			times: at('10'),
		},
		{
			can: 'move it',
			visit: { act: 'move', slot: '14' },
			method: 'PUT',
			body: at('14'),
			outcome: 'moved',
			times: at('14'),
		},
		{
			can: 'cancel',
			visit: { act: 'cancel' },
			method: 'DELETE',
			body: undefined,
			outcome: 'canceled',
			times: at('10'),
		},
	])('can $can, and the workflow continues with it', async ({ visit, ...expected }) => {
		const { writes, item } = await askPage().submit({ ...visit, writeResponses: [''] });

		expect(writes).toMatchObject([{ method: expected.method }]);
		expect(writes[0].body).toEqual(expected.body);
		expect(item).toEqual({
			outcome: expected.outcome,
			appointmentId: 'appt-1',
			contactId: 'ada',
			calendarId: 'cal-1',
			...expected.times,
			startText: expect.any(String),
			timezone: 'UTC',
			calendarEntry: expect.objectContaining({ ics: expect.stringContaining('UID:appt-1\r\n') }),
		});
	});

	it.each([
		{ visit: { act: 'move', slot: '14' }, showsFormerTime: true },
		{ visit: { act: 'confirm' }, showsFormerTime: false },
		{ visit: { act: 'cancel' }, showsFormerTime: false },
	])('sees the time before after a move alone: $visit', async ({ visit, showsFormerTime }) => {
		const { text } = await askPage().submit({ ...visit, writeResponses: [''] });

		expect(text.includes('Before:')).toBe(showsFormerTime);
	});

	it.each([{ act: 'confirm' }, { act: 'move', slot: '14' }, { act: 'cancel' }])(
		'decides once, whatever is sent then: %j',
		async (visit) => {
			const page = askPage();
			await page.submit({ ...visit, writeResponses: [''] });

			for (const other of ['confirm', 'cancel', 'move']) {
				const { item } = await page.submit({ slot: '15', act: other });
				expect({ other, item }).toEqual({ other, item: undefined });
			}
		},
	);

	it('reads the same when the link is opened later, and of no time that is left', async () => {
		const page = askPage();
		const done = await page.submit({ act: 'confirm', writeResponses: [''] });
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-24T12:00:00Z'));

		const shown = await page.show();

		expect(done.html).not.toContain('data-left');
		expect(shown.text).toBe(done.text);
	});
});

describe('Book in the same execution', () => {
	/** Books for Ada from an hour on; an execution and its appointment have one name. */
	const book = async (hour: string, executionId: string) =>
		await act(
			'appointment.book',
			{
				calendarId: byId('cal-1'),
				contactId: 'ada',
				slotSource: 'startEnd',
				...at(hour),
				options: { allowSeveral: true },
			},
			{ executionId, responses: [{ id: executionId }] },
		);
	const pageOf = (appointmentId: string) => askPage({ appointmentId, credential: PRIVATE_TOKEN });

	it('knows that the contact has moved its appointment: the old time is free, the new one booked', async () => {
		const executionId = 'moved-by-contact';
		await book('10', executionId);
		await pageOf(executionId).submit({ act: 'move', slot: '14', writeResponses: [''] });

		const atNewTime = await book('14', executionId);
		const atOldTime = await book('10', executionId);

		expect(atNewTime.sent).toEqual([]);
		expect(atNewTime.json).toMatchObject([at('14')]);
		expect(atOldTime.sent).toHaveLength(1);
	});

	it.each([
		{ decision: 'move', visit: { act: 'move', slot: '14' } },
		{ decision: 'cancel', visit: { act: 'cancel' } },
	])(
		'knows that the appointment stands, where the platform refused to $decision it',
		async (each) => {
			const executionId = `refused-to-${each.decision}`;
			await book('10', executionId);
			await pageOf(executionId).submit({ ...each.visit, writeResponses: [failed(422)] });

			const again = await book('10', executionId);

			expect(again.sent).toEqual([]);
			expect(again.json).toMatchObject([{ booked: true, ...at('10') }]);
		},
	);

	it('knows that the contact has canceled its appointment: the time is booked anew', async () => {
		const executionId = 'canceled-by-contact';
		await book('10', executionId);
		await pageOf(executionId).submit({ act: 'cancel', writeResponses: [''] });

		const again = await book('10', executionId);

		expect(again.sent).toHaveLength(1);
	});
});

it('with HighLevel, a confirmation sends the times with the offset that the appointment has', async () => {
	const inNewYork = {
		startTime: '2026-11-23T05:00:00-05:00',
		endTime: '2026-11-23T05:30:00-05:00',
	};
	const page = askPage({ api: 'highLevel', ...inNewYork });

	const { writes } = await page.submit({ act: 'confirm', writeResponses: [''] });

	expect(writes).toMatchObject([{ body: inNewYork }]);
});

describe('with HighLevel, where staff have moved the appointment to 14:00 in another calendar, for Ben,', () => {
	const MOVED = { ...at('14'), calendarId: 'cal-2', contactId: 'ben' };
	const MOVED_FROM_TEN = /Before: Mon, Nov 23, 10:00.AM .*2:00 – 2:30.PM/;

	it('the page shows where it is now', async () => {
		const { text } = await askPage({ api: 'highLevel' }).show({ appointment: MOVED });

		expect(text).toMatch(MOVED_FROM_TEN);
	});

	it('the page offers the times of its calendar', async () => {
		const { sent } = await askPage({ api: 'highLevel' }).show({
			...asking('move'),
			appointment: MOVED,
		});

		expect(sent.map(({ path }) => path)).toContain('/calendars/cal-2/free-slots');
	});

	it.each(['confirm', 'cancel'])('a form for the old time is asked anew: %s', async (decision) => {
		const page = askPage({ api: 'highLevel' });

		const { text, item, writes } = await page.submit({ act: decision, appointment: MOVED });

		expect(text).toMatch(MOVED_FROM_TEN);
		expect(item).toBeUndefined();
		expect(writes).toEqual([]);
	});

	it('a form for the new time is carried out', async () => {
		const page = askPage({ api: 'highLevel' });

		const { item, text, writes } = await page.submit({
			slot: '14',
			act: 'confirm',
			appointment: MOVED,
			writeResponses: [''],
		});

		expect(writes).toMatchObject([{ body: { ...at('14'), appointmentStatus: 'confirmed' } }]);
		expect(item).toMatchObject({ outcome: 'confirmed', ...MOVED });
		expect(text).toContain('Your appointment is confirmed');
		// The contact has moved nothing.
		expect(text).not.toContain('Before:');
	});

	it('the address of a form that did not cancel it asks again whether to cancel', async () => {
		const page = askPage({ api: 'highLevel' });
		const { html } = await page.show({ ...asking('cancel'), appointment: MOVED });

		const { text } = await page.show({ query: addressOfForm(html), appointment: MOVED });

		expect(text).toMatch(/Cancel this appointment\? .*2:00 – 2:30.PM/);
	});
});

describe.each<{ what: string; appointment: unknown; outcomeOfCancel: string }>([
	{
		what: 'canceled',
		appointment: { appointmentStatus: 'cancelled' },
		outcomeOfCancel: 'canceled',
	},
	{ what: 'not there', appointment: failed(404), outcomeOfCancel: 'gone' },
])('with HighLevel, where the appointment is $what', ({ appointment, outcomeOfCancel }) => {
	it('the page says so, and the workflow waits on', async () => {
		const { text, item } = await askPage({ api: 'highLevel' }).show({ appointment });

		expect(text).toContain('This appointment no longer exists');
		expect(item).toBeUndefined();
	});

	it.each([
		{ decision: 'confirm', outcome: 'gone' },
		{ decision: 'cancel', outcome: outcomeOfCancel },
	])('a form to $decision writes nothing, and the workflow hears of it: $outcome', async (each) => {
		const page = askPage({ api: 'highLevel' });

		const { item, writes } = await page.submit({ act: each.decision, appointment });

		expect(item?.outcome).toBe(each.outcome);
		expect(writes).toEqual([]);
	});

	it.each(['confirm', 'cancel'])(
		'after a lost response and a restart, the page can ask again: %s',
		async (decision) => {
			const page = askPage({ api: 'highLevel' });

			const { html } = await page.show({
				query: { do: decision, notice: 'unknown' },
				appointment,
			});

			expect(html).toMatch(
				`name="do" value="${decision}">\n<input type="hidden" name="slot" value="`,
			);
			expect(html).toContain('>Check again</button>');
		},
	);
});

describe('with HighLevel, what is read of the appointment', () => {
	const readsOf = (sent: Sent[]) =>
		sent.filter(({ method, path }) => method === 'GET' && path.endsWith('/appt-1'));

	it('is shared by visits within ten seconds', async () => {
		runClock();
		const page = askPage({ api: 'highLevel' });

		const first = await page.show();
		await jest.advanceTimersByTimeAsync(9_000);
		const second = await page.show();
		await jest.advanceTimersByTimeAsync(2_000);
		const third = await page.show();

		expect(readsOf(first.sent)).toHaveLength(1);
		expect(readsOf(second.sent)).toEqual([]);
		expect(readsOf(third.sent)).toHaveLength(1);
		jest.useRealTimers();
	});

	it('is waited for eight seconds: then the page shows what the node says, and the operator hears why', async () => {
		runClock();
		const page = askPage({ api: 'highLevel' });

		const shown = page.show({ appointment: new Promise(() => {}) });
		await jest.advanceTimersByTimeAsync(8_000);
		const { status, text, warnings } = await shown;

		expect(status).toBe(200);
		expect(text).toMatch(/10:00 – 10:30/);
		expect(warnings).toEqual(['A page is not up to date: The platform did not respond in time']);
		jest.useRealTimers();
	});

	it('is waited for seven seconds', async () => {
		runClock();
		const page = askPage({ api: 'highLevel' });
		const event = { id: 'appt-1', calendarId: 'cal-1', ...at('14') };
		const appointment = new Promise((resolve) => setTimeout(resolve, 7_000, { event }));

		const shown = page.show({ appointment });
		await jest.advanceTimersByTimeAsync(7_000);
		const { text, warnings } = await shown;

		expect(text).toMatch(/Before: Mon, Nov 23, 10:00.AM .*2:00 – 2:30.PM/);
		expect(warnings).toEqual([]);
	});

	it('is not that of another appointment, nor of another account', async () => {
		const node = { api: 'highLevel', account: 'of-two-appointments' };
		await askPage(node).show();

		const other = await askPage({ ...node, appointmentId: 'appt-2' }).show();
		const elsewhere = await askPage({ ...node, account: 'of-one-appointment' }).show();

		expect(other.sent.map(({ path }) => path)).toContain('/calendars/events/appointments/appt-2');
		expect(readsOf(elsewhere.sent)).toHaveLength(1);
	});

	it('is read once for the address of a form that is loaded twice within a second', async () => {
		runClock();
		const page = askPage({ api: 'highLevel' });
		const address = { query: { do: 'cancel', notice: 'unknown' } };

		const first = await page.show(address);
		await jest.advanceTimersByTimeAsync(900);
		const second = await page.show(address);
		await jest.advanceTimersByTimeAsync(200);
		const third = await page.show(address);

		expect(readsOf(first.sent)).toHaveLength(1);
		expect(readsOf(second.sent)).toEqual([]);
		expect(readsOf(third.sent)).toHaveLength(1);
	});

	it('is read anew for a form', async () => {
		const page = askPage({ api: 'highLevel' });
		await page.show();

		const { sent } = await page.send({ slot: '10', act: 'confirm', writeResponses: [''] });

		expect(readsOf(sent)).toHaveLength(1);
	});

	it('is read anew once a form has moved it, also for another page of it', async () => {
		const account = 'moved-by-one-of-two-pages';
		const first = askPage({ api: 'highLevel', account });
		const second = askPage({ api: 'highLevel', account });
		await first.send({ slot: '14', act: 'move', writeResponses: [''] });

		const { text } = await second.show({ appointment: at('14') });

		expect(text).toMatch(/Before: Mon, Nov 23, 10:00.AM .*2:00 – 2:30.PM/);
	});
});

it('with HighLevel, where the appointment was moved and canceled, a form for its old time tells the workflow that it is gone', async () => {
	const page = askPage({ api: 'highLevel' });

	const { item, writes } = await page.submit({
		act: 'confirm',
		fields: { note: 'I will come' },
		appointment: { appointmentStatus: 'cancelled', ...at('14') },
	});

	expect(item).toMatchObject({ outcome: 'gone', note: 'I will come' });
	expect(writes).toEqual([]);
});

it('with HighLevel, the item says of which contact the appointment was that was confirmed, also where n8n takes it later', async () => {
	const page = askPage({ api: 'highLevel' });
	await page.send({
		act: 'confirm',
		slot: '10',
		appointment: { contactId: 'ada' },
		writeResponses: [''],
		n8n: 'fails',
	});

	const { item } = await page.show({ appointment: { contactId: 'ben' } });

	expect(item).toMatchObject({ outcome: 'confirmed', contactId: 'ada' });
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

	it('a token that may not look the contact up is told of all scopes that the page needs', async () => {
		const byEmail = { __rl: true, mode: 'emailOrPhone', value: 'ada@example.com' };
		const { told } = await onHighLevel(
			'appointment.askToConfirm',
			{ calendarId: byId('cal-1'), ...APPOINTMENT, options: { onlyOfContact: byEmail } },
			[
				{ event: { id: 'appt-1', calendarId: 'cal-1', contactId: 'ada', ...at('10') } },
				failed(401, { message: 'The token is not authorized for this scope.' }),
			],
		);

		expect(told).toContain('contacts.readonly, calendars.readonly, calendars/events.write');
		expect(told).toContain('calendars/events.readonly');
	});

	it("the contact's own is offered, after the one look at it", async () => {
		const { sent, waitTill } = await askHighLevel('ada');
		expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'GET /calendars/events/appointments/appt-1',
		]);
		expect(waitTill).toEqual(new Date(Date.parse(at('10').startTime) + 120_000));
	});

	it('once the appointment is of another contact, the page shows nothing of it, and nothing is changed', async () => {
		const page = askPage({ api: 'highLevel', options });
		expect((await page.show({ appointment: ofAda })).text).toContain('Confirm this time');
		// What was read for the page above is shared for some seconds; a form asks anew.
		const confirmed = await page.send({ slot: '10', act: 'confirm', appointment: ofBen });
		expect({ status: confirmed.status, writes: confirmed.writes, item: confirmed.item }).toEqual({
			status: 503,
			writes: [],
			item: undefined,
		});
		expect(confirmed.text).toContain('trying again does not help');
		expect(confirmed.warnings).toEqual([
			"The page could not be shown: The appointment 'appt-1' is not one of the contact 'ada'",
		]);
		const shown = await page.show({ appointment: ofBen });
		expect(shown.status).toBe(503);
		expect(shown.text).not.toContain('10:00');
	});

	it('a refused page asks the platform once in some seconds, too', async () => {
		const page = askPage({ api: 'highLevel', options });
		expect((await page.show({ appointment: ofBen })).sent).toHaveLength(1);
		expect((await page.show({ appointment: ofBen })).sent).toEqual([]);
	});

	it('what was read for a page without it does not open one with it', async () => {
		const account = 'shared by two pages';
		const free = askPage({ api: 'highLevel', account });
		const bound = askPage({ api: 'highLevel', account, options });
		expect((await free.show({ appointment: ofBen })).status).toBe(200);
		expect((await bound.show({ appointment: ofBen })).status).toBe(503);
	});

	it('where the platform cannot be asked, no page is shown that it should be checked for', async () => {
		const page = askPage({ api: 'highLevel', options });
		runClock();
		const showing = page.show({ appointment: failed(500) });
		// Longer than a read waits between its attempts.
		await jest.advanceTimersByTimeAsync(10_000);
		const { status, text, warnings } = await showing;
		expect(status).toBe(503);
		expect(text).not.toContain('10:00');
		expect(warnings).toEqual([
			'The page could not be shown: The platform could not respond (status 500), even after retries.',
		]);
	});

	it('where the platform does not respond in time, no page is shown that it should be checked for', async () => {
		runClock();
		const page = askPage({ api: 'highLevel', options });
		const shown = page.show({ appointment: new Promise(() => {}) });
		await jest.advanceTimersByTimeAsync(8_000);
		const { status, text, warnings } = await shown;
		expect(status).toBe(503);
		expect(text).not.toContain('10:00');
		expect(warnings).toEqual([
			'The page could not be shown: The platform did not respond in time.',
		]);
		jest.useRealTimers();
	});

	it('the contact can be named by email, and moves the appointment', async () => {
		const byEmail = { __rl: true, mode: 'emailOrPhone', value: 'ada@example.com' };
		const page = askPage({ api: 'highLevel', options: { onlyOfContact: byEmail } });
		const moved = await page.submit({
			slot: '14',
			act: 'move',
			appointment: { contactId: 'con-ada' },
			writeResponses: [''],
		});
		expect(moved.item).toMatchObject({ outcome: 'moved', contactId: 'con-ada', ...at('14') });
	});
});

describe('with HighLevel, the address of a form that moved or canceled the appointment, in a process that does not know of it', () => {
	beforeEach(runClock);
	afterEach(() => jest.useRealTimers());

	it('says so, and the workflow continues, though the page has been read some seconds ago', async () => {
		const page = askPage({ api: 'highLevel' });
		const query = addressOfForm((await page.show({ ...asking('move'), slot: '14' })).html);
		expect(query).toMatchObject({ do: 'move', notice: 'unknown' });
		await jest.advanceTimersByTimeAsync(3_000);
		const { text, item, writes } = await page.show({ query, appointment: at('14') });
		expect(text).toMatch(/Your appointment has a new time .*Before: Mon, Nov 23, 10:00.AM .* 2:00/);
		expect({ outcome: item?.outcome, writes }).toEqual({ outcome: 'moved', writes: [] });
	});

	it('asks the contact to check a cancellation while the appointment cannot be read', async () => {
		const page = askPage({ api: 'highLevel' });
		const query = addressOfForm((await page.show(asking('cancel'))).html);
		expect(query).toMatchObject({ do: 'cancel', notice: 'unknown' });
		await jest.advanceTimersByTimeAsync(3_000);
		const { text } = await page.show({ query, appointment: failed(403) });
		expect(text).toContain('Check whether it went through');
	});

	it('says so, too, where the appointment was moved back to the time that the workflow knows', async () => {
		const page = askPage({ api: 'highLevel' });
		const meanwhile = { appointment: at('14') };
		const form = await page.show({ ...asking('move'), slot: '10', ...meanwhile });
		const query = addressOfForm(form.html);
		await jest.advanceTimersByTimeAsync(3_000);

		const { text, item, writes } = await page.show({ query, appointment: at('10') });

		expect(text).toContain('Your appointment has a new time');
		expect(text).not.toContain('Before:');
		expect(item).toMatchObject({ outcome: 'moved', ...at('10') });
		expect(writes).toEqual([]);
	});

	it('asks again whether to move, where the platform shows that nothing was moved', async () => {
		const page = askPage({ api: 'highLevel' });
		const query = addressOfForm((await page.show({ ...asking('move'), slot: '14' })).html);
		await jest.advanceTimersByTimeAsync(3_000);

		const { text, item } = await page.show({ query });

		expect(text).toMatch(/Move to this time\? .*2:00 – 2:30.PM/);
		expect(item).toBeUndefined();
	});

	it('asks the contact to check a move back to that time while the appointment cannot be read', async () => {
		const page = askPage({ api: 'highLevel' });
		const meanwhile = { appointment: at('14') };
		const form = await page.show({ ...asking('move'), slot: '10', ...meanwhile });
		const query = addressOfForm(form.html);
		await jest.advanceTimersByTimeAsync(3_000);

		const { text, item } = await page.show({ query, appointment: failed(403) });

		expect(text).toContain('Check whether it went through');
		expect(item).toBeUndefined();
	});

	it('says that the appointment no longer exists, where the form canceled and the platform does not know it', async () => {
		const page = askPage({ api: 'highLevel' });
		const query = addressOfForm((await page.show(asking('cancel'))).html);
		await jest.advanceTimersByTimeAsync(3_000);

		const { text } = await page.show({ query, appointment: failed(404) });

		expect(text).toContain('This appointment no longer exists');
	});

	it('asks the contact to check a move, where the appointment was canceled since', async () => {
		const page = askPage({ api: 'highLevel' });
		const query = addressOfForm((await page.show({ ...asking('move'), slot: '14' })).html);
		await jest.advanceTimersByTimeAsync(3_000);

		const { text } = await page.show({ query, appointment: { appointmentStatus: 'cancelled' } });

		expect(text).toContain('Check whether it went through');
	});

	it('without the seal of this page, asks the contact to check', async () => {
		const { text, item } = await askPage({ api: 'highLevel' }).show({
			...asking('move'),
			slot: '14',
			appointment: at('14'),
		});
		expect(text).toMatch(/Check whether it went through .* 2:00/);
		expect(item).toBeUndefined();
	});
});

/** The platform carries a write out, and shows no record. */
const DONE_IN_SILENCE = { writeResponses: [''] };

describe('a decision that is carried out', () => {
	it('tells the workflow what the platform has in place of what was chosen', async () => {
		const record = { id: 'appt-1', contactId: 'ben', appointmentStatus: 'new', ...at('15') };
		const page = askPage({ options: { simplify: false, title: 'Call' } });

		const { item } = await page.submit({
			slot: '14',
			act: 'move',
			writeResponses: [{ appointment: record }],
		});

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
			const page = askPage({ api: 'highLevel', options: { statusWhenConfirmed: '' } });

			const { sent } = await page.submit({ slot, act, ...DONE_IN_SILENCE });

			const write = sent.find(({ method }) => method === 'PUT');
			expect(write?.body).toEqual({ ...at(slot), appointmentStatus: 'new' });
		},
	);

	it("hands on the contact's note where it cancels", async () => {
		const page = askPage();

		const { item, text } = await page.submit({
			act: 'cancel',
			fields: { note: 'I am ill' },
			...DONE_IN_SILENCE,
		});

		expect(text).toContain('Your appointment is canceled');
		expect(item).toMatchObject({ outcome: 'canceled', note: 'I am ill' });
	});

	it("hands on the contact's note where no time suits, and writes nothing", async () => {
		const page = askPage();

		const { item, text, writes } = await page.submit({ act: 'none', fields: { note: 'I am ill' } });

		expect(text).toContain('Thank you for telling us');
		expect(item).toMatchObject({
			outcome: 'noneSuits',
			note: 'I am ill',
			appointmentId: 'appt-1',
			...at('10'),
		});
		expect(writes).toEqual([]);
	});

	it.each([
		{ after: 'confirming', visit: { act: 'confirm' } },
		{ after: 'moving', visit: { act: 'move', slot: '14' } },
	])('opens a page of the business after $after', async ({ visit }) => {
		const page = askPage({ page: { redirect: 'https://www.example.com/danke schön' } });

		const { location } = await page.submit({ ...visit, ...DONE_IN_SILENCE });

		expect(location).toBe('https://www.example.com/danke%20sch%C3%B6n');
	});

	it('opens no page of the business after canceling', async () => {
		const page = askPage({ page: { redirect: 'https://www.example.com/thanks' } });

		const { location, text } = await page.submit({ act: 'cancel', ...DONE_IN_SILENCE });

		expect(location).toBeUndefined();
		expect(text).toContain('Your appointment is canceled');
	});
});

describe('with HighLevel, before a decision is carried out', () => {
	it('what has become longer is asked anew', async () => {
		const page = askPage({ api: 'highLevel' });
		const untilEleven = { endTime: at('11').startTime };

		const { item, text, writes } = await page.submit({
			slot: '10',
			act: 'confirm',
			appointment: untilEleven,
		});

		expect(text).toContain('10:00 – 11:00');
		expect(item).toBeUndefined();
		expect(writes).toEqual([]);
	});

	it('the page works where the appointment cannot be read, and the operator hears of it', async () => {
		const page = askPage({ api: 'highLevel' });

		const { item, warnings } = await page.submit({
			act: 'confirm',
			appointment: failed(403),
			...DONE_IN_SILENCE,
		});

		expect(item).toMatchObject({ outcome: 'confirmed', ...at('10') });
		expect(warnings).toEqual([
			"A page is not up to date: The appointment could not be read before, so it was not checked whether it still stands: The credential is not allowed to do this: it lacks the scope 'calendars/events.readonly', or belongs to another location.",
		]);
	});

	it('a move that was carried out before a restart is found by the form that is sent again', async () => {
		const page = askPage({ api: 'highLevel' });

		const { item, text, writes } = await page.submit({
			slot: '14',
			act: 'move',
			appointment: at('14'),
		});

		expect(text).toContain('Your appointment has a new time');
		expect(text).toContain('Before: Mon, Nov 23, 10:00');
		expect(item).toMatchObject({ outcome: 'moved', ...at('14') });
		expect(writes).toEqual([]);
	});
});

it("a confirmation sets the status of 'Status When Confirmed'", async () => {
	const page = askPage({ options: { statusWhenConfirmed: 'showed' } });

	const { writes } = await page.submit({ act: 'confirm', ...DONE_IN_SILENCE });

	expect(writes).toMatchObject([{ body: { ...at('10'), appointmentStatus: 'showed' } }]);
});

describe('a refused decision', () => {
	it.each([
		{ act: 'cancel', reason: "The platform refused to cancel the appointment 'appt-1'." },
		{
			act: 'confirm',
			reason: 'The contact already has another appointment in this calendar at this time.',
		},
	])(
		'that is a conflict asks the contact to turn to the sender, since there is no other time to choose: $act',
		async ({ act, reason }) => {
			const page = askPage();

			const { item, text, warnings } = await page.submit({ act, writeResponses: [failed(409)] });

			expect(text).toContain('trying again does not help');
			expect(item).toBeUndefined();
			expect(warnings).toEqual([`What a contact chose (${act}) was refused: ${reason}`]);
		},
	);

	it('since the contact has another appointment then, offers no way to keep that one as this', async () => {
		const page = askPage();

		const { html, text } = await page.submit({
			slot: '14',
			act: 'move',
			writeResponses: [failed(409)],
		});

		expect(text).toContain('You already have an appointment at that time');
		expect(html).not.toContain('Keep it<');
	});

	it.each([
		{
			act: 'move',
			slot: '14',
			status: 410,
			warning:
				"What a contact chose (move) was refused: The appointment 'appt-1' was not found: it no longer exists, or belongs to another location.",
		},
		{
			act: 'cancel',
			slot: undefined,
			status: 404,
			warning:
				'Nothing was left to cancel for a contact: The platform does not know the appointment',
		},
	])(
		'since the appointment is gone, ends with its old time and is not said to be canceled: $act',
		async ({ act, slot, status, warning }) => {
			const page = askPage();

			const { item, text, warnings } = await page.submit({
				slot,
				act,
				fields: { note: 'I am ill' },
				writeResponses: [failed(status)],
			});

			expect(text).toContain('This appointment no longer exists');
			expect(item).toMatchObject({ outcome: 'gone', note: 'I am ill', ...at('10') });
			expect(warnings).toEqual([warning]);
		},
	);

	it('of a cancellation, since somebody has canceled it meanwhile, is one, and the operator hears of it', async () => {
		const page = askPage({ api: 'highLevel' });

		const { item, text, warnings } = await page.submit({
			act: 'cancel',
			writeResponses: [failed(409)],
			appointmentAfterWrite: { appointmentStatus: 'cancelled' },
		});

		expect(text).toContain('Your appointment is canceled');
		expect(item).toMatchObject({ outcome: 'canceled', ...at('10') });
		expect(warnings).toEqual([
			'Nothing was left to cancel for a contact: The appointment was called off or deleted before',
		]);
	});

	it('of a cancellation that an earlier attempt of this wait may have carried out, is one that it did', async () => {
		const page = askPage();

		const { item, text } = await page.submit({
			act: 'cancel',
			isRepeat: true,
			writeResponses: [failed(404)],
		});

		expect(text).toContain('Your appointment is canceled');
		expect(item).toMatchObject({ outcome: 'canceled', ...at('10') });
	});
});

describe('a success of the platform whose record shows something else', () => {
	it.each([
		{ what: 'the old time after a move', act: 'move', slot: '14', shown: at('10') },
		{
			what: 'no cancellation',
			act: 'cancel',
			slot: undefined,
			shown: { appointmentStatus: 'confirmed' },
		},
		{
			what: 'no confirmation',
			act: 'confirm',
			slot: undefined,
			shown: { appointmentStatus: 'new' },
		},
	])('is none, and the operator hears of it: $what', async ({ act, slot, shown }) => {
		const page = askPage();

		const { item, text, warnings } = await page.submit({
			slot,
			act,
			writeResponses: [{ id: 'appt-1', ...shown }],
		});

		expect(text).toContain('trying again does not help');
		expect(item).toBeUndefined();
		expect(warnings).toEqual([
			`What a contact chose (${act}) was refused: The platform responded with success, and with an appointment of another status or at its old time`,
		]);
	});

	it('is a move with another status, too', async () => {
		const page = askPage({ api: 'highLevel' });

		const { item, text } = await page.submit({
			slot: '11',
			act: 'move',
			writeResponses: [{ id: 'appt-1', appointmentStatus: 'confirmed', ...at('11') }],
		});

		expect(text).toContain('Your appointment has a new time');
		expect(item).toMatchObject({ outcome: 'moved' });
	});

	it('is a confirmation where none sets a status, and the record keeps its own', async () => {
		const page = askPage({ api: 'highLevel', options: { statusWhenConfirmed: '' } });

		const { item, text } = await page.submit({
			act: 'confirm',
			writeResponses: [{ id: 'appt-1', appointmentStatus: 'new' }],
		});

		expect(text).toContain('Your appointment is confirmed');
		expect(item).toMatchObject({ outcome: 'confirmed' });
	});

	it('is a cancellation where the record shows it', async () => {
		const page = askPage({ api: 'highLevel' });

		const { item, text } = await page.submit({
			act: 'cancel',
			writeResponses: [{ id: 'appt-1', appointmentStatus: 'cancelled' }],
		});

		expect(text).toContain('Your appointment is canceled');
		expect(item).toMatchObject({ outcome: 'canceled' });
		expect(item).not.toHaveProperty('message');
	});

	it('is a confirmation where `status` only says how the request went', async () => {
		const page = askPage();

		const { item, text } = await page.submit({
			act: 'confirm',
			writeResponses: [{ id: 'appt-1', status: 'booked' }],
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
		const { text } = await askPage().submit({ slot: '14', ...moveTo, nodesAfter: next });

		expect(text).toContain('cannot be opened again');
	});

	it('it does where Ask to Confirm and Wait follows', async () => {
		const { text } = await askPage().submit({ slot: '14', ...moveTo, nodesAfter: [ASK_AGAIN] });

		expect(text).toContain('open your link again');
	});

	it('it does where a node leads back to this one', async () => {
		const { text } = await askPage().submit({
			slot: '14',
			...moveTo,
			nodesAfter: [IF],
			nodesBefore: [IF],
		});

		expect(text).toContain('open your link again');
	});

	it('it does where Ask to Confirm and Wait follows an offer in a loop', async () => {
		const { text } = await waitingPage().submit({
			slot: '10',
			writeResponses: [{ id: 'appt-1' }],
			nodesAfter: [ASK_AGAIN, IF],
			nodesBefore: [IF],
		});

		expect(text).toContain('open your link again');
	});

	it('it does not where Loop Over Items leads back, with the next contact', async () => {
		const loop = [LOOP_OVER_ITEMS];

		const { text } = await askPage().submit({
			slot: '14',
			...moveTo,
			nodesAfter: loop,
			nodesBefore: loop,
		});

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
		["'Appointment' is empty", '', { appointmentId: '' }],
		[
			"'End' must be after 'Start'",
			'Enter the times of the appointment.',
			{ endTime: at('10').startTime },
		],
		[
			"'Start' has passed",
			'Ask about an appointment that is still to come. Now it is ',
			{ startTime: '2026-11-21T12:00:00Z' },
		],
		[
			"'Choices' is empty",
			'Choose at least one thing that the contact can do.',
			{ options: { choices: [] } },
		],
	])('is refused: %s', async (message, whatToDo, parameters) => {
		const end = await reach(parameters);

		expectRefused(end, message, whatToDo);
		expect(end.waitTill).toBeUndefined();
	});

	it('is refused where the input has the result of another page', async () => {
		const end = await reach({}, { outcome: 'confirmed' });

		expectRefused(
			end,
			"The input already has 'outcome', so a timeout could not be detected",
			"Remove 'outcome' with an Edit Fields node before this one.",
		);
		expect(end.waitTill).toBeUndefined();
	});
});
