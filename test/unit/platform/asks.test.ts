import type { IDataObject } from 'n8n-workflow';

import { decisions } from '../../../nodes/Platform/contactReply/decide';
import { failed, lost } from '../platformApi/fakePlatform';
import { at, offered, page, type Visited } from './contactPage';
import { act, byId, expectRefused, PRIVATE_TOKEN } from './nodeOnPlatform';
import { stopClockAt } from '../../support/clock';

stopClockAt('2026-11-21T12:00:00Z');

const APPOINTMENT = { operation: 'askToConfirm', appointmentId: 'appt-1', ...at('10') };
const ask = (parameters: IDataObject = {}) => page({ ...APPOINTMENT, ...parameters });
const asking = (act: string) => ({ query: { do: act } });
const NO_HELP = 'trying again does not help';
const CANCELED = 'Your appointment is canceled';
const GONE = 'This appointment no longer exists';

it('the page shows the appointment and what can be done, and changes nothing', async () => {
	const own = ask({ options: { title: 'Check-up' } });
	const { text, sent, item } = await own.show();
	expect(text).toMatch(
		/Check-up .* 10:00 – 10:30 .*Confirm this time Choose another time Cancel the appointment/,
	);
	expect([sent, item]).toEqual([[], undefined]);
	expect((await own.show(asking('cancel'))).text).toContain('Cancel this appointment?');
});

it.each(['confirm', 'move', 'cancel'])(
	'the page offers nothing that is switched off: %s alone',
	async (choice) => {
		const own = ask({ options: { choices: [choice] } });
		for (const other of ['confirm', 'move', 'cancel', 'none'].filter((one) => one !== choice)) {
			if (choice === 'move' && other === 'none') continue;
			const { item, written, text } = await own.book('11', { act: other });
			expect([item, written]).toEqual([undefined, []]);
			expect(text).toMatch(/10:00 – 10:30/);
			expect((await own.show(asking(other))).text).toBe((await own.show()).text);
		}
	},
);

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

