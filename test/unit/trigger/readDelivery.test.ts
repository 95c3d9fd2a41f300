import { InHand, inHand as processWide, type Stay } from '../../../nodes/PlatformTrigger/receive/inHand';
import { readDelivery } from '../../../nodes/PlatformTrigger/receive/readDelivery';
import { createSigningKey } from '../../support/keys';

function made() {
	const clock = { ms: 5_000_000 };
	return { clock, inHand: new InHand(() => clock.ms) };
}

/** Lets in as many as there is room for, up to a thousand. */
function fill(inHand: InHand): Stay[] {
	const stays: Stay[] = [];
	for (let stay = inHand.enter(); stay && stays.length < 1_000; stay = inHand.enter()) stays.push(stay);
	return stays;
}

const never = async () => await new Promise<void>(() => {});

it('lets in 250, of which 100 may wait for n8n, and another one when one leaves', () => {
	const { inHand } = made();
	const stays = fill(inHand);
	expect(stays).toHaveLength(250);
	expect(stays.filter((stay) => stay.waits())).toHaveLength(100);
	stays[7].leave();
	stays[7].leave();
	expect(fill(inHand)).toHaveLength(1);
	expect(stays.slice(100, 102).map((stay) => stay.waits())).toEqual([true, false]);
	expect(stays[8].waits()).toBe(true);
});

/** Which of them have not resolved yet. */
function pending(given: Array<Promise<unknown>>): () => Promise<number[]> {
	const settled = new Set<number>();
	given.forEach((each, n) => void each.then(() => settled.add(n)));
	return async () => {
		await new Promise(setImmediate);
		return given.map((_each, n) => n).filter((n) => !settled.has(n));
	};
}

/** Who does not have to give way, of those that are slow one after the other. */
const slowOnes = (stays: Stay[]) => pending(stays.map(async (stay) => await stay.slow()));

it('starts 20 at once; up to 100 wait for their turn in order, and no longer than their sender', async () => {
	const stays = fill(made().inHand);
	let hangUp = () => {};
	const hungUp = new Promise<void>((resolve) => (hangUp = resolve));
	const given = stays.map(async (stay, n) => await stay.turn(n === 21 ? async () => await hungUp : never));
	const waiting = pending(given);
	expect(await waiting()).toEqual(Array.from({ length: 80 }, (_, n) => 20 + n));
	expect(await Promise.all([given[19], given[100], given[249]])).toEqual(['turn', 'full', 'full']);
	hangUp();
	expect(await given[21]).toBe('closed');
	for (const n of [21, 7, 7, 3]) stays[n].leave();
	expect((await waiting()).slice(0, 2)).toEqual([23, 24]);
	expect(await Promise.all([given[20], given[22]])).toEqual(['turn', 'turn']);
});

it('takes no turn from those that start for a repeat that only waits', async () => {
	const stays = fill(made().inHand);
	for (const stay of stays.slice(0, 30)) stay.waits();
	expect(await stays[30].turn(never)).toBe('turn');
});

it('waits for 20 slow bodies, of which the oldest gives way after a second', async () => {
	const { clock, inHand } = made();
	const stays = fill(inHand);
	const waiting = slowOnes(stays.slice(0, 21));
	const all = Array.from({ length: 20 }, (_, n) => n);
	expect(await waiting()).toEqual(all);
	clock.ms += 999;
	await expect(stays[30].slow()).resolves.toBeUndefined();
	clock.ms += 1;
	const next = slowOnes([stays[31]]);
	expect(await next()).toEqual([0]);
	expect(await waiting()).toEqual(all.slice(1));
});

