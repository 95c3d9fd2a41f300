import type { IDataObject } from 'n8n-workflow';

import { act, slotAt } from './platform';
import { byId } from '../../support/e2e/platformParameters';
import { useSandbox } from '../../support/useSandbox';

/* The free slots and the appointments of one member of a calendar's team, as the platform has them. */

const sandbox = useSandbox({ profile: 'highLevel' });

const calendarId = byId('cal-onboarding');
const [nine, ten] = [slotAt('09:00'), slotAt('10:00')];
const day = nine.startTime.slice(0, 10);
const days = { startDate: day, endDate: day };

/** The starts of the free slots, of a user or of all. */
async function freeStarts(options: IDataObject): Promise<unknown[]> {
	const { json, error } = await act(sandbox, 'calendar.getFreeSlots', {
		calendarId,
		...days,
		options: { timezone: byId('UTC'), ...options },
	});
	expect(error).toBeUndefined();
	return json.map(({ startTime }) => startTime);
}

/** Blocks the first hour of the day for one user. */
const blockNine = async (userId: string) =>
	await act(sandbox, 'blockedTime.create', { assignedUserId: byId(userId), ...nine });

it('Get Free Slots leaves out the blocked time of the user who is asked for', async () => {
	const before = await freeStarts({ assignedUserId: byId('user-riley') });
	await blockNine('user-riley');
	const after = await freeStarts({ assignedUserId: byId('user-riley') });
	expect(before).toContain(nine.startTime);
	expect(after).not.toContain(nine.startTime);
	expect(after).toContain(ten.startTime);
});

it('Book assigns the appointment to the user, and Get Many of that user has it, and of another one not', async () => {
	const { json, error } = await act(sandbox, 'appointment.book', {
		calendarId,
		contactId: byId('contact-ada'),
		slotSource: 'startEnd',
		...nine,
		options: { assignedUserId: byId('user-riley') },
	});
	expect(error).toBeUndefined();
	expect(sandbox.appointments()).toMatchObject([{ assignedUserId: 'user-riley' }]);
	const of = async (userId: string) =>
		await act(sandbox, 'appointment.getAll', {
			appointmentsOf: 'user',
			userId: byId(userId),
			...days,
		});
	expect((await of('user-riley')).json).toMatchObject([{ appointmentId: json[0].appointmentId }]);
	expect((await of('user-sam')).json).toEqual([]);
});
