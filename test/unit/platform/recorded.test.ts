import type { IDataObject } from 'n8n-workflow';

import { onSaturdayBefore } from './fakeCalendar';
import { act, byId, HIGH_LEVEL, onHighLevel, type Sent } from './nodeOnPlatform';
import { recorded } from '../../support/recorded';

onSaturdayBefore();

/** The body of a recorded response: test/support/recorded/<name>.json. */
function recordedBody(name: string): IDataObject {
	const { _status, _path, ...body } = recorded<IDataObject>(name);
	return body;
}

const TIMES = { startTime: '2026-12-08T09:00:00-05:00', endTime: '2026-12-08T09:30:00-05:00' };
const IDS = { appointmentId: 'APT1', contactId: 'CON1', calendarId: 'CAL1' };

describe('a recorded response is read', () => {
	/** Runs an operation where the platform responds with what was recorded, by the ends of the paths. */
	async function run(
		operation: string,
		fields: IDataObject,
		recordedByPath: Record<string, string>,
	): Promise<IDataObject[]> {
		const respond = ({ path }: Sent) => {
			for (const [end, name] of Object.entries(recordedByPath))
				if (path.endsWith(end)) return recordedBody(name);
			return { calendar: { slotDuration: 30, slotDurationUnit: 'mins' }, events: [] };
		};
		const { json } = await onHighLevel(operation, fields, respond, {
			credential: { ...HIGH_LEVEL, locationId: 'LOC1' },
			locationZone: 'America/New_York',
		});
		return json;
	}

	it('by Appointment > Book', async () => {
		const fields = {
			contactId: 'CON1',
			calendarId: byId('CAL1'),
			slotSource: 'startEnd',
			...TIMES,
		};

		const items = await run('appointment.book', fields, {
			'/appointments': 'appointment-post-201',
		});

		expect(items).toMatchObject([{ ...IDS, ...TIMES, booked: true }]);
	});

	it('by Appointment > Cancel: the recorded appointment stands, whatever the status of the response', async () => {
		const items = await run(
			'appointment.cancel',
			{ appointmentId: 'APT1' },
			{ '/appointments/APT1': 'appointment-get-200' },
		);

		expect(items).toMatchObject([{ canceled: false, appointmentId: 'APT1' }]);
	});

	it('by Appointment > Delete', async () => {
		const items = await run(
			'appointment.delete',
			{ appointmentId: 'APT1' },
			{ '/appointments/APT1': 'appointment-get-200', '/events/APT1': 'appointment-delete-200' },
		);

		expect(items).toMatchObject([{ deleted: true, appointmentId: 'APT1' }]);
	});

	it('by Appointment > Get Many: times of the list have no offset, and what is deleted is marked', async () => {
		const items = await run(
			'appointment.getAll',
			{ appointmentsOf: 'contact', contactId: 'CON1' },
			{ '/CON1/appointments': 'contact-appointments-200', '/APT1': 'appointment-get-200' },
		);

		expect(items).toMatchObject([
			{ ...IDS, ...TIMES },
			{ appointmentId: 'APT2', deleted: true, appointmentStatus: 'cancelled' },
		]);
	});

	it('by Contact > Get Many', async () => {
		const items = await run('contact.getAll', {}, { '/search': 'contact-search-hit' });

		expect(items).toMatchObject([
			{ contactId: 'CON1', email: 'ada@example.com', phone: '+12025550101' },
		]);
	});

	it('by Calendar > Get Free Slots', async () => {
		const fields = {
			calendarId: byId('CAL1'),
			startDate: '2026-12-08',
			endDate: '2026-12-08',
			options: { timezone: byId('America/New_York') },
		};

		const items = await run('calendar.getFreeSlots', fields, { '/free-slots': 'free-slots-200' });

		expect(items).toMatchObject([{ date: '2026-12-08', ...TIMES }]);
	});
});

it("a recorded token of an agency brings a location's", async () => {
	const oauthTokenData = recordedBody('token-company-200');
	const { json } = await act(
		'calendar.getAll',
		{ options: { locationId: byId('LOC1') } },
		{
			credential: { api: 'highLevel', clientId: 'app1-x', oauthTokenData },
			responses: [recordedBody('token-location-201'), { calendars: [{ id: 'CAL1' }] }],
		},
	);
	expect(json).toMatchObject([{ id: 'CAL1' }]);
});
