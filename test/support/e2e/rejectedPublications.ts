import type { INodeParameters } from 'n8n-workflow';
import { generateKeyPairSync } from 'node:crypto';

import { connectOAuth2 } from '../../../runtime/oauthConnect';
import { freePorts } from '../../../runtime/ports';
import { LOCATION } from '../harness';
import type { Harness } from '../harness';
import { credentialLike } from './credentials';
import type { NodeCredentials } from './credentials';

/** A Platform Trigger that cannot be published. */
export interface RefusedPublication {
	/** A part of what the person reads. */
	says: string;
	/** Where they differ from a trigger that can. */
	parameters: INodeParameters;
	credentials?: (harness: Harness) => Promise<NodeCredentials>;
}

const byToken = { authentication: 'accessToken' };

/** A private token's credential with some fields changed. */
const token = (change: Record<string, string>) => async (harness: Harness) =>
	await credentialLike(harness, 'accessToken', change);

/** An OAuth2 credential that was narrowed, or connected for the whole agency. */
const connection = (choice: string, change: Record<string, string> = {}) => async (harness: Harness) => {
	const credentials = await credentialLike(harness, 'oAuth2', change);
	await connectOAuth2(harness.api, String(credentials.platformOAuth2Api.id), { choice });
	return credentials;
};

const rsaKey = async (harness: Harness) => {
	const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
	const publicKeys = publicKey.export({ format: 'pem', type: 'spki' }) as string;
	return await credentialLike(harness, 'webhook', { publicKeys });
};

/** By what is wrong with them. */
export const REFUSED_PUBLICATIONS: Record<string, RefusedPublication> = {
	'when the token may not read webhooks': {
		says: "the scope 'webhooks.readonly' is missing",
		parameters: byToken,
		credentials: token({ accessToken: 'pit-harbor-readonly' }),
	},
	'when the connection may not create webhooks': {
		says: "the scope 'webhooks.write' is missing",
		parameters: {},
		credentials: connection(LOCATION, { scope: 'webhooks.readonly' }),
	},
	"with another location's token": {
		says: "The credential cannot use the webhooks of the location 'loc-harbor'",
		parameters: byToken,
		credentials: token({ accessToken: 'pit-summit' }),
	},
	'with a connection to the agency, which has no webhooks': {
		says: 'belongs to no location',
		parameters: {},
		credentials: connection('agency'),
	},
	'with a credential that was never connected': {
		says: 'The credential has not been connected to an account yet',
		parameters: {},
		credentials: async (harness) => await credentialLike(harness, 'oAuth2'),
	},
	'with a key that can verify nothing': {
		says: 'contains no usable key, so no event can be verified',
		parameters: {},
		credentials: rsaKey,
	},
	'with such a key also when registered by hand': {
		says: 'contains no usable key, so no event can be verified',
		parameters: { registration: 'manual' },
		credentials: rsaKey,
	},
	'for the event that goes to the notification URL only': {
		says: "'app.deleted' cannot be registered automatically",
		parameters: { events: ['app.deleted'] },
	},
	'for no event at all': {
		says: "No event is selected in 'Events'",
		parameters: { events: [] },
	},
	'when nobody answers at the address of the platform': {
		says: 'could not be reached',
		parameters: byToken,
		credentials: async (harness) => {
			const [port] = await freePorts(1);
			return await token({ platformUrl: `http://127.0.0.1:${port}` })(harness);
		},
	},
	'when a platform elsewhere could not reach this n8n': {
		says: 'The platform cannot reach this n8n',
		parameters: byToken,
		credentials: token({ platformUrl: 'https://api.example.invalid' }),
	},
};
