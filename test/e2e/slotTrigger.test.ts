import type { IDataObject } from 'n8n-workflow';

import { PACKAGE_NAME } from '../../runtime/paths';
import { failureText, nodeJson } from '../../runtime/execution';
import { waitFor } from '../../runtime/polling';
import { byId } from '../support/e2e/platformParameters';
import { freeSlots, type Slot } from '../support/e2e/slots';
import { inHarborZone } from '../support/forms';
import { useHarness } from '../support/harness';
import { isLong } from '../support/long';
import { builtIn, workflow } from '../support/queue/workflows';

/** n8n refuses a cron expression that comes more often than once a minute, but takes several. */
const EVERY_TWO_SECONDS = Array.from({ length: 30 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 2} * * * * *`,
}));

const CALENDAR = 'cal-onboarding';

// What n8n adds is the same in both forms; smoke has both.
const harness = useHarness();

/** Waits until the trigger has asked so many times more. */
async function polls(count: number): Promise<void> {
	const pollRequests = () =>
		harness.sandbox
			.requests({ operationId: 'get_free_slots' })
			.filter(({ status }) => status !== undefined);
	const last = pollRequests().at(-1)?.id ?? 0;
	await waitFor(
		`${count} polls`,
		() => pollRequests().filter(({ id }) => id > last).length >= count,
	);
}

const cancel = (id: string) => harness.sandbox.cancelAppointment(id);
const book = (slot: Slot) => harness.sandbox.takeSlot({ calendarId: CALENDAR, ...slot }).id;

let id: string;
let slots: Slot[];
let appointments: string[];
const executions = async () => await harness.api.countExecutions({ workflowId: id });

/** The times of a slot as the trigger puts them out. */
const inZoneOf = ({ startTime, endTime }: Slot) => ({
	startTime: inHarborZone(startTime),
	endTime: inHarborZone(endTime),
});

/** What the newest of so many executions began with; there must be no more than so many. */
async function startedWith(count: number): Promise<IDataObject[]> {
	const [{ id: newest }] = await harness.api.waitForExecutions(id, count);
	expect(await executions()).toBe(count);
	return nodeJson(await harness.api.getExecution(newest), 'Go on');
}

beforeAll(async () => {
	slots = freeSlots(harness.sandbox).slice(0, 3);
	appointments = slots.slice(0, 2).map((slot) => book(slot));
	const trigger = {
		name: 'Slots',
		type: `${PACKAGE_NAME}.slotTrigger`,
		parameters: {
			pollTimes: { item: EVERY_TWO_SECONDS },
			authentication: 'accessToken',
			calendars: { values: [{ calendarId: byId(CALENDAR) }] },
			timezone: byId('America/New_York'),
		},
		credentials: harness.use('platformTokenApi'),
	};
	({ id } = await harness.api.createWorkflow(
		workflow('On a slot that opens', [trigger, builtIn('noOp', 'Go on')]),
	));
	await harness.api.activate(id);
}, 60_000);

test('a published workflow is started once by an appointment that was canceled, and not by what was free before', async () => {
	await polls(2);
	expect(await executions()).toBe(0);
	cancel(appointments[0]);
	const [item, ...others] = await startedWith(1);
	expect(others).toEqual([]);
	expect(item).toMatchObject({ calendarId: CALENDAR, timezone: 'America/New_York' });
	expect(Date.parse(String(item.startTime))).toBe(Date.parse(slots[0].startTime));
	await polls(2);
	expect(await executions()).toBe(1);
});

test('a change that is published again forgets nothing, though n8n saved nothing since', async () => {
	const unsaved = book(slots[2]);
	await polls(2);
	await harness.api.deactivate(id);
	await harness.api.activate(id);
	cancel(unsaved);
	expect(await startedWith(2)).toEqual([expect.objectContaining(inZoneOf(slots[2]))]);
});

/** Restarts n8n, and frees the slots meanwhile. */
async function restartAndCancel(env: Record<string, string>, ...freed: string[]) {
	const restarting = harness.n8n.restart(env);
	for (const appointment of freed) cancel(appointment);
	await restarting;
	await harness.api.login(harness.owner);
}

test('after a restart of n8n it continues from what n8n saved last, and the log says so', async () => {
	const unsaved = book(slots[2]);
	await polls(2);
	await restartAndCancel({}, appointments[1], unsaved);
	expect(await startedWith(3)).toEqual([expect.objectContaining(inZoneOf(slots[1]))]);
	await polls(2);
	expect(await executions()).toBe(3);
	expect(harness.n8n.log()).toMatch(
		/Slots: It continues from \d{4}-.* when n8n last saved its data/,
	);
}, 90_000);

// n8n's own scheduler is off unless somebody turns it on, so this is for the night.
if (isLong)
	test("after a restart it continues from the last poll where n8n's own scheduler keeps it", async () => {
		const before = await executions();
		await restartAndCancel({
			N8N_SCHEDULER_ENABLED: 'true',
			N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
			N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
		});
		await polls(1);
		const unsaved = book(slots[2]);
		await polls(2);
		await restartAndCancel({}, unsaved);
		expect(await startedWith(before + 1)).toEqual([expect.objectContaining(inZoneOf(slots[2]))]);
		await polls(2);
		expect(await executions()).toBe(before + 1);
	}, 180_000);

test('it shows a calendar that cannot be read as one failed execution', async () => {
	const before = await executions();
	const path = `/calendars/${CALENDAR}/`;
	harness.sandbox.addFault({ path, status: 404, times: 'always' });
	const [{ id: failed }] = await harness.api.waitForExecutions(id, before + 1);
	expect(failureText(await harness.api.getExecution(failed))).toContain(
		`The calendar '${CALENDAR}' was not found`,
	);
	await polls(2);
	harness.sandbox.clearFaults();
	await polls(2);
	expect(await executions()).toBe(before + 1);
}, 180_000);
