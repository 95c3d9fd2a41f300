import type { IDataObject } from 'n8n-workflow';

import { FORMS } from '../../support/forms';
import { useSandbox } from '../../support/useSandbox';
import { act, bookingForAda, slotAt, ZONE } from './platform';
import { waitingPage } from './waitingPage';

describe.each(FORMS)('$form', ({ profile }) => {
	const sandbox = useSandbox({ profile });

	const at = (time: string) => Date.parse(slotAt(time).startTime);
	const timezone = { __rl: true, mode: 'id', value: ZONE };
	const settings = { options: { daysAhead: 30, timezone } };
	const appointment = () => sandbox.control.appointments()[0];

	describe('Appointment > Ask to Confirm and Wait', () => {
		/** A page that waits for what Book has put out, with the fields as they are by default. */
		async function ask() {
			const book = { ...bookingForAda, ...slotAt('10:00'), options: { appointmentStatus: 'new', timezone } };
			const { json } = await act(sandbox, 'appointment.book', book);
			return await waitingPage(sandbox, settings, { operation: 'askToConfirm', items: json as IDataObject[] });
		}

		it.each([
			['confirms, by a 204', { do: 'confirm' }, 'confirmed', '10:00', { appointmentStatus: 'confirmed' }],
			['moves', { do: 'move', slot: String(at('14:00')) }, 'moved', '14:00', { appointmentStatus: 'new' }],
		])('%s', async (_, form, outcome, time, changed) => {
			const page = await ask();
			sandbox.control.addFault({ operationId: 'reschedule_appointment', change: () => (outcome === 'confirmed' ? { status: 204, body: undefined } : {}) });
			expect((await page.open({ do: 'move' })).slots).not.toContain(at('10:00'));
			const { items } = await page.send(form);
			expect(items).toMatchObject([{ outcome, appointmentId: appointment().id }]);
			expect(Date.parse(String(items?.[0].startTime))).toBe(at(time));
			expect(appointment()).toMatchObject({ ...slotAt(time), ...changed });
		});
	});
});
