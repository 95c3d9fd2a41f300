import { waitFor } from '../../runtime/polling';
import { print } from '../support/print';
import { after, book, offering, open, published, send } from '../support/e2e/bookingPage';
import type { Seen, Wait } from '../support/e2e/bookingPage';
import { LOCATION } from './harness';
import type { Harness } from './harness';

const BOOKING_TAKES_MS = 3_000;

/** The page is served by webhook processors, each with a memory of its own; workers run the rest. */
export function bookingPage(harness: () => Harness): void {
	describe('a booking page', () => {
		let begin: (contact: string) => Promise<Wait>;

		beforeAll(async () => {
			const { api, url, credentials } = harness();
			({ begin } = await published(api, url, offering({ platformTokenApi: credentials.token })));
		}, 60_000);

		const appointmentsOf = (contact: string) =>
			harness().sandbox.control.appointments().filter(({ contactId }) => contactId === contact);

		async function contactWithPage(): Promise<{ contact: string; wait: Wait; page: Seen }> {
			const contact = harness().sandbox.control.createContact({ locationId: LOCATION }).id;
			const wait = await begin(contact);
			return { contact, wait, page: await open(wait.url) };
		}

		it('a double click through nginx books once and ends in Booked', async () => {
			const { contact, wait, page } = await contactWithPage();
			const clicks = await Promise.all([1, 2].map(async () => await book(wait.url, page.slots[0], page)));
			expect(clicks.map(({ title }) => title)).toEqual([1, 2].map(() => expect.stringMatching(/^Booked/)));
			const [{ id }, ...others] = appointmentsOf(contact);
			expect(others).toEqual([]);
			expect(await after(harness().api, wait)).toMatchObject([{ booked: true, eventId: id, contactId: contact }]);
		}, 120_000);

		it('two tabs on two slots: one appointment through nginx, counted where processors take turns', async () => {
			const counts: Record<string, number> = {};
			for (const way of ['through nginx', 'in turn']) {
				const { contact, wait, page } = await contactWithPage();
				const { webhookProcessors } = harness();
				const links = webhookProcessors.map(({ url }) => wait.url.replace(/^https?:\/\/[^/]+/, url));
				await Promise.all(
					[0, 1].map(async (n) => await book(way === 'in turn' ? links[n] : wait.url, page.slots[n], page)),
				);
				counts[way] = appointmentsOf(contact).length;
			}
			print(`two tabs on two slots, appointments: ${JSON.stringify(counts)}`);
			expect(counts['through nginx']).toBe(1);
		}, 120_000);

		it('its processor is killed while the platform books: the page says that it may be booked', async () => {
			const { sandbox, webhookProcessors } = harness();
			const { contact, wait, page } = await contactWithPage();
			sandbox.control.addFault({ path: '/calendars/events/appointments', times: 1, delayMs: BOOKING_TAKES_MS });
			const booking = book(wait.url, page.slots[0], page);
			await waitFor('the platform to have booked', () => appointmentsOf(contact).length === 1, { intervalMs: 20 });
			const response = await fetch(wait.url, { method: 'HEAD' });
			const port = String(response.headers.get('x-served-by')).split(':').at(-1);
			const processor = webhookProcessors.find((each) => String(each.port) === port)!;
			await processor.kill();
			const seen = await booking;
			const again = await open(wait.url);
			// The visitor goes back and chooses the same time once more.
			const [, from] = /name="from" value="([^"]*)"/.exec(page.html) ?? [];
			const repeated = await send(wait.url, { slot: String(page.slots[0]), from }, page);
			await processor.restart();
			print(`processor killed while booking: ${seen.status} '${seen.title}', then '${again.title}', then '${repeated.title}'; appointments: ${appointmentsOf(contact).length}`);
			expect(seen.status).toBe(502);
			expect(seen.html).toContain('Your booking may have been made');
			expect(again.status).toBe(200);
			expect(repeated.html).toContain('This may be your own booking');
			expect(appointmentsOf(contact)).toHaveLength(1);
		}, 120_000);
	});
}
