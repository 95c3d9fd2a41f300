import { NodeApiError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import {
	dropEntry,
	hasOtherWrite,
	type LedgerCaller,
	type LedgerWrite,
	type Write,
	writeOnce,
	writesOf,
} from '../../../nodes/n8n/ledger';
import { failed, node } from '../platformApi/fakePlatform';
import { TOOL } from '../platform/nodeOnPlatform';

/** Where a node writes; by default the item 0 of the first run of the node node-1, for the account loc-1. */
interface Place {
	executionId?: string;
	nodeId?: string;
	type?: string;
	retryOnFail?: boolean;
	runIndex?: number;
	itemIndex?: number;
	account?: string;
}

let executions = 0;
let executionOfTest = '';
beforeEach(() => {
	executionOfTest = `ledger-${++executions}`;
});

function callerAt({
	executionId = executionOfTest,
	nodeId = 'node-1',
	type = node.type,
	retryOnFail = false,
	runIndex = 0,
	itemIndex = 0,
	account = 'loc-1',
}: Place): LedgerCaller {
	const context = {
		getExecutionId: () => executionId,
		getNode: () => ({ ...node, id: nodeId, type, retryOnFail }),
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
	} as unknown as IExecuteFunctions;
	return { context, itemIndex, account };
}

/** A booking for a contact: from an hour to another. */
const bookingFor = (contactId: string, start: number, end = start + 1): Write<IDataObject> => ({
	purpose: { contactId },
	times: [start, end],
	isWritten: ({ booked }) => booked !== false,
});
const ADA_AT_NINE = bookingFor('ada', 9);
const ADA_AT_TEN = bookingFor('ada', 10);

/** Writes an appointment of this ID. */
const writeAppointment = (appointmentId: string) => async (entry: LedgerWrite) => {
	entry.subjects = [appointmentId];
	return await Promise.resolve({ booked: true, appointmentId });
};

/** The ID of the appointment that a booking brings: the one that is given where it is written. */
async function book(
	appointmentId: string,
	wish: Write<IDataObject> = ADA_AT_NINE,
	place: Place = {},
): Promise<unknown> {
	const result = await writeOnce(callerAt(place), wish, writeAppointment(appointmentId));
	return result.appointmentId;
}

describe('the same booking again', () => {
	it('brings the first result after two hundred others', async () => {
		await book('appt-1');
		for (let other = 0; other < 200; other++) await book('other', bookingFor(`con-${other}`, 9));

		expect(await book('appt-2')).toBe('appt-1');
	});

	it('brings the first result, as it was, in another run and for another item, too', async () => {
		const first = await writeOnce(callerAt({}), ADA_AT_NINE, writeAppointment('a'));
		first.booked = 'changed by a later node';

		const second = await writeOnce(
			callerAt({ runIndex: 1, itemIndex: 3 }),
			ADA_AT_NINE,
			writeAppointment('b'),
		);
		second.appointmentId = 'changed by a later node';
		const third = await writeOnce(callerAt({}), ADA_AT_NINE, writeAppointment('c'));

		expect(third).toEqual({ booked: true, appointmentId: 'a' });
	});

	it('is written once where two come at once', async () => {
		const both = await Promise.all([book('a'), book('b')]);

		expect(both).toEqual(['a', 'a']);
	});

	it('is known of each of several slots', async () => {
		await book('a', ADA_AT_NINE);
		await book('b', ADA_AT_TEN);

		expect(await book('c', ADA_AT_NINE)).toBe('a');
		expect(await book('c', ADA_AT_TEN)).toBe('b');
	});

	it.each(['', '__UNKNOWN__'])(
		'is written again where n8n names no execution (%j), as for the MCP Server Trigger',
		async (executionId) => {
			await book('a', ADA_AT_NINE, { executionId });

			expect(await book('b', ADA_AT_NINE, { executionId })).toBe('b');
		},
	);

	it('is known by its subject where n8n names no execution', async () => {
		const place = { executionId: '__UNKNOWN__', account: 'loc-of-mcp' };
		await book('a', ADA_AT_NINE, place);
		await book('b', { ...ADA_AT_TEN, isWritten: () => false }, place);

		expect(writesOf('loc-of-mcp', 'a')).toMatchObject([{ result: { appointmentId: 'a' } }]);
		expect(writesOf('loc-of-mcp', 'b')).toEqual([]);
	});
});

it.each([
	{ other: 'execution', wish: ADA_AT_NINE, place: { executionId: 'another' } },
	{ other: 'node', wish: ADA_AT_NINE, place: { nodeId: 'node-2' } },
	{ other: 'account', wish: ADA_AT_NINE, place: { account: 'loc-2' } },
	{ other: 'contact', wish: bookingFor('ben', 9), place: {} },
	{ other: 'start', wish: bookingFor('ada', 8, 10), place: {} },
	{ other: 'end', wish: bookingFor('ada', 9, 12), place: {} },
])('a booking for another $other is written', async ({ wish, place }) => {
	await book('a');

	expect(await book('b', wish, place)).toBe('b');
});

it('a further attempt of an item gets its own booking, though its times have changed, not that of another item', async () => {
	const firstItem = { retryOnFail: true, itemIndex: 0 };
	const secondItem = { retryOnFail: true, itemIndex: 1 };
	await book('of the first', ADA_AT_NINE, firstItem);
	await book('of the second', ADA_AT_TEN, secondItem);

	const again = await book('again', bookingFor('ada', 11), firstItem);

	expect(again).toBe('of the first');
});

it('a further attempt of an item whose times are now those of another booking gets that one', async () => {
	const firstItem = { retryOnFail: true, itemIndex: 0 };
	await book('of the first', ADA_AT_NINE, firstItem);
	await book('of the second', ADA_AT_TEN, { retryOnFail: true, itemIndex: 1 });

	const again = await book('again', ADA_AT_TEN, firstItem);

	expect(again).toBe('of the second');
});

const outcomeUnknown = new NodeApiError(node, { message: 'No response' });
outcomeUnknown.context.outcomeUnknown = true;

describe('after a booking at nine whose outcome is unknown, with what may be sent again,', () => {
	const TO_REPEAT = { start: 10, end: 11 };

	/** The response is lost; the same may be sent again. */
	async function loseBooking(place: Place): Promise<void> {
		const lost = writeOnce(callerAt(place), ADA_AT_NINE, async (entry) => {
			entry.wishToRepeat = TO_REPEAT;
			return await Promise.reject(outcomeUnknown);
		});
		await expect(lost).rejects.toBe(outcomeUnknown);
	}

	/** What a booking finds that may be sent again; it writes nothing itself. */
	async function findWishToRepeat(place: Place, wish = ADA_AT_NINE): Promise<unknown> {
		let wishToRepeat: unknown;
		await writeOnce(callerAt(place), wish, async (entry) => {
			wishToRepeat = entry.wishToRepeat;
			return await Promise.resolve({ booked: false });
		});
		return wishToRepeat;
	}

	/** As times of `$now` are a moment later. */
	const ADA_A_LITTLE_LATER = bookingFor('ada', 9.1);

	it('a further try of the item finds it, though its times have changed', async () => {
		await loseBooking({ retryOnFail: true });

		const found = await findWishToRepeat({ retryOnFail: true }, ADA_A_LITTLE_LATER);

		expect(found).toBe(TO_REPEAT);
	});

	it('a try that writes nothing leaves nothing to send again', async () => {
		await loseBooking({ retryOnFail: true });
		await findWishToRepeat({ retryOnFail: true });

		expect(await findWishToRepeat({ retryOnFail: true })).toBeUndefined();
	});

	it.each([
		{ other: 'execution', place: { executionId: 'another' } },
		{ other: 'node', place: { nodeId: 'node-2' } },
		{ other: 'run', place: { runIndex: 1 } },
		{ other: 'item', place: { itemIndex: 1 } },
	])('a booking with other times of another $other does not find it', async ({ place }) => {
		await loseBooking({ retryOnFail: true });

		const found = await findWishToRepeat({ retryOnFail: true, ...place }, ADA_A_LITTLE_LATER);

		expect(found).toBeUndefined();
	});

	it.each([
		{ whose: 'a language model', place: { ...TOOL, retryOnFail: true } },
		{ whose: 'a node without Retry On Fail', place: { retryOnFail: false } },
	])('no further try of $whose can come, so other times do not find it', async ({ place }) => {
		await loseBooking(place);

		expect(await findWishToRepeat(place, ADA_A_LITTLE_LATER)).toBeUndefined();
	});

	it.each([
		{ what: 'the same', wishToRepeat: TO_REPEAT },
		{ what: 'nothing', wishToRepeat: undefined },
	])(
		'a further try that fails leaves what it says may be sent again: $what',
		async ({ wishToRepeat }) => {
			await loseBooking({ retryOnFail: true });
			const failing = writeOnce(callerAt({ retryOnFail: true }), ADA_AT_NINE, async (entry) => {
				entry.wishToRepeat = wishToRepeat;
				return await Promise.reject(failed(400));
			});
			await expect(failing).rejects.toThrow('Request failed with status code 400');

			expect(await findWishToRepeat({ retryOnFail: true })).toBe(wishToRepeat);
		},
	);
});

it('an unknown outcome of what may not be sent again is thrown again, and nothing is written', async () => {
	const lost = writeOnce(
		callerAt({}),
		ADA_AT_NINE,
		async () => await Promise.reject(outcomeUnknown),
	);
	await expect(lost).rejects.toBe(outcomeUnknown);
	const write = jest.fn(writeAppointment('b'));

	const again = writeOnce(callerAt({}), ADA_AT_NINE, write);

	await expect(again).rejects.toBe(outcomeUnknown);
	expect(write).not.toHaveBeenCalled();
});

describe('a write that each run wants once more', () => {
	const MESSAGE: Write<IDataObject> = {
		purpose: { message: 'See you at 10' },
		isNewWishEachTime: true,
	};
	const markRepeated = (result: IDataObject) => ({ ...result, alreadySent: true });

	/** Sends it once, with an unknown outcome. */
	async function loseMessage(): Promise<void> {
		const lost = writeOnce(callerAt({}), MESSAGE, async () => await Promise.reject(outcomeUnknown));
		await expect(lost).rejects.toBe(outcomeUnknown);
	}

	it.each([
		{ what: 'a further run', place: { retryOnFail: true, runIndex: 1 } },
		{ what: 'another item', place: { retryOnFail: true, itemIndex: 1 } },
		{ what: 'a further run without Retry On Fail', place: { runIndex: 1 } },
	])('is sent again for $what', async ({ place }) => {
		await book('first', MESSAGE, { retryOnFail: true });

		expect(await book('second', MESSAGE, place)).toBe('second');
	});

	it('is not sent again for the retry of its run', async () => {
		await book('first', MESSAGE, { retryOnFail: true });

		expect(await book('second', MESSAGE, { retryOnFail: true })).toBe('first');
	});

	it('is not sent again for a language model, which is told so', async () => {
		const message = { ...MESSAGE, markRepeated };
		const first = await writeOnce(callerAt(TOOL), message, writeAppointment('first'));

		const repeated = await writeOnce(callerAt(TOOL), message, writeAppointment('second'));

		expect(first).not.toHaveProperty('alreadySent');
		expect(repeated).toEqual({ booked: true, appointmentId: 'first', alreadySent: true });
	});

	it('is not marked as repeated for the next attempt of a run, which nobody reads as an answer', async () => {
		const message = { ...MESSAGE, markRepeated };
		const place = { retryOnFail: true };
		await writeOnce(callerAt(place), message, writeAppointment('first'));

		const repeated = await writeOnce(callerAt(place), message, writeAppointment('second'));

		expect(repeated).toEqual({ booked: true, appointmentId: 'first' });
	});

	it('is not sent again after an unknown outcome that the platform cannot be asked about', async () => {
		await loseMessage();
		const send = jest.fn(writeAppointment('second'));

		const again = writeOnce(callerAt({ runIndex: 1 }), MESSAGE, send);

		await expect(again).rejects.toBe(outcomeUnknown);
		expect(send).not.toHaveBeenCalled();
	});

	it('is, after an unknown outcome, the one that the platform shows', async () => {
		await loseMessage();
		const find = async (since: number) =>
			await Promise.resolve(since > 0 ? { booked: true, appointmentId: 'found' } : undefined);
		const send = jest.fn(writeAppointment('second'));

		const result = await writeOnce(callerAt({}), { ...MESSAGE, find }, send);

		expect(result).toMatchObject({ appointmentId: 'found' });
		expect(send).not.toHaveBeenCalled();
	});

	it('is sent once more for a further run, after the platform showed the one before', async () => {
		await loseMessage();
		const find = async () => await Promise.resolve({ booked: true, appointmentId: 'found' });
		const message = { ...MESSAGE, find };
		await book('not sent', message);

		const ofFurtherRun = await book('of the further run', message, { runIndex: 1 });

		expect(ofFurtherRun).toBe('of the further run');
	});

	it('is sent again after an unknown outcome where the platform shows none', async () => {
		await loseMessage();
		const find = async () => await Promise.resolve(undefined);
		const send = jest.fn(writeAppointment('second'));

		const result = await writeOnce(callerAt({}), { ...MESSAGE, find }, send);

		expect(result).toMatchObject({ appointmentId: 'second' });
		expect(send).toHaveBeenCalledTimes(1);
	});
});

it('a change of what was written is found among many writes without walking through them', async () => {
	for (let index = 0; index < 20_000; index++)
		await book(`other-${index}`, bookingFor(`contact-${index}`, 9));
	await book('wanted');
	const began = performance.now();

	for (let count = 0; count < 1_000; count++) writesOf('loc-1', 'wanted');

	expect(performance.now() - began).toBeLessThan(100);
	expect(writesOf('loc-1', 'wanted')).toMatchObject([{ subjects: ['wanted'] }]);
});

it('what was written is known by its account: another one may have the same ID', async () => {
	await book('twin');
	await book('twin', ADA_AT_NINE, { account: 'loc-2' });

	const mine = writesOf('loc-1', 'twin').filter((entry) => entry.execution === executionOfTest);

	expect(mine.map(({ account }) => account)).toEqual(['loc-1']);
});

it('a booking that is forgotten leaves the newer one of the same contact', async () => {
	await book('a', ADA_AT_NINE);
	await book('b', ADA_AT_TEN);
	const [older] = writesOf('loc-1', 'a').filter((entry) => entry.execution === executionOfTest);

	dropEntry(older);

	expect(hasOtherWrite(callerAt({}), bookingFor('ada', 11))).toBe(true);
});

it('what is forgotten of a write is forgotten under its subject, too', async () => {
	await book('a');
	const [entry] = writesOf('loc-1', 'a').filter(({ execution }) => execution === executionOfTest);

	dropEntry(entry);

	expect(writesOf('loc-1', 'a')).not.toContain(entry);
});
