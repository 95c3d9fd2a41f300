import { NodeOperationError } from 'n8n-workflow';
import { setTimeout as delay } from 'node:timers/promises';

import { claims } from '../../../nodes/PlatformTrigger/deduplicate/claims';
import { deliveryQueue } from '../../../nodes/PlatformTrigger/receive/deliveryQueue';
import { createSigningKey } from '../../support/keys';
import { fakeResponse } from './fakeTrigger';
import { ADDRESS, key, startProcess, triggerWith } from './triggerWith';

const BODY = '{"type":"ContactCreate"}';
const stranger = createSigningKey();
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const ofHighLevel = (more: object = {}) => ({
	api: 'highLevel',
	publicKeys: key.publicKeyPem,
	...more,
});
const UNDER_HIGH_LEVEL = { header: 'x-ghl-signature' };

beforeEach(startProcess);

/** Time passes for what is logged once an interval. */
const pass = (ms: number) => jest.spyOn(performance, 'now').mockReturnValue(performance.now() + ms);

describe('an event starts the workflow, with its payload as the item', () => {
	it('of the location of the credential for registering', async () => {
		const trigger = triggerWith({ location: 'loc-1' });
		const { item } = await trigger.deliver('{"type":"ContactCreate","locationId":"loc-1"}');
		expect(item).toEqual({ type: 'ContactCreate', locationId: 'loc-1' });
		expect(trigger.log).toEqual([]);
	});

	it("of one of the key's Location IDs", async () => {
		const credential = { publicKeys: key.publicKeyPem, locationIds: 'loc-2, loc-3\nloc-4' };
		const trigger = triggerWith({ credential, location: 'loc-1' });
		const { item } = await trigger.deliver('{"type":"ContactCreate","locationId":"loc-4"}');
		expect(item).toEqual({ type: 'ContactCreate', locationId: 'loc-4' });
	});

	it('of another location, where these are accepted', async () => {
		const trigger = triggerWith({ settings: { acceptOtherLocations: true } });
		const { item } = await trigger.deliver('{"type":"ContactCreate","locationId":"loc-2"}');
		expect(item).toBeDefined();
	});

	it('of any location, where a person has registered with a key of the account', async () => {
		const trigger = triggerWith({ registration: 'manual', registered: ['https://old.example'] });
		const { item } = await trigger.deliver('{"type":"ContactCreate","locationId":"loc-2"}');
		expect(item).toBeDefined();
		expect(trigger.log).toEqual([]);
	});

	it.each([
		{ location: '', body: BODY },
		{ location: 'loc-1', body: '{"type":"ContactCreate","locationId":null}' },
		{ location: 'loc-1', body: '{"type":"ContactCreate","locationId":" "}' },
	])(
		"of no location, under an account's key, beside '$location': $body",
		async ({ location, body }) => {
			const { item } = await triggerWith({ location }).deliver(body);
			expect(item).toEqual(JSON.parse(body));
		},
	);

	it("of a location under its other name, under HighLevel's key", async () => {
		const credential = ofHighLevel({ locationIds: 'loc-2' });
		const { item } = await triggerWith({ credential }).deliver(
			'{"type":"ContactCreate","altType":"location","altId":"loc-2"}',
			UNDER_HIGH_LEVEL,
		);
		expect(item).toMatchObject({ altId: 'loc-2' });
	});

	it("of no location, under HighLevel's key, where all are accepted", async () => {
		const settings = { acceptOtherLocations: true };
		const trigger = triggerWith({ credential: ofHighLevel(), settings });
		const { item } = await trigger.deliver(BODY, UNDER_HIGH_LEVEL);
		expect(item).toBeDefined();
	});

	it("with a field of HighLevel's payload as it is, though it has the name of an ID that the item gets", async () => {
		const credential = ofHighLevel({ locationIds: 'loc-2' });
		const { item } = await triggerWith({ credential }).deliver(
			'{"type":"ContactCreate","locationId":"loc-2","id":"other","contactId":"own"}',
			UNDER_HIGH_LEVEL,
		);
		expect(item).toMatchObject({ id: 'other', contactId: 'own' });
	});

	it('under one of the keys, between others and notes', async () => {
		const unusable = '-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----';
		const credential = { publicKeys: `${unusable}\n${key.publicKeyPem}and my notes` };
		const { item } = await triggerWith({ credential }).deliver(BODY);
		expect(item).toEqual({ type: 'ContactCreate' });
	});

	it.each([
		{ what: 'a byte order mark', body: '\uFEFF{"type":"ContactCreate"}' },
		{ what: 'two types, the last one selected', body: '{"type":"x","type":"ContactCreate"}' },
		{
			what: 'a key __proto__',
			body: '{"__proto__":{"type":"x","locationId":"x"},"type":"ContactCreate"}',
		},
		{ what: 'a lone surrogate', body: '{"type":"ContactCreate","a":"\\ud800"}' },
	])('with $what', async ({ body }) => {
		const { item } = await triggerWith().deliver(body);
		expect(item).toEqual(JSON.parse(body.replace('\uFEFF', '')));
	});
});

