import { DIALECTS, type Right } from '../../../nodes/platformApi/dialect';
import { failed } from '../platformApi/fakePlatform';
import { adasAppointment, halfHourAt, onSaturdayBefore } from './fakeCalendar';
import { byId, onHighLevel, type Sent } from './nodeOnPlatform';

onSaturdayBefore();

const CHANGE: Right[] = ['writeAppointments', 'readAppointments'];

/** Fields for any operation of an appointment. */
const FIELDS = {
	appointmentId: byId('appt-1'),
	calendarId: byId('cal-1'),
	contactId: byId('ada'),
	slotSource: 'startEnd',
	...halfHourAt(11),
	appointmentStatus: 'showed',
	fields: { title: 'Call' },
};

/** Shows the appointment, and allows no write and no list. */
const respond = ({ method, path }: Sent) =>
	method === 'GET' && path.endsWith('/appt-1') ? { event: adasAppointment() } : failed(403);

it.each<[string, Right[]]>([
	['book', [...CHANGE, 'readCalendars']],
	['reschedule', [...CHANGE, 'readCalendars']],
	['cancel', CHANGE],
	['delete', CHANGE],
	['update', CHANGE],
	['updateStatus', CHANGE],
	['getAll', ['readAppointments', 'readContacts']],
])(
	'%s that lacks a scope names all that it needs, so that a person adds them at once',
	async (operation, rights) => {
		const { told } = await onHighLevel(`appointment.${operation}`, FIELDS, respond);

		const missing = rights
			.map((right) => DIALECTS.highLevel.scopes[right] ?? right)
			.filter((scope) => !told.includes(scope));
		expect(missing).toEqual([]);
	},
);

it('User > Get names the scope to read users', async () => {
	const { told } = await onHighLevel('user.get', { userId: byId('riley') }, () => failed(403));

	expect(told).toContain('users.readonly');
});