it.each(['waits', 'leave'] as const)('does not count what was slow any longer once it is %s', async (what) => {
	const { clock, inHand } = made();
	const stays = fill(inHand);
	const waiting = slowOnes(stays.slice(0, 20));
	stays[0][what]();
	const next = slowOnes([stays[20]]);
	clock.ms += 10_000;
	const third = slowOnes([stays[21]]);
	expect([await next(), await third(), (await waiting()).slice(0, 2)]).toEqual([[0], [0], [0, 2]]);
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
		isLate = false,
	} = {}) {
		const id = `read-${(triggers += 1)}`;
		const named = signatures.flatMap((signature) => ['X-Platform-Signature', signature]);
		const sent: Record<string, string> = {};
		const setHeader = (name: string, value: string) => (sent[name] = value);
		const response = { statusCode: 200, writableEnded: false, setHeader, end: () => response };
		const context = {
			getNode: () => ({ id }),
			getWorkflow: () => ({ id: 'w-1' }),
			getMode: () => 'webhook',
			getCredentials,
			getRequestObject: () => ({ headers, rawHeaders: ['Host', 'x', ...named], rawBody, readRawBody }),
			getResponseObject: () => response,
		};
		const ending = () => void (isLate || response.end());
		return { result: readDelivery(context as never).finally(ending), response, sent };
	}
	const refused = (status: number, reason: string, text: string) =>
		expect.objectContaining({ kind: 'noRun', status, reason, text: expect.stringContaining(text) as string }) as unknown;

	it.each([
		['its key', key.publicKeyPem],
		['its key, and others that are none', `${PRIVATE}\n${key.publicKeyPem}and my notes`],
	])('gives the bytes that are signed with %s', async (_what, publicKeys) => {
		expect(await delivery({ publicKeys }).result).toMatchObject({ rawBody: body });
	});

	it.each([
		['no text', undefined],
		['a private key', PRIVATE],
		['another key and a private one', `${createSigningKey().publicKeyPem}${PRIVATE}`],
		['a private key and another one', `${PRIVATE}${createSigningKey().publicKeyPem}`],
	])('asks to come again while the credential holds %s', async (_what, publicKeys) => {
		expect(await delivery({ publicKeys: publicKeys ?? (null as never) }).result).toEqual(refused(429, 'key', "'Public Keys'"));
	});

	it('asks to come again while the credential cannot be read', async () => {
		const getCredentials = async () => await Promise.reject(new Error('SQLITE_BUSY'));
		expect(await delivery({ getCredentials }).result).toEqual(refused(429, 'credential', "n8n's database"));
	});

	const fails = (status: number) => async () => await Promise.reject(Object.assign(new Error('x'), { status }));
	it.each([
		['of another key', { signatures: [createSigningKey().sign(body)] }, 401, 'signatureMismatch', 'rotated'],
		['with the right signature twice', { signatures: [key.sign(body), key.sign(body)] }, 401, 'repeatedHeader', 'more than one signature'],
		['that breaks off', { readRawBody: fails(400) }, 401, 'missingBody', 'body is empty'],
		['that is compressed', { headers: { 'content-encoding': 'gzip' } }, 415, 'encoded', 'Content-Encoding'],
		["above n8n's limit", { readRawBody: fails(413) }, 413, 'tooLarge', 'N8N_PAYLOAD_SIZE_MAX'],
	])('refuses a body %s', async (_what, given, status, reason, text) => {
		expect(await delivery(given).result).toEqual(refused(status, reason, text));
	});

	it('closes the connections of slow bodies, and of what there is no room for until a response has ended', async () => {
		const slow = Array.from({ length: 21 }, () => delivery({ readRawBody: never }));
		const unfinished = { status: 429, reason: 'unfinished', closeConnection: true };
		expect(await slow[20].result).toMatchObject(unfinished);
		expect(await delivery().result).toMatchObject({ rawBody: body });
		const stays = fill(processWide);
		expect(await delivery().result).toEqual(refused(429, 'full', 'Too many deliveries'));
		expect(await delivery().result).toMatchObject({ closeConnection: true });
		stays[0].leave();
		expect(await delivery().result).toMatchObject({ rawBody: body });
		for (const stay of stays) stay.leave();
		for (const { response } of slow) response.end();
	});

	it.each([
		[500, 429, { 'retry-after': '30' }],
		[401, 401, {}],
	])("makes n8n's own %i a %i, which the platform repeats", async (status, told, headers) => {
		const { result, response, sent } = delivery({ isLate: true });
		await result;
		response.statusCode = status;
		response.end();
		expect([response.statusCode, sent]).toEqual([told, headers]);
	});
});