describe('an event that the workflow does not use gets 200, and one line in the log', () => {
	const LOCATIONS = { publicKeys: key.publicKeyPem, locationIds: 'loc-2, loc-3' };

	it.each([
		{ what: 'another location', locationId: '"loc-1"' },
		{ what: 'a number', locationId: '5' },
		{ what: 'a list', locationId: '["loc-2"]' },
		{ what: 'an object', locationId: '{"id":"loc-2"}' },
		{ what: 'a switch', locationId: 'true' },
	])('of another location: $what', async ({ locationId }) => {
		const trigger = triggerWith({ credential: LOCATIONS });
		const body = `{"type":"ContactCreate","locationId":${locationId}}`;
		const { item, status, text } = await trigger.deliver(body);
		expect({ item, status, text }).toEqual({
			item: undefined,
			status: 200,
			text: 'Other location',
		});
		expect(trigger.log).toEqual([
			expect.stringContaining("names a location other than 'loc-2', 'loc-3'."),
		]);
	});

	it.each([
		{ what: 'of no location', body: '{"type":"ContactCreate"}' },
		{ what: 'of a blank one', body: '{"type":"ContactCreate","locationId":" "}' },
		{ what: 'of a company', body: '{"type":"ContactCreate","altType":"company","altId":"loc-2"}' },
	])("$what, under HighLevel's key", async ({ body }) => {
		const trigger = triggerWith({ credential: ofHighLevel({ locationIds: 'loc-2' }) });
		const { item, status, text } = await trigger.deliver(body, UNDER_HIGH_LEVEL);
		expect({ item, status, text }).toEqual({
			item: undefined,
			status: 200,
			text: 'Other location',
		});
		expect(trigger.log).toEqual([expect.stringContaining('names no location.')]);
	});

	it.each([
		{
			what: 'of a type that is not selected',
			body: '{"type":"ContactDelete"}',
			line: '"ContactDelete" is signed, but',
		},
		{
			what: 'that HighLevel alone sends',
			body: '{"type":"UNINSTALL"}',
			line: '"UNINSTALL" is signed, but',
		},
		{
			what: 'that every object has',
			body: '{"type":"constructor"}',
			line: '"constructor" is signed, but',
		},
		{
			what: 'of a type that would fill a log',
			body: `{"type":"a\\n${'b'.repeat(100_000)}"}`,
			line: `The event "a\\n${'b'.repeat(58)}" is signed, but`,
		},
	])('$what', async ({ body, line }) => {
		const trigger = triggerWith();
		const { item, status, text } = await trigger.deliver(body);
		expect({ item, status, text }).toEqual({ item: undefined, status: 200, text: 'Not selected' });
		expect(trigger.log).toEqual([expect.stringContaining(line)]);
	});

	it.each([
		'null',
		'5',
		'"ContactCreate"',
		'[{"type":"X"}]',
		'{"type":""}',
		'{"type":5}',
		'{"Type":"X"}',
	])('without a type: %s', async (body) => {
		const trigger = triggerWith();
		const { item, status, text } = await trigger.deliver(body);
		expect({ item, status, text }).toEqual({ item: undefined, status: 200, text: 'No event type' });
		expect(trigger.log).toEqual([expect.stringContaining("names no event type in 'type'")]);
	});

	it('says so once a process, and n8n does not respond once more', async () => {
		const trigger = triggerWith();
		const first = await trigger.deliver('{"type":"ContactDelete"}');
		pass(24 * HOUR_MS);
		const second = await trigger.deliver('{"type":"ContactDelete"}');
		expect(first.isAnswered).toBe(true);
		expect(second.isAnswered).toBe(true);
		expect(trigger.log).toEqual([
			expect.stringMatching(/received a delivery that it does not use: .* Nothing was started\./),
		]);
	});
});

