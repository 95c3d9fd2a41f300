import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import {
	addressOfForm,
	ALL_HOURS,
	at,
	hoursOn,
	offerOfForm,
	PLATFORM_BOOKS,
	REFUSED,
	waitingPage,
	type Visit,
} from './contactPage';
import { byId } from './nodeOnPlatform';
import { runClock, stopClockAt } from '../../support/clock';

/*
 * What the contact has chosen may be booked already: the response was slow or lost, n8n was restarted, or the link or
 * the form is opened once more. HighLevel can be asked for it; the contract's form of the API cannot.
 */

stopClockAt('2026-11-21T12:00:00Z');
afterEach(() => jest.useRealTimers());

/** Ada's appointment at ten. HighLevel does not say when it was added. */
const AT_TEN = { id: 'appt-1', contactId: 'ada', calendarId: 'cal-1', ...at('10') };

/** The same, added a second after the link was sent. */
const BOOKED_BY_LINK = { ...AT_TEN, dateAdded: '2026-11-20T12:00:01.000Z' };

const LACKS_SCOPE =
	"The credential is not allowed to do this: it lacks the scope 'calendars/events.readonly', or belongs to another location.";

const ON_HIGH_LEVEL = { api: 'highLevel' };

const BY_EMAIL = {
	api: 'highLevel',
	contactId: { __rl: true, mode: 'emailOrPhone', value: 'ada@example.com' },
};

const passSeconds = async (seconds: number) => await jest.advanceTimersByTimeAsync(seconds * 1_000);

/** The address of a response that sends the browser on. */
const queryOf = (headers: IDataObject): IDataObject =>
	Object.fromEntries(new URLSearchParams(String(headers.Location).slice(1)));

/** With it, the contact who keeps an appointment looks for another time beside it. */
const keptBeside = (html: string) =>
	/beside=([^&]*)&amp;do=book">Choose another time/.exec(html)?.[1];

/** The page asks whether the appointment at ten is the one that the contact has chosen by the link. */
function expectKeepQuestion(text: string): void {
	expect(text).toContain('If you chose this time here, keep it');
	expect(text).toContain(' 10:00 – 10:30');
	expect(text).toContain('Keep it Choose another time');
}

describe('a platform that books in 40 seconds, which is longer than a contact waits', () => {
	/** Once it is booked, the contact has so long to come again before the workflow continues without. */
	const SECONDS_FOR_CONTACT = 30;
	beforeEach(runClock);

	const respondSlowly = async (response: unknown) =>
		await new Promise((resolve) => setTimeout(resolve, 40_000, response));
	const failSlowly = async (error: Error) =>
		await new Promise((_resolve, reject) => setTimeout(reject, 40_000, error));

	it('the contact who waits 24 seconds need not check', async () => {
		const page = waitingPage();
		const response = new Promise((resolve) => setTimeout(resolve, 24_000, { id: 'appt-1' }));

		const booking = page.send({ slot: '10', writeResponses: [response] });
		await passSeconds(24);
		const { text, item } = await booking;

		expect(text).toContain('Your appointment is booked');
		expect(item).toMatchObject({ booked: true, appointmentId: 'appt-1' });
	});

	it('the contact can check after 25 seconds', async () => {
		const page = waitingPage();
		const booking = page.send({
			slot: '10',
			writeResponses: [respondSlowly({ id: 'appt-1' })],
			freeSlots: ['11'],
		});
		await passSeconds(25.1);

		const { text, html } = await page.show();

		expect(text).toContain('Check whether it went through');
		expect(text).toContain(' 10:00');
		expect(html).toContain('>Check again</button>');
		await passSeconds(60);
		await booking;
	});

	it('the contact who checks meanwhile is told, and the workflow continues', async () => {
		const page = waitingPage();
		const booking = page.send({ slot: '10', writeResponses: [respondSlowly({ id: 'appt-1' })] });
		await passSeconds(25.1);

		const check = page.send({ slot: '10', isRepeat: true });
		await passSeconds(15);
		const { text, item } = await check;

		expect(text).toContain('Your appointment is booked');
		expect(item).toMatchObject({ booked: true, appointmentId: 'appt-1' });
		await passSeconds(SECONDS_FOR_CONTACT);
		const { status, item: secondItem, warnings } = await booking;
		expect(status).toBe(303);
		expect(secondItem).toBeUndefined();
		expect(warnings).toEqual([]);
	});

	it('the workflow continues for the contact who comes 29 seconds after it is booked', async () => {
		const page = waitingPage();
		const booking = page.send({ slot: '10', writeResponses: [respondSlowly({ id: 'appt-1' })] });
		await passSeconds(40 + 29);

		const { item } = await page.show();

		expect(item).toMatchObject({ booked: true, appointmentId: 'appt-1' });
		await passSeconds(SECONDS_FOR_CONTACT);
		const { item: secondItem } = await booking;
		expect(secondItem).toBeUndefined();
	});

	it('the workflow continues where the contact does not come again', async () => {
		const page = waitingPage();
		const booking = page.send({ slot: '10', writeResponses: [respondSlowly({ id: 'appt-1' })] });

		await passSeconds(40 + SECONDS_FOR_CONTACT + 1);

		const { item } = await booking;
		expect(item).toMatchObject({ booked: true, appointmentId: 'appt-1' });
	});

	it('the workflow goes on waiting where the platform refuses, and the contact does not come again', async () => {
		const page = waitingPage();
		const booking = page.send({ slot: '10', writeResponses: [failSlowly(failed(409))] });

		await passSeconds(40 + SECONDS_FOR_CONTACT + 1);

		const { item } = await booking;
		expect(item).toBeUndefined();
	});
});

