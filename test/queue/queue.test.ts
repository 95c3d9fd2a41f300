import { waitFor } from '../../runtime/polling';
import { after, book, workflowThatOffers, open, publishPage } from '../support/e2e/bookingPage';
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
 * One topology for all of it, in which each process is started as late and as seldom as the tests allow: on two cores,
 * that takes longer than most of them. Each test uses workflows of its own. What has held for long runs with
 * TEST_LONG=1, at night.
 */
describe('n8n in queue mode', () => {
	const harness = useOpened(startHarness);

	it(`${TWICE_QUEUED} events wait for workers, Redis is killed, all are repeated at the other process: each runs once, on either worker`, async () => {
		const { api, executions, redis, send, startWorker, use, webhookProcessors } = harness;
		const trigger = manualTrigger(use('platformWebhookApi'), [EVENT]);
		const { id, path } = await publish(api, workflow('Queued', [trigger, builtIn('noOp', 'Done')]));
		const events = Array.from({ length: TWICE_QUEUED }, () => newEvent(EVENT));
		const [processor, otherProcessor] = webhookProcessors;
		const sendAll = async ({ url }: typeof processor) =>
			expect(
				await inLanes(events.length, 20, async (n) => await send(url + path, events[n])),
			).toEqual(events.map(() => 200));
		await sendAll(processor);
		await redis.kill();
		await redis.start();
		await sendAll(otherProcessor);
		expect(await executions.statuses(id)).toEqual({ new: 2 * TWICE_QUEUED });
		// Copies that begin in the same moment may both run (docs/scaling.md), so one worker begins, and the other ends.
		const worker = await startWorker(0);
		await waitFor('an event to run', async () => (await executions.statuses(id)).success > 0);
		await worker.stop();
		expect((await executions.statuses(id)).new).toBeGreaterThan(0);
		await startWorker(1);
		await executions.settled(id);
		const runs = await executions.perEvent(id, 'Done');
		expect(events.map((event) => runs.get(event.id))).toEqual(events.map(() => 1));
	}, 240_000);

	killedWorker(harness);

	// The page is served by webhook processors, each with a memory of its own; workers run the rest.
	it("a double click on a contact's page, through nginx, books once and ends in Booked", async () => {
		const { api, sandbox, startWorker, url, use } = harness;
		await startWorker(1);
		const begin = await publishPage(
			{ api, n8n: { url } },
			workflowThatOffers(use('platformTokenApi')),
		);
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
	// The last: the process that dies stays away.
	killedProcessor(harness);
});
