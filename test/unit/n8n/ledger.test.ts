import { NodeApiError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import type { Slot } from '../../../nodes/booking/slots';
import { dropEntry, writeOnce, writesOf } from '../../../nodes/n8n/ledger';
import { failed, node } from '../platformApi/fakePlatform';
import { TOOL } from '../platform/nodeOnPlatform';

interface Place {
	executionId?: string;
	id?: string;
	type?: string;
	retryOnFail?: boolean;
	$runIndex?: number;
	itemIndex?: number;
}

const contextOf = ({ executionId, $runIndex = 0, ...ofNode }: Place) =>
	({
		getExecutionId: () => executionId,
		getNode: () => ({ ...node, ...ofNode }),
		getWorkflowDataProxy: () => ({ $runIndex }),
	}) as unknown as IExecuteFunctions;

const [nine, ten] = [9, 10].map((start) => ({ start, end: start + 1 }));
let count = 0;
let executionId: string;
beforeEach(() => (executionId = `ledger-${++count}`));

type Entry = { wishToRepeat?: unknown; subject?: string };
interface More {
	account?: string;
	purpose?: IDataObject;
	wantedSlot?: Slot;
}

const call = async (
	place: Place,
	write: (entry: Entry) => Promise<IDataObject>,
	{
		account = 'loc-1',
		purpose = { contactId: 'ada' },
		wantedSlot: { start, end } = nine,
	}: More = {},
) =>
	await writeOnce<IDataObject>(
		{ context: contextOf({ executionId, ...place }), itemIndex: place.itemIndex ?? 0, account },
		{
			purpose,
			times: [start, end],
			isWritten: ({ booked }) => booked !== false,
		},
		async (entry) => {
			const item = await write(entry);
			entry.subject = item.appointmentId as string | undefined;
			return item;
		},
	);
const booked = (appointmentId: string) => async () =>
	await Promise.resolve({ booked: true, appointmentId });
const book = async (appointmentId: string, wantedSlot = nine) =>
	(await call({}, booked(appointmentId), { wantedSlot })).appointmentId;

const OTHERS: Array<[string, Place, More]> = [
	['execution', { executionId: 'another' }, {}],
	['node', { id: 'other' }, {}],
	['purpose', {}, { purpose: { contactId: 'ben' } }],
	['account', {}, { account: 'loc-2' }],
];

it('writeOnce returns the same again, as it was, for the same call', async () => {
	const first = await call({}, booked('a'));
	first.booked = 'changed by a later node';
	const second = await call({ $runIndex: 1, itemIndex: 3 }, booked('b'));
	expect(second).toEqual({ booked: true, appointmentId: 'a' });
	second.appointmentId = 'changed too';
	expect(await book('c')).toBe('a');
});

it('writeOnce lets two that come at once write once', async () => {
	expect(await Promise.all([book('a'), book('b')])).toEqual(['a', 'a']);
});

it.each([
	...OTHERS,
	['start', {}, { wantedSlot: { start: 8, end: 10 } }],
	['end', {}, { wantedSlot: { start: 9, end: 12 } }],
] as typeof OTHERS)('writeOnce writes for another %s', async (_, place, more) => {
	await book('a');
	expect(await call(place, booked('b'), more)).toEqual({ booked: true, appointmentId: 'b' });
});

it('writeOnce remembers each of several slots of a purpose', async () => {
	await book('a');
	await book('b', ten);
	expect([await book('c'), await book('c', ten)]).toEqual(['a', 'b']);
});

it.each(['', '__UNKNOWN__'])(
	'writeOnce remembers nothing where n8n names no execution (%j), as for the MCP Server Trigger',
	async (none) => {
		await call({ executionId: none }, booked('a'));
		expect(await call({ executionId: none }, booked('b'))).toMatchObject({ appointmentId: 'b' });
	},
);

const unknown = new NodeApiError(node, { message: 'No response' });
unknown.context.outcomeUnknown = true;
const lose = async (place: Place = {}) =>
	await expect(
		call(place, async (entry) => {
			entry.wishToRepeat = ten;
			return await Promise.reject(unknown);
		}),
	).rejects.toBe(unknown);
/** What a call finds that may be sent again: what was lost, where it is the same call. */
const sentFor = async (place: Place, more: More) => {
	let found: unknown;
	const write = async (entry: Entry) => {
		found = entry.wishToRepeat;
		return await Promise.resolve({ booked: false });
	};
	await call(place, write, more);
	return found;
};
const later = { wantedSlot: { start: 9.1, end: 10.1 } };

it.each<[string, Place]>([
	['execution', { executionId: 'another' }],
	['node', { id: 'other' }],
	['run', { $runIndex: 1 }],
	['item', { itemIndex: 1 }],
])(
	'a lost slot is sent for a further try of the item whose times have changed, not for another %s',
	async (_, place) => {
		await lose({ retryOnFail: true });
		expect([
			await sentFor({ retryOnFail: true, ...place }, later),
			await sentFor({ retryOnFail: true }, later),
		]).toEqual([undefined, ten]);
	},
);

it('a further attempt of an item gets its own write, though its times have changed, not that of another item', async () => {
	const first = { retryOnFail: true, itemIndex: 0 };
	await call(first, booked('of the first'), { wantedSlot: nine });
	await call({ ...first, itemIndex: 1 }, booked('of the second'), { wantedSlot: ten });
	const again = await call(first, booked('again'), { wantedSlot: { start: 11, end: 12 } });
	expect(again.appointmentId).toBe('of the first');
});

it.each<Place>([{ ...TOOL, retryOnFail: true }, { retryOnFail: false }])(
	'a lost slot is not sent for other times with %j, where no further try can come',
	async (place) => {
		await lose(place);
		expect(await sentFor(place, later)).toBeUndefined();
	},
);

it('an unknown outcome of what may not be sent again is thrown again, and nothing is written', async () => {
	await expect(call({}, async () => await Promise.reject(unknown))).rejects.toBe(unknown);
	const write = jest.fn(booked('b'));
	await expect(call({}, write)).rejects.toBe(unknown);
	expect(write).not.toHaveBeenCalled();
});

it.each([ten, undefined])(
	'a further try that fails leaves what may be sent again: %j',
	async (sent) => {
		await lose({ retryOnFail: true });
		const failing = call({ retryOnFail: true }, async (entry) => {
			entry.wishToRepeat = sent;
			return await Promise.reject(failed(400));
		});
		await expect(failing).rejects.toThrow();
		expect(await sentFor({ retryOnFail: true }, {})).toBe(sent);
	},
);

describe('a write that each run wants once more', () => {
	const caller = (place: Place) => ({
		context: contextOf({ executionId, ...place }),
		itemIndex: place.itemIndex ?? 0,
		account: 'loc-1',
	});
	const wish = { purpose: { message: 'See you at 10' }, isNewWishEachTime: true };
	const isRetry = { retryOnFail: true };

	it.each<[string, Place]>([
		['a further run', { ...isRetry, $runIndex: 1 }],
		['another item', { ...isRetry, itemIndex: 1 }],
		['a further run without Retry On Fail', { $runIndex: 1 }],
	])('is sent again for %s', async (_, place) => {
		await writeOnce(caller(isRetry), wish, booked('first'));

		const second = await writeOnce(caller(place), wish, booked('second'));

		expect(second).toMatchObject({ appointmentId: 'second' });
	});

	it('is not sent again for the retry of its run', async () => {
		await writeOnce(caller(isRetry), wish, booked('first'));

		const retried = await writeOnce(caller(isRetry), wish, booked('second'));

		expect(retried).toMatchObject({ appointmentId: 'first' });
	});

	it('is not sent again for a language model, which is told so', async () => {
		const markRepeated = (result: IDataObject) => ({ ...result, alreadySent: true });
		const first = await writeOnce(caller(TOOL), { ...wish, markRepeated }, booked('first'));

		const repeated = await writeOnce(caller(TOOL), { ...wish, markRepeated }, booked('second'));

		expect(first).not.toHaveProperty('alreadySent');
		expect(repeated).toEqual({ booked: true, appointmentId: 'first', alreadySent: true });
	});

	it('is not marked as repeated for the next attempt of a run, which nobody reads as an answer', async () => {
		const markRepeated = (result: IDataObject) => ({ ...result, alreadySent: true });
		const place = caller({ retryOnFail: true });
		await writeOnce(place, { ...wish, markRepeated }, booked('first'));

		const repeated = await writeOnce(place, { ...wish, markRepeated }, booked('second'));

		expect(repeated).toEqual({ booked: true, appointmentId: 'first' });
	});

	it('is not sent again after an unknown outcome that the platform cannot be asked about', async () => {
		const lost = writeOnce(caller({}), wish, async () => await Promise.reject(unknown));
		await expect(lost).rejects.toBe(unknown);

		const send = jest.fn(booked('second'));

		await expect(writeOnce(caller({ $runIndex: 1 }), wish, send)).rejects.toBe(unknown);
		expect(send).not.toHaveBeenCalled();
	});

	it.each([
		['the one that the platform shows', { booked: true, appointmentId: 'found' }, 'found', 0],
		['sent again where the platform shows none', undefined, 'second', 1],
	])('after an unknown outcome is %s', async (_, shown, appointmentId, times) => {
		const lost = writeOnce(caller({}), wish, async () => await Promise.reject(unknown));
		await expect(lost).rejects.toBe(unknown);
		const find = jest.fn(async (since: number) => await Promise.resolve(since ? shown : undefined));
		const send = jest.fn(booked('second'));

		const result = await writeOnce(caller({}), { ...wish, find }, send);

		expect(result).toMatchObject({ appointmentId });
		expect(send).toHaveBeenCalledTimes(times);
	});
});

it('a change of what was written is found among many writes without walking through them', async () => {
	const others = Array.from({ length: 20_000 }, (_, index) => `other-${index}`);
	for (const id of others) await call({}, booked(id), { purpose: { contactId: id } });
	await call({}, booked('wanted'));
	const began = performance.now();

	for (let count = 0; count < 1_000; count++) writesOf('loc-1', 'wanted');

	expect(writesOf('loc-1', 'wanted')).toMatchObject([{ subject: 'wanted' }]);
	expect(performance.now() - began).toBeLessThan(100);
});

it('what is forgotten of a write is forgotten under its subject, too', async () => {
	await call({}, booked('a'));
	const [entry] = writesOf('loc-1', 'a').filter(({ execution }) => execution === executionId);

	dropEntry(entry);

	expect(writesOf('loc-1', 'a')).not.toContain(entry);
});
