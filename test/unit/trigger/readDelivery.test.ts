import { InHand } from '../../../nodes/PlatformTrigger/receive/inHand';
import { decideByCredentials } from '../../../nodes/PlatformTrigger/keysAndLocations';
import { readDelivery, verifyDelivery } from '../../../nodes/PlatformTrigger/receive/readDelivery';
import { DELIVERIES } from '../../../nodes/platformApi/deliveries';
import { createSigningKey } from '../../support/keys';
import { fakeTrigger } from './fakeTrigger';

/** The deliveries that one process has in hand. */
function made() {
	const clock = { ms: 5_000_000 };
	jest.spyOn(performance, 'now').mockImplementation(() => clock.ms);
	const deliveries = Array.from({ length: 130 }, (_, n) => ({ n }));
	return { clock, inHand: new InHand(), deliveries };
}

const never = new Promise<void>(() => {});

/** Which of them have not resolved yet. */
function pending(promises: Array<Promise<unknown>>): () => Promise<number[]> {
	const settled = new Set<number>();
	promises.forEach((each, n) => void each.then(() => settled.add(n)));
	return async () => {
		await new Promise(setImmediate);
		return promises.map((_each, n) => n).filter((n) => !settled.has(n));
	};
}

it('starts 20 at once; up to 100 wait for their turn in order, and no longer than their sender', async () => {
	const { inHand, deliveries } = made();
	let hangUp = () => {};
	const hungUp = new Promise<void>((resolve) => (hangUp = resolve));
	const turns = deliveries.map(
		async (each, n) => await inHand.turn(each, n === 21 ? hungUp : never),
	);
	const waiting = pending(turns);
	expect(await waiting()).toEqual(Array.from({ length: 80 }, (_, n) => 20 + n));
	expect(await Promise.all([turns[19], turns[100], turns[129]])).toEqual(['turn', 'full', 'full']);
	hangUp();
	expect(await turns[21]).toBe('closed');
	for (const n of [21, 7, 7, 3]) inHand.leave(deliveries[n]);
	expect((await waiting()).slice(0, 2)).toEqual([23, 24]);
	expect(await Promise.all([turns[20], turns[22]])).toEqual(['turn', 'turn']);
});

it('lets repeats wait within the same bound, which take no turn from those that start', async () => {
	const { inHand, deliveries } = made();
	const repeats = pending(
		deliveries.slice(0, 101).map(async (each) => await inHand.asRepeat(each, never)),
	);
	expect(await repeats()).toHaveLength(100);
	inHand.leave(deliveries[0]);
	const turns = [1, 102, 103].map(async (n) => await inHand.turn(deliveries[n], never));
	expect(await Promise.all(turns)).toEqual(['turn', 'turn', 'full']);
});

it('waits for 20 slow bodies, of which the oldest gives way after a second', async () => {
	const { clock, inHand, deliveries } = made();
	const slow = (from: number, to = from + 1) =>
		pending(deliveries.slice(from, to).map(async (each) => await inHand.whenSlow(each)));
	const waiting = slow(0, 20);
	clock.ms += 999;
	expect(await slow(20)()).toEqual([]);
	clock.ms += 1;
	for (const next of [21, 22]) expect(await slow(next)()).toEqual([0]);
	expect(await waiting()).toEqual(Array.from({ length: 18 }, (_, n) => 2 + n));
});

it.each(['turn', 'leave'] as const)(
	'does not count what was slow any longer after its %s',
	async (what) => {
		const { clock, inHand, deliveries } = made();
		const waiting = pending(
			deliveries.slice(0, 20).map(async (each) => await inHand.whenSlow(each)),
		);
		void inHand[what](deliveries[0], never);
		const more = pending(deliveries.slice(20, 22).map(async (each) => await inHand.whenSlow(each)));
		expect(await more()).toEqual([0]);
		clock.ms += 10_000;
		void inHand.whenSlow(deliveries[22]);
		expect((await waiting()).slice(0, 2)).toEqual([0, 2]);
	},
);

