import { waitFor } from '../../runtime/polling';
import { after, book, offering, open, published } from '../support/e2e/bookingPage';
import { useOpened } from '../support/harness';
import { inLanes } from '../support/deliver';
import { isLong } from '../support/long';
import { builtIn, manualTrigger, publish, workflow } from '../support/queue/workflows';
import { atNight } from './atNight';
import { killedProcessor } from './killedProcessor';
import { killedWorker } from './killedWorker';
import { newEvent, startHarness } from './harness';

/** Index of a time on the page: the first one may pass while a test runs. */
const LATER = 20;

const EVENT = 'Queued';
const TWICE_QUEUED = 60;

/**
 * One topology for all of it: starting ten processes on two cores takes longer than most tests.
 * Each test uses workflows of its own, and leaves every process running. What has held
 * for long runs with TEST_LONG=1, at night.
 */
describe('n8n in queue mode', () => {
	const harness = useOpened(startHarness);

	it(`${TWICE_QUEUED} events wait for workers, Redis is killed, the processors restart, all are repeated: each runs once, on either worker`, async () => {
		const { api, executions, redis, send, url, use, webhookProcessors, workers } = harness;
		const trigger = manualTrigger(use('platformWebhookApi'), [EVENT]);
		const { id, path } = await publish(api, workflow('Queued', [trigger, builtIn('noOp', 'Done')]));
		const events = Array.from({ length: TWICE_QUEUED }, () => newEvent(EVENT));
		const sendAll = async () =>
			expect(
				await inLanes(events.length, 20, async (n) => await send(url + path, events[n])),
			).toEqual(events.map(() => 200));
		const [one, other] = workers;
		await Promise.all(workers.map(async (worker) => await worker.stop()));
		await sendAll();
		await redis.kill();
		await redis.start();
		await Promise.all(webhookProcessors.map(async (processor) => await processor.restart()));
		await sendAll();
		expect(await executions.statuses(id)).toEqual({ new: 2 * TWICE_QUEUED });
		// Copies that begin in the same moment may both run (docs/scaling.md), so one worker begins, and the other ends.
		await one.restart();
		await waitFor('an event to run', async () => (await executions.statuses(id)).success > 0);
		await one.stop();
		expect((await executions.statuses(id)).new).toBeGreaterThan(0);
		await other.restart();
		await executions.settled(id);
		const runs = await executions.perEvent(id, 'Done');
		expect(events.map((event) => runs.get(event.id))).toEqual(events.map(() => 1));
		await one.restart();
	}, 240_000);

	killedWorker(harness);
	killedProcessor(harness);

	// The page is served by webhook processors, each with a memory of its own; workers run the rest.
	it("a double click on a contact's page, through nginx, books once and ends in Booked", async () => {
		const { api, sandbox, url, use } = harness;
		const begin = await published({ api, n8n: { url } }, offering(use('platformTokenApi')));
		const contact = sandbox.createContact().id;
		const wait = await begin(contact);
		// Far from those that tests have booked before: a process may list them for some seconds more.
		const slot = (await open(wait.url)).slots[2 * LATER];
		const page = await open(wait.url, { do: 'book', slot: String(slot) });
		const clicks = await Promise.all([1, 2].map(async () => await book(wait.url, slot, page)));
		expect(clicks.map(({ title }) => title)).toEqual(
			[1, 2].map(() => expect.stringMatching(/^Booked/)),
		);
		const [{ id }, ...others] = sandbox
			.appointments()
			.filter(({ contactId }) => contactId === contact);
		expect(others).toEqual([]);
		expect(await after(api, wait)).toMatchObject([
			{ booked: true, appointmentId: id, contactId: contact },
		]);
	}, 120_000);

	if (isLong) atNight(harness);
});
