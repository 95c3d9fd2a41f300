import { NodeOperationError, type IWebhookResponseData } from 'n8n-workflow';
import type { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { claims, Claims } from '../../../nodes/PlatformTrigger/deduplicate/claims';
import { inHand } from '../../../nodes/PlatformTrigger/receive/inHand';
import { receiveDelivery } from '../../../nodes/PlatformTrigger/receive/receiveDelivery';
import { createSigningKey } from '../../support/keys';
import { fakeResponse, fakeTrigger } from './fakeTrigger';

const key = createSigningKey();
const PRIVATE = '-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----';
const URL = 'https://n8n.example.com/webhook/x/webhook';
const [CONTRACT, HIGH_LEVEL] = ['X-Platform-Signature', 'x-ghl-signature'];
const DAY_MS = 86_400_000;

const event = (fields: object) => JSON.stringify({ type: 'ContactCreate', ...fields });
const BODY = event({});

interface Given {
	body?: string | Buffer;
	/** The header of each signature. */
	names?: string[];
	signatures?: string[];
	headers?: object;
	/** Rejects as n8n's own. */
	readRawBody?: () => Promise<void>;
	/** The Platform Webhook API credential; undefined where n8n cannot read it. */
	credential?: object;
	/** The location of the credential for registering events. */
	location?: string;
	/** 'Webhook Setup'. */
	registration?: string;
	settings?: object;
	/** The addresses that are registered. */
	registered?: string[];
	mode?: string;
}

/** A trigger for ContactCreate and app.deleted, and what it does with signed deliveries. */
function trigger({ credential = { publicKeys: key.publicKeyPem }, ...given }: Given = {}) {
	const { location = 'loc-1', registration = 'automatic', registered = [URL] } = given;
	const getCredentials = jest.fn(async (type: string) =>
		type === 'platformWebhookApi'
			? 'error' in credential
				? await Promise.reject(new Error('SQLITE_BUSY'))
				: await Promise.resolve(credential)
			: { platformUrl: 'https://platform.example', accessToken: 't', locationId: location },
	);
	const request = (own: Given = {}) => {
		const { body = BODY, names = [CONTRACT], readRawBody, headers = {} } = { ...given, ...own };
		const rawBody = Buffer.from(body as string);
		const { signatures = names.map(() => key.sign(rawBody)) } = { ...given, ...own };
		const rawHeaders = [
			'Host',
			'x',
			...signatures.flatMap((signature, n) => [names[n % names.length], signature]),
		];
		return { headers, rawHeaders, rawBody, readRawBody };
	};
	const trigger = fakeTrigger(
		{
			registration,
			authentication: 'accessToken',
			events: ['ContactCreate', 'app.deleted'],
			settings: given.settings ?? {},
		},
		{
			getCredentials,
			getMode: () => given.mode ?? 'webhook',
			getNodeWebhookUrl: () => URL,
			getWorkflowStaticData: () => ({
				[`platformTrigger:${trigger.id}`]: { registrations: registered.map((url) => ({ url })) },
			}),
		},
	);
	/** @returns the item that starts the workflow, else what n8n does */
	const receive = async (own: Given = {}, of = trigger.response) => {
		const parts = { getRequestObject: () => request(own), getResponseObject: () => of };
		const context = Object.assign(Object.create(trigger.context) as never, parts);
		const { workflowData, ...others }: IWebhookResponseData = await receiveDelivery.call(context);
		return workflowData ? workflowData[0][0].json : others;
	};
	const { lines, response } = trigger;
	return { receive, lines, response, getCredentials };
}

beforeEach(() => void Object.assign(claims, new Claims()));

/** What a delivery comes to: the item, or the response without a run. */
async function outcome(given: Given) {
	const { receive, lines, response, getCredentials } = trigger(given);
	const received = await receive();
	const { statusCode: status, ends, headers } = response;
	const runs = 'noWebhookResponse' in received ? undefined : received;
	response.end();
	return { runs, status, text: ends[0], lines, headers, reads: getCredentials.mock.calls.length };
}

/** A body of so many levels. */
const nested = (open: string, levels: number, close: string) =>
	`{"type":"ContactCreate","quotes":"\\"[{[{\\\\","next":[[],{}],"a":${open.repeat(levels - 1)}1${close.repeat(levels - 1)}}`;

const ofHighLevel = (credential: object, more: Given = {}): Given => ({
	names: [HIGH_LEVEL],
	credential: { api: 'highLevel', publicKeys: key.publicKeyPem, ...credential },
	...more,
});
const ACCEPT = { settings: { acceptOtherLocations: true } };
const MANUAL = { registration: 'manual' };
const LOCATIONS = { publicKeys: key.publicKeyPem, locationIds: 'loc-2, loc-3\nloc-4' };

it.each<[string, string, Given?]>([
	['of its location', event({ locationId: 'loc-1' })],
	['of another location, when these are accepted', event({ locationId: 'loc-2' }), ACCEPT],
	[
		'of any location, when somebody else registered',
		event({ locationId: 'loc-2' }),
		{ ...MANUAL, registered: ['https://old.example.com'] },
	],
	["of one of the key's locations", event({ locationId: 'loc-4' }), { credential: LOCATIONS }],
	['of no location where none is known', event({}), { location: '' }],
	['whose location is null, as of none', event({ locationId: null }), { credential: LOCATIONS }],
	[
		'of a location under its other name',
		event({ altType: 'location', altId: 'loc-2' }),
		ofHighLevel(LOCATIONS),
	],
	['of no location, from HighLevel, when all are accepted', event({}), ofHighLevel({}, ACCEPT)],
	[
		'under one of the keys, between others',
		BODY,
		{ credential: { publicKeys: `${PRIVATE}\n${key.publicKeyPem}and my notes` } },
	],
	['of 1,000 levels of objects', nested('{"a":', 1_000, '}')],
	['behind a byte order mark', `\uFEFF${event({})}`],
	['with two types, the last one selected', '{"type":"x","type":"ContactCreate"}'],
	[
		'with a key __proto__',
		'{"__proto__":{"type":"x","locationId":"loc-2"},"type":"ContactCreate"}',
	],
	['with a lone surrogate', '{"type":"ContactCreate","a":"\\ud800"}'],
])('an event %s starts the workflow, as it is', async (_what, body, given = {}) => {
	const { runs, lines } = await outcome({ body, ...given });
	expect(runs).toEqual(JSON.parse(body.replace('\uFEFF', '')));
	expect(lines).toEqual([]);
});

it.each<[string, string, string, RegExp, Given?]>([
	['of another location', event({ locationId: 'loc-2' }), 'Other location', /other than 'loc-1'\./],
	[
		"of a location that is not its key's",
		event({ locationId: 'loc-1' }),
		'Other location',
		/other than 'loc-2', 'loc-3', 'loc-4'\./,
		{ credential: LOCATIONS },
	],
	[
		'of a company, from HighLevel',
		event({ altType: 'company', altId: 'loc-1' }),
		'Other location',
		/names no location\./,
		ofHighLevel({}),
	],
	...[5, ['loc-2'], { id: 'loc-2' }, true].map(
		(locationId): [string, string, string, RegExp, Given] => [
			`of a location that is no text (${JSON.stringify(locationId)})`,
			event({ locationId }),
			'Other location',
			/other than 'loc-2'/,
			{ credential: LOCATIONS },
		],
	),
	[
		'of a blank location, from HighLevel',
		event({ locationId: ' ' }),
		'Other location',
		/names no location\./,
		ofHighLevel({}),
	],
	[
		'of another type',
		'{"type":"ContactDelete"}',
		'Not selected',
		/"ContactDelete" is signed, but not/,
	],
	['that HighLevel alone sends', '{"type":"UNINSTALL"}', 'Not selected', /"UNINSTALL"/],
	[
		'of a type that would fill a log',
		`{"type":"a\\n${'b'.repeat(100_000)}"}`,
		'Not selected',
		/The event "a\\nb{58}" is/,
	],
	...[
		'null',
		'5',
		'"ContactCreate"',
		'[{"type":"X"}]',
		'{"type":""}',
		'{"type":5}',
		'{"Type":"X"}',
	].map((body): [string, string, string, RegExp] => [
		`that is ${body}`,
		body,
		'No event type',
		/names no event type in 'type'/,
	]),
])(
	'an event %s gets 200, starts nothing, and is logged once',
	async (_what, body, told, line, given = {}) => {
		const { receive, lines, response } = trigger({ body, ...given });
		// So n8n does not respond once more.
		expect(await receive()).toEqual({ noWebhookResponse: true });
		jest.spyOn(performance, 'now').mockReturnValue(performance.now() + DAY_MS);
		await receive();
		expect([response.statusCode, response.ends[0]]).toEqual([200, told]);
		expect(lines).toEqual([expect.stringMatching(line)]);
		expect(lines[0]).toMatch(/received a delivery that it does not use: .* Nothing was started\./s);
	},
);

const fails = (status: number) => async () =>
	await Promise.reject(Object.assign(new Error('x'), { status }));

it.each<[string, Given, number, string, boolean?]>([
	['with no signature', { signatures: [] }, 401, 'There is no signature'],
	['with a malformed one', { signatures: ['nonsense'] }, 401, 'is not the base64 form'],
	['with one under each header', { names: [CONTRACT, HIGH_LEVEL] }, 401, 'more than one'],
	[
		'with one under the header that has ended',
		{ names: ['x-wh-signature'] },
		401,
		'x-wh-signature (RSA)',
	],
	['with a compressed body', { headers: { 'content-encoding': 'gzip' } }, 415, 'compressed'],
	['with a body that breaks off', { readRawBody: fails(400) }, 401, 'body is empty'],
	["with a body above n8n's limit", { readRawBody: fails(413) }, 413, 'N8N_PAYLOAD_SIZE_MAX'],
	[
		'that another key has signed, also where an option cannot be read',
		{ signatures: [createSigningKey().sign(BODY)], settings: { eventsToRemember: 'many' } },
		401,
		'rotated',
		true,
	],
	// Not altered into a character that stands for what is no UTF-8.
	[
		'that is no UTF-8',
		{ body: Buffer.from('{"type":"\xff"}', 'latin1') },
		400,
		'is not JSON',
		true,
	],
	['that is too deep', { body: nested('[', 1_001, ']') }, 400, 'deeper than 1000 levels', true],
	['where there is no key', { credential: { publicKeys: null } }, 429, "'Public Keys'", true],
	['whose credential cannot be read', { credential: { error: true } }, 429, "n8n's database", true],
	[
		'of a location while the own one is not known',
		{ body: event({ locationId: 'loc-1' }), location: '' },
		429,
		'could not be read, or belongs to no location',
		true,
	],
	[
		'from HighLevel, where no location is known',
		ofHighLevel({}, { ...MANUAL, body: event({ locationId: 'loc-1' }) }),
		429,
		"Enter 'Location IDs'",
		true,
	],
	['of none, where none is known', ofHighLevel({}, MANUAL), 429, "Enter 'Location IDs'", true],
])('a delivery %s is refused', async (_what, given, status, line, isRead = false) => {
	const readRawBody = jest.fn();
	const { reads, ...told } = await outcome({ readRawBody, ...given });
	expect(told).toEqual({
		runs: undefined,
		status,
		text: undefined,
		lines: [expect.stringContaining(line)],
		headers: status === 429 ? { 'retry-after': '30' } : {},
	});
	expect(told.lines[0]).toContain(`refused a delivery with ${status}: `);
	// Neither body nor credential of what nobody can have signed.
	expect([readRawBody.mock.calls.length, reads].map(Boolean)).toEqual([isRead, isRead]);
});

it.each(['full', 'closed'] as const)(
	'a delivery without a turn (%s) is asked for again',
	async (turn) => {
		jest.spyOn(inHand, 'turn').mockResolvedValue(turn);
		const text = { full: 'Too many deliveries wait', closed: 'The sender closed the connection' };
		expect(await outcome({})).toMatchObject({
			status: 429,
			lines: [expect.stringContaining(text[turn])],
		});
		jest.restoreAllMocks();
		expect(await outcome({})).toMatchObject({ runs: {}, status: 200 });
	},
);

it('what is slow beyond the bound is refused, its connection closed, and it counts until its response has ended', async () => {
	const readRawBody = async () => await new Promise<void>(() => {});
	for (let round = 0; round < 2; round++) {
		const slow = Array.from({ length: 20 }, () => trigger({ readRawBody }));
		for (const { receive } of slow) void receive();
		const { status, headers } = await outcome({ readRawBody });
		expect([status, headers]).toEqual([429, { 'retry-after': '30', connection: 'close' }]);
		expect(await outcome({})).toMatchObject({ runs: {} });
		for (const { response } of slow) response.end();
	}
});

it.each([
	[500, 429, { 'retry-after': '30' }, { type: 'ContactCreate' }],
	[401, 401, {}, { type: 'ContactCreate' }],
	[200, 200, {}, { noWebhookResponse: true }],
])(
	"n8n's own %i is at once a %i, and the repeat runs unless the first has",
	async (status, told, headers, repeat) => {
		const { receive, response } = trigger();
		await receive();
		response.statusCode = status;
		response.end();
		const { statusCode, ends } = response;
		expect([statusCode, ends.length, response.headers]).toEqual([told, 1, headers]);
		expect(await receive({}, fakeResponse())).toEqual(repeat);
	},
);

it('lets one repeat wait for the first, no longer than its sender, and asks for the others at once', async () => {
	const { receive, response, lines } = trigger();
	await receive();
	const repeats = Array.from({ length: 3 }, fakeResponse);
	const [gone, waiting] = repeats;
	/** It listens for its sender. */
	const waits = async (repeat: EventEmitter) => {
		while (repeat.listenerCount('close') === 0) await delay(1);
	};
	const hungUp = receive({}, gone);
	await waits(gone);
	gone.emit('close');
	await hungUp;
	const repeat = receive({}, waiting);
	await waits(waiting);
	await receive({}, repeats[2]);
	expect([gone, waiting, repeats[2]].map(({ statusCode, ends }) => [statusCode, ends])).toEqual([
		...[
			[429, [undefined]],
			[200, []],
			[429, [undefined]],
		],
	]);
	response.end();
	await repeat;
	expect(waiting.ends).toEqual(['Already processed']);
	expect(lines).toEqual([
		expect.stringContaining('An earlier delivery of the same event is still being started'),
		expect.stringContaining('A delivery with the same payload started the workflow'),
	]);
});

it.each<[string, Given, string, string]>([
	[
		'a refusal',
		{ signatures: [createSigningKey().sign(BODY)] },
		'A delivery was refused with 401',
		'The key may have been rotated',
	],
	[
		'what starts nothing',
		{ body: '{"type":"X"}' },
		'A delivery started nothing: Not selected',
		'The event "X" is signed, but not selected.',
	],
])(
	'tells who listens for a test event of %s, and lets n8n respond once more to no effect',
	async (_what, given, message, description) => {
		const { receive, response, lines } = trigger({ ...given, mode: 'manual' });
		const failure = (await receive().catch((error: Error) => error)) as NodeOperationError;
		expect(failure).toBeInstanceOf(NodeOperationError);
		expect([failure.message, failure.description]).toEqual([
			message,
			expect.stringContaining(description),
		]);
		expect(response).toMatchObject({ json: expect.any(Function), send: expect.any(Function) });
		expect([response.ends.length, lines]).toEqual([1, []]);
	},
);

it('says once that an event arrived at another address than the registered one', async () => {
	const old = ['https://old.example.com', 'https://older.example.com'];
	const { receive, lines } = trigger({ registered: old });
	await receive();
	jest.spyOn(performance, 'now').mockReturnValue(performance.now() + DAY_MS);
	await receive({ body: event({ n: 2 }) });
	expect(lines).toEqual([
		expect.stringMatching(
			/address is https:\/\/n8n\.example\.com.* registered for https:\/\/old\.example\.com, https:\/\/older\.example\.com\. Unpublish/,
		),
	]);
	for (const registered of [[], [...old, URL]])
		expect((await outcome({ registered })).lines).toEqual([]);
});

it('says once that a field names no ID', async () => {
	const { receive, lines } = trigger({ settings: { eventIdField: 'eventId' } });
	for (const fields of [{}, { eventId: 'e-1' }, { eventId: ' ' }])
		await receive({ body: event(fields) });
	expect(lines).toEqual([
		expect.stringContaining(
			"'Event ID Field' is 'eventId', but the payload has no usable ID there",
		),
	]);
});