describe('with HighLevel, the link that is opened once more', () => {
	it('shows what was booked by it, and no free times', async () => {
		const page = waitingPage(ON_HIGH_LEVEL);

		const { text, html, item } = await page.show({ listedAppointments: [BOOKED_BY_LINK] });

		expectKeepQuestion(text);
		expect(hoursOn(html)).toEqual(['10']);
		expect(item).toBeUndefined();
	});

	it('leads to the free times, too', async () => {
		const page = waitingPage(ON_HIGH_LEVEL);
		const { html } = await page.show({ listedAppointments: [BOOKED_BY_LINK] });
		expect(keptBeside(html)).toBeDefined();

		const { text } = await page.show({
			listedAppointments: [BOOKED_BY_LINK],
			query: { do: 'book' },
		});

		expect(text).toContain('9:00');
	});

	it('lets the contact keep what was booked', async () => {
		const { item } = await waitingPage(ON_HIGH_LEVEL).submit({
			slot: '10',
			listedAppointments: [BOOKED_BY_LINK],
			isRepeat: true,
		});

		expect(item).toMatchObject({ booked: true, alreadyBooked: true, ...at('10') });
	});

	it('lets the contact keep a booking that begins within the minimum notice', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T09:20:00Z'));
		const page = waitingPage(ON_HIGH_LEVEL);
		const { html } = await page.show({ listedAppointments: [BOOKED_BY_LINK] });

		const { item } = await page.submit({
			slot: '10',
			listedAppointments: [BOOKED_BY_LINK],
			fields: { offer: addressOfForm(html).offer },
		});

		expect(item).toMatchObject({ booked: true, alreadyBooked: true, ...at('10') });
	});

	it('asks about the first of two appointments that were booked by it', async () => {
		const atTwo = { ...BOOKED_BY_LINK, id: 'appt-2', ...at('14') };

		const { text } = await waitingPage(ON_HIGH_LEVEL).show({
			listedAppointments: [BOOKED_BY_LINK, atTwo],
		});

		expectKeepQuestion(text);
	});

	it.each<{ which: string; appointment: IDataObject }>([
		{
			which: 'is older than the link',
			appointment: { ...AT_TEN, dateAdded: '2026-11-20T11:59:59Z' },
		},
		{ which: 'does not say how old it is', appointment: AT_TEN },
		{ which: "is another contact's", appointment: { ...BOOKED_BY_LINK, contactId: 'ben' } },
		{
			which: 'was canceled',
			appointment: { ...BOOKED_BY_LINK, appointmentStatus: 'cancelled' },
		},
	])('offers the free times where the appointment $which', async ({ appointment }) => {
		const { html, warnings } = await waitingPage(ON_HIGH_LEVEL).show({
			listedAppointments: [appointment],
		});

		expect(hoursOn(html)).toEqual(ALL_HOURS);
		expect(warnings).toEqual([]);
	});

	it('offers the free times where the appointments cannot be read, of which the operator hears', async () => {
		const { html, warnings } = await waitingPage(ON_HIGH_LEVEL).show({
			listedAppointments: failed(403),
		});

		expect(hoursOn(html)).toEqual(ALL_HOURS);
		expect(warnings).toEqual([`A page is not up to date: ${LACKS_SCOPE}`]);
	});

	it('says nothing of a time that is not free before the platform was asked', async () => {
		const { text } = await waitingPage(ON_HIGH_LEVEL).show({
			slot: '10',
			freeSlots: ['11'],
			listedAppointments: [BOOKED_BY_LINK],
		});

		expectKeepQuestion(text);
	});

	it('says that another time is taken to the contact who keeps the booking, and does not ask again', async () => {
		const page = waitingPage(ON_HIGH_LEVEL);
		const visit: Visit = { listedAppointments: [BOOKED_BY_LINK], freeSlots: ['11'] };
		const { html } = await page.show(visit);

		const { text } = await page.show({
			...visit,
			slot: '14',
			query: { do: 'book', beside: keptBeside(html) },
		});

		expect(text).toContain('That time is no longer available');
		expect(text).not.toContain('Keep it');
	});
});