describe('is refused before its body or a credential is read', () => {
	it.each([
		{
			what: 'no signature',
			sending: { signatures: [] },
			status: 401,
			line: 'There is no signature',
		},
		{
			what: 'a malformed signature',
			sending: { signatures: ['nonsense'] },
			status: 401,
			line: 'is not the base64 form',
		},
		{
			what: 'two signatures',
			sending: { signatures: [key.sign(BODY), key.sign(BODY)] },
			status: 401,
			line: 'There is more than one signature',
		},
		{
			what: 'a signature under the header that has ended',
			sending: { header: 'x-wh-signature' },
			status: 401,
			line: 'x-wh-signature (RSA)',
		},
		{
			what: 'a compressed body',
			sending: { headers: { 'content-encoding': 'gzip' } },
			status: 415,
			line: 'compressed',
		},
	])('a delivery with $what', async ({ sending, status, line }) => {
		const trigger = triggerWith();
		const readRawBody = jest.fn();

		const delivered = await trigger.deliver(BODY, { readRawBody, ...sending });

		expect(delivered).toMatchObject({ item: undefined, status, text: undefined, headers: {} });
		expect(trigger.log).toHaveLength(1);
		expect(trigger.log[0]).toContain(`refused a delivery with ${status}: `);
		expect(trigger.log[0]).toContain(line);
		expect(readRawBody).not.toHaveBeenCalled();
		expect(trigger.credentials).not.toHaveBeenCalled();
	});

	it('a delivery with a signature under the header of each form', async () => {
		const trigger = triggerWith();
		const signature = key.sign(BODY);
		const rawHeaders = ['x-platform-signature', signature, 'x-ghl-signature', signature];
		const { status } = await trigger.deliver(BODY, { rawHeaders });
		expect(status).toBe(401);
		expect(trigger.log).toEqual([expect.stringContaining('There is more than one signature')]);
	});
});

describe('is refused', () => {
	const failsWith = (status: number) => async () =>
		await Promise.reject(Object.assign(new Error('x'), { status }));

	it.each([
		{
			what: 'a body that breaks off',
			readRawBody: failsWith(400),
			status: 401,
			line: 'The body is empty',
		},
		{
			what: "a body above n8n's limit",
			readRawBody: failsWith(413),
			status: 413,
			line: 'N8N_PAYLOAD_SIZE_MAX',
		},
	])('$what', async ({ readRawBody, status, line }) => {
		const trigger = triggerWith();
		const delivered = await trigger.deliver(BODY, { readRawBody });
		expect(delivered).toMatchObject({ item: undefined, status, text: undefined, headers: {} });
		expect(trigger.log).toEqual([expect.stringContaining(line)]);
	});

	it('what another key has signed, also where an option cannot be read', async () => {
		const trigger = triggerWith({ settings: { eventsToRemember: 'many' } });
		const delivered = await trigger.deliver(BODY, { signatures: [stranger.sign(BODY)] });
		expect(delivered).toMatchObject({ status: 401, text: undefined, headers: {} });
		expect(trigger.log).toEqual([expect.stringContaining('The key may have been rotated')]);
	});

	it.each([
		// Not altered into a character that stands for what is no UTF-8.
		{ what: 'what is no UTF-8', body: Buffer.from('{"type":"\xff"}', 'latin1') },
		{ what: 'what is no JSON', body: 'type=ContactCreate' },
	])('$what, with 400', async ({ body }) => {
		const trigger = triggerWith();
		const delivered = await trigger.deliver(body);
		expect(delivered).toMatchObject({ status: 400, text: undefined, headers: {} });
		expect(trigger.log).toEqual([expect.stringContaining('The body is signed, but is not JSON')]);
	});
});

