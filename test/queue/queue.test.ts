import { after, book, offering, open, published } from '../support/e2e/bookingPage';
import { LOCATION, useOpened } from '../support/harness';
import { isLong } from '../support/long';
import { atNight } from './atNight';
import { killedWorker } from './killedWorker';
import { outages } from './outages';
import { startHarness } from './harness';

/** Index of a time on the page: the first one may pass while a test runs. */
const LATER = 20;

/**
 * One topology for all of it: starting ten processes on two cores takes longer than most tests.
 * Each test uses workflows of its own, and leaves every process running. What has held
 * for long runs with TEST_LONG=1, at night.
 */
describe('n8n in queue mode', () => {
	const harness = useOpened(startHarness);

	/** The page is served by webhook processors, each with a memory of its own; workers run the rest. */
	const bookingPage = () =>
		it("a double click on a contact's page, through nginx, books once and ends in Booked", async () => {
			const { api, sandbox, url, use } = harness;
			const { begin } = await published(api, url, offering(use('platformTokenApi')));
			const contact = sandbox.control.createContact({ locationId: LOCATION }).id;
			const wait = await begin(contact);
			const slot = (await open(wait.url)).slots[LATER];
			const page = await open(wait.url, { do: 'book', slot: String(slot) });
			const clicks = await Promise.all([1, 2].map(async () => await book(wait.url, slot, page)));
			expect(clicks.map(({ title }) => title)).toEqual(
				[1, 2].map(() => expect.stringMatching(/^Booked/)),
			);
			const [{ id }, ...others] = sandbox.control
				.appointments()
				.filter(({ contactId }) => contactId === contact);
			expect(others).toEqual([]);
			expect(await after(api, wait)).toMatchObject([
				{ booked: true, appointmentId: id, contactId: contact },
			]);
		}, 120_000);

	outages(harness, () => {
		killedWorker(harness);
		bookingPage();
	});
	if (isLong) atNight(harness);
});