describe('with HighLevel, the requests of a link that is opened once more, for a contact by email', () => {
	/** Appointments of the contact whom HighLevel finds by the email. */
	const olderAppointment = { ...AT_TEN, contactId: 'con-ada' };
	const bookedByLink = { ...BOOKED_BY_LINK, contactId: 'con-ada' };
	const pathsOf = ({ sent }: { sent: Array<{ path: string }> }) => sent.map(({ path }) => path);

	it('the contact is not looked up where no appointment is newer than the link', async () => {
		const shown = await waitingPage(BY_EMAIL).show({ listedAppointments: [olderAppointment] });

		expect(pathsOf(shown)).toContain('/calendars/events');
		expect(pathsOf(shown)).not.toContain('/contacts/search');
	});

	it('a second visit asks for nothing', async () => {
		const page = waitingPage(BY_EMAIL);
		await page.show({ listedAppointments: [olderAppointment] });

		const second = await page.show();

		expect(pathsOf(second)).toEqual([]);
	});

	it('the contact is looked up where one is newer', async () => {
		const { text } = await waitingPage(BY_EMAIL).show({ listedAppointments: [bookedByLink] });

		expect(text).toContain('Keep it');
	});

	it('the contact is looked up once where somebody decides', async () => {
		const { sent, item } = await waitingPage(BY_EMAIL).submit({ slot: '10', ...PLATFORM_BOOKS });

		expect(sent.filter(({ path }) => path === '/contacts/search')).toHaveLength(1);
		expect(item).toMatchObject({ booked: true, contactId: 'con-ada', ...at('10') });
	});
});