describe('what only a person can mend gets 503, so that the platform sends it again for days', () => {
	const manual = { registration: 'manual' } as const;
	const OF_LOCATION = '{"type":"ContactCreate","locationId":"loc-1"}';

	it.each([
		{
			what: 'there is no key',
			setup: { credential: { publicKeys: null } },
			body: BODY,
			sending: {},
			line: "'Public Keys' is empty",
		},
		{
			what: 'the credential cannot be read',
			setup: { credential: { error: true } },
			body: BODY,
			sending: {},
			line: "n8n's database",
		},
		{
			what: 'the key may be the unusable one',
			setup: { credential: { publicKeys: `${stranger.publicKeyPem}ssh-ed25519 AAAA` } },
			body: BODY,
			sending: {},
			line: 'an SSH key',
		},
		{
			what: 'the key may be the unusable one, under the other header',
			setup: { credential: { publicKeys: 'ssh-ed25519 AAAA' } },
			body: BODY,
			sending: UNDER_HIGH_LEVEL,
			line: 'an SSH key',
		},
		{
			what: 'the own location is not known',
			setup: { location: '' },
			body: OF_LOCATION,
			sending: {},
			line: 'could not be read, or belongs to no location',
		},
		{
			what: "no location is known, under HighLevel's key",
			setup: { credential: ofHighLevel(), ...manual },
			body: OF_LOCATION,
			sending: UNDER_HIGH_LEVEL,
			line: "Enter 'Location IDs'",
		},
		{
			what: "no location is known, under HighLevel's key, and none is named",
			setup: { credential: ofHighLevel(), ...manual },
			body: BODY,
			sending: UNDER_HIGH_LEVEL,
			line: "Enter 'Location IDs'",
		},
	])('where $what', async ({ setup, body, sending, line }) => {
		const trigger = triggerWith(setup);
		const delivered = await trigger.deliver(body, sending);
		expect(delivered).toMatchObject({ item: undefined, status: 503, text: undefined });
		expect(delivered.headers).toEqual({ 'retry-after': '30' });
		expect(trigger.log).toEqual([expect.stringContaining(line)]);
		expect(trigger.log[0]).toContain('refused a delivery with 503: ');
		expect(trigger.log[0]).toMatch(/ The platform was asked to send the delivery again later\.$/);
	});

	it('and fails an execution, which an operator sees, once an hour', async () => {
		const trigger = triggerWith({ credential: { error: true } });

		const first = await trigger.deliver(BODY);
		const second = await trigger.deliver(BODY);
		pass(HOUR_MS - MINUTE_MS);
		const withinTheHour = await trigger.deliver(BODY);
		pass(MINUTE_MS);
		const afterTheHour = await trigger.deliver(BODY);

		expect(first.failure?.message).toBe('A delivery was refused with 503');
		expect(first.failure?.description).toContain(
			'The CRM Platform (GoHighLevel) Webhook API credential could not be',
		);
		expect(second.failure).toBeUndefined();
		expect(withinTheHour.failure).toBeUndefined();
		expect(afterTheHour.failure?.message).toBe('A delivery was refused with 503');
	});

	it("but fails none where the node's On Error would continue with an empty item", async () => {
		const onError = 'continueRegularOutput';
		const trigger = triggerWith({ credential: { error: true }, onError });
		const { status, failure } = await trigger.deliver(BODY);
		expect({ status, failure }).toEqual({ status: 503, failure: undefined });
	});
});

