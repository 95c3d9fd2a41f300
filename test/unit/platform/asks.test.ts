import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import { at, offered, page } from './contactPage';
import { act, byId, expectRefused, PRIVATE_TOKEN } from './nodeOnPlatform';
import { stopClockAt } from '../../support/clock';

stopClockAt('2026-11-21T12:00:00Z');

const APPOINTMENT = { operation: 'askToConfirm', appointmentId: 'appt-1', ...at('10') };
const ask = (parameters: IDataObject = {}) => page({ ...APPOINTMENT, ...parameters });
const [confirm, cancel, move] = ['confirm', 'cancel', 'move'].map((act) => ({
	fields: { do: act },
}));

it('the page shows the appointment and what can be done, and changes nothing', async () => {
	const own = ask({ options: { title: 'Check-up' } });
	const { text, sent, item } = await own.show();
	expect(text).toMatch(
		/Check-up .* 10:00 – 10:30 .*Confirm this time Choose another time Cancel the appointment/,
	);
	expect([sent, item]).toEqual([[], undefined]);
	expect((await own.show({ query: { do: 'cancel' } })).text).toContain('Cancel this appointment?');
});

it.each([['confirm'], ['move'], ['cancel']])(
	'the page offers nothing that is switched off: %s alone',
	async (choice) => {
		const own = ask({ options: { choices: [choice] } });
		expect((await own.show()).text).toMatch(/10:00 – 10:30/);
		const others = ['confirm', 'move', 'cancel'].filter((one) => one !== choice);
		for (const other of others) {
			const { item, written, status, text } = await own.book('11', { fields: { do: other } });
			expect([item, written, status]).toEqual([undefined, [], 200]);
			expect((await own.show({ query: { do: other } })).text).toBe(text);
		}
	},
);

it('the page lists the free times of the same length, and asks to confirm the chosen one', async () => {
	const own = ask();
	const { html, text } = await own.show({ query: { do: 'move' } });
	// Its own time is no move.
	expect(offered(html)).toEqual(['09', '11', '14', '15']);
	expect(text).toMatch(/Your appointment Monday.* 10:00 – 10:30.*Keep the current time/);
	expect((await own.show({ query: { do: 'move' }, slot: '14' })).text).toMatch(
		/Before: Mon, Nov 23, 10:00.AM .*2:00 – 2:30.PM.* Move to this time/,
	);
	expect((await own.show({ query: { do: 'move' }, slot: '10' })).text).toContain(
		'no longer available',
	);
});

const CONFIRMED = { outcome: 'confirmed', ...at('10') };

it.each<[string, string | undefined, { fields: IDataObject }, unknown[], object, IDataObject?]>([
	[
		'confirms',
		undefined,
		confirm,
		['PUT', { ...at('10'), appointmentStatus: 'confirmed' }],
		CONFIRMED,
	],
	[
		'confirms without a status',
		undefined,
		confirm,
		['PUT', at('10')],
		CONFIRMED,
		{ statusWhenConfirmed: '' },
	],
	['moves', '14', move, ['PUT', at('14')], { outcome: 'moved', ...at('14') }],
	['cancels', undefined, cancel, ['DELETE', undefined], { outcome: 'canceled', ...at('10') }],
])('the contact %s', async (_, slot, form, write, item, options = {}) => {
	const own = ask({ options });
	const done = await own.book(slot, { ...form, writes: [''] });
	const { calendarEntry, ...rest } = done.item ?? {};
	expect(rest).toEqual({
		appointmentId: 'appt-1',
		contactId: 'ada',
		calendarId: 'cal-1',
		startText: expect.any(String),
		startLocal: expect.any(String),
		timezone: 'UTC',
		...item,
	});
	expect(Object.keys(calendarEntry as object)).toEqual(
		form === cancel ? ['ics'] : ['ics', 'google', 'outlook', 'microsoft365'],
	);
	const sent = done.sent.filter(({ method }) => method !== 'GET');
	expect(sent.map(({ method, body }) => [method, body])).toEqual([write]);
	expect((calendarEntry as IDataObject).ics).toContain('UID:appt-1\r\n');
	// Nothing is left to decide in time, and only a move has a time before.
	expect([done.html.includes('data-left'), done.text.includes('Before:')]).toEqual([
		false,
		form === move,
	]);
	// One choice wins, however often and whatever is sent then.
	for (const form2 of [confirm, cancel, move])
		expect((await own.book('15', form2)).item).toBeUndefined();
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-24T12:00:00Z'));
	expect((await own.show()).text).toBe(done.text);
});