describe('the address of a form that was sent, loaded after a restart', () => {
	beforeEach(runClock);

	/** The form was sent 15 seconds ago, to a process that is gone. */
	async function sendForm(page: ReturnType<typeof waitingPage>): Promise<IDataObject> {
		const { html } = await page.show({ slot: '10' });
		await passSeconds(15);
		return addressOfForm(html);
	}

	it('with HighLevel, shows the booking, and the workflow continues', async () => {
		const page = waitingPage(ON_HIGH_LEVEL);
		const query = await sendForm(page);

		const { text, item, writes } = await page.show({
			query,
			listedAppointments: [BOOKED_BY_LINK],
			freeSlots: ['11'],
		});

		expect(text).toContain('Your appointment is booked');
		expect(text).toContain(' 10:00');
		expect(item).toMatchObject({ booked: true, alreadyBooked: true, appointmentId: 'appt-1' });
		expect(writes).toEqual([]);
	});

	it('with HighLevel, leads to an address that asks again for the booking where n8n cannot take it up', async () => {
		const page = waitingPage(ON_HIGH_LEVEL);
		const query = await sendForm(page);

		const { headers } = await page.show({
			query,
			listedAppointments: [BOOKED_BY_LINK],
			n8n: 'fails',
		});

		const { do: act, offer, notice } = queryOf(headers);
		expect({ act, notice }).toEqual({ act: 'book', notice: 'pending' });
		expect(page.opens('book', offer)).toMatchObject({ isRepeat: true });
	});

	it('with HighLevel, asks again whether to book where that was never done, and the time is free', async () => {
		const page = waitingPage(ON_HIGH_LEVEL);
		const query = await sendForm(page);

		const { text, item } = await page.show({ query });

		expect(text).toContain('Book this time?');
		expect(item).toBeUndefined();
	});

	it('with HighLevel, says that the time is taken where that was never done, and it is not free', async () => {
		const page = waitingPage(ON_HIGH_LEVEL);
		const query = await sendForm(page);

		const { text, item } = await page.show({ query, freeSlots: ['11'] });

		expect(text).toContain('That time is no longer available These free');
		expect(item).toBeUndefined();
	});

	it('with HighLevel, does not take another time that was booked by the link for its own', async () => {
		const page = waitingPage(ON_HIGH_LEVEL);
		const query = await sendForm(page);

		const { item, text } = await page.show({
			query,
			listedAppointments: [{ ...BOOKED_BY_LINK, ...at('14') }],
		});

		expect(item).toBeUndefined();
		expect(text).not.toContain('Your appointment is booked');
	});

	it('with HighLevel, reads the appointments anew that a page has read three seconds ago', async () => {
		const page = waitingPage(ON_HIGH_LEVEL);
		const { html } = await page.show({ slot: '10' });
		await page.show();
		await passSeconds(3);

		const { text } = await page.show({
			query: addressOfForm(html),
			listedAppointments: [BOOKED_BY_LINK],
		});

		expect(text).toContain('Your appointment is booked');
	});

	it("in the contract's form, says that nobody knows, and offers to check", async () => {
		const page = waitingPage();
		const query = await sendForm(page);

		const { text, html } = await page.show({ query, freeSlots: ['11'] });

		expect(text).toContain('Check whether it went through');
		expect(text).toContain(' 10:00');
		expect(html).toContain('>Check again</button>');
	});

	it("in the contract's form, counts down to no end where nobody knows: it can still be checked then", async () => {
		const page = waitingPage({ waitEnds: '2026-11-21T13:00:00.000Z' });
		const query = await sendForm(page);

		const { html, text } = await page.show({ query });

		expect(text).toContain('Check whether it went through');
		expect(html).not.toContain('data-left');
	});

	it('with HighLevel, asks anew for what a contact has sent where no time suits, of which the platform knows nothing', async () => {
		const { text, html } = await waitingPage(ON_HIGH_LEVEL).show({
			query: { do: 'none', notice: 'unknown' },
		});

		expect(text).toContain('Check whether it went through');
		expect(html).toContain('>Check again</button>');
	});

	it('says that it is not confirmed yet where n8n had not taken it up, and the platform cannot be asked', async () => {
		const page = waitingPage();
		const query = await sendForm(page);

		const { text } = await page.show({ query: { ...query, notice: 'pending' } });

		expect(text).toContain('Almost done');
		expect(text).toContain('it is not confirmed yet');
	});
});

