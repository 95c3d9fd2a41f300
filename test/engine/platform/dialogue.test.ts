import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { act, monday, slotAt, ZONE } from './platform';
import { byId } from '../../support/e2e/platformParameters';
import { FORMS } from '../../support/forms';
import { useSandbox } from '../../support/useSandbox';

/** Who is it, book, what do they have, did they come: what only HighLevel documents, against its own description. */

const calendarId = byId('cal-onboarding');
const byEmail = (value: string) => ({ __rl: true, mode: 'emailOrPhone', value });
const [, highLevel] = FORMS;

describe('with HighLevel', () => {
	const sandbox = useSandbox({ profile: highLevel.profile });
	const all = async (name: string, parameters: INodeParameters): Promise<IDataObject[]> => {
		const { json, error } = await act(sandbox, name, parameters);
		expect(error).toBeUndefined();
		return json;
	};

	it('a person with an email address books, sees the appointment, and is marked as a no-show', async () => {
		const email = 'grace@example.com';
		const [created] = await all('contact.upsert', { email, phone: '+12025550199', firstName: 'Grace', lastName: 'Hopper' });
		const [again] = await all('contact.upsert', { email });
		expect([created, again]).toMatchObject([{ created: true }, { created: false, contactId: created.contactId, firstName: 'Grace' }]);

		const { contactId } = created;
		for (const query of [email, '+1 202 555 0199', 'hopper']) {
			expect(await all('contact.getAll', { query })).toMatchObject([{ contactId, email }]);
		}
		expect(await all('contact.get', { contactId: byEmail(email) })).toMatchObject([{ contactId, email }]);

		const [booked] = await all('appointment.book', { calendarId, contactId: byEmail(email), ...slotAt('09:00'), options: { timezone: byId(ZONE) } });
		const { appointmentId } = booked;
		const startTime = highLevel.listed(slotAt('09:00').startTime);
		expect(booked).toMatchObject({ booked: true, contactId });
		const one = { appointmentId, contactId, calendarId: 'cal-onboarding', startTime };
		expect(await all('appointment.get', { appointmentId: byId(String(appointmentId)) })).toMatchObject([one]);
		expect(await all('appointment.getAll', { contactId: byEmail(email) })).toMatchObject([one]);
		const day = monday().toFormat('yyyy-MM-dd');
		const days = { appointmentsOf: 'calendar', calendarId, startDate: day, endDate: day, options: { timezone: byId(ZONE) } };
		expect(await all('appointment.getAll', days)).toMatchObject([one]);

		const status = { appointmentId: byId(String(appointmentId)), appointmentStatus: 'noshow' };
		expect(await all('appointment.updateStatus', status)).toMatchObject([{ updated: true, ...one, appointmentStatus: 'noshow' }]);
		expect(await all('appointment.get', { appointmentId: byId(String(appointmentId)) })).toMatchObject([{ ...one, appointmentStatus: 'noshow' }]);
	});
});
