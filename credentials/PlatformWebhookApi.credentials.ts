import { text } from '../nodes/fields/kinds';
import type { ICredentialType, INodeProperties } from 'n8n-workflow';

import { fieldOf } from '../nodes/fields/parameters';
import { apiField } from './PlatformTokenApi.credentials';

export class PlatformWebhookApi implements ICredentialType {
	name = 'platformWebhookApi';
	displayName = 'Platform Webhook API';
	documentationUrl =
		'https://github.com/n8n-nodes-crm-platform/n8n-nodes-crm-platform/blob/main/docs/credentials.md#platform-webhook-api';
	icon = { light: 'file:icons/webhook.svg', dark: 'file:icons/webhook.dark.svg' } as const;

	properties: INodeProperties[] = [
		{
			...apiField,
			description:
				"Whose keys these are: those of your account on the platform, or HighLevel's. The key that HighLevel has published is recognized.",
		},
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
		}),
		fieldOf(text, {
			displayName: 'Location IDs',
			name: 'locationIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. ve9EPM428h8vShlRW1KT',
			description:
				"Your locations, separated by commas or lines. Events of others are ignored. HighLevel needs them, because one key signs the events of all accounts there. Otherwise, leave it empty: the key is your account's.",
			typeOptions: { rows: 2 },
		}),
	];
}
