import { failureText } from '../../runtime/execution';
import { waitFor } from '../../runtime/polling';
import { byId } from '../support/e2e/platformParameters';
import { freeSlots, type Slot } from '../support/e2e/slots';
import { print } from '../support/print';
import { manualTrigger, platform, publish, workflow } from '../support/queue/workflows';
import { newEvent, type Harness } from './harness';

const EVENT = 'BookingWanted';
const CALENDAR = 'cal-onboarding';
const BOOKING_PATH = '/calendars/events/appointments';

const BOOKINGS = 20;

/** The platform has booked, and takes its time to say so: the worst moment to be killed in. */
const RESPONSE_DELAY_MS = 4_000;

/** n8n waits for the dead worker's locks to run out (see SETTINGS), then half a minute more. */
const RECOVERY_MS = 60_000;

/** A worker that dies while it books. */
export function killedWorker(harness: Harness): void {
	it('a worker killed in the middle of bookings: nothing is booked twice', async () => {
		const { api, use, sandbox, send, executions, startWorker, url } = harness;
		const worker = await startWorker(0);
		await startWorker(1);
		const booking = {
			resource: 'appointment',
			operation: 'book',
			authentication: 'accessToken',
			calendarId: byId(CALENDAR),
			contactId: 'contact-ada',
			slotSource: 'startEnd',
			...{ startTime: '={{ $json.startTime }}', endTime: '={{ $json.endTime }}' },
		};
		const book = platform('Book', booking, use('platformTokenApi'));
		const trigger = manualTrigger(use('platformWebhookApi'), [EVENT]);
		const published = await publish(api, workflow('Bookings', [trigger, book]));
		const slots = freeSlots(sandbox).slice(0, BOOKINGS);

		sandbox.addFault({ path: BOOKING_PATH, times: 'always', delayMs: RESPONSE_DELAY_MS });
		const events = slots.map((slot) => newEvent(EVENT, { ...slot }));
		const responses = events.map(async (event) => await send(url + published.path, event));
		await waitFor('half of the bookings', () => sandbox.appointments().length >= BOOKINGS / 2, {
			intervalMs: 10,
		});
		await worker.kill();
		const begun = Date.now();
		expect(await Promise.all(responses)).toEqual(slots.map(() => 200));
		const statuses = await executions.settled(published.id, RECOVERY_MS);
		const seconds = Math.round((Date.now() - begun) / 1_000);
		sandbox.clearFaults();

		const sent = bookingRequests(harness);
		const booked = sandbox.appointments();
		const [interrupted] = (await api.listExecutions({ workflowId: published.id })).filter(
			({ status }) => status === 'error' || status === 'crashed',
		);
		const text = failureText(await api.getExecution(interrupted.id));
		print(
			`worker killed during ${BOOKINGS} bookings: ${sent.length} booking requests; ${booked.length} appointments; executions ${JSON.stringify(statuses)} after ${seconds} s, '${interrupted.status}': ${text}`,
		);
		// The platform refuses a second booking of a slot, so only the requests can tell.
		expect([...new Set(sent)]).toEqual(sent);
		expect(booked.length).toBeGreaterThanOrEqual(statuses.success);

		// As "Retry" in the executions list does with one of them.
		const { id: retried } = await api.call<{ id: string }>({
			method: 'POST',
			path: `/executions/${interrupted.id}/retry`,
			body: { loadWorkflow: false },
		});
		expect(failureText(await api.waitForExecution(retried))).toMatch(
			/^This execution failed to be processed too many times/,
		);
		expect(bookingRequests(harness)).toEqual(sent);
	}, 240_000);
}

/** The start times for which a booking was asked. */
function bookingRequests({ sandbox }: Harness): string[] {
	const sent = sandbox.requests().filter(({ path }) => path === BOOKING_PATH);
	return sent.map(({ body }) => (body as Slot).startTime);
}
