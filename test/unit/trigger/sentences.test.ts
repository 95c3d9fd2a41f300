import type { HookContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { DELIVERIES } from '../../../nodes/platformApi/deliveries';
import { claims } from '../../../nodes/PlatformTrigger/deduplicate/claims';
import { repeatText } from '../../../nodes/PlatformTrigger/deduplicate/startExecution';
import { PlatformTrigger } from '../../../nodes/PlatformTrigger/PlatformTrigger.node';
import { deliveryQueue } from '../../../nodes/PlatformTrigger/receive/deliveryQueue';
import type { TriggerSettings } from '../../../nodes/PlatformTrigger/triggerFields';
import { readPublicKeys } from '../../../nodes/webhookSignature/publicKeys';
import { REASON_TEXTS } from '../../../nodes/webhookSignature/signature';
import { contextOf } from '../../support/context';
import { expectSavedText, HOW_TO_SAVE } from '../../support/savedText';
import { createSigningKey } from '../../support/keys';
import { connect } from '../platform/nodeOnPlatform';
import { failed, lost } from '../platformApi/fakePlatform';
import { key, startProcess, triggerWith } from './triggerWith';

/*
 * All that the trigger tells a person: in n8n's log, where publishing is refused, and of keys that cannot be used. And where it
 * registers events, what it sends to the platform and remembers.
 */

const FILE = 'sentences.txt';

/** What is told in a situation, a line each. */
type Told = Record<string, string[]>;

function sectionOf(title: string, told: Told): string {
	const parts = Object.entries(told).map(
		([situation, lines]) => `${situation}\n${lines.map((line) => `\t${line}`).join('\n')}\n`,
	);
	return `== ${title} ==\n\n${parts.join('\n')}`;
}

const BODY = '{"type":"ContactCreate"}';
const OF_LOCATION = '{"type":"ContactCreate","locationId":"loc-1"}';
const UNDER_HIGH_LEVEL = { header: 'x-ghl-signature' };
const stranger = createSigningKey();
const ofHighLevel = (locationIds: string) => ({
	credential: { api: 'highLevel', publicKeys: key.publicKeyPem, locationIds },
	registration: 'manual' as const,
});
const failsWith = (status: number) => async () =>
	await Promise.reject(Object.assign(new Error('x'), { status }));

type Setup = Parameters<typeof triggerWith>[0];
type Sending = Parameters<ReturnType<typeof triggerWith>['deliver']>[1];

/** A delivery that starts nothing, or that is worth a line of the log. */
interface Situation {
	setup?: Setup;
	body?: string;
	sending?: Sending;
}

const SITUATIONS: Record<string, Situation> = {
	'no signature': { sending: { signatures: [] } },
	'two signatures': { sending: { signatures: [key.sign(BODY), key.sign(BODY)] } },
	'a malformed signature': { sending: { signatures: ['nonsense'] } },
	"a stranger's signature": { sending: { signatures: [stranger.sign(BODY)] } },
	'a signature in the header of the other form': { sending: UNDER_HIGH_LEVEL },
	'a compressed body': { sending: { headers: { 'content-encoding': 'gzip' } } },
	'a body that breaks off': { sending: { readRawBody: failsWith(400) } },
	'a body that is too large': { sending: { readRawBody: failsWith(413) } },
	'no JSON': { body: 'type=ContactCreate' },
	'no type': { body: '{}' },
	'a type that is not selected': { body: '{"type":"ContactDelete"}' },
	'another location': { body: '{"type":"ContactCreate","locationId":"loc-2"}' },
	"no location, under HighLevel's key": { setup: ofHighLevel('loc-1'), sending: UNDER_HIGH_LEVEL },
	"no location known, under HighLevel's key": { setup: ofHighLevel(''), sending: UNDER_HIGH_LEVEL },
	'no location known, with an automatic setup': { setup: { location: '' }, body: OF_LOCATION },
	'no credential': { setup: { credential: { error: true } } },
	'no key': { setup: { credential: { publicKeys: '' } } },
	'another address than the registered ones': {
		setup: { registered: ['https://old.example.com'] },
	},
	"no ID in 'Event ID Field'": { setup: { settings: { eventIdField: 'eventId' } } },
};

/** What the sender gets, and what the log says. */
async function toldOf({ setup, body = BODY, sending }: Situation): Promise<string[]> {
	startProcess();
	const trigger = triggerWith(setup);
	const { item, status, text, headers } = await trigger.deliver(body, sending);
	const response = item
		? 'starts'
		: [status, text, JSON.stringify(headers)].filter(Boolean).join(' ');
	return [response, ...trigger.log];
}

async function toldOfDeliveries(): Promise<Told> {
	const told: Told = {};
	for (const [name, situation] of Object.entries(SITUATIONS)) told[name] = await toldOf(situation);
	for (const turn of ['full', 'closed'] as const) {
		jest.spyOn(deliveryQueue, 'waitForTurn').mockResolvedValueOnce(turn);
		told[`no turn: ${turn}`] = await toldOf({});
	}
	return told;
}

/** What is told of a delivery whose execution exists already. */
async function toldOfStarted(): Promise<Told> {
	const settings = { hoursToRememberPayloads: 24 } as TriggerSettings;
	startProcess();
	jest.spyOn(claims, 'waitForRecord').mockResolvedValueOnce(false);
	const trigger = triggerWith();
	const { response } = await trigger.deliver(BODY);
	response.end('Workflow started');
	await nextTurn();
	return {
		'an execution that does not begin': [String(response.statusCode), ...trigger.log],
		'a payload once more': [repeatText({ event: 'e', isPayload: true }, settings)],
		'an ID once more': [repeatText({ event: 'e', isPayload: false }, settings)],
		'a payload that was cut': [
			String(DELIVERIES.highLevel.fieldsBeside({ type: 'X', payloadTooLarge: true }).payloadNotice),
		],
	};
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const spki = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const pem = key.publicKeyPem;
const pemOf = (text: string) => `-----BEGIN PUBLIC KEY-----\n${text}\n-----END PUBLIC KEY-----\n`;

const KEYS: Record<string, string> = {
	'one key': pem,
	nothing: ' ',
	'a text that is no key': 'my key',
	'a private key': pem.replaceAll('PUBLIC', 'PRIVATE'),
	'another kind of block': pem.replaceAll('PUBLIC KEY', 'CERTIFICATE'),
	'other signs': pemOf('!!!!'),
	'a part of a key': pem.replace(/^(-----BEGIN.*\n.{20}).*$/m, '$1'),
	'no key in SPKI form': pemOf('AAAA'),
	'an RSA key': spki,
	'an Ed448 key': generateKeyPairSync('ed448')
		.publicKey.export({ type: 'spki', format: 'pem' })
		.toString(),
	'bytes after the key': pemOf(
		Buffer.concat([Buffer.from(pem.split('\n')[1], 'base64'), Buffer.from([0])]).toString('base64'),
	),
	'a placeholder': pemOf(
		Buffer.from(`302a300506032b6570032100${'00'.repeat(32)}`, 'hex').toString('base64'),
	),
	'too long a text': 'x'.repeat(20_000),
	'too many keys': pem.repeat(11),
};

function toldOfKeys(): Told {
	const told: Told = {};
	for (const [name, text] of Object.entries(KEYS))
		told[name] = [readPublicKeys(text).unusable ?? 'can be used'];
	return told;
}

const ADDRESS = 'https://n8n.example.com/webhook/path/webhook';
const OF_LIST = { id: 'hook-1', url: ADDRESS, actions: ['ContactUpdate'] };
const SENDS = { ...OF_LIST, actions: ['ContactCreate'] };
const REMEMBERED = { id: 'hook-1', url: ADDRESS, events: ['ContactCreate'] };

/** Under which a node remembers what it has registered. */
const MEMORY = 'platformTrigger:node-under-test';

/** A workflow that is published. */
interface Publishing {
	parameters?: IDataObject;
	/** The CRM Platform (GoHighLevel) Webhook API credential. */
	signing?: IDataObject;
	/** The credential for registering events. */
	registering?: IDataObject;
	/** What the platform responds: the list of webhooks, then the one that is created. */
	responses?: unknown[];
	/** The registrations that the node remembers. */
	remembered?: IDataObject[];
	publicUrl?: string;
	isListening?: boolean;
}

/** A credential that n8n cannot read. */
const UNREADABLE = {
	get accessToken(): string {
		throw new Error('locked');
	},
};

const HIGH_LEVEL_SIGNS = { api: 'highLevel', publicKeys: pem };

const PUBLISHINGS: Record<string, Publishing> = {
	'no event': { parameters: { events: [] } },
	'a misspelled event': { parameters: { settings: { additionalEvents: ['Contact Created'] } } },
	'a key that cannot be used': { signing: { publicKeys: 'my key' } },
	'HighLevel signs, and Webhook Setup is Automatic': { signing: HIGH_LEVEL_SIGNS },
	'an event that HighLevel does not send': {
		parameters: { registration: 'manual', events: ['FormSubmitted'] },
		signing: { ...HIGH_LEVEL_SIGNS, locationIds: 'loc-1' },
	},
	'HighLevel signs, and no location is known': {
		parameters: { registration: 'manual' },
		signing: HIGH_LEVEL_SIGNS,
	},
	'registering on HighLevel': { registering: { api: 'highLevel' } },
	'listening for what HighLevel registers': {
		registering: { api: 'highLevel' },
		isListening: true,
	},
	'an address of this machine': { publicUrl: 'http://localhost:5678' },
	'nothing that can be registered': { parameters: { events: ['app.deleted'] } },
	'no location': { registering: { locationId: '' } },
	'an unknown location': { responses: [failed(404)] },
	'a conflict with a disabled webhook': {
		responses: [{ customWebhooks: [{ ...OF_LIST, disabled: true }] }, failed(409)],
	},
	'a conflict with a webhook for other events': {
		responses: [{ customWebhooks: [OF_LIST] }, failed(409)],
	},
	'a conflict with nothing that is listed': { responses: [{ customWebhooks: [] }, failed(409)] },
	'a webhook whose events are not known': {
		responses: [{ customWebhooks: [{ id: 'hook-1', url: ADDRESS }] }],
	},
	'a webhook that does not send what was asked': {
		responses: [{ customWebhooks: [] }, OF_LIST],
	},
	'a webhook that is created disabled': {
		responses: [{ customWebhooks: [] }, { ...SENDS, disabled: true }],
	},
	'a webhook that is there': { responses: [{ customWebhooks: [SENDS] }] },
	'a webhook that is there, and disabled': {
		responses: [{ customWebhooks: [{ ...SENDS, disabled: true }] }, { id: 'hook-2' }],
	},
	'a webhook of another location': {
		responses: [{ customWebhooks: [{ ...SENDS, locationId: 'loc-2' }] }, { id: 'hook-2' }],
	},
	'a webhook of another address': {
		responses: [{ customWebhooks: [{ ...SENDS, url: `${ADDRESS}/other` }] }, { id: 'hook-2' }],
	},
	'a webhook whose events are remembered': {
		responses: [{ customWebhooks: [{ id: 'hook-1', url: ADDRESS }] }],
		remembered: [{ ...REMEMBERED, locationId: 'loc-1' }],
	},
	'a webhook whose events are remembered for another location': {
		responses: [{ customWebhooks: [{ id: 'hook-1', url: ADDRESS }] }],
		remembered: [{ ...REMEMBERED, locationId: 'loc-2' }],
	},
	'a webhook that is remembered, and not in the part that is listed': {
		responses: [{ customWebhooks: [], hasMore: true }],
		remembered: [{ ...REMEMBERED, locationId: 'loc-1' }],
	},
	'a webhook that is remembered, and no longer listed': {
		responses: [{ customWebhooks: [] }, { id: 'hook-2' }],
		remembered: [{ ...REMEMBERED, locationId: 'loc-1' }],
	},
	'listening, where the test URL is to be registered': {
		parameters: { registerTestUrl: true },
		responses: [{ customWebhooks: [] }, { id: 'hook-2' }],
		isListening: true,
	},
	'listening, where it is not': { isListening: true },
	'listening, where the credential for registering cannot be read': {
		registering: UNREADABLE,
		isListening: true,
	},
	'a setup by hand': { parameters: { registration: 'manual' } },
	'events in both lists, and one that is sent elsewhere': {
		parameters: {
			events: ['ContactCreate', 'app.deleted'],
			settings: { additionalEvents: ['NewEvent', 'ContactCreate'] },
		},
		responses: [{ customWebhooks: [] }, { id: 'hook-2' }],
	},
	'a response that is lost': { responses: [{ customWebhooks: [] }, lost()] },
	'a response that denies success': {
		responses: [{ customWebhooks: [] }, { success: false, id: 'hook-1' }],
	},
};

function hookOf({ parameters, publicUrl = 'https://n8n.example.com', ...given }: Publishing) {
	const log: string[] = [];
	const { context } = contextOf('hook', {
		type: 'platformTrigger',
		nodeType: new PlatformTrigger(),
		parameters: {
			registration: 'automatic',
			authentication: 'accessToken',
			events: ['ContactCreate'],
			...(parameters as object),
		},
		mode: given.isListening ? 'manual' : 'trigger',
		staticData: given.remembered && {
			global: { [MEMORY]: { registrations: given.remembered } },
		},
		node: { webhookId: 'path' },
		log: (line) => log.push(line),
		additionalData: {
			webhookBaseUrl: `${publicUrl}/webhook`,
			webhookTestBaseUrl: `${publicUrl}/webhook-test`,
		},
	});
	const sent = connect(context, { responses: given.responses });
	const { signing = { publicKeys: pem }, registering } = given;
	Object.assign(context, {
		getCredentials: async (type: string) =>
			await Promise.resolve(
				type === 'platformWebhookApi'
					? signing
					: {
							platformUrl: 'https://api.example.com',
							accessToken: 't',
							locationId: 'loc-1',
							...registering,
						},
			),
	});
	return { context: context as HookContext, log, sent };
}

/** What was sent, what the log says, and what the node remembers then. */
function effectsOf({ context, log, sent }: ReturnType<typeof hookOf>): string[] {
	const requests = sent.map(({ method, path: to, body }) =>
		[method, to, body && JSON.stringify(body)].filter(Boolean).join(' '),
	);
	const memory = JSON.stringify(context.getWorkflowStaticData('global'));
	return [...requests, ...log, `remembers ${memory}`];
}

async function toldOfPublishing(): Promise<Told> {
	const { create, delete: remove } = new PlatformTrigger().webhookMethods.default;
	const told: Told = {};
	for (const [name, publishing] of Object.entries(PUBLISHINGS)) {
		const hook = hookOf(publishing);
		const end = await create.call(hook.context).then(
			() => 'is published',
			(failure: Error) => `is refused: ${failure.message}`,
		);
		told[name] = [end, ...effectsOf(hook)];
	}
	const registered = hookOf({ remembered: [REMEMBERED] });
	await remove.call(registered.context);
	told['a workflow that is unpublished'] = effectsOf(registered);
	return told;
}

it(`a person is told what ${FILE} says (${HOW_TO_SAVE})`, async () => {
	const reasons = Object.entries(REASON_TEXTS).map(([reason, text]) => [reason, [text]]);

	const sentences = [
		sectionOf('A delivery', await toldOfDeliveries()),
		sectionOf('A delivery that has started', await toldOfStarted()),
		sectionOf('Webhook Signature > Verify', Object.fromEntries(reasons) as Told),
		sectionOf('Public Keys', toldOfKeys()),
		sectionOf('Publishing', await toldOfPublishing()),
	].join('\n');

	expectSavedText(sentences, path.join(__dirname, FILE));
});
