import type { INodeParameters } from 'n8n-workflow';

import { nodeItems } from '../../../runtime/execution';
import { bookAt, byId, moveTo } from '../../support/e2e/platformParameters';
import { freeSlots } from '../../support/e2e/slots';
import type { Slot } from '../../support/e2e/slots';
import type { Harness } from '../../support/harness';
import { platformRuns } from './runs';

/** Booking, rescheduling and cancelling, in a calendar of the seed. */
export function appointments(harness: () => Harness): void {
	const { run, during } = platformRuns(harness);
	let slots: Slot[];

	beforeAll(async () => {
		slots = await freeSlots(harness().sandbox, 'cal-onboarding');
	});

	/** Each test takes slots of its own, so that none depends on what another has booked. */
	const nextSlot = () => slots.splice(0, 4)[0];

	const booked = async (slot: Slot, rest: INodeParameters = {}) => {
		const { json, failure } = await run(bookAt(slot, rest));
		expect(failure).toBeUndefined();
		return String(json[0].eventId);
	};

	const appointment = (id: string) =>
		harness().sandbox.control.appointments().find((one) => one.id === id);

	describe('Appointment > Book', () => {
		test('books the slot, and says what was booked', async () => {
			const slot = nextSlot();
			const { json } = await run(bookAt(slot, { title: 'First call' }));
			expect(json).toEqual([
				expect.objectContaining({
					booked: true,
					contactId: 'contact-ada',
					title: 'First call',
					...slot,
				}),
			]);
			expect(appointment(String(json[0].eventId))).toMatchObject({
				...slot,
				contactId: 'contact-ada',
				appointmentStatus: 'confirmed',
			});
		});

		test('stops at a taken slot with the nearest free ones in the message', async () => {
			const slot = nextSlot();
			harness().sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slot });
			const { failure } = await run(bookAt(slot, { timezone: byId('UTC') }));
			expect(failure).toMatch(/^The slot on .* is not available\. Nearest free starts on .*\d:[03]0/);
			expect(failure).toContain('The platform says: "The slot is not available"');
		});

		test('hands out alternatives instead, where it is told to', async () => {
			const slot = nextSlot();
			harness().sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slot });
			const { json } = await run(bookAt(slot, { whenTaken: 'alternatives', maxAlternatives: 2 }));
			expect(json).toEqual([
				expect.objectContaining({
					booked: false,
					reason: 'slotTaken',
					alternatives: [
						expect.objectContaining({ startTime: expect.any(String) }),
						expect.anything(),
					],
				}),
			]);
		});

		test('keeps items apart: what fails goes to the error output, paired to its item', async () => {
			const [first, taken, last] = [nextSlot(), nextSlot(), nextSlot()];
			harness().sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...taken });
			const parameters = bookAt(first, {
				startTime: '={{ $json.startTime }}',
				endTime: '={{ $json.endTime }}',
				options: { allowSeveral: true },
			});
			const items = [first, taken, last].map((slot) => ({ ...slot }));
			const { execution } = await run(parameters, {
				items,
				node: { onError: 'continueErrorOutput' },
			});
			const done = nodeItems(execution, 'Node', 0);
			expect(done.map(({ json, pairedItem }) => [json.startTime, pairedItem])).toEqual([
				[first.startTime, { item: 0 }],
				[last.startTime, { item: 2 }],
			]);
			expect(nodeItems(execution, 'Node', 1)).toEqual([
				expect.objectContaining({
					json: expect.objectContaining({
						error: expect.stringMatching(/is not available.*\[Item 1\]$/),
					}),
					pairedItem: { item: 1 },
				}),
			]);
		});

		test('reports a lost answer as unknown, and does not send the booking again', async () => {
			const slot = nextSlot();
			const fault = { method: 'POST', path: '/calendars', drop: 'afterProcessing' } as const;
			harness().sandbox.control.addFault(fault);
			const { result, requests } = await during(async () => await run(bookAt(slot)));
			expect(result.failure).toContain(
				'Outcome unknown: the connection ended before the platform responded',
			);
			expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
		});
	});

	describe('Appointment > Reschedule', () => {
		test('moves the appointment and leaves its status alone', async () => {
			const eventId = await booked(nextSlot(), { options: { appointmentStatus: 'new' } });
			const later = nextSlot();
			const { json } = await run(moveTo(eventId, later));
			expect(json).toEqual([expect.objectContaining({ rescheduled: true, eventId, ...later })]);
			expect(appointment(eventId)).toMatchObject({ ...later, appointmentStatus: 'new' });
		});

		test('names the appointment that is not there', async () => {
			const { failure } = await run(moveTo('appt-0/none', nextSlot()));
			expect(failure).toContain("The appointment 'appt-0/none' was not found: it no longer exists");
		});
	});

	describe('Appointment > Cancel', () => {
		const cancel = { resource: 'appointment', operation: 'cancel' };

		test('cancels, and says so when it is asked again', async () => {
			const eventId = await booked(nextSlot());
			const { json } = await run({ ...cancel, eventId });
			expect(json).toEqual([{ deleted: true, eventId }]);
			expect(appointment(eventId)?.appointmentStatus).toBe('cancelled');

			const { failure } = await run({ ...cancel, eventId });
			expect(failure).toContain(`The appointment '${eventId}' was not found`);
			const again = await run({ ...cancel, eventId, options: { whenAlreadyCancelled: 'done' } });
			expect(again.json).toEqual([{ deleted: true, eventId, alreadyCanceled: true }]);
		});
	});
}