// An empty one as n8n hands on a 204.
it.each<[unknown, object]>([
	[{ appointment: { id: 'appt-1', extra: 1 } }, { id: 'appt-1', extra: 1 }],
	['', {}],
])('the contact has confirmed by a response that is %j', async (body, appointment) => {
	const { item } = await ask({ options: { simplify: false } }).book(undefined, {
		...confirm,
		writes: [body],
	});
	expect(item).toMatchObject({ outcome: 'confirmed', appointment });
});

it.each([
	['ada', 'ben'],
	['', 'ben'],
])(
	'the title is that of the fields, and the contact that of the response: %j',
	async (contactId, expected) => {
		const own = ask({ contactId, options: { title: 'Call' }, page: { heading: 'Your call' } });
		const { item } = await own.book(undefined, {
			...confirm,
			writes: [{ appointment: { contactId: 'ben' } }],
		});
		expect(item).toMatchObject({ contactId: expected, title: 'Call' });
	},
);

it.each([
	['moves', '14', move, 0],
	['cancels', undefined, cancel, 1],
] as const)(
	'Book in the same execution knows that the contact %s',
	async (executionId, slot, form, requests) => {
		const book = async (hour: string) =>
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
		await book('10');
		await ask({ appointmentId: executionId, credential: PRIVATE_TOKEN }).book(slot, {
			...form,
			writes: [''],
		});
		expect((await book('10')).sent).toHaveLength(1);
		const { json, sent } = await book('14');
		expect([json, sent.length]).toMatchObject([[at('14')], requests]);
	},
);

it('the times of a longer appointment are offered in its length, and sent with the offset of its start', async () => {
	const days = {
		'2026-11-23': [
			{ ...at('14'), endTime: at('15').startTime },
			{ ...at('15'), endTime: '2026-11-23T15:59:00Z' },
		],
	};
	expect(
		offered(
			(await ask({ endTime: at('11').startTime }).show({ query: { do: 'move' }, days })).html,
		),
	).toEqual(['14']);
	const times = { startTime: '2026-11-23T11:00:00+01:00', endTime: '2026-11-23T12:30:00+02:00' };
	expect(
		(await ask({ api: 'highLevel', ...times }).book(undefined, { ...confirm, writes: [''] }))
			.written,
	).toEqual([times.startTime]);
});

describe('with HighLevel, which is asked what became of the appointment', () => {
	const highLevel = () => ask({ api: 'highLevel' });
	const moved = { ...at('14'), calendarId: 'cal-2', contactId: 'ben' };

	it('the page shows where it has been moved, and asks anew', async () => {
		const page1 = highLevel();
		const shown = await page1.show({ appointment: moved });
		expect(shown.text).toMatch(/Before: Mon, Nov 23, 10:00.AM .*2:00 – 2:30.PM/);
		for (const form of [confirm, cancel]) {
			const stale = await page1.book(undefined, { ...form, appointment: moved });
			expect([stale.item, stale.written]).toEqual([undefined, []]);
			expect(stale.text).toMatch(/Before: Mon, Nov 23, 10:00.AM .*2:00 – 2:30.PM/);
		}
		const { item, sent } = await page1.book('14', { ...confirm, appointment: moved, writes: [''] });
		expect(item).toMatchObject({
			outcome: 'confirmed',
			...at('14'),
			calendarId: 'cal-2',
			contactId: 'ben',
		});
		expect(sent.at(-1)?.body).toEqual({ ...at('14'), appointmentStatus: 'confirmed' });
	});

	it('the page offers the times of its own calendar', async () => {
		const { sent } = await highLevel().show({ query: { do: 'move' }, appointment: moved });
		expect(sent.map(({ path }) => path)).toContain('/calendars/cal-2/free-slots');
	});

	it.each<[string, string, object, IDataObject, string]>([
		['moves it', '11', move, {}, 'new'],
		['confirms it', '10', confirm, {}, 'confirmed'],
		['confirms it without a status', '10', confirm, { statusWhenConfirmed: '' }, 'new'],
	])(
		'the contact who %s sends a status, as a change without one would confirm it',
		async (_, slot, form, options, appointmentStatus) => {
			const { sent } = await ask({ api: 'highLevel', options }).book(slot, {
				...form,
				writes: [''],
			});
			expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
				...at(slot),
				appointmentStatus,
			});
		},
	);

	it.each<[string, unknown]>([
		['deleted', { deleted: true }],
		['canceled', { appointmentStatus: 'cancelled' }],
		['gone', failed(404)],
	])('nothing is sent for one that is %s', async (_, appointment) => {
		const shown = await highLevel().show({ appointment });
		expect([shown.text, shown.item]).toEqual([
			expect.stringContaining('no longer exists'),
			undefined,
		]);
		for (const [form, outcome] of [
			[confirm, 'gone'],
			[cancel, 'canceled'],
		] as const) {
			const { item, written } = await highLevel().book(undefined, { ...form, appointment });
			expect([item?.outcome, written]).toEqual([outcome, []]);
		}
	});

	it.each([
		['cancel', 'canceled'],
		['confirm', 'gone'],
	])(
		'a lost response of %s is asked for again after a restart, though it is gone, so that the workflow hears of it',
		async (act, outcome) => {
			const gone = { appointment: { deleted: true } };
			const { html } = await highLevel().show({ query: { do: act, notice: 'unknown' }, ...gone });
			expect(html).toContain('name="again" value="1"');
			const fields = { do: act, again: '1' };
			expect((await highLevel().book(undefined, { fields, ...gone })).item).toMatchObject({
				outcome,
			});
		},
	);

	it('the page works where it cannot be read, and the operator hears of it', async () => {
		const { item, warnings } = await highLevel().book(undefined, {
			...confirm,
			appointment: failed(403),
			writes: [''],
		});
		expect(item).toMatchObject({ outcome: 'confirmed', ...at('10') });
		expect(warnings).toEqual([
			expect.stringMatching(/^A page is not up to date: The appointment could not be read before/),
		]);
	});

	it('a move that was carried out before a restart is found by the form that is sent again', async () => {
		const { item, written, text } = await highLevel().book('14', {
			...move,
			appointment: at('14'),
		});
		expect([item, written]).toEqual([
			expect.objectContaining({ outcome: 'moved', ...at('14') }),
			[],
		]);
		expect(text).toMatch(/Before: Mon, Nov 23, 10:00/);
	});
});

