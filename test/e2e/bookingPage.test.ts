import { sleep } from 'n8n-workflow';

import { nodeJson, nodeRuns } from '../../runtime/execution';
import { waitFor } from '../../runtime/polling';
import { builtIn, workflow } from '../support/queue/workflows';
import {
	after,
	book,
	endedWell,
	inviteByExample,
	linkNode,
	workflowThatOffers,
	offerSlots,
	open,
	publishPage,
	send,
	sendUntilLastByte,
	type Seen,
	type Wait,
} from '../support/e2e/bookingPage';
import { useHarness, type HarnessOptions } from '../support/harness';

/** docs/booking-page.md, as a visitor meets it. */

/** Of the times on a page: the first ones may pass while a test runs. */
const LATER = 20;

const BOOKINGS = { method: 'POST', path: '/calendars/events/appointments' };

/** Longer than n8n lives after the form was sent: it never hears that the platform has booked. */
const NEVER_MS = 30_000;

/** A platform, and what the tests ask of it. */
function usePlatform(profile: HarnessOptions['profile']) {
	const harness = useHarness({ profile });
	let begin: (contactId: string) => Promise<Wait>;
	beforeAll(async () => {
		begin = await publishPage(
			harness,
			workflowThatOffers(harness.use('platformOAuth2Api'), { options: { daysAhead: 60 } }),
		);
	});
	return {
		harness,
		begin: async (contactId: string) => await begin(contactId),
		appointmentsOf: (contact: string) =>
			harness.sandbox.appointments().filter(({ contactId }) => contactId === contact),
		newContact: () => harness.sandbox.createContact({ firstName: 'Noor' }).id,
		/** A contact whose page asks whether to book a time. */
		async ask(later: number): Promise<Asked> {
			const contactId = harness.sandbox.createContact({ firstName: 'Noor' }).id;
			const wait = await begin(contactId);
			const slot = String((await open(wait.url)).slots[later]);
			const page = await open(wait.url, { do: 'book', slot });
			return { contactId, wait, slot, page, formAddress: new URL(page.address, wait.url).href };
		},
	};
}

interface Asked {
	contactId: string;
	wait: Wait;
	slot: string;
	page: Seen;
	/** To which the browser sends the form, and which it has in its address bar then. */
	formAddress: string;
}

const press = async ({ formAddress, slot, page }: Asked, from = page): Promise<Seen> =>
	await send(formAddress, { do: 'book', slot }, from);