describe("in the contract's form", () => {
	it('the contact who checks, and has an appointment then, can keep it', async () => {
		const page = waitingPage();
		const { text, html } = await page.submit({ slot: '10', writeResponses: [failed(409)] });
		expect(text).toContain('Keep it');

		const { item } = await page.submit({
			slot: '10',
			fields: { offer: offerOfForm(html) },
			writeResponses: [failed(409)],
		});

		expect(item).toMatchObject({ booked: true, alreadyBooked: true, ...at('10') });
	});

	it('a time that is not free may be that of the contact', async () => {
		const { text } = await waitingPage().show({ slot: '10', freeSlots: ['11'] });

		expect(text).toContain('it may be yours already');
	});

	it('a time that the platform has refused is not that of the contact', async () => {
		const { text } = await waitingPage().show({
			slot: '10',
			freeSlots: ['11'],
			query: { notice: 'taken' },
		});

		expect(text).not.toContain('it may be yours already');
	});

	it('nobody can add by hand that it may be done already, and so book within the minimum notice', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T09:20:00Z'));

		const { writes, text } = await waitingPage().submit({
			slot: '10',
			fields: { again: '1' },
			query: { again: '1' },
		});

		expect(writes).toEqual([]);
		expect(text).toContain('That time is no longer available');
	});
});

