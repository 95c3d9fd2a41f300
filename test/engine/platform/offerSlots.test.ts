import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { offer } from './offerSlotsVisitor';
import { act, bookingForAda, contacts, slotAt, ZONE } from './platform';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterEach(async () => {
	expect(sandbox.control.violations()).toEqual([]);
	await sandbox.reset();
});
afterAll(async () => await sandbox.close());

const sent = (operationId: string) => sandbox.control.requests({ operationId });
const TEN = () => Date.parse(slotAt('10:00').startTime);
const inZone = { timezone: { __rl: true, mode: 'id', value: ZONE } };
const far = { daysAhead: 30, ...inZone };

describe('Appointment > Offer Slots and Wait: the run', () => {
	it('puts the execution to wait, without an end where none is given', async () => {
		const { waitTill } = await offer(sandbox);
		expect(waitTill).toEqual(WAIT_INDEFINITELY);
		expect(sent('create_appointment')).toEqual([]);
	});

	it.each([
		[{ limitType: 'afterTimeInterval', resumeAmount: 1.5, resumeUnit: 'hours' }, 5_400_000],
		[{ limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'days' }, 172_800_000],
		[{ limitType: 'afterTimeInterval', resumeAmount: 20, resumeUnit: 'minutes' }, 1_200_000],
	])('ends the wait after %j', async (limit, expected) => {
		const before = Date.now();
		const { waitTill } = await offer(sandbox, { limitWaitTime: true, ...limit });
		expect(Number(waitTill) - before).toBeGreaterThanOrEqual(expected);
		expect(Number(waitTill) - Date.now()).toBeLessThanOrEqual(expected);
	});

	it('ends the wait at a time, in the zone of the node', async () => {
		const { startTime } = slotAt('10:00');
		const { waitTill } = await offer(sandbox, {
			...inZone,
			limitWaitTime: true,
			limitType: 'atSpecifiedTime',
			maxDateAndTime: `${startTime.slice(0, 10)}T10:00:00`,
		});
		expect(waitTill).toEqual(new Date(startTime));
	});

	it.each([
		[{ contactId: '={{ " " }}' }, "'Contact ID' is empty"],
		[{ calendarId: { __rl: true, mode: 'id', value: '={{ "" }}' } }, "'Calendar' is empty"],
		[{ calendarId: { __rl: true, mode: 'id', value: 'cal-none' } }, "The calendar 'cal-none' was not found"],
		[{ daysAhead: 0 }, "'Days Ahead' is not a whole number from 1 to 60"],
		[{ daysAhead: 61 }, "'Days Ahead' is not a whole number from 1 to 60"],
		[{ filters: { earliestTime: '9 am' } }, "'Earliest Start' is not a time of day"],
		[{ filters: { latestTime: '24:00' } }, "'Latest Start' is not a time of day"],
		[{ filters: { weekdays: [0] } }, "'Weekdays' is not a list of weekdays"],
		[{ filters: { minimumNoticeMinutes: -1 } }, "'Minimum Notice (Minutes)' is not a number of minutes"],
		[{ limitWaitTime: true, limitType: 'afterTimeInterval', resumeAmount: 0, resumeUnit: 'days' }, "'Amount' is not a time above 0"],
		[{ limitWaitTime: true, limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'weeks' }, "'Amount' is not a time above 0"],
		[{ limitWaitTime: true, limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00Z' }, "'Max Date and Time' is not a time within"],
		[{ limitWaitTime: true, limitType: 'atSpecifiedTime', maxDateAndTime: '={{ "" }}' }, "'Max Date and Time' is empty"],
		[{ timezone: { __rl: true, mode: 'id', value: 'Mars/Base' } }, "'Time Zone' is 'Mars/Base'"],
	])('does not wait with %j', async (parameters, message) => {
		await expect(offer(sandbox, parameters)).rejects.toThrow(message);
	});

	it('refuses more than one item, and names the node that helps', async () => {
		const items = contacts(sandbox, 2).map((id) => ({ id }));
		const { error } = await act(sandbox, 'appointment.offerSlots', bookingForAda, { items });
		expect(error?.message).toContain('takes one item at a time and got 2');
		expect(error?.description).toContain('Loop Over Items');
	});

	it('refuses to be a tool of an agent', async () => {
		const node = { type: 'n8n-nodes-crm-platform.platformTool' };
		const { error } = await act(sandbox, 'appointment.offerSlots', bookingForAda, { node });
		expect(error?.message).toContain("cannot be an agent's tool");
	});
});

describe('Appointment > Offer Slots and Wait: the page', () => {
	it('shows the name of the calendar, the texts of the node and the free slots', async () => {
		const page = await offer(sandbox, { ...far, title: 'Call with <Ada>', explanation: 'We call you.\nBe there.' });
		const seen = await page.visit({ query: { zone: ZONE }, language: 'en-US' });
		expect(seen).toMatchObject({ status: 200, items: undefined });
		expect(seen.text).toContain('Call with &lt;Ada&gt; Onboarding call 30 minutes We call you. Be there.');
		expect(seen.slots).toContain(TEN());
		expect(seen.headers['content-security-policy']).toMatch(/^sandbox /);
	});

	it('resolves expressions with the item that the node waits with', async () => {
		const page = await offer(
			sandbox,
			{ ...far, contactId: '={{ $json.id }}', title: '={{ "Call with " + $json.name }}' },
			{ items: [{ id: 'contact-ben', name: 'Ben' }] },
		);
		expect((await page.visit()).text).toContain('Call with Ben');
		const { items } = await page.book(TEN());
		expect(items).toMatchObject([{ contactId: 'contact-ben', title: 'Call with Ben' }]);
	});

	it("is in the visitor's zone where it is known, else in the node's, and then asks", async () => {
		const page = await offer(sandbox, far);
		const first = await page.visit({ language: 'en-US' });
		expect(first.html).toContain(`data-ask-zone="${ZONE}"`);
		expect(first.text).toContain('10:00 AM');
		const second = await page.visit({ query: { zone: 'Europe/Berlin' }, language: 'de-DE' });
		expect(second.html).not.toContain('data-ask-zone="');
		expect(second.text).toMatch(/1[56]:00/);
		expect(second.slots).toEqual(first.slots);
	});

	it('offers only what the filters leave, and does not book anything else', async () => {
		const page = await offer(sandbox, { ...far, filters: { earliestTime: '10:00', latestTime: '10:00' } });
		const { slots } = await page.visit();
		expect(slots.length).toBeGreaterThan(5);
		expect(slots.every((start) => /10:00/.test(new Date(start).toLocaleTimeString('en-GB', { timeZone: ZONE })))).toBe(true);
		const eleven = Date.parse(slotAt('11:00').startTime);
		expect((await page.book(eleven)).items).toBeUndefined();
		expect(sent('create_appointment')).toEqual([]);
	});

	it('asks to confirm a chosen slot', async () => {
		const page = await offer(sandbox, far);
		const seen = await page.visit({ query: { slot: String(TEN()), signature: 'token', zone: ZONE }, language: 'en-US' });
		expect(seen.title).toMatch(/^Confirm/);
		expect(seen.text).toMatch(/10:00 . 10:30 AM/);
		expect(seen.html).toContain('?signature=token&amp;zone=');
		expect(sent('create_appointment')).toEqual([]);
	});

	it('says so when the chosen slot is gone, with the nearest ones', async () => {
		const page = await offer(sandbox, far);
		await act(sandbox, 'appointment.book', { ...bookingForAda, contactId: 'contact-ben', ...slotAt('10:00') });
		const { title, slots } = await page.visit({ query: { slot: String(TEN()) } });
		expect(title).toMatch(/^That time was just taken/);
		expect(slots.slice(0, 3)).toEqual([-30, 30, 60].map((minutes) => TEN() + minutes * 60_000));
	});

	it('says so when the slots cannot be read, and keeps waiting', async () => {
		const page = await offer(sandbox, far);
		sandbox.control.addFault({ path: /free-slots/, times: 'always', status: 403 });
		const seen = await page.visit();
		expect(seen).toMatchObject({ status: 503, items: undefined });
		expect(seen.text).toContain('The times cannot be shown right now');
		expect(page.logs.join()).toContain('could not read the free slots');
		sandbox.control.clearFaults();
		expect((await page.visit()).slots).toContain(TEN());
	});

	it('does without the name of the calendar', async () => {
		const page = await offer(sandbox, far);
		sandbox.control.addFault({ path: /^\/calendars\/cal-onboarding$/, times: 'always', status: 403 });
		expect((await page.visit()).text).toContain('Book an appointment');
		sandbox.control.clearFaults();
	});

	it('answers whatever a stranger sends, and keeps waiting', async () => {
		const page = await offer(sandbox, { ...far, title: '={{ $json.nothing.here }}' });
		for (const body of [{}, { slot: '<script>' }, { slot: ['1', '2'] }, { slot: '9'.repeat(15) }, []]) {
			const { status, items } = await page.visit({ method: 'POST', body, query: { zone: ['UTC', 'x'] } });
			expect([status, items]).toEqual([expect.any(Number), undefined]);
		}
		expect(sent('create_appointment')).toEqual([]);
	});
});
