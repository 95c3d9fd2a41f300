import type { IDataObject } from 'n8n-workflow';

import { page } from './contactPage';
import { act, byId } from './nodeOnPlatform';
import { stopClockAt } from '../../support/clock';

const NOW = Date.parse('2026-11-21T12:00:00Z');
stopClockAt(NOW);

const calendar = { calendar: { id: 'cal-1', name: 'Calls' } };

async function offer(parameters: IDataObject = {}, given: object = {}) {
	const { run, waitTill, ...ended } = await act(
		'appointment.offerSlots',
		{ calendarId: byId('cal-1'), contactId: 'ada', ...parameters, options: { timezone: byId('Europe/Berlin'), ...(parameters.options as IDataObject) } },
		{ responses: [calendar], items: [{ name: 'Ada' }], ...given },
	);
	const { contextData, nodeExecutionStack } = run.executionData!;
	return { ...ended, waits: waitTill ? [waitTill] : [], metadata: nodeExecutionStack[0].metadata, kept: contextData['node:Node'] };
}

it('Offer Slots and Wait shows the link and waits with the item, and reads nothing before', async () => {
	const { json, sent, waits, metadata, error } = await offer();
	expect([json, error]).toEqual([[{ name: 'Ada' }], undefined]);
	expect(sent).toEqual([]);
	expect(metadata?.resumeUrl).toMatch(/^http:\/\/127\.0\.0\.1:5678\/webhook-waiting\/.*signature=/);
	// Three days, where nothing else is chosen.
	expect(waits).toEqual([new Date(NOW + 3 * 86_400_000)]);
});

it.each([['formTrigger', 1], ['webhook', 0]])('says where its page is not seen: after a %s', async (trigger, count) => {
	const getParentNodes = () => [{ name: 'Start', type: `n8n-nodes-base.${trigger}`, typeVersion: 2, disabled: false }];
	const { hints, waits } = await offer({}, { context: { getParentNodes } });
	expect([hints.map(({ message }) => /^Whoever fills in the Form Trigger/.test(message)), waits.length]).toEqual([Array(count).fill(true), 1]);
});

describe('the wait ends', () => {
	it.each([
		[2, '2026-11-21T14:00:00.000Z'],
		['1.5', '2026-11-21T13:30:00.000Z'],
		[8_784, '2027-11-22T12:00:00.000Z'],
	])('after %j hours, and the page can tell', async (waitHours, end) => {
		const { waits, kept } = await offer({ options: { waitHours } });
		expect([waits.map((date) => date.toISOString()), kept]).toEqual([[end], { waitEnds: end }]);
	});

	it.each([0, -1, 8_785, 'later'])('never after %j', async (waitHours) => {
		const { waits, sent, error } = await offer({ options: { waitHours } });
		expect(error?.message).toContain("'Limit Wait Time (Hours)' must be more than 0 and at most 8784 (one year)");
		expect([waits, sent]).toEqual([[], []]);
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
	});
});

describe('nothing is offered', () => {
	it.each([0, 61, -1, 'many'])('for %s days', async (daysAhead) => {
		const { waits, error } = await offer({ options: { daysAhead } });
		expect(error?.message).toContain("'Days Ahead' must be a whole number from 1 to 60, not ");
		expect(error).toMatchObject({ description: 'Nothing was sent.', context: { itemIndex: 0 } });
		expect(waits).toEqual([]);
	});

	it('for several items', async () => {
		const { waits, sent, error } = await offer({}, { items: [{}, {}] });
		expect(error?.message).toContain("'Offer Slots and Wait' takes one item at a time and got 2");
		expect(error?.description).toMatch(/^Nothing was sent\. An execution has one page\. Put a Loop Over Items node/);
		expect([waits, sent]).toEqual([[], []]);
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
	});

	it.each([true, 'true', 1, 'yes'])('where the item says %j already, which would look like a booking after the time limit', async (booked) => {
		const { waits, sent, error } = await offer({}, { items: [{ booked }] });
		expect(error?.message).toContain("The input already has 'booked', so a timeout could not be detected");
		expect(error?.description).toMatch(/^Nothing was sent\. Remove 'booked' with an Edit Fields node/);
		expect([waits, sent]).toEqual([[], []]);
	});

	it.each<[IDataObject, string]>([
		[{ duration: -5 }, "'Duration (Minutes)' must be 0 or more minutes"],
		[{ page: { accentColor: 'red' } }, "'Accent Color' must be a color, not 'red'"],
		[{ page: { accentColor: '#0b6b64; }' } }, "'Accent Color' must be a color"],
		[{ page: { accentColor: 'a#0b6b64' } }, "'Accent Color' must be a color"],
		[{ page: { redirect: 'javascript:alert(1)' } }, "'Redirect After Booking' must be a web address, not 'javascript:alert(1)'"],
		[{ page: { redirect: 'https://' } }, "'Redirect After Booking' must be a web address, not 'https://'"],
		[{ page: { framedBy: 'https://a.example.com, b.example.com' } }, "'Sites That May Embed It' must be a list of sites"],
		[{ page: { language: 'tlh' } }, "'Page Language' must be a language of the page, not 'tlh'"],
	])('with %j', async (parameters, message) => {
		const { waits, error } = await offer(parameters);
		expect([error?.message, waits]).toEqual([expect.stringContaining(message), []]);
	});

	it('to an agent', async () => {
		const { waits, error } = await offer({}, { node: { type: 'n8n-nodes-crm-platform.platformTool' } });
		expect(error?.message).toContain("'Offer Slots and Wait' cannot be an agent's tool");
		expect(error?.message).toContain('Use Calendar > Get Free Slots and Appointment > Book as tools');
		expect(waits).toEqual([]);
	});
});

