import type { IDataObject } from 'n8n-workflow';

import { onSaturdayBefore } from './fakeCalendar';
import { act, byId, HIGH_LEVEL, onHighLevel, type Sent } from './nodeOnPlatform';
import { recorded } from '../../support/recorded';

onSaturdayBefore();

function answer(name: string): IDataObject {
	const { _status, _path, ...body } = recorded<IDataObject>(name);
	return body;
}

const TIMES = { startTime: '2026-12-08T09:00:00-05:00', endTime: '2026-12-08T09:30:00-05:00' };
const ids = { appointmentId: 'APT1', contactId: 'CON1', calendarId: 'CAL1' };
const fields = { ...ids, calendarId: byId('CAL1'), slotSource: 'startEnd', ...TIMES };
const days = { startDate: '2026-12-08', endDate: '2026-12-08' };
const location = {
	credential: { ...HIGH_LEVEL, locationId: 'LOC1' },
	locationZone: 'America/New_York',
};

it.each<[string, Record<string, string>, IDataObject[], IDataObject?]>([
	[
		'appointment.book',
		{ '/appointments': 'appointment-post-201' },
		[{ ...ids, ...TIMES, booked: true }],
	],
	[
		'appointment.cancel',
		{ '/appointments/APT1': 'appointment-get-200' },
		// The recorded appointment stands, which the node says, whatever the status of the response.
		[{ canceled: false, appointmentId: 'APT1' }],
	],
	[
		'appointment.delete',
		{ '/appointments/APT1': 'appointment-get-200', '/events/APT1': 'appointment-delete-200' },
		[{ deleted: true, appointmentId: 'APT1' }],
	],
	// Their times say no offset; the deleted one is said to be so.
	[
		'appointment.getAll',
		{ '/CON1/appointments': 'contact-appointments-200', '/APT1': 'appointment-get-200' },
		[
			{ ...ids, ...TIMES },
			{ appointmentId: 'APT2', deleted: true, appointmentStatus: 'cancelled' },
		],
	],
	[
		'contact.getAll',
		{ '/search': 'contact-search-hit' },
		[{ contactId: 'CON1', email: 'ada@example.com', phone: '+12025550101' }],
	],
	[
		'calendar.getFreeSlots',
		{ '/free-slots': 'free-slots-200' },
		[{ date: '2026-12-08', ...TIMES }],
		{ ...days, options: { timezone: byId('America/New_York') } },
	],
])('a recorded answer is read by %s from %j', async (name, answers, items, parameters = {}) => {
	const calendar = { slotDuration: 30, slotDurationUnit: 'mins' };
	const responses = ({ path }: Sent) => {
		const found = Object.entries(answers).find(([end]) => path.endsWith(end));
		return found ? answer(found[1]) : { calendar, events: [] };
	};
	const { json } = await onHighLevel(name, { ...fields, ...parameters }, responses, location);
	expect(json).toMatchObject(items);
});

it("a recorded token of an agency brings a location's", async () => {
	const oauthTokenData = answer('token-company-200');
	const { json } = await act(
		'calendar.getAll',
		{ options: { locationId: byId('LOC1') } },
		{
			credential: { api: 'highLevel', clientId: 'app1-x', oauthTokenData },
			responses: [answer('token-location-201'), { calendars: [{ id: 'CAL1' }] }],
		},
	);
	expect(json).toMatchObject([{ id: 'CAL1' }]);
});