describe('with HighLevel, before a form books', () => {
	it("an appointment of the contact's at that time is found, also one that is older than the link", async () => {
		const { item, writes } = await waitingPage(ON_HIGH_LEVEL).submit({
			slot: '10',
			listedAppointments: [{ ...AT_TEN, dateAdded: '2026-11-01T12:00:00.000Z' }],
		});

		expect(writes).toEqual([]);
		expect(item).toMatchObject({ booked: true, alreadyBooked: true, appointmentId: 'appt-1' });
	});

	it('what the contact writes goes on with the appointment that is found', async () => {
		const { item } = await waitingPage(ON_HIGH_LEVEL).submit({
			slot: '10',
			fields: { note: 'At the back door' },
			listedAppointments: [BOOKED_BY_LINK],
		});

		expect(item).toMatchObject({ alreadyBooked: true, note: 'At the back door' });
	});

	it('what is booked goes on with its record, in the zone of the node', async () => {
		const page = waitingPage({
			...ON_HIGH_LEVEL,
			account: 'whose-record-goes-on',
			options: { simplify: false, timezone: byId('America/New_York'), title: 'Call' },
		});
		const record = { id: 'appt-2', calendarId: 'cal-1', contactId: 'ada', ...at('10') };

		const { item } = await page.submit({ slot: '10', writeResponses: [record] });

		expect(item).toEqual({
			booked: true,
			appointmentId: 'appt-2',
			contactId: 'ada',
			calendarId: 'cal-1',
			locationId: 'location-of-whose-record-goes-on',
			startTime: '2026-11-23T05:00:00-05:00',
			endTime: '2026-11-23T05:30:00-05:00',
			startText: expect.stringMatching(/^Monday, Nov 23, 5:00 .* EST$/),
			timezone: 'America/New_York',
			title: 'Call',
			appointment: record,
			calendarEntry: expect.anything(),
		});
	});

	it('a form that is sent again stays one of which nobody knows while the appointments cannot be read', async () => {
		runClock();
		const submitted = waitingPage(ON_HIGH_LEVEL).submit({
			slot: '10',
			isRepeat: true,
			listedAppointments: failed(503),
		});
		await passSeconds(60);

		const { text, writes } = await submitted;

		expect(text).toContain('Check whether it went through');
		expect(writes).toEqual([]);
	});

	it('the platform is asked anew, though the page has read the appointments a moment ago', async () => {
		const page = waitingPage(ON_HIGH_LEVEL);
		await page.show({ slot: '10', freeSlots: ['11'] });

		const { item, writes } = await page.submit({
			slot: '10',
			listedAppointments: [BOOKED_BY_LINK],
		});

		expect(writes).toEqual([]);
		expect(item).toMatchObject({ booked: true, alreadyBooked: true });
	});

	it('a refusal that the platform explains by an appointment of the contact at that time is told as booked before', async () => {
		const { item } = await waitingPage(ON_HIGH_LEVEL).submit({
			slot: '10',
			writeResponses: [failed(400, { message: 'Slot not available' })],
			listedAfterWrite: [BOOKED_BY_LINK],
		});

		expect(item).toMatchObject({ booked: true, alreadyBooked: true, appointmentId: 'appt-1' });
	});

	it('an appointment that lasts longer than the chosen time is put out with its own times, which a message names', async () => {
		const times = { startTime: at('10').startTime, endTime: at('11').startTime };

		const { item } = await waitingPage(ON_HIGH_LEVEL).submit({
			slot: '10',
			listedAppointments: [{ ...AT_TEN, ...times }],
		});

		expect(item).toMatchObject({ booked: true, appointmentId: 'appt-1', ...times });
		expect(item?.message).toContain('End is 2026-11-23T11:00:00+00:00, not');
		expect((item?.calendarEntry as IDataObject).ics).toContain('DTEND:20261123T110000Z');
	});

	it('nothing is booked for another time beside what was booked by the link', async () => {
		const { writes, text } = await waitingPage(ON_HIGH_LEVEL).submit({
			slot: '14',
			listedAppointments: [BOOKED_BY_LINK],
		});

		expect(writes).toEqual([]);
		expectKeepQuestion(text);
	});

	it('another time is booked, too, where the contact keeps the one that the page has named', async () => {
		const page = waitingPage(ON_HIGH_LEVEL);
		const { html } = await page.submit({ slot: '14', listedAppointments: [BOOKED_BY_LINK] });

		const { item } = await page.submit({
			slot: '14',
			listedAppointments: [BOOKED_BY_LINK],
			fields: { beside: keptBeside(html) },
			writeResponses: [{ id: 'appt-2' }],
		});

		expect(item).toMatchObject({ booked: true, appointmentId: 'appt-2', ...at('14') });
	});

	it('another time is not booked where the form names an appointment that no page has named', async () => {
		const { writes } = await waitingPage(ON_HIGH_LEVEL).submit({
			slot: '14',
			listedAppointments: [BOOKED_BY_LINK],
			fields: { beside: `1795428000000_1795429800000_0_${'0'.repeat(64)}` },
		});

		expect(writes).toEqual([]);
	});

	it('a token that may not read appointments books all the same, of which the operator hears', async () => {
		runClock();
		const submitted = waitingPage(ON_HIGH_LEVEL).submit({
			slot: '10',
			listedAppointments: failed(403),
			...PLATFORM_BOOKS,
		});
		await passSeconds(60);

		const { writes, text, warnings } = await submitted;

		expect(writes).toMatchObject([{ body: { startTime: at('10').startTime } }]);
		expect(text).toContain('is booked');
		expect(warnings).toEqual([
			`It could not be checked whether a contact had booked before: ${LACKS_SCOPE}`,
		]);
	});

	it('nothing is booked where the platform cannot say what the contact has, of which the operator hears', async () => {
		runClock();
		const submitted = waitingPage(ON_HIGH_LEVEL).submit({
			slot: '10',
			listedAppointments: failed(503),
		});
		await passSeconds(60);

		const { writes, text, warnings } = await submitted;

		expect(writes).toEqual([]);
		expect(text).toContain('try again in a few minutes');
		expect(warnings).toEqual([
			'What a contact chose (book) was refused: The platform could not respond (status 503), even after retries.',
		]);
	});

	it('a contact who cannot be looked up is told that no time suits is not passed on, until that is possible', async () => {
		const page = waitingPage(BY_EMAIL);
		const fields = { note: 'Only on weekends' };

		const unknown = await page.submit({
			act: 'none',
			fields,
			contactSearch: { contacts: [], total: 0 },
		});
		const known = await page.submit({ act: 'none', fields });

		expect(unknown.item).toBeUndefined();
		expect(unknown.warnings).toEqual([
			"What a contact chose (none) was refused: No contact has the email of 'Contact', ada@example.com",
		]);
		expect(unknown.text).toContain('trying again does not help');
		expect(known.item).toEqual({
			booked: false,
			contactId: 'con-ada',
			calendarId: 'cal-1',
			note: 'Only on weekends',
		});
	});
});