describe('readDelivery', () => {
	const key = createSigningKey();
	const PRIVATE = '-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----';
	const body = Buffer.from('{"type":"ContactCreate"}');

	/** A signed delivery to a trigger of its own. */
	function delivery({
		signatures = [key.sign(body)],
		names = ['X-Platform-Signature'],
		headers = {},
		getCredentials = async () =>
			(await Promise.resolve({ publicKeys: key.publicKeyPem })) as object,
		readRawBody = async () => {},
		rawBody = body,
		isLate = false,
	} = {}) {
		const named = signatures.flatMap((signature, n) => [names[n % names.length], signature]);
		const request = { headers, rawHeaders: ['Host', 'x', ...named], rawBody, readRawBody };
		const { context, response, sent } = fakeTrigger(
			{ registration: 'manual' },
			{ getCredentials, getRequestObject: () => request },
		);
		const read = async () => {
			const found = await readDelivery(context);
			if ('status' in found) return found;
			return await decideByCredentials(context, async (own) => await verifyDelivery(found, own));
		};
		return { result: read().finally(() => void (isLate || response.end())), response, sent };
	}
	const refused = (status: number, text: string) =>
		expect.objectContaining({ status, text: expect.stringContaining(text) as string }) as unknown;

	it.each([
		['X-Platform-Signature', DELIVERIES.contract],
		['x-ghl-signature', DELIVERIES.highLevel],
	])(
		'gives the bytes that are signed under %s with one of the keys, with the form and the locations of the credential',
		async (name, form) => {
			const publicKeys = `${PRIVATE}\n${key.publicKeyPem}and my notes`;
			const getCredentials = async () =>
				await Promise.resolve({ publicKeys, locationIds: 'loc-0, loc-1\nloc-2' });
			expect(await delivery({ getCredentials, names: [name] }).result).toEqual({
				rawBody: body,
				form,
				locationIds: ['loc-0', 'loc-1', 'loc-2'],
			});
		},
	);

	it.each([
		['no signature', { signatures: [] }, 401],
		['a malformed one', { signatures: ['nonsense'] }, 401],
		[
			'the right one and none under the other header',
			{ signatures: [key.sign(body), 'N/A'], names: ['x-platform-signature', 'x-ghl-signature'] },
			401,
		],
		[
			'the right one under both headers',
			{
				signatures: [key.sign(body), key.sign(body)],
				names: ['x-platform-signature', 'x-ghl-signature'],
			},
			401,
		],
		['the right one under the header that has ended', { names: ['x-wh-signature'] }, 401],
		['a compressed body', { headers: { 'content-encoding': 'gzip' } }, 415],
	])('reads neither body nor credential of a request with %s', async (_what, given, status) => {
		const [readRawBody, getCredentials] = [jest.fn(), jest.fn()];
		expect(await delivery({ readRawBody, getCredentials, ...given }).result).toMatchObject({
			status,
		});
		expect([readRawBody.mock.calls, getCredentials.mock.calls]).toEqual([[], []]);
	});

	it.each<[string, () => object | never, string]>([
		['holds no text', () => ({ publicKeys: null }), "'Public Keys'"],
		[
			'holds another key and a private one',
			() => ({ publicKeys: `${createSigningKey().publicKeyPem}${PRIVATE}` }),
			"'Public Keys'",
		],
		[
			'cannot be read',
			() => {
				throw new Error('SQLITE_BUSY');
			},
			"n8n's database",
		],
	])('asks to come again while the credential %s', async (_what, read, text) => {
		expect(
			await delivery({ getCredentials: async () => await Promise.resolve().then(read) }).result,
		).toEqual(refused(429, text));
	});

	const fails = (status: number) => async () =>
		await Promise.reject(Object.assign(new Error('x'), { status }));
	it.each([
		['of another key', { signatures: [createSigningKey().sign(body)] }, 401, 'rotated'],
		[
			'with the right signature twice',
			{ signatures: [key.sign(body), key.sign(body)] },
			401,
			'more than one signature',
		],
		['that breaks off', { readRawBody: fails(400) }, 401, 'body is empty'],
		["above n8n's limit", { readRawBody: fails(413) }, 413, 'N8N_PAYLOAD_SIZE_MAX'],
	])('refuses a body %s', async (_what, given, status, text) => {
		expect(await delivery(given).result).toEqual(refused(status, text));
	});

	it('refuses what is slow beyond the bound, closes its connection, and counts it until its response has ended', async () => {
		const slow = Array.from({ length: 21 }, () =>
			delivery({ readRawBody: async () => await never }),
		);
		expect(await slow[20].result).toMatchObject({ status: 429, closeConnection: true });
		expect(await delivery().result).toMatchObject({ rawBody: body });
		for (const { response } of slow) response.end();
		const later = Array.from({ length: 20 }, () =>
			delivery({ readRawBody: async () => await never }),
		);
		expect(await pending(later.map(async ({ result }) => await result))()).toHaveLength(20);
		for (const { response } of later) response.end();
	});

	it.each([
		[500, 429, { 'retry-after': '30' }],
		[401, 401, {}],
	])("makes n8n's own %i a %i, which the platform repeats", async (status, told, headers) => {
		const { result, response, sent } = delivery({ isLate: true });
		await result;
		response.statusCode = status;
		response.end();
		expect([response.statusCode, sent.headers]).toEqual([told, headers]);
	});
});