it.each<IDataObject>([
	...[1, 60].map((daysAhead) => ({ options: { daysAhead } })),
	{ items: [{ booked: false }] },
	...['en_US', 'pt-BR', 'DE', 'browser', ''].map((language) => ({ page: { language } })),
	// Texts can quote what n8n makes of an object.
	...['explanation', 'heading', 'messageAfter', 'host'].map((text) => ({ page: { [text]: 'Why does it say [object Object]?' } })),
])('a page is offered with %j', async ({ items = [{}], ...parameters }) => {
	expect((await offer(parameters, { items })).waits).toHaveLength(1);
});

describe('after booking', () => {
	it('the workflow goes on with what Book puts out', async () => {
		const { item } = await page({ options: { title: 'Call' } }).book('10', { writes: [{ id: 'appt-1' }] });
		const slot = { slotSource: 'startEnd', startTime: '2026-11-23T10:00:00Z', endTime: '2026-11-23T10:30:00Z' };
		const { json } = await act('appointment.book', { calendarId: byId('cal-1'), contactId: 'ada', options: { title: 'Call' }, ...slot }, { responses: [{ id: 'appt-1' }] });
		expect(Object.keys(item ?? {}).filter((key) => key !== 'calendarEntry')).toEqual(Object.keys(json[0]).slice(0, 9));
	});

	it('the item has what the page has for calendars', async () => {
		const { item, html } = await page({ options: { title: 'Call' }, page: { place: 'Pier 1' } }).book('10', { writes: [{ id: 'appt-1' }] });
		const { ics, ...links } = item?.calendarEntry as Record<string, string>;
		expect(ics).toMatch(/UID:appt-1\r\n.*SUMMARY:Call\r\nLOCATION:Pier 1\r\n/s);
		expect(html).toContain(`href="data:text/calendar;charset=utf-8,${encodeURIComponent(ics)}"`);
		for (const link of Object.values(links)) expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
		expect(Object.keys(links)).toEqual(['google', 'outlook', 'microsoft365']);
	});

	it.each([
		['nothing follows', undefined, false],
		['Ask to Confirm and Wait follows', {}, true],
		['it is switched off', { disabled: true }, false],
		['it can only be confirmed', { parameters: { operation: 'askToConfirm', options: { choices: ['confirm'] } } }, false],
		['another operation follows', { parameters: { operation: 'cancel' } }, false],
		['another node follows', { type: 'n8n-nodes-base.noOp' }, false],
	])('the page says whether the link opens again: %s', async (_, other, opens) => {
		const parameters = { operation: 'askToConfirm', options: {} };
		const next = [other && { name: 'Ask', type: 'n8n-nodes-crm-platform.platform', typeVersion: 1, disabled: false, parameters, ...other }].filter((node) => node !== undefined);
		const { text } = await page().book('10', { next, writes: [{ id: 'appt-1' }] });
		expect([text.includes('open your link again'), text.includes('cannot be opened again')]).toEqual([opens, !opens]);
	});

	it("a page of the business opens instead of this one's", async () => {
		const { status, location, item } = await page({ page: { redirect: 'https://www.example.com/danke schön' } }).book('10', { writes: [{ id: 'appt-1' }] });
		expect([status, location]).toEqual([303, 'https://www.example.com/danke%20sch%C3%B6n']);
		expect(item).toMatchObject({ booked: true });
	});

	it('the page says what the workflow wants to be known, in frames of the sites that it names', async () => {
		const texts = { framedBy: 'https://www.example.com/book, https://*.example.org',  messageAfter: 'Room 2', businessName: 'Harbor Dental', accentColor: '#aa3300' };
		const { text, html, headers } = await page({ page: texts }).book('10', { writes: [{ id: 'appt-1' }] });
		expect(text).toMatch(/Harbor Dental Your appointment is booked .* Room 2/);
		expect(html).toContain('--brand: #aa3300;');
		expect(headers['Content-Security-Policy']).toMatch(/frame-ancestors https:\/\/www\.example\.com https:\/\/\*\.example\.org$/);
	});
});
