import { waitFor } from '../../runtime/polling';
import {
	after,
	offering,
	open,
	published,
	send,
	sendUntilLastByte,
	type Seen,
	type Wait,
} from '../support/e2e/bookingPage';
import type { Harness } from './harness';

/** Index of a time on the page: the first one may pass while a test runs. */
const LATER = 20;

const BOOKINGS = { method: 'POST', path: '/calendars/events/appointments' };

/** The platform has booked, and takes its time to say so: the worst moment to be killed in. */
const RESPONSE_DELAY_MS = 4_000;

type FormName = keyof Harness['platforms'];
type Processor = Harness['webhookProcessors'][number];

/** A contact whose page is open at the question whether to book a time. */
interface Asked {
	wait: Wait;
	contactId: string;
	slot: string;
	page: Seen;
	/** To which the browser sends the form, and which it has in its address bar then. */
	formAddress: string;
}

/** A webhook process that dies while a contact books; the contact's next request is served by the other one. */
export function killedProcessor(harness: Harness): void {
	/** Begins waits until the processor serves the page of one: the path of the link decides. */
	async function askContact(form: FormName, processor: Processor, later: number): Promise<Asked> {
		const { sandbox, use } = harness.platforms[form];
		const { api, url } = harness;
		const begin = await published({ api, n8n: { url } }, offering(use('platformTokenApi')));
		const contactId = sandbox.createContact({ firstName: 'Noor' }).id;
		return await waitFor('a page of the processor', async () => {
			const wait = await begin(contactId);
			const { servedBy, slots } = await open(wait.url);
			if (servedBy === null || !processor.url.endsWith(servedBy)) return undefined;
			const slot = String(slots[later]);
			const page = await open(wait.url, { do: 'book', slot });
			return { wait, contactId, slot, page, formAddress: new URL(page.address, wait.url).href };
		});
	}

	const appointmentsOf = (form: FormName, contactId: string) =>
		harness.platforms[form].sandbox
			.appointments()
			.filter((appointment) => appointment.contactId === contactId);

	const press = async ({ formAddress, slot, page }: Asked, from = page) =>
		await send(formAddress, { do: 'book', slot }, from);

	/** Two contacts whose process is killed while both book. @returns the address loaded again by one, the form sent again by the other */
	async function breakOff(form: FormName) {
		const [first] = harness.webhookProcessors;
		const { sandbox } = harness.platforms[form];
		const reloads = await askContact(form, first, LATER);
		const sendsAgain = await askContact(form, first, LATER + 1);

		sandbox.addFault({ ...BOOKINGS, times: 'always', delayMs: RESPONSE_DELAY_MS });
		const sent = [press(reloads), press(sendsAgain)];
		await waitFor('both appointments', () =>
			[reloads, sendsAgain].every(({ contactId }) => appointmentsOf(form, contactId).length === 1),
		);
		await first.kill();
		const [broken, brokenToo] = await Promise.all(sent);
		sandbox.clearFaults();

		// The page of nginx.conf: its link leads to the form's own address, which has the decision.
		expect([broken.status, brokenToo.status]).toEqual([502, 502]);
		const [, href] = /<a href="([^"]*)">/.exec(broken.html) ?? [];
		const loaded = await open(new URL(href, broken.url).href);
		const resent = await press(sendsAgain);
		return { reloads, sendsAgain, loaded, resent };
	}

	async function expectBookedOnce(form: FormName, { wait, contactId }: Asked): Promise<void> {
		const items = await after(harness.api, wait);
		expect(items).toMatchObject([{ booked: true, alreadyBooked: true, contactId }]);
		expect(appointmentsOf(form, contactId)).toHaveLength(1);
	}

	describe('a webhook process that dies', () => {
		afterEach(async () => {
			const [first] = harness.webhookProcessors;
			if (first.exit()) await first.restart();
		}, 60_000);

		it('HighLevel: a webhook process killed in the middle of a booking, and the page that follows says that it is booked', async () => {
			const { reloads, sendsAgain, loaded, resent } = await breakOff('highLevel');
			expect(loaded.title).toMatch(/^Booked/);
			expect(resent.title).toMatch(/^Booked/);
			await expectBookedOnce('highLevel', reloads);
			await expectBookedOnce('highLevel', sendsAgain);
		}, 120_000);

		// The platform says that there is an appointment at this time, and not which: the contact says that it is theirs.
		it('contract: a webhook process killed in the middle of a booking, and the page that follows keeps what is booked', async () => {
			const { reloads, sendsAgain, loaded, resent } = await breakOff('contract');
			expect(loaded.title).toMatch(/^Check whether it went through/);
			const found = await press(reloads, loaded);
			expect(found.html).toContain('Keep it');
			expect((await press(reloads, found)).title).toMatch(/^Booked/);
			expect(resent.html).toContain('Keep it');
			expect((await press(sendsAgain, resent)).title).toMatch(/^Booked/);
			await expectBookedOnce('contract', reloads);
			await expectBookedOnce('contract', sendsAgain);
		}, 120_000);

		it('a webhook process killed right after a contact has read "Booked": the workflow goes on', async () => {
			const { api, webhookProcessors } = harness;
			const [first] = webhookProcessors;
			const { wait, contactId, slot, page, formAddress } = await askContact(
				'contract',
				first,
				LATER,
			);
			const { pid } = first;
			const title = await sendUntilLastByte(formAddress, { do: 'book', slot }, page, () =>
				process.kill(pid, 'SIGKILL'),
			);
			expect(title).toMatch(/^Booked/);
			expect(await after(api, wait)).toMatchObject([{ booked: true, contactId }]);
			expect(appointmentsOf('contract', contactId)).toHaveLength(1);
		}, 120_000);
	});
}
