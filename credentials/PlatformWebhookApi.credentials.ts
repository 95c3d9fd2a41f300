import type { ICredentialType, INodeProperties } from 'n8n-workflow';

export class PlatformWebhookApi implements ICredentialType {
	name = 'platformWebhookApi';

	displayName = 'Platform Webhook API';

	documentationUrl =
		'https://github.com/n8n-nodes-crm-platform/n8n-nodes-crm-platform#platform-webhook-api';

	icon = {
		light: 'file:icons/webhook.svg',
		dark: 'file:icons/webhook.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Public Keys',
			name: 'publicKeys',
			type: 'string',
			// Not secret, and a person who rotates keys wants to see which ones are here.
			typeOptions: { rows: 6 },
			default: '',
			required: true,
			placeholder: 'e.g. -----BEGIN PUBLIC KEY-----',
			description:
				"The platform's public key (Ed25519, PEM), from its webhook settings. To rotate keys, paste the new one below the old one. Both are accepted.",
		},
	];
}