it('the contact who has another appointment then cannot keep that one as this', async () => {
	const { text, html } = await ask().book('14', { ...move, writes: [failed(409)] });
	expect(text).toContain('You already have an appointment at that time');
	expect(html).not.toContain('Keep it<');
	expect(html).toMatch(/<div class="note"[^]*Keep the current time<\/a><\/p>\n<ul/);
});

it.each<
	[
		string,
		IDataObject,
		string | undefined,
		{ fields: IDataObject },
		number[],
		string,
		string | undefined,
	]
>([
	[
		'confirms, which is refused',
		{},
		undefined,
		confirm,
		[400, 409],
		'trying again does not help',
		undefined,
	],
	[
		'cancels, which is refused',
		{},
		undefined,
		cancel,
		[409, 422],
		'trying again does not help',
		undefined,
	],
	[
		'confirms one that is gone',
		{},
		undefined,
		confirm,
		[404, 410],
		'This appointment no longer exists',
		'gone',
	],
	[
		'moves one that is gone',
		{},
		'14',
		move,
		[404, 410],
		'This appointment no longer exists',
		'gone',
	],
	[
		'confirms, where a field is refused',
		{ statusWhenConfirmed: 'Confirmado' },
		undefined,
		confirm,
		[422],
		'trying again does not help',
		undefined,
	],
])(
	'%s: the contact and the operator hear of it',
	async (_, { api, ...options }, slot, form, refusals, told, outcome) => {
		for (const refusal of refusals) {
			const { text, item, warnings } = await ask({ api, options }).book(slot, {
				...form,
				writes: [failed(refusal)],
			});
			expect([text, item?.outcome, warnings.length]).toEqual([
				expect.stringContaining(told),
				outcome,
				1,
			]);
			// What was asked for has not become its time.
			expect(item ?? at('10')).toMatchObject(at('10'));
		}
	},
);

it.each<[string, string | undefined, { fields: IDataObject }, object]>([
	['moved where it stays', '14', move, at('10')],
	['confirmed where it is canceled', undefined, confirm, { appointmentStatus: 'cancelled' }],
])(
	'nothing is told as %s, though the platform says that it succeeded',
	async (_, slot, form, record) => {
		const { text, item, warnings } = await ask().book(slot, {
			...form,
			writes: [{ id: 'appt-1', ...record }],
		});
		expect([text, item, warnings]).toEqual([
			expect.stringContaining('trying again does not help'),
			undefined,
			[expect.stringContaining('responded with success')],
		]);
	},
);

it.each([404, 410])('the contact cancels what is canceled already: %d', async (refusal) => {
	const { text, item } = await ask().book(undefined, { ...cancel, writes: [failed(refusal)] });
	expect([text, item]).toEqual([
		expect.stringContaining('Your appointment is canceled'),
		expect.objectContaining({ outcome: 'canceled', appointmentId: 'appt-1' }),
	]);
});

it('the contact says why, or that none of the times suits', async () => {
	const note = 'I am ill';
	expect(
		(await ask().book(undefined, { fields: { do: 'cancel', note }, writes: [''] })).item,
	).toMatchObject({ outcome: 'canceled', note });
	const none = { fields: { do: 'none', note } };
	expect((await ask().book(undefined, none)).item).toMatchObject({
		outcome: 'noneSuits',
		note,
		appointmentId: 'appt-1',
		...at('10'),
	});
	expect(
		(await ask({ options: { choices: ['confirm', 'cancel'] } }).book(undefined, none)).item,
	).toBeUndefined();
});