describe('the contact reads that it is done once n8n has taken it', () => {
	it('while n8n waits for capacity, it is not confirmed, of which the operator hears', async () => {
		runClock();
		const page = waitingPage();
		const sending = page.send({ slot: '10', ...PLATFORM_BOOKS, n8n: 'waits' });
		await passSeconds(20);
		const { status, headers, warnings, item } = await sending;
		expect(status).toBe(303);
		expect(item).toMatchObject({ booked: true });
		expect(warnings).toEqual([
			'The workflow could not be told what a contact has decided: n8n has not continued the execution yet, perhaps since its concurrency limit is reached',
		]);

		const showing = page.show({ query: queryOf(headers) });
		await passSeconds(20);
		const shown = await showing;

		expect(shown.status).toBe(303);
		expect(shown.item).toBeUndefined();
	});

	it('after 19 seconds, too', async () => {
		runClock();

		const sending = waitingPage().send({ slot: '10', ...PLATFORM_BOOKS, n8n: 'takesLate' });
		await passSeconds(19);
		const { text, warnings } = await sending;

		expect(text).toContain('Your appointment is booked');
		expect(warnings).toEqual([]);
	});

	it('where n8n cannot take it, the next request passes it on, and no other', async () => {
		const page = waitingPage();
		const failing = await page.send({ slot: '10', ...PLATFORM_BOOKS, n8n: 'fails' });
		expect(failing.status).toBe(303);
		expect(failing.warnings).toEqual([
			'The workflow could not be told what a contact has decided: n8n could not continue the execution',
		]);

		const next = await page.show();
		const last = await page.show();

		expect(next.item).toMatchObject({ booked: true, appointmentId: 'appt-1' });
		expect(next.text).toContain('Your appointment is booked');
		expect(last.item).toBeUndefined();
	});
});

describe('a process that was started since knows that it may have been done already', () => {
	it('by the address of a booking that n8n could not take up', async () => {
		const page = waitingPage();

		const { headers } = await page.send({ slot: '10', ...PLATFORM_BOOKS, n8n: 'fails' });

		const { offer, notice } = queryOf(headers);
		expect(page.opens('book', offer)).toMatchObject({ isRepeat: true });
		// "Almost done", and not that nobody knows.
		expect(notice).toBe('pending');
	});

	it('by the address of a booking whose response was lost', async () => {
		const page = waitingPage();

		const { headers } = await page.send({ slot: '10', writeResponses: [lost()] });

		const { offer, notice } = queryOf(headers);
		expect(page.opens('book', offer)).toMatchObject({ isRepeat: true });
		expect(notice).toBe('unknown');
	});

	it('not by the address of a booking that was refused, whose time is checked again', async () => {
		const page = waitingPage();

		const { headers } = await page.send({ slot: '10', writeResponses: [REFUSED] });

		const { offer, notice } = queryOf(headers);
		expect(page.opens('book', offer)).toMatchObject({ isRepeat: false });
		expect(notice).toBe('refused');
	});

	it('by the page that is shown while a booking is under way', async () => {
		runClock();
		const page = waitingPage();
		const booked = new Promise((resolve) => setTimeout(resolve, 40_000, { id: 'appt-1' }));
		const sending = page.send({ slot: '10', writeResponses: [booked] });
		await passSeconds(1);

		const { html } = await page.show();

		expect(page.opens('book', offerOfForm(html))).toMatchObject({ isRepeat: true });
		await passSeconds(80);
		await sending;
	});
});