describe('contract', () => {
	const contract = usePlatform('usual');
	const { harness, begin, appointmentsOf, newContact } = contract;

	test('in a loop each contact gets a page of its own, in the same execution', async () => {
		const contactIds = [newContact(), newContact()];
		const [start] = workflowThatOffers(undefined).nodes;
		const list = `={{ ${JSON.stringify(contactIds)} }}`;
		const draft = workflow('Loop', [
			start,
			builtIn(
				'set',
				'List',
				{ assignments: { assignments: [{ id: 'l', name: 'list', value: list, type: 'array' }] } },
				{ typeVersion: 3.4 },
			),
			builtIn('splitOut', 'Split', { fieldToSplitOut: 'list' }),
			builtIn('splitInBatches', 'Loop Over Items', {}, { typeVersion: 3 }),
			linkNode('={{ $json.list }}'),
			offerSlots(harness.use('platformOAuth2Api'), { options: { daysAhead: 60 } }),
		]);
		// Its second output is the loop.
		const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
		draft.connections['Loop Over Items'] = { main: [[], to('Link')] };
		draft.connections['Offer Slots'] = { main: [to('Loop Over Items')] };
		const { url, executionId } = await (await publishPage(harness, draft))('unused');
		const page = await open(url);
		await book(url, page.slots[LATER]);
		const second = await waitFor('the second page', async () => {
			const seen = await open(url);
			return seen.wait === '' || seen.wait === page.wait ? undefined : seen;
		});
		// The first contact's page, sent once more at the same address, books nothing for the second one.
		const stale = await book(url, page.slots[LATER + 3], page);
		expect(stale.title).toMatch(/^This page is out of date/);
		expect(appointmentsOf(contactIds[1])).toEqual([]);
		await book(url, second.slots[LATER]);
		const ended = await endedWell(harness.api, executionId);
		expect(nodeRuns(ended, 'Offer Slots')).toHaveLength(2);
		for (const contactId of contactIds) expect(appointmentsOf(contactId)).toHaveLength(1);
	});

	test('a booking in the last seconds of the wait reaches the workflow', async () => {
		const { sandbox, api, use } = harness;
		const beginShort = await publishPage(
			harness,
			workflowThatOffers(use('platformOAuth2Api'), {
				options: { daysAhead: 60, waitHours: 14 / 3_600 },
			}),
		);
		const contactId = newContact();
		const wait = await beginShort(contactId);
		const slot = String((await open(wait.url)).slots[LATER]);
		const page = await open(wait.url, { do: 'book', slot });
		// The form comes before the end, also on a busy machine, and the platform's response after it.
		sandbox.addFault({ ...BOOKINGS, delayMs: 7_000 });
		await sleep(Number(/data-left="(\d+)"/.exec(page.html)?.[1]) - 4_000);
		expect((await send(wait.url, { do: 'book', slot }, page)).title).toMatch(/^Booked/);
		expect(await after(api, wait)).toMatchObject([{ booked: true, contactId }]);
	}, 120_000);

	test('nonsense ends no wait, nobody gets in without the signature, and a site may embed the page', async () => {
		const contactId = newContact();
		const wait = await begin(contactId);
		const nonsense = { 'application/json': '{"slot":', 'application/octet-stream': 'x' };
		for (const [type, body] of Object.entries(nonsense))
			await fetch(wait.url, { method: 'POST', body, headers: { 'content-type': type } });
		for (const token of ['', `?signature=${'0'.repeat(64)}`])
			expect((await open(wait.url.replace(/\?.*/, token))).status).toBe(401);
		// n8n does not forbid what 'Sites That May Embed It' allows.
		expect((await fetch(wait.url)).headers.get('x-frame-options')).toBeNull();
		await book(wait.url, (await open(wait.url)).slots[LATER]);
		expect(await after(harness.api, wait)).toMatchObject([{ booked: true, contactId }]);
	});

	test('the example: who books is told, and moves and cancels by the same link, and who finds no time too', async () => {
		const { api, sandbox } = harness;
		const mia = await inviteByExample(harness, 'Mia');
		const none = await inviteByExample(harness, 'None');

		const page = await open(mia.url);
		expect(page.html).toContain('Your onboarding call');
		await book(mia.url, page.slots[3]);
		/** What the team was told, once it has been told so often. */
		const waitForWord = async ({ executionId }: Wait, times = 1) =>
			await waitFor('word to the team', async () => {
				const execution = await api.getExecution(executionId);
				return (
					execution.status === 'waiting' &&
					nodeRuns(execution, 'Tell the Team').length === times &&
					execution
				);
			});
		const booked = await waitForWord(mia);
		const [{ appointmentId }] = nodeJson(booked, 'Offer Slots');
		const text = expect.stringMatching(/^Mia has booked \w+day, .* [AP]M .*\.$/) as string;
		expect(nodeJson(booked, 'Tell the Team')).toEqual([{ text, appointmentId }]);
		expect(nodeJson(booked, 'Write Confirmation')).toMatchObject([
			{ to: 'Mia@example.com', ics: expect.stringContaining(`UID:${String(appointmentId)}\r\n`) },
		]);
		expect(sandbox.appointments()).toContainEqual(
			expect.objectContaining({ id: appointmentId, title: 'Onboarding call' }),
		);

		// From now on the same link manages the appointment.
		const { slots } = await open(mia.url, { do: 'move' });
		const { html } = await send(mia.url, { do: 'move', slot: String(slots[LATER]) });
		expect(html).toContain('open your link again');
		const moved = await waitForWord(mia, 2);
		expect(nodeJson(moved, 'Tell the Team')).toMatchObject([
			{ text: expect.stringMatching(/^Mia has moved the call to /), appointmentId },
		]);
		expect((await open(mia.url)).title).toMatch(/^Your appointment/);
		await send(mia.url, { do: 'cancel' }, await open(mia.url, { do: 'cancel' }));
		expect(
			nodeJson(await api.waitForExecution(mia.executionId), 'Tell of the Cancellation'),
		).toMatchObject([{ appointmentId }]);

		await send(none.url, { do: 'none', note: 'Only on weekends' });
		const unsuited = await api.waitForExecution(none.executionId);
		expect(nodeJson(unsuited, 'Find Another Time')).toMatchObject([
			{ text: 'None says that none of the times suits. Their note: Only on weekends' },
		]);
	}, 120_000);

	describe('after n8n was killed', () => {
		const highLevel = usePlatform('highLevel');
		/** Contacts who got no response to their form, though the platform has booked. */
		let loadsAgain: Asked;
		let sendsAgain: Asked;
		let opensLink: Asked;
		let triesAll: Asked;
		/** A contact who has read the whole page. */
		let hasRead: Asked;

		// Once for all of them: to start n8n takes longer than the tests.
		beforeAll(async () => {
			const { n8n } = harness;
			// The platform would book a second one at the same time, so it has to be asked first.
			highLevel.harness.sandbox.setProfile({ placesPerSlot: 2 });
			loadsAgain = await highLevel.ask(LATER);
			sendsAgain = await highLevel.ask(LATER + 1);
			opensLink = await highLevel.ask(LATER + 2);
			triesAll = await contract.ask(LATER);
			hasRead = await contract.ask(LATER + 1);

			const isLate = { ...BOOKINGS, delayMs: NEVER_MS };
			highLevel.harness.sandbox.addFault({ ...isLate, times: 'always' });
			harness.sandbox.addFault(isLate);
			const cutOff = [loadsAgain, sendsAgain, opensLink, triesAll].map(
				async (asked) => await press(asked).catch(() => undefined),
			);
			await waitFor('the appointments', () => {
				const ofHighLevel = [loadsAgain, sendsAgain, opensLink].flatMap(({ contactId }) =>
					highLevel.appointmentsOf(contactId),
				);
				return ofHighLevel.length === 3 && appointmentsOf(triesAll.contactId).length === 1;
			});
			const { pid } = n8n;
			const { wait, slot, page } = hasRead;
			const title = await sendUntilLastByte(wait.url, { do: 'book', slot }, page, () =>
				process.kill(pid, 'SIGKILL'),
			);
			expect(title).toMatch(/^Booked/);
			expect(await Promise.all(cutOff)).toEqual(cutOff.map(() => undefined));
			await n8n.kill();
			await n8n.restart();
			highLevel.harness.sandbox.clearFaults();
			harness.sandbox.clearFaults();
		}, 240_000);

		test('HighLevel: the page loaded again, the form sent again, and the link find the one booking', async () => {
			expect((await open(loadsAgain.formAddress)).title).toMatch(/^Booked/);
			expect((await press(sendsAgain)).title).toMatch(/^Booked/);
			const found = await open(opensLink.wait.url);
			expect(found.html).toContain('Keep it');
			expect((await press(opensLink, found)).title).toMatch(/^Booked/);
			for (const { wait, contactId } of [loadsAgain, sendsAgain, opensLink]) {
				expect(await after(harness.api, wait)).toMatchObject([
					{ booked: true, alreadyBooked: true, contactId },
				]);
				expect(highLevel.appointmentsOf(contactId)).toHaveLength(1);
			}
		});

		// The contract says that there is an appointment at this time, not which.
		test("contract: the form's address, the link, and the form sent again find the booking", async () => {
			const { wait, contactId, formAddress, slot } = triesAll;
			expect((await open(wait.url)).html).not.toContain('Keep it');
			const loaded = await open(formAddress);
			expect(loaded.title).toMatch(/^Check whether it went through/);
			const found = await press(triesAll, loaded);
			expect(found.html).toContain('Keep it');
			expect((await send(wait.url, { do: 'book', slot }, found)).title).toMatch(/^Booked/);
			expect(appointmentsOf(contactId)).toHaveLength(1);
			expect(await after(harness.api, wait)).toMatchObject([
				{ booked: true, alreadyBooked: true, contactId },
			]);
		});

		test('a contact who has read "Booked" is heard of', async () => {
			const { api } = harness;
			const { wait, contactId } = hasRead;
			// n8n has the decision: the workflow has ended, or a person continues it.
			const { status } = await api.getExecution(wait.executionId);
			expect(['success', 'crashed']).toContain(status);
			const executionId =
				status === 'crashed' ? await api.retryExecution(wait.executionId) : wait.executionId;
			expect(await after(api, { ...wait, executionId })).toMatchObject([
				{ booked: true, contactId },
			]);
			expect(appointmentsOf(contactId)).toHaveLength(1);
		});
	});
});