describe('what passes by itself gets 429', () => {
	it.each([
		{ turn: 'full', line: 'Too many deliveries wait' },
		{ turn: 'closed', line: 'The sender closed the connection' },
	] as const)('a delivery without a turn: $turn; its repeat runs', async ({ turn, line }) => {
		const trigger = triggerWith();
		jest.spyOn(deliveryQueue, 'waitForTurn').mockResolvedValueOnce(turn);
		const refused = await trigger.deliver(BODY);
		expect(refused).toMatchObject({ item: undefined, status: 429, failure: undefined });
		expect(refused.headers).toEqual({ 'retry-after': '30' });
		expect(trigger.log).toEqual([expect.stringContaining(line)]);
		expect((await trigger.deliver(BODY)).item).toBeDefined();
	});

	it('a slow body beyond 20, whose connection is closed, until the responses to those have ended', async () => {
		const readRawBody = async () => await new Promise<void>(() => {});
		for (let round = 0; round < 2; round++) {
			const responses = Array.from({ length: 20 }, fakeResponse);
			for (const response of responses) void triggerWith().deliver(BODY, { readRawBody, response });
			const { status, headers } = await triggerWith().deliver(BODY, { readRawBody });
			expect({ status, headers }).toEqual({
				status: 429,
				headers: { 'retry-after': '30', connection: 'close' },
			});
			// A prompt one gets through meanwhile.
			expect((await triggerWith().deliver(BODY)).item).toBeDefined();
			for (const response of responses) response.end();
		}
	});
});

describe("n8n's own response", () => {
	it('of 500, where it could not create the execution, is a 503 at once, and the repeat runs', async () => {
		const trigger = triggerWith();
		const { response } = await trigger.deliver(BODY);
		response.statusCode = 500;
		response.end('SQLITE_FULL');
		expect({ statusCode: response.statusCode, headers: response.headers }).toEqual({
			statusCode: 503,
			headers: { 'retry-after': '30' },
		});
		expect(response.ends).toHaveLength(1);
		expect((await trigger.deliver(BODY)).item).toBeDefined();
	});

	it.each([
		{ isRecorded: true, status: 200, lines: [] },
		{
			isRecorded: false,
			status: 503,
			lines: [
				expect.stringMatching(
					/refused a delivery with 503: n8n made an execution of the event that has not begun\./,
				),
			],
		},
	])(
		'of 200 is $status where the event is on record in time: $isRecorded',
		async ({ isRecorded, status, lines }) => {
			jest.spyOn(claims, 'waitForRecord').mockResolvedValue(isRecorded);
			const trigger = triggerWith();
			const { response } = await trigger.deliver(BODY);

			response.end('Workflow started');
			await delay(0);

			expect(response.statusCode).toBe(status);
			expect(trigger.log).toEqual(lines);
		},
	);

	it('of another refusal stays, and the repeat runs', async () => {
		const trigger = triggerWith();
		const { response } = await trigger.deliver(BODY);
		response.statusCode = 401;
		response.end();
		expect({ statusCode: response.statusCode, headers: response.headers }).toEqual({
			statusCode: 401,
			headers: {},
		});
		expect((await trigger.deliver(BODY)).item).toBeDefined();
	});

	it('of 200 means that the event has started: the repeat runs nothing', async () => {
		const trigger = triggerWith();
		const { response } = await trigger.deliver(BODY);
		response.end('Workflow started');
		expect({ statusCode: response.statusCode, ends: response.ends }).toEqual({
			statusCode: 200,
			ends: ['Workflow started'],
		});
		const repeat = await trigger.deliver(BODY);
		expect(repeat).toMatchObject({ item: undefined, status: 200, text: 'Already processed' });
		expect(trigger.log).toEqual([expect.stringContaining("Its type is 'ContactCreate'.")]);
	});
});

