import { after, book, offering, open, published, type Wait } from '../support/e2e/bookingPage';
import { LOCATION } from '../support/harness';
import type { Harness } from './harness';

/** Of the times on a page: the first one may pass while a test runs. */
const LATER = 20;

/** The page is served by webhook processors, each with a memory of its own; workers run the rest. */
export function bookingPage(harness: () => Harness): void {
	describe('a booking page', () => {
		let begin: (contact: string) => Promise<Wait>;

		beforeAll(async () => {
			const { api, url, use } = harness();
			({ begin } = await published(api, url, offering(use('platformTokenApi'))));
		}, 60_000);

		const appointmentsOf = (contact: string) =>
			harness().sandbox.control.appointments().filter(({ contactId }) => contactId === contact);

		it('a double click through nginx books once and ends in Booked', async () => {
			const contact = harness().sandbox.control.createContact({ locationId: LOCATION }).id;
			const wait = await begin(contact);
			const page = await open(wait.url);
			const clicks = await Promise.all([1, 2].map(async () => await book(wait.url, page.slots[LATER], page)));
			expect(clicks.map(({ title }) => title)).toEqual([1, 2].map(() => expect.stringMatching(/^Booked/)));
			const [{ id }, ...others] = appointmentsOf(contact);
			expect(others).toEqual([]);
			expect(await after(harness().api, wait)).toMatchObject([{ booked: true, appointmentId: id, contactId: contact }]);
		}, 120_000);
	});
}
