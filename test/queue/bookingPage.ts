import type { N8n } from '../../runtime/n8n';
import { waitFor } from '../../runtime/polling';
import { print } from '../support/print';
import { after, asking, book, offering, open, published, send, waitsOf, type Seen, type Wait } from '../support/e2e/bookingPage';
import { freeSlots } from '../support/e2e/slots';
import { LOCATION } from '../support/harness';
import type { Harness } from './harness';

const MOVERS = 20;
/** Of the times on a page: the first one may pass while a test runs. */
const LATER = 20;
/** As the request that begins the workflow says. */
const SLOT = { startTime: '={{ $json.body.startTime }}', endTime: '={{ $json.body.endTime }}' };

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

		const linkAt = ({ url }: N8n, wait: Wait) => wait.url.replace(/^https?:\/\/[^/]+/, url);

		async function contactWithPage(): Promise<{ contact: string; wait: Wait; page: Seen }> {
			const contact = harness().sandbox.control.createContact({ locationId: LOCATION }).id;
			const wait = await begin(contact);
			return { contact, wait, page: await open(wait.url) };
		}

		it('a double click through nginx books once and ends in Booked', async () => {
			const { contact, wait, page } = await contactWithPage();
			const clicks = await Promise.all([1, 2].map(async () => await book(wait.url, page.slots[LATER], page)));
			expect(clicks.map(({ title }) => title)).toEqual([1, 2].map(() => expect.stringMatching(/^Booked/)));
			const [{ id }, ...others] = appointmentsOf(contact);
			expect(others).toEqual([]);
			expect(await after(harness().api, wait)).toMatchObject([{ booked: true, appointmentId: id, contactId: contact }]);
		}, 120_000);

		it(`${MOVERS} contacts move to one time at once, at both processors: one gets it, the others keep theirs`, async () => {
			const { api, url, use, sandbox, webhookProcessors } = harness();
			const slots = freeSlots(sandbox, 'cal-onboarding');
			const { id, startUrl } = await published(api, url, asking(use('platformTokenApi'), SLOT));
			const own = slots.slice(-1 - MOVERS, -1);
			const wanted = Date.parse(slots.at(-1)!.startTime);
			await Promise.all(
				own.map(async (slot) => {
					const contactId = sandbox.control.createContact({ locationId: LOCATION }).id;
					const body = JSON.stringify({ contactId, ...slot });
					await fetch(startUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
				}),
			);
			const waits = await waitFor('all pages', async () => {
				const all = await waitsOf(api, id);
				return all.length === MOVERS && all;
			});
			const links = waits.map((wait, n) => linkAt(webhookProcessors[n % 2], wait));
			const pages = await Promise.all(links.map(async (link) => await open(link)));
			const seen = await Promise.all(links.map(async (link, n) => await send(link, { do: 'move', slot: String(wanted) }, pages[n])));
			const moved = seen.filter(({ title }) => title.startsWith('Your appointment has a new time'));
			const starts = sandbox.control.appointments().map(({ startTime }) => Date.parse(startTime));
			print(`${MOVERS} contacts move to one time: ${moved.length} moved, ${seen.filter(({ html }) => html.includes('no longer available')).length} choose anew`);
			expect(moved).toHaveLength(1);
			expect(seen.filter(({ html }) => html.includes('That time is no longer available'))).toHaveLength(MOVERS - 1);
			expect(starts.filter((start) => start === wanted)).toHaveLength(1);
			expect(own.filter(({ startTime }) => starts.includes(Date.parse(startTime)))).toHaveLength(MOVERS - 1);
		}, 120_000);
	});
}