describe('while the first delivery of an event is being started', () => {
	/** Resolves when the repeat listens for its sender. */
	async function waits(response: ReturnType<typeof fakeResponse>): Promise<void> {
		while (response.listenerCount('close') === 0) await delay(1);
	}

	it('one repeat waits for it, and counts as one when it has started', async () => {
		const trigger = triggerWith();
		const first = await trigger.deliver(BODY);
		const response = fakeResponse();
		const repeat = trigger.deliver(BODY, { response });
		await waits(response);
		first.response.end();
		expect(await repeat).toMatchObject({ status: 200, text: 'Already processed' });
		expect(trigger.log).toEqual([
			expect.stringContaining('A delivery with the same payload started the workflow'),
		]);
	});

	it('a repeat waits no longer than its sender', async () => {
		const trigger = triggerWith();
		await trigger.deliver(BODY);
		const response = fakeResponse();
		const repeat = trigger.deliver(BODY, { response });
		await waits(response);
		response.emit('close');
		expect(await repeat).toMatchObject({ status: 429, item: undefined });
	});

	it('a second repeat is asked for again at once', async () => {
		const trigger = triggerWith();
		await trigger.deliver(BODY);
		const response = fakeResponse();
		void trigger.deliver(BODY, { response });
		await waits(response);
		expect(await trigger.deliver(BODY)).toMatchObject({ status: 429, item: undefined });
		expect(trigger.log).toEqual([
			expect.stringContaining(
				'An earlier delivery of the same event is still being started. If this continues, n8n starts executions too slowly: check its database, and if n8n runs only so many executions at once, raise that limit. The platform was asked',
			),
		]);
		response.emit('close');
	});
});

describe('who listens for a test event in the editor', () => {
	it('sees why a delivery was refused, and the sender does not', async () => {
		const trigger = triggerWith({ mode: 'manual' });
		const { status, text, failure } = await trigger.deliver(BODY, {
			signatures: [stranger.sign(BODY)],
		});
		expect({ status, text }).toEqual({ status: 401, text: undefined });
		expect(failure).toBeInstanceOf(NodeOperationError);
		expect(failure?.message).toBe('A delivery was refused with 401');
		expect(failure?.description).toContain('The key may have been rotated');
		expect(trigger.log).toEqual([]);
	});

	it('sees why a delivery started nothing', async () => {
		const trigger = triggerWith({ mode: 'manual' });
		const { failure } = await trigger.deliver('{"type":"X"}');
		expect(failure?.message).toBe('A delivery started nothing: Not selected');
		expect(failure?.description).toContain('The event "X" is signed, but not selected.');
	});

	it('sees the same event again as often as it is sent', async () => {
		const trigger = triggerWith({ mode: 'manual' });
		for (let delivery = 0; delivery < 2; delivery++)
			expect((await trigger.deliver(BODY)).item).toEqual({ type: 'ContactCreate' });
	});

	it('keeps no turn of others once n8n has responded', async () => {
		const trigger = triggerWith({ mode: 'manual' });
		for (let delivery = 0; delivery < 25; delivery++) {
			const { item, response } = await trigger.deliver(BODY);
			expect(item).toBeDefined();
			response.end('Workflow started');
		}
	});

	it('n8n may respond once more, to no effect', async () => {
		const { response } = await triggerWith({ mode: 'manual' }).deliver('{"type":"X"}');
		expect(response).toMatchObject({ json: expect.any(Function), send: expect.any(Function) });
		expect(response.ends).toHaveLength(1);
	});
});

it('what nobody expects fails as an error of the node', async () => {
	const { failure } = await triggerWith().deliver(BODY, { rawHeaders: null as never });

	expect(failure).toBeInstanceOf(NodeOperationError);
});

describe('how long an event is claimed', () => {
	/** For how long the delivered event was claimed; undefined where there is no end. */
	const claimedMs = (claim: jest.SpyInstance): unknown => claim.mock.calls[0][2];

	it('a payload for the hours that are set', async () => {
		const claim = jest.spyOn(claims, 'claim');

		await triggerWith({ settings: { hoursToRememberPayloads: 2 } }).deliver(BODY);

		expect(claimedMs(claim)).toBe(2 * HOUR_MS);
	});

	it('an ID for as long as the process remembers', async () => {
		const claim = jest.spyOn(claims, 'claim');
		const settings = { hoursToRememberPayloads: 2, eventIdField: 'eventId' };

		await triggerWith({ settings }).deliver('{"type":"ContactCreate","eventId":"e-1"}');

		expect(claimedMs(claim)).toBeUndefined();
	});

	it('the ID that HighLevel gives without being asked, too', async () => {
		const claim = jest.spyOn(claims, 'claim');
		const trigger = triggerWith({
			credential: ofHighLevel({ locationIds: 'loc-2' }),
			settings: { hoursToRememberPayloads: 2 },
		});

		await trigger.deliver(
			'{"type":"ContactCreate","locationId":"loc-2","webhookId":"e-1"}',
			UNDER_HIGH_LEVEL,
		);

		expect(claimedMs(claim)).toBeUndefined();
	});
});

