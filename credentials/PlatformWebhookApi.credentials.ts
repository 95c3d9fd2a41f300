import { text } from '../nodes/fields/valueKinds';
import type { ICredentialType, INodeProperties } from 'n8n-workflow';

import { fieldOf } from '../nodes/fields/parameters';
import type { DialectName } from '../nodes/platformApi/dialect';
import { apiField } from './PlatformTokenApi.credentials';

export class PlatformWebhookApi implements ICredentialType {
	name = 'platformWebhookApi';
	// n8n's list of credentials is searched by this name alone.
	displayName = 'CRM Platform (GoHighLevel) Webhook API';
	documentationUrl =
		'https://github.com/n8n-nodes-crm-platform/n8n-nodes-crm-platform/blob/main/docs/credentials.md#crm-platform-gohighlevel-webhook-api';
	icon = { light: 'file:icons/webhook.svg', dark: 'file:icons/webhook.dark.svg' } as const;

	properties: INodeProperties[] = [
		{ ...apiField, description: 'The platform that signs the events' },
		fieldOf(text, {
			displayName: 'Public Keys',
			name: 'publicKeys',
			type: 'string',
			default: '',
			placeholder: 'e.g. -----BEGIN PUBLIC KEY-----',
			description:
				"The platform's public key (Ed25519, PEM), from its webhook settings. To rotate keys, paste the new one below the old one. Both are accepted.",
			// Not secret, and a person who rotates keys wants to see which ones are here.
			typeOptions: { rows: 6 },
			required: true,
			displayOptions: { show: { api: ['contract' satisfies DialectName] } },
		}),
		fieldOf(text, {
			displayName: 'Public Keys',
			name: 'publicKeys',
			type: 'string',
			default: '',
			placeholder: 'e.g. -----BEGIN PUBLIC KEY-----',
			description:
				'Only needed if HighLevel rotates its key: paste the old and the new one (Ed25519, PEM). Both are accepted.',
			hint: 'Leave empty to use the key that HighLevel has published',
			typeOptions: { rows: 3 },
			displayOptions: { show: { api: ['highLevel' satisfies DialectName] } },
		}),
		fieldOf(text, {
			displayName: 'Location IDs',
			name: 'locationIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. ve9EPM428h8vShlRW1KT',
			description:
				"Your locations, separated by commas or lines, if events of others are to be ignored. Leave it empty otherwise: the key is your account's.",
			typeOptions: { rows: 2 },
			displayOptions: { show: { api: ['contract' satisfies DialectName] } },
		}),
		fieldOf(text, {
			displayName: 'Location IDs',
			name: 'locationIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. ve9EPM428h8vShlRW1KT',
			description:
				"Your locations (sub-accounts), separated by commas or lines. HighLevel signs the events of everybody's accounts with one key, so events of other locations are ignored.",
			typeOptions: { rows: 2 },
			required: true,
			displayOptions: { show: { api: ['highLevel' satisfies DialectName] } },
		}),
	];
}