it.each<[string, string | undefined, unknown[], IDataObject, IDataObject?]>([
	[
		'confirm',
		undefined,
		['PUT', { ...at('10'), appointmentStatus: 'confirmed' }],
		{ outcome: 'confirmed', ...at('10') },
	],
	[
		'confirm',
		undefined,
		['PUT', at('10')],
		{ outcome: 'confirmed', ...at('10') },
		{ statusWhenConfirmed: '' },
	],
	['move', '14', ['PUT', at('14')], { outcome: 'moved', ...at('14') }],
	['cancel', undefined, ['DELETE', undefined], { outcome: 'canceled', ...at('10') }],
])('the contact can %s', async (act, slot, write, item, options = {}) => {
	const own = ask({ options });
	const done = await own.book(slot, { act, writes: [''] });
	const { calendarEntry, ...rest } = done.item ?? {};
	expect(rest).toEqual({
		...{ appointmentId: 'appt-1', contactId: 'ada', calendarId: 'cal-1', timezone: 'UTC' },
		...{ startText: expect.any(String), startLocal: expect.any(String) },
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

it('the workflow is told what the platform has in place of what was chosen', async () => {
	const record = { id: 'appt-1', contactId: 'ben', appointmentStatus: 'new', ...at('15') };
	const { item } = await ask().book('14', { act: 'move', writes: [{ appointment: record }] });
	expect(item).toMatchObject({ outcome: 'moved', contactId: 'ben', ...at('15') });
	expect(item?.message).toMatch(/Contact is ben, not ada; .*Start is .*T15:.*, not .*T14:/);
});

// An empty one as n8n hands on a 204.
it.each<[unknown, object]>([
	[{ appointment: { id: 'appt-1', contactId: 'ben' } }, { id: 'appt-1', contactId: 'ben' }],
	['', {}],
])('the contact has confirmed by a response that is %j', async (body, appointment) => {
	const options = { simplify: false, title: 'Call' };
	const own = ask({ options, page: { heading: 'Your call' } });
	const { item } = await own.book(undefined, { act: 'confirm', writes: [body] });
	expect(item).toMatchObject({
		...{ outcome: 'confirmed', appointment, title: 'Call' },
		contactId: body ? 'ben' : 'ada',
	});
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
		const { json, sent } = await book('14');
		expect([json, sent.length]).toMatchObject([[at('14')], requests]);
	},
);

it('the times of a longer appointment are offered in its length, and sent with the offset of its start', async () => {
	const free = [
		{ ...at('14'), endTime: at('15').startTime },
		{ ...at('15'), endTime: '2026-11-23T15:59:00Z' },
	];
	const own = ask({ endTime: at('11').startTime });
	expect(offered((await own.show({ ...asking('move'), free: [free] })).html)).toEqual(['14']);
	const times = { startTime: '2026-11-23T11:00:00+01:00', endTime: '2026-11-23T12:30:00+02:00' };
	const { written } = await ask({ api: 'highLevel', ...times }).book(undefined, {
		act: 'confirm',
		writes: [''],
	});
	expect(written).toEqual([times.startTime]);
});

describe('with HighLevel, which is asked what became of the appointment', () => {
	const highLevel = (options: IDataObject = {}) => ask({ api: 'highLevel', options });
	const appointment = { ...at('14'), calendarId: 'cal-2', contactId: 'ben' };

	it('the page shows where it has been moved, offers the times of its calendar, and asks anew', async () => {
		const own = highLevel();
		const { sent } = await own.show({ ...asking('move'), appointment });
		expect(sent.map(({ path }) => path)).toContain('/calendars/cal-2/free-slots');
		const stale = ['confirm', 'cancel'].map(
			async (act) => await own.book(undefined, { act, appointment }),
		);
		for (const { text, item, written } of [
			{ ...(await own.show({ appointment })), written: [] },
			...(await Promise.all(stale)),
		]) {
			expect([item, written]).toEqual([undefined, []]);
			expect(text).toMatch(/Before: Mon, Nov 23, 10:00.AM .*2:00 – 2:30.PM/);
		}
		const done = await own.book('14', { act: 'confirm', appointment, writes: [''] });
		expect(done.item).toMatchObject({ outcome: 'confirmed', ...appointment });
		expect(done.sent.at(-1)?.body).toEqual({ ...at('14'), appointmentStatus: 'confirmed' });
	});

	it.each<[string, string, IDataObject, string]>([
		['move', '11', {}, 'new'],
		['confirm', '10', { statusWhenConfirmed: '' }, 'new'],
	])(
		'a %s sends a status, as a change without one would confirm it',
		async (act, slot, options, appointmentStatus) => {
			const { sent } = await highLevel(options).book(slot, { act, writes: [''] });
			const { body } = sent.find(({ method }) => method === 'PUT') ?? {};
			expect(body).toEqual({ ...at(slot), appointmentStatus });
		},
	);

	it.each<[string, unknown]>([
		['canceled', { appointmentStatus: 'cancelled' }],
		['gone', failed(404)],
	])(
		'nothing is sent for one that is %s, and the workflow hears of it, also after a lost response and a restart',
		async (_, appointment) => {
			const shown = await highLevel().show({ appointment });
			expect(shown.text).toContain(GONE);
			expect(shown.item).toBeUndefined();
			for (const [act, outcome] of [
				['confirm', 'gone'],
				['cancel', 'canceled'],
			]) {
				const own = highLevel();
				const query = { do: act, notice: 'unknown' };
				const { html } = await own.show({ query, appointment });
				expect(html).toMatch(`name="do" value="${act}">\n<input type="hidden" name="slot" value="`);
				expect(html).toContain('name="again" value="1"');
				const { item, written } = await own.book(undefined, { act, appointment });
				expect([item?.outcome, written]).toEqual([outcome, []]);
			}
		},
	);

	it('the page works where it cannot be read, and the operator hears of it', async () => {
		const { item, warnings } = await highLevel().book(undefined, {
			...{ act: 'confirm', appointment: failed(403), writes: [''] },
		});
		expect(item).toMatchObject({ outcome: 'confirmed', ...at('10') });
		expect(warnings).toEqual([
			expect.stringMatching(/^A page is not up to date: The appointment could not be read before/),
		]);
	});

	it('a move that was carried out before a restart is found by the form that is sent again', async () => {
		const moved = { act: 'move', appointment: at('14') };
		const { item, written, text } = await highLevel().book('14', moved);
		expect(item).toMatchObject({ outcome: 'moved', ...at('14') });
		expect(written).toEqual([]);
		expect(text).toMatch(/Before: Mon, Nov 23, 10:00/);
	});
});

it('the contact who has another appointment then cannot keep that one as this', async () => {
	const { text, html } = await ask().book('14', { act: 'move', writes: [failed(409)] });
	expect(text).toContain('You already have an appointment at that time');
	expect(html).not.toContain('Keep it<');
	expect(html).toMatch(/<div class="note"[^]*Keep the current time<\/a><\/p>\n<ul/);
});

it.each<[string, string | undefined, unknown, string, string?]>([
	['confirm', undefined, failed(400), NO_HELP],
	['confirm', undefined, failed(409), NO_HELP],
	['cancel', undefined, failed(409), NO_HELP],
	['confirm', undefined, failed(404), GONE, 'gone'],
	['move', '14', failed(410), GONE, 'gone'],
	['cancel', undefined, failed(410), CANCELED, 'canceled'],
	// It says that it succeeded, though the appointment stays, or is called off.
	['move', '14', { id: 'appt-1', ...at('10') }, NO_HELP],
	['confirm', undefined, { id: 'appt-1', appointmentStatus: 'cancelled' }, NO_HELP],
])(
	'the contact who wants to %s %s hears of what %j means, and so does the operator',
	async (act, slot, response, told, ...outcome) => {
		const { text, item, warnings } = await ask().book(slot, { act, writes: [response] });
		expect(text).toContain(told);
		expect(warnings).toHaveLength(told === CANCELED ? 0 : 1);
		// What was asked for has not become its time.
		expect([item]).toMatchObject(outcome.map((outcome) => ({ outcome, ...at('10') })));
		expect(Boolean(item)).toBe(outcome.length > 0);
	},
);

it.each<[string, string, unknown[]]>([
	['cancel', 'canceled', ['']],
	['none', 'noneSuits', []],
])('the contact says why: %s', async (act, outcome, writes) => {
	const note = 'I am ill';
	const { item } = await ask().book(undefined, { act, fields: { note }, writes });
	expect(item).toMatchObject({ outcome, note, appointmentId: 'appt-1', ...at('10') });
});

const NEXT = {
	...{ name: 'Next', type: 'n8n-nodes-crm-platform.platform', typeVersion: 1, disabled: false },
	parameters: { operation: 'askToConfirm', options: {} },
};
const IF = { type: 'n8n-nodes-base.if' };

it.each<[string, object | undefined, boolean, boolean?]>([
	['nothing follows', undefined, false],
	['Ask to Confirm and Wait follows', {}, true],
	['it is switched off', { disabled: true }, false],
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

it('a page of the business opens after confirming, not after canceling', async () => {
	const own = { page: { redirect: 'https://www.example.com/danke schön' } };
	const confirmed = await ask(own).book(undefined, { act: 'confirm', writes: [''] });
	expect(confirmed.location).toBe('https://www.example.com/danke%20sch%C3%B6n');
	const canceled = await ask(own).book(undefined, { act: 'cancel', writes: [''] });
	expect(canceled.location).toBeUndefined();
	expect(canceled.text).toContain(CANCELED);
});

it.each<[string, boolean, Visited, string]>([
	// Meanwhile, nothing else can be decided in the same process.
	['confirm', false, { act: 'cancel', writes: [''] }, 'confirmed'],
	['cancel', false, { act: 'confirm', writes: [failed(410)] }, 'canceled'],
	['cancel', true, { act: 'cancel', writes: [failed(410)] }, 'canceled'],
])(
	'a lost response to %s is told, and asking again tells what became of it; after a restart: %j',
	async (act, isRestarted, again, outcome) => {
		const own = ask();
		const first = await own.book(undefined, { act, writes: [lost()] });
		expect(first.text).toContain('Check whether');
		expect(first.item).toBeUndefined();
		if (isRestarted) decisions.clear();
		const { item } = await own.book(undefined, { ...again, fields: { again: '1' } });
		expect(item).toMatchObject({ outcome });
	},
);

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

it.each<[string, IDataObject, IDataObject?]>([
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
