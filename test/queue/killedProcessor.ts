import { waitFor } from '../../runtime/polling';
import {
	after,
	workflowThatOffers,
	open,
	publishPage,
	send,
	sendUntilLastByte,
	type Seen,
	type Wait,
} from '../support/e2e/bookingPage';
import type { Harness } from './harness';

/** Index of a time on the page: the first one may pass while a test runs. */
const LATER = 20;

const BOOKINGS = { method: 'POST', path: '/calendars/events/appointments' };

/** Longer than the process lives after the form was sent: it never hears that the platform has booked. */
const NEVER_MS = 30_000;

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

/** A webhook process that dies while contacts book; their next requests are served by the other one. */
export function killedProcessor(harness: Harness): void {
	/** Begins waits until the processor serves the page of one: the path of the link decides. */
	async function askContact(
		form: FormName,
		begin: (contactId: string) => Promise<Wait>,
		processor: Processor,
		later: number,
	): Promise<Asked> {
		const contactId = harness.platforms[form].sandbox.createContact({ firstName: 'Noor' }).id;
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

	/** The page of nginx.conf in place of a response: its link leads to the form's own address, which has the decision. */
	async function openLinkOf(broken: Seen): Promise<Seen> {
		const [, href] = /<a href="([^"]*)">/.exec(broken.html) ?? [];
		return await open(new URL(href, broken.url).href);
	}

	async function expectBookedOnce(form: FormName, { wait, contactId }: Asked): Promise<void> {
		const items = await after(harness.api, wait);
		expect(items).toMatchObject([{ booked: true, alreadyBooked: true, contactId }]);
		expect(appointmentsOf(form, contactId)).toHaveLength(1);
	}

	describe('a webhook process was killed', () => {
		/** Contacts who got no page to their form, though the platform has booked. Of each form, one loads again, and one sends again. */
		const cutOff = {} as Record<FormName, { loads: Asked; sends: Asked; broken: Seen }>;
		/** A contact who has read the whole page. */
		let hasRead: Asked;

		// Once for all of them, since a start takes longer than the tests.
		beforeAll(async () => {
			const { api, platforms, startWorker, url } = harness;
			await startWorker(1);
			const [processor] = harness.webhookProcessors;
			const begin = async (form: FormName) =>
				await publishPage(
					{ api, n8n: { url } },
					workflowThatOffers(platforms[form].use('platformTokenApi')),
				);
			const beginContract = await begin('contract');
			const beginHighLevel = await begin('highLevel');
			const contract = {
				loads: await askContact('contract', beginContract, processor, LATER),
				sends: await askContact('contract', beginContract, processor, LATER + 1),
			};
			const highLevel = {
				loads: await askContact('highLevel', beginHighLevel, processor, LATER),
				sends: await askContact('highLevel', beginHighLevel, processor, LATER + 1),
			};
			hasRead = await askContact('contract', beginContract, processor, LATER + 2);

			const isLate = { ...BOOKINGS, times: 2, delayMs: NEVER_MS };
			for (const { sandbox } of Object.values(platforms)) sandbox.addFault(isLate);
			const responses = [contract.loads, contract.sends, highLevel.loads, highLevel.sends].map(
				async (asked) => await press(asked),
			);
			await waitFor('the appointments', () =>
				[
					appointmentsOf('contract', contract.loads.contactId),
					appointmentsOf('contract', contract.sends.contactId),
					appointmentsOf('highLevel', highLevel.loads.contactId),
					appointmentsOf('highLevel', highLevel.sends.contactId),
				].every((appointments) => appointments.length === 1),
			);
			const { pid } = processor;
			const { formAddress, slot, page } = hasRead;
			const title = await sendUntilLastByte(formAddress, { do: 'book', slot }, page, () =>
				process.kill(pid, 'SIGKILL'),
			);
			expect(title).toMatch(/^Booked/);
			const broken = await Promise.all(responses);
			expect(broken.map(({ status }) => status)).toEqual([502, 502, 502, 502]);
			await processor.kill();
			for (const { sandbox } of Object.values(platforms)) sandbox.clearFaults();
			cutOff.contract = { ...contract, broken: broken[0] };
			cutOff.highLevel = { ...highLevel, broken: broken[2] };
		}, 240_000);

		it('in the middle of a booking, HighLevel: the page that follows says that it is booked', async () => {
			const { loads, sends, broken } = cutOff.highLevel;
			expect((await openLinkOf(broken)).title).toMatch(/^Booked/);
			expect((await press(sends)).title).toMatch(/^Booked/);
			await expectBookedOnce('highLevel', loads);
			await expectBookedOnce('highLevel', sends);
		}, 120_000);

		// The platform says that there is an appointment at this time, and not which: the contact says that it is theirs.
		it('in the middle of a booking, contract: the page that follows keeps what is booked', async () => {
			const { loads, sends, broken } = cutOff.contract;
			const loaded = await openLinkOf(broken);
			expect(loaded.title).toMatch(/^Check whether it went through/);
			const found = await press(loads, loaded);
			expect(found.html).toContain('Keep it');
			expect((await press(loads, found)).title).toMatch(/^Booked/);
			const resent = await press(sends);
			expect(resent.html).toContain('Keep it');
			expect((await press(sends, resent)).title).toMatch(/^Booked/);
			await expectBookedOnce('contract', loads);
			await expectBookedOnce('contract', sends);
		}, 120_000);

		it('right after a contact has read "Booked": the workflow goes on', async () => {
			const { wait, contactId } = hasRead;
			expect(await after(harness.api, wait)).toMatchObject([{ booked: true, contactId }]);
			expect(appointmentsOf('contract', contactId)).toHaveLength(1);
		}, 120_000);
	});
}