describe('an execution knows its event', () => {
	const body = '{"type":"ContactCreate","locationId":"loc-2"}';
	const ofPlatform = () => triggerWith({ credential: ofHighLevel({ locationIds: 'loc-2' }) });

	it('with the ID that HighLevel gives the delivery', async () => {
		const sending = { ...UNDER_HIGH_LEVEL, headers: { deliveryid: 'd-1' } };
		const { key: event } = await ofPlatform().deliver(body, sending);
		expect(event).toMatchObject({ isPayload: true, deliveryId: 'd-1' });
	});

	it.each([{}, { deliveryid: '' }])('without one where it gives none: %j', async (headers) => {
		const { key: event } = await ofPlatform().deliver(body, { ...UNDER_HIGH_LEVEL, headers });
		expect(event).toEqual({ event: expect.any(String) as string, isPayload: true });
	});

	it("as one of its own where 'Deduplicate' is off", async () => {
		const trigger = triggerWith({ settings: { deduplicate: false } });
		const [first, second] = [await trigger.deliver(BODY), await trigger.deliver(BODY)];
		expect(first.key).toEqual({ event: expect.any(String) as string, isPayload: false });
		expect(second.key?.event).not.toBe(first.key?.event);
	});
});

it('the log says nothing where the registered address is the same, written in another way', async () => {
	const trigger = triggerWith({ registered: [`${ADDRESS.replace('example', 'EXAMPLE')}/`] });
	await trigger.deliver(BODY);
	expect(trigger.log).toEqual([]);
});

describe('the log says once', () => {
	it('that an event arrived at another address than the registered ones', async () => {
		const registered = ['https://old.example.com', 'https://older.example.com'];
		const trigger = triggerWith({ registered });
		await trigger.deliver(BODY);
		pass(24 * HOUR_MS);
		await trigger.deliver('{"type":"ContactCreate","n":2}');
		expect(trigger.log).toEqual([
			expect.stringContaining(
				`address is ${ADDRESS}, but it is registered for https://old.example.com, https://older.example.com. Unpublish`,
			),
		]);
	});

	it.each([{ registered: [] }, { registered: ['https://old.example.com', ADDRESS] }])(
		'nothing where the address is known, or none: $registered',
		async ({ registered }) => {
			const trigger = triggerWith({ registered });
			await trigger.deliver(BODY);
			expect(trigger.log).toEqual([]);
		},
	);

	it("nothing where 'Event ID Field' names the event's ID", async () => {
		const trigger = triggerWith({ settings: { eventIdField: 'eventId' } });
		await trigger.deliver('{"type":"ContactCreate","eventId":"e-1"}');
		expect(trigger.log).toEqual([]);
	});

	it("that 'Event ID Field' names no ID", async () => {
		const trigger = triggerWith({ settings: { eventIdField: 'eventId' } });
		await trigger.deliver('{"type":"ContactCreate"}');
		await trigger.deliver('{"type":"ContactCreate","eventId":"e-1"}');
		await trigger.deliver('{"type":"ContactCreate","eventId":" "}');
		expect(trigger.log).toEqual([
			expect.stringContaining(
				"'Event ID Field' is 'eventId', but the payload has no usable ID there",
			),
		]);
	});
});

it.each([
	{ mode: 'regular', executesHere: true },
	{ mode: 'queue', executesHere: false },
])('whether executions run here is known from the mode of n8n: $mode', async (each) => {
	const globalConfig = { executions: { mode: each.mode } };

	await triggerWith({ logger: { globalConfig } }).deliver(BODY);

	expect(claims.executesHere).toBe(each.executesHere);
});

it('where n8n does not show its mode, what an execution has shown of it stays known at the next delivery', async () => {
	claims.executesHere = true;

	await triggerWith().deliver('{"type":"ContactCreate","locationId":"loc-1"}');

	expect(claims.executesHere).toBe(true);
});
