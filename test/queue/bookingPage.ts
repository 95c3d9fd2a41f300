import { after, book, offering, open, published } from '../support/e2e/bookingPage';
import { LOCATION } from './harness';
import type { Harness } from './harness';

/** The page is served by webhook processors, each with a memory of its own; workers run the rest. */
export function bookingPage(harness: () => Harness): void {
	it('a booking page is served by every processor, and two at the same instant book once', async () => {
		const { api, sandbox, url, credentials, webhookProcessors } = harness();
		const { begin } = await published(api, url, offering({ platformTokenApi: credentials.token }));
		const appointmentsOf = (contact: string) =>
			sandbox.control.appointments().filter(({ contactId }) => contactId === contact);

		for (let round = 0; round < 3; round++) {
			const contact = sandbox.control.createContact({ locationId: LOCATION }).id;
			const wait = await begin(contact);
			const links = webhookProcessors.map(({ url: processor }) => wait.url.replace(/^https?:\/\/[^/]+/, processor));
			const pages = await Promise.all(links.map(async (link) => await open(link)));
			expect(pages.map(({ status }) => status)).toEqual(links.map(() => 200));
			const [start] = pages[0].slots;
			const seen = await Promise.all(links.map(async (link) => await book(link, start)));
			expect(seen.filter(({ title }) => title.startsWith('Booked'))).toHaveLength(1);
			const [{ id }] = appointmentsOf(contact);
			expect(await after(api, wait)).toMatchObject([{ booked: true, eventId: id, contactId: contact }]);
			expect(appointmentsOf(contact)).toHaveLength(1);
		}
	}, 120_000);
}
