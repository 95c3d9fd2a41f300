import type { IDataObject } from 'n8n-workflow';

import { act, bookingForAda, contacts, monday, slotAt, tokenCredential, ZONE } from './platform';
import { Platform } from '../../../nodes/Platform/Platform.node';
import { loadOptionsContext } from '../../support/engine';
import { createSigningKey } from '../../support/keys';
import { BODY_SHAPES } from '../../support/profiles';
import { useSandbox } from '../../support/useSandbox';

/** What n8n's engine adds to the unit tests: its own items, fields, files and lists, over real HTTP. */

const sandbox = useSandbox();

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const onboarding = { calendarId: byId('cal-onboarding') };

it.each(BODY_SHAPES)('bodies that the contract does not show: %s', async (_shape, profile) => {
	sandbox.control.setProfile(profile);
	const calendars = await act(sandbox, 'calendar.getAll', { returnAll: true });
	expect(calendars.json).toMatchObject([
		{ id: 'cal-onboarding', name: 'Onboarding call' },
		{ id: 'cal-checkup', name: 'Dental check-up' },
	]);
	const calendar = await act(sandbox, 'calendar.get', onboarding);
	expect(calendar.json[0]).toMatchObject({ id: 'cal-onboarding', name: 'Onboarding call' });
	const locations = await act(sandbox, 'installedLocation.getAll', {});
	expect(locations.json).toMatchObject([{ id: 'loc-harbor', name: 'Harbor Dental' }]);
	const webhook = { name: 'One', url: 'https://example.com/hook', actions: ['ContactCreate'] };
	const created = await act(sandbox, 'webhook.create', webhook);
	expect(created.json[0]).toMatchObject({ ...webhook, created: true, locationId: 'loc-harbor' });
	const { id } = created.json[0];
	expect((await act(sandbox, 'webhook.getAll', {})).json).toMatchObject([{ id, ...webhook }]);
	expect((await act(sandbox, 'webhook.get', { webhookId: byId(String(id)) })).json).toMatchObject([{ id }]);
});

it('an item has its own fields, and is paired to the item that it came from', async () => {
	const items = [{ limit: 1, all: 'false' }, { limit: 5, all: 'false' }];
	const parameters = { limit: '={{ $json.limit }}', returnAll: '={{ $json.all }}' };
	const { items: out } = await act(sandbox, 'calendar.getAll', parameters, { items });
	expect(out.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 1 }]);
	expect(sandbox.control.requests()).toHaveLength(1);
});

it('Calendar > Get Free Slots sends at most five at once, and puts out in the order of the items', async () => {
	// Long beside what a busy machine needs to send five requests.
	sandbox.control.setLatency(300);
	const items = Array.from({ length: 20 }, (_, index) => ({ day: monday().plus({ days: index }).toISODate() }));
	const days = { startDate: '={{ $json.day }}', endDate: '={{ $json.day }}' };
	const { json } = await act(sandbox, 'calendar.getFreeSlots', { ...onboarding, ...days }, { items });
	const dates = json.map(({ date }) => date as string);
	expect(dates).toEqual([...dates].sort());
	const inFlight = sandbox.control.requests().map((request) => request.inFlight);
	expect([inFlight.length, Math.max(...inFlight)]).toEqual([20, 5]);
});

it('Calendar > Get Free Slots works with the dates that it proposes', async () => {
	const { error } = await act(sandbox, 'calendar.getFreeSlots', onboarding);
	expect(error).toBeUndefined();
	const { startDate, endDate } = sandbox.control.requests()[0].query as Record<string, string>;
	expect(Date.parse(endDate) - Date.parse(startDate)).toBe(10 * 86_400_000);
});

it('Appointment > Book takes plain text where the editor writes a resource locator, as an agent may give it', async () => {
	const fields = ['calendarId', 'contactId', 'locationId', 'startTime', 'endTime', 'title'];
	const parameters = Object.fromEntries(fields.map((name) => [name, `={{ $json.${name} }}`]));
	const item = { calendarId: 'cal-onboarding', contactId: 'contact-ada', locationId: 'loc-harbor', ...slotAt('10:00'), title: '' };
	const { json } = await act(sandbox, 'appointment.book', { ...parameters, timezone: 'UTC' }, { items: [item] });
	expect(json[0]).toMatchObject({ booked: true, calendarId: 'cal-onboarding' });
});

it('Appointment > Book, Reschedule and Cancel one after the other', async () => {
	const { json } = await act(sandbox, 'appointment.book', { ...bookingForAda, ...slotAt('10:00') });
	const eventId = String(json[0].eventId);
	const moved = await act(sandbox, 'appointment.reschedule', { eventId, ...slotAt('11:00') });
	expect(moved.json[0]).toMatchObject({ rescheduled: true, eventId, ...slotAt('11:00') });
	const cancelled = await act(sandbox, 'appointment.cancel', { eventId });
	expect(cancelled.json).toEqual([{ deleted: true, eventId }]);
	expect(sandbox.control.appointments()).toMatchObject([{ ...slotAt('11:00'), appointmentStatus: 'cancelled' }]);
});

it('of 10 that race for a slot and take the next free one, all book, and no slot twice', async () => {
	const book = async (contactId: string) =>
		await act(sandbox, 'appointment.book', { ...bookingForAda, ...slotAt('10:00'), contactId, whenTaken: 'nextFree' });
	const runs = await Promise.all(contacts(sandbox, 10).map(book));
	expect(runs.every(({ json }) => json[0]?.booked === true)).toBe(true);
	const starts = sandbox.control.appointments().map(({ startTime }) => startTime);
	expect(new Set(starts).size).toBe(10);
});

it('Webhook Signature > Verify reads the bytes of a binary file, without any credential', async () => {
	const { sign, publicKeyPem } = createSigningKey();
	const rawBody = '{"type":"ContactCreate","name":"Zoë"}';
	const body = { data: Buffer.from(rawBody).toString('base64'), mimeType: 'application/json' };
	const { json } = await act(
		sandbox,
		'webhookSignature.verify',
		{ signatureHeader: sign(rawBody), publicKeyPem, rawBodySource: 'binary', binaryProperty: 'body' },
		{ credentials: {}, items: [{ json: {}, binary: { body } }] },
	);
	expect(json[0]).toMatchObject({ valid: true });
});

describe('the lists of the editor', () => {
	const { listSearch } = new Platform().methods;
	const search = async (method: keyof typeof listSearch, parameters: IDataObject = {}) => {
		const fields = { authentication: 'accessToken', resource: 'appointment', operation: 'book', ...parameters };
		const context = loadOptionsContext({
			type: 'platform',
			parameters: fields as never,
			credentials: tokenCredential(sandbox),
			settings: { timezone: ZONE },
		});
		return (await listSearch[method].call(context as never)).results;
	};

	// Not every operation with this list has the other fields that the list looks at.
	it.each([
		['appointment', 'reschedule', {}],
		['calendar', 'get', {}],
		['calendar', 'getFreeSlots', {}],
		['appointment', 'book', { locationId: byId('={{ $json.location }}') }],
	])('show calendars for %s > %s', async (resource, operation, parameters) => {
		expect(await search('searchCalendars', { resource, operation, ...parameters })).toHaveLength(2);
	});

	it('show the free slots of the day of an expression', async () => {
		const slotDay = '={{ $today.plus(1, "day") }}';
		await search('searchSlots', { ...onboarding, slotSource: 'list', slotDay });
		expect(sandbox.control.requests()[0].query.startDate).toMatch(/^\d{4}-\d\d-\d\d$/);
	});
});
