import { InHand, readDelivery } from '../../../nodes/PlatformTrigger/receive/readDelivery';
import type { Stay } from '../../../nodes/PlatformTrigger/receive/readDelivery';
import { createSigningKey } from '../../support/keys';

function made(executesHere?: boolean) {
	const clock = { ms: 5_000_000 };
	return { clock, inHand: new InHand(() => clock.ms, () => executesHere) };
}

/** Lets in as many as there is room for, up to a thousand. */
function fill(inHand: InHand, verified = false): Stay[] {
	const stays: Stay[] = [];
	for (let stay = inHand.enter(); stay && stays.length < 1_000; stay = inHand.enter()) {
		if (verified) stay.verified();
		stays.push(stay);
	}
	return stays;
}

it('lets in 20 strangers at once, and another when one leaves', () => {
	const { inHand } = made();
	const stays = fill(inHand);
	expect(stays).toHaveLength(20);
	stays[7].leave();
	expect(fill(inHand)).toHaveLength(1);
});

it.each([
	['here', true, 20],
	['elsewhere', false, 40],
	['nobody knows yet where', undefined, 40],
])('where executions run %s, lets in so many verified deliveries at once, then nobody until one leaves', (_, executesHere, most) => {
	const { inHand } = made(executesHere);
	const stays = fill(inHand, true);
	expect(stays).toHaveLength(most);
	stays[0].leave();
	expect(fill(inHand, true)).toHaveLength(1);
});

it('keeps room for the platform while strangers take all of theirs, and gives it up when they are slow', async () => {
	const { clock, inHand } = made();
	const [first, second] = fill(inHand);
	const displaced: string[] = [];
	void first.displaced.then(() => displaced.push('first'));
	void second.displaced.then(() => displaced.push('second'));
	clock.ms += 999;
	expect(inHand.enter()).toBeUndefined();
	clock.ms += 1;
	expect(inHand.enter()).toBeDefined();
	await new Promise(setImmediate);
	expect(displaced).toEqual(['first']);
});

it('does not displace what has been verified', () => {
	const { clock, inHand } = made();
	const [first] = fill(inHand);
	first.verified();
	clock.ms += 10_000;
	const displaced = jest.fn();
	void first.displaced.then(displaced);
	expect(fill(inHand).length).toBeGreaterThan(1);
	expect(displaced).not.toHaveBeenCalled();
});

it('has room for as many that were displaced and turn out to be genuine, and for no more', () => {
	const { clock, inHand } = made(true);
	const stays = fill(inHand);
	clock.ms += 1_000;
	stays.push(...fill(inHand));
	expect(stays.map((stay) => stay.verified())).toEqual(stays.map((_stay, n) => n < 20));
	expect(inHand.enter()).toBeUndefined();
	stays[0].leave();
	stays[0].leave();
	expect(fill(inHand, true)).toHaveLength(1);
});

describe('readDelivery', () => {
	const key = createSigningKey();
	const PRIVATE = '-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----';
	const body = Buffer.from('{"type":"ContactCreate"}');
	let triggers = 0;

	/** A signed delivery to a trigger of its own. */
	function delivery({
		publicKeys = key.publicKeyPem as string | undefined,
		signatures = [key.sign(body)],
		headers = {},
		getCredentials = async () => await Promise.resolve({ publicKeys }),
		readRawBody = async () => {},
		rawBody = body,
	} = {}) {
		const id = `read-${(triggers += 1)}`;
		const named = signatures.flatMap((signature) => ['X-Platform-Signature', signature]);
		const response = { statusCode: 200, writableEnded: false, end: () => response };
		const context = {
			getNode: () => ({ id }),
			getWorkflow: () => ({ id: 'w-1' }),
			getMode: () => 'webhook',
			getCredentials,
			getRequestObject: () => ({ headers, rawHeaders: ['Host', 'x', ...named], rawBody, readRawBody }),
			getResponseObject: () => response,
		};
		return { result: readDelivery(context as never).finally(() => response.end()), response };
	}
	const refused = (status: number, reason: string, text: string) =>
		expect.objectContaining({ kind: 'rejected', status, reason, text: expect.stringContaining(text) as string }) as unknown;

	it.each([
		['its key', key.publicKeyPem],
		['its key, and others that are none', `${PRIVATE}\n${key.publicKeyPem}and my notes`],
	])('gives the bytes that are signed with %s', async (_what, publicKeys) => {
		expect(await delivery({ publicKeys }).result).toBe(body);
	});

	it.each([
		['nothing', ''],
		['no text', undefined],
		['a private key', PRIVATE],
		['another key, and one that cannot be used', createSigningKey().publicKeyPem + PRIVATE],
	])('asks to come again while the credential holds %s', async (_what, publicKeys) => {
		expect(await delivery({ publicKeys: publicKeys ?? (null as never) }).result).toEqual(refused(503, 'key', "'Public Keys'"));
	});

	it('asks to come again while the credential cannot be read', async () => {
		const getCredentials = async () => await Promise.reject(new Error('SQLITE_BUSY'));
		expect(await delivery({ getCredentials }).result).toEqual(refused(503, 'credential', "n8n's database"));
	});

	const fails = (status: number) => async () => await Promise.reject(Object.assign(new Error('x'), { status }));
	it.each([
		['of another key', { signatures: [createSigningKey().sign(body)] }, 401, 'signatureMismatch', 'rotated'],
		['with the right signature twice', { signatures: [key.sign(body), key.sign(body)] }, 401, 'repeatedHeader', 'more than one x-platform-signature header'],
		['that breaks off', { readRawBody: fails(400) }, 401, 'missingBody', 'no body'],
		['that is compressed', { headers: { 'content-encoding': 'gzip' } }, 415, 'encoded', 'Content-Encoding'],
		["above n8n's limit", { readRawBody: fails(413) }, 413, 'tooLarge', 'N8N_PAYLOAD_SIZE_MAX'],
	])('refuses a body %s', async (_what, given, status, reason, text) => {
		expect(await delivery(given).result).toEqual(refused(status, reason, text));
	});

	it('closes the connections of slow bodies, and of what there is no room for until a response has ended', async () => {
		const slow = Array.from({ length: 20 }, () => delivery({ readRawBody: async () => await new Promise(() => {}) }));
		const full = refused(503, 'full', 'Too many deliveries');
		expect(await delivery().result).toEqual(full);
		expect(await delivery().result).toMatchObject({ closeConnection: true });
		slow[0].response.end();
		expect(await delivery().result).toBe(body);
		const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_001);
		slow.push(delivery({ readRawBody: async () => await new Promise(() => {}) }));
		expect(await delivery().result).toBe(body);
		expect(await slow[1].result).toMatchObject({ status: 503, reason: 'unfinished', closeConnection: true });
		clock.mockRestore();
		for (const { response } of slow) response.end();
	});
});