it.each([
	['it leads back to the node', 'n8n-nodes-base.if', true, true],
	['nothing leads back', 'n8n-nodes-base.if', false, false],
	[
		'Loop Over Items leads back, with the next contact',
		'n8n-nodes-base.splitInBatches',
		true,
		false,
	],
])(
	'after a move the page says whether the link opens again: %s',
	async (_, type, leadsBack, opens) => {
		const next = [{ name: 'Next', type, typeVersion: 1, disabled: false }];
		const { text } = await ask().book('14', {
			...move,
			writes: [''],
			next,
			before: leadsBack ? next : [],
		});
		expect([
			text.includes('open your link again'),
			text.includes('cannot be opened again'),
		]).toEqual([opens, !opens]);
	},
);

it('a page of the business opens after confirming, not after canceling', async () => {
	const own = { page: { redirect: 'https://www.example.com/danke schön' } };
	expect((await ask(own).book(undefined, { ...confirm, writes: [''] })).location).toBe(
		'https://www.example.com/danke%20sch%C3%B6n',
	);
	const canceled = await ask(own).book(undefined, { ...cancel, writes: [''] });
	expect([canceled.location, canceled.text]).toEqual([
		undefined,
		expect.stringContaining('Your appointment is canceled'),
	]);
});

it('a lost response of a cancellation is told, also where another process has sent it', async () => {
	const { text, html } = await ask().show({ query: { do: 'cancel', notice: 'unknown' } });
	expect(text).toContain('Check whether');
	for (const field of ['do" value="cancel', `slot" value="${Date.parse(at('10').startTime)}`])
		expect(html).toContain(`name="${field}"`);
});

it.each([
	['confirming', confirm, '', 'confirmed'],
	['canceling', cancel, failed(410), 'canceled'],
])(
	'a lost response of %s is told, and asking again tells what became of it, also after a restart',
	async (_, form, second, outcome) => {
		for (const isRestarted of [false, true]) {
			const own = ask();
			const first = await own.book(undefined, { ...form, writes: [lost()] });
			expect([first.text, first.item]).toEqual([
				expect.stringContaining('Check whether'),
				undefined,
			]);
			// Meanwhile, nothing else can be decided in the same process.
			const next = isRestarted
				? { fields: { ...form.fields, again: '1' } }
				: form === confirm
					? cancel
					: confirm;
			const last = await (isRestarted ? own.restarted() : own).book(undefined, {
				...next,
				writes: [second],
			});
			expect(last.item).toMatchObject({ outcome });
		}
	},
);

const run = async (parameters: IDataObject = {}, items: IDataObject[] = [{}]) => {
	const chosen = {
		calendarId: byId('cal-1'),
		...APPOINTMENT,
		options: { timezone: byId('UTC') },
		...parameters,
	};
	return await act('appointment.askToConfirm', chosen, { responses: [{ id: 'cal-1' }], items });
};

it.each([
	[{}, at('10').startTime],
	[{ waitHours: 1_000 }, at('10').startTime],
	[{ waitHours: 1 }, '2026-11-21T13:00:00Z'],
	[{}, '2026-12-23T10:00:00Z'],
])(
	'Ask to Confirm waits with the item until the appointment begins, or less, and the page can tell: %j',
	async (options, end) => {
		const later = end.startsWith('2026-12') && { startTime: end, endTime: '2026-12-23T10:30:00Z' };
		const {
			json,
			waitTill,
			run: { executionData },
		} = await run({ options, ...later }, [{ name: 'Ada' }]);
		expect([json, waitTill]).toEqual([[{ name: 'Ada' }], new Date(Date.parse(end) + 120_000)]);
		expect(executionData?.contextData['node:Node']).toEqual({
			waitBegan: '2026-11-21T12:00:00.000Z',
			waitEnds: new Date(end).toISOString(),
		});
	},
);

it.each<[IDataObject, IDataObject, string]>([
	[{ appointmentId: '' }, {}, "'Appointment' is empty"],
	[{ endTime: at('10').startTime }, {}, "'End' must be after 'Start'"],
	[{ startTime: '2026-11-21T12:00:00Z' }, {}, "'Start' has passed"],
	[{ options: { choices: [] } }, {}, "'Choices' is empty"],
	[{}, { outcome: 'confirmed' }, "The input already has 'outcome'"],
])('Ask to Confirm is refused with %j', async (parameters, item, message) => {
	const ended = await run(parameters, [item]);
	expectRefused(ended, message);
	expect(ended.waitTill).toBeUndefined();
});
