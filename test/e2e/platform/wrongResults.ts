import type { INodeParameters } from 'n8n-workflow';

import { bookAt, byId } from '../../support/e2e/platformParameters';
import { dayFromNow, freeSlots } from '../../support/e2e/slots';
import { builtIn, platform, workflow } from '../../support/queue/workflows';
import type { Harness } from '../../support/harness';
import { platformRuns } from './runs';

const CALENDAR = 'cal-checkup';

/** What once ended green, or with a message that misleads. */
export function wrongResults(harness: () => Harness): void {
	const { run, during } = platformRuns(harness);
	const control = () => harness().sandbox.control;
	const countOf = () => control().appointments().length;
	const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const nextFree: INodeParameters = { calendarId: byId(CALENDAR), whenTaken: 'nextFree' };

	afterEach(() => control().clearFaults());

	describe('no wrong result without a word', () => {
		test('Get Free Slots, then Book, with the defaults: nothing is booked', async () => {
			const { api, use } = harness();
			const before = countOf();
			const slots = { resource: 'calendar', operation: 'getFreeSlots', calendarId: byId(CALENDAR) };
			const book = { resource: 'appointment', operation: 'book', calendarId: byId(CALENDAR), contactId: 'contact-ada' };
			const times = { startTime: '={{ $json.startTime }}', endTime: '={{ $json.endTime }}' };
			const { id } = await api.createWorkflow(
				workflow('Book all', [
					builtIn('manualTrigger', 'Start', {}),
					platform('Slots', { ...slots, authentication: 'oAuth2' }, use('platformOAuth2Api')),
					platform('Book', { ...book, ...times, authentication: 'oAuth2' }, use('platformOAuth2Api')),
				]),
			);
			const execution = await api.runToEnd(id);
			expect(execution.status).toBe('error');
			expect(JSON.stringify(execution)).toMatch(
				/\d\d items would each book an appointment for the contact 'contact-ada' in the calendar 'cal-checkup'/,
			);
			expect(countOf()).toBe(before);
		});

		test('a proxy that responds with HTML after the booking: unknown, and one appointment', async () => {
			const [slot] = await freeSlots(harness().sandbox, CALENDAR);
			const before = countOf();
			const html = { headers: { 'content-type': 'text/html' }, body: '<html><h1>502</h1></html>' };
			control().addFault({ operationId: 'create_appointment', processed: true, status: 200, ...html });
			const { failure } = await run(bookAt(slot, { ...nextFree, contactId: 'contact-ben' }), { node: retried });
			expect(failure).toMatch(/^Outcome unknown/);
			expect(control().appointments().slice(before)).toMatchObject([slot]);
		});

		test('a cancellation that the platform refuses with status 200 is not reported as done', async () => {
			const [, slot] = await freeSlots(harness().sandbox, CALENDAR);
			const { id: eventId } = control().takeSlot({ calendarId: CALENDAR, ...slot });
			const body = { succeeded: false, message: 'The calendar is locked' };
			control().addFault({ operationId: 'cancel_appointment', status: 200, body });
			const { failure, json } = await run({ resource: 'appointment', operation: 'cancel', eventId });
			expect(json).toEqual([]);
			expect(failure).toMatch(/^Outcome unknown.*The platform says: "The calendar is locked"/s);
		});

		test('a list of slots that lags behind: alternatives without the slot', async () => {
			const [, , slot] = await freeSlots(harness().sandbox, CALENDAR);
			const query = `startDate=${dayFromNow(1)}&endDate=${dayFromNow(12)}&timezone=UTC`;
			const headers = { authorization: 'Bearer pit-harbor', version: '2021-07-28' };
			const response = await fetch(`${harness().sandbox.url}/calendars/${CALENDAR}/free-slots?${query}`, { headers });
			const body = (await response.json()) as object;
			control().takeSlot({ calendarId: CALENDAR, ...slot });
			control().addFault({ operationId: 'get_free_slots', times: 'always', status: 200, body });
			const { json } = await run(bookAt(slot, { calendarId: byId(CALENDAR), whenTaken: 'alternatives' }));
			expect(json).toMatchObject([{ booked: false, alternatives: Array.from({ length: 5 }, () => expect.anything() as object) }]);
			expect(json[0].alternatives).not.toContainEqual(expect.objectContaining(slot));
		});

		test('an unknown appointment: the execution is failed, not canceled', async () => {
			for (const parameters of [{ operation: 'cancel' }, { operation: 'reschedule', startTime: `${dayFromNow(3)}T09:00:00Z`, endTime: `${dayFromNow(3)}T09:30:00Z` }]) {
				const { result, requests } = await during(async () =>
					await run({ resource: 'appointment', eventId: 'appt-unknown', ...parameters }),
				);
				expect(requests).toHaveLength(1);
				expect(result.execution.status).toBe('error');
			}
		});
	});
}
