import { setTimeout as delay } from 'node:timers/promises';

import type { N8nApi } from '../../runtime/api';
import { failureText } from '../../runtime/execution';
import { print } from '../support/print';
import { manualTrigger, platform, publish, workflow } from '../support/queue/workflows';
import { LOCATION } from './harness';
import type { Harness } from './harness';

const EVENT = 'BookingWanted';
const CALENDAR = 'cal-onboarding';
const BOOKING_PATH = '/calendars/events/appointments';

const BOOKINGS = 40;

/** The platform has booked, and takes its time to say so: the worst moment to be killed in. */
const ANSWER_DELAY_MS = 4_000;

/** n8n waits for the dead worker's locks to run out (see SETTINGS), then half a minute more. */
const RECOVERY_MS = 60_000;

interface Slot {
	startTime: string;
	endTime: string;
}

/** A worker that dies while it books. */
export function killedWorker(harness: () => Harness): void {
	it('a worker killed in the middle of bookings: nothing is booked twice', async () => {
		const { api, credentials, sandbox, sender, executions, workers, url } = harness();
		const book = platform(
			'Book',
			{
				resource: 'appointment',
				operation: 'book',
				authentication: 'accessToken',
				calendarId: { __rl: true, mode: 'id', value: CALENDAR },
				contactId: 'contact-ada',
				slotSource: 'startEnd',
				startTime: '={{ $json.startTime }}',
				endTime: '={{ $json.endTime }}',
			},
			{ platformTokenApi: credentials.token },
		);
		const trigger = manualTrigger(credentials.key, [EVENT]);
		const published = await publish(api, workflow('Bookings', [trigger, book]));
		const slots = await freeSlots(harness(), BOOKINGS);

		sandbox.control.addFault({ path: BOOKING_PATH, times: 'always', delayMs: ANSWER_DELAY_MS });
		const answers = slots.map(
			async (slot) => await sender.send(`${url}${published.path}`, sender.event(EVENT, { ...slot })),
		);
		while (sandbox.control.appointments().length < BOOKINGS / 2) await delay(10);
		await workers[0].kill();
		const begun = Date.now();
		expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(slots.map(() => 200));
		const statuses = await executions.settled(published.id, RECOVERY_MS);
		const seconds = Math.round((Date.now() - begun) / 1_000);
		sandbox.control.clearFaults();

		const sent = bookingRequests(harness());
		const booked = sandbox.control.appointments();
		const interrupted = (await api.listExecutions({ workflowId: published.id })).filter(
			({ status }) => status === 'error' || status === 'crashed',
		);
		const sentTwice = repeatsIn(sent);
		print(
			`worker killed during ${BOOKINGS} bookings: ${sent.length} booking requests, ${sentTwice} of them repeated; ` +
				`${booked.length} appointments; executions ${JSON.stringify(statuses)} after ${seconds} s`,
		);
		// The platform refuses a second booking of a slot, so only the requests can tell.
		expect(sentTwice).toBe(0);
		// Those that the kill spared have booked.
		expect(booked.length).toBeGreaterThanOrEqual(statuses.success);
		expect(interrupted.length).toBeGreaterThan(0);

		const text = failureText(await api.getExecution(interrupted[0].id));
		print(`n8n ends the ${interrupted.length} interrupted executions as '${interrupted[0].status}': ${text}`);
		await workers[0].restart();
		await retryByHand(harness(), interrupted.map(({ id }) => id));
	}, 240_000);
}

/** What "Retry" in the executions list does with them. */
async function retryByHand(harness: Harness, executionIds: string[]): Promise<void> {
	const { api } = harness;
	const before = bookingRequests(harness).length;
	const outcomes = new Map<string, number>();
	for (const id of executionIds) {
		const outcome = await retried(api, id);
		outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
	}
	const requests = bookingRequests(harness);
	const texts = [...outcomes].map(([outcome, count]) => `${count} × ${outcome}`);
	const sentTwice = repeatsIn(requests);
	print(`retried by hand: ${texts.join(', ')}; ${requests.length - before} more requests, ${sentTwice} repeated`);
	expect(sentTwice).toBe(0);
}

/** The start times for which a booking was asked. */
function bookingRequests({ sandbox }: Harness): string[] {
	const sent = sandbox.control.requests().filter(({ path }) => path === BOOKING_PATH);
	return sent.map(({ body }) => (body as Slot).startTime);
}

/** How many of the values have occurred before. */
function repeatsIn(values: readonly string[]): number {
	return values.length - new Set(values).size;
}

async function retried(api: N8nApi, executionId: string): Promise<string> {
	const body = { loadWorkflow: false };
	const call = { method: 'POST', path: `/executions/${executionId}/retry`, body } as const;
	const answer = await api.session.call<{ id?: string }>(call).catch((refusal: Error) => refusal);
	if (answer instanceof Error) return answer.message;
	if (answer.id === undefined) return `not accepted (${JSON.stringify(answer)})`;
	const execution = await api.waitForExecution(answer.id);
	return `${execution.status} (${failureText(execution) ?? 'booked'})`;
}

async function freeSlots({ sandbox }: Harness, count: number): Promise<Slot[]> {
	const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
	const query = new URLSearchParams({ startDate: day(1), endDate: day(14), timezone: 'UTC' });
	const address = `${sandbox.url}/calendars/${CALENDAR}/free-slots?${query}`;
	const headers = { authorization: 'Bearer pit-harbor', version: '2021-07-28' };
	const { _dates_ } = (await (await fetch(address, { headers })).json()) as {
		_dates_: Record<string, Slot[]>;
	};
	const slots = Object.values(_dates_).flat().slice(0, count);
	expect(slots).toHaveLength(count);
	expect(sandbox.control.appointments().filter(({ locationId }) => locationId === LOCATION)).toEqual([]);
	return slots;
}
