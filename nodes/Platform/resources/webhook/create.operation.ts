import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { locationField, locationOf } from '../../../fields/account';
import { EVENT_TYPES } from '../../../fields/eventTypes';
import { refuserFor, requiredText } from '../../../fields/parameters';
import { readId } from '../../../http/body';
import type { PlatformClient } from '../../../platformApi/client';
import type { NewCustomWebhook } from '../../../platformApi/customWebhooks';
import { createCustomWebhook, listCustomWebhooks } from '../../../platformApi/customWebhooks';
import type { PlatformOperation, PlatformRun } from '../../operation';

const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. New contacts to n8n',
	description: "Name of the webhook in the account's settings",
};

const urlField: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://n8n.example.com/webhook/contacts',
	description: 'Address to send the events to. The platform must be able to reach it.',
};

/** Of a list, or of a text with commas, which a list becomes here. */
function names(value: unknown): string[] {
	const parts = String(value ?? '').split(',');
	return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function readActions(context: IExecuteFunctions, itemIndex: number): string[] {
	const chosen = names(context.getNodeParameter('actions', itemIndex, ''));
	const others = names(context.getNodeParameter('otherActions', itemIndex, ''));
	const actions = [...new Set([...chosen, ...others])];
	if (actions.length > 0) return actions;
	throw refuserFor(context, itemIndex)(
		"'Events' is empty",
		"Choose at least one event, or add one under 'Additional Event Names'.",
	);
}

function readUrl(context: IExecuteFunctions, itemIndex: number): string {
	const url = requiredText(context, urlField, itemIndex);
	if (/^https?:\/\/[^\s/]/i.test(url) && URL.canParse(url)) return url;
	throw refuserFor(context, itemIndex)(
		`'URL' is not a web address: '${url}'`,
		'Enter the whole address, beginning with https://',
	);
}

const PRIVATE_HOST = /^(localhost|.*\.(localhost|local|internal)|127\..*|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|\[::1\])$/;

/** What keeps a platform on the internet from sending events to the address. */
function warningAbout(url: string): string | undefined {
	const { hostname, pathname } = new URL(url);
	if (PRIVATE_HOST.test(hostname)) {
		return `A platform on the internet cannot reach ${hostname}. It needs a public address.`;
	}
	return pathname.includes('/webhook-test/')
		? "This is a test URL of n8n, which works only while the editor listens. Workflows run in production by their production URL."
		: undefined;
}

/** One with the same URL and events, which would send each event twice. */
async function existing(
	client: PlatformClient,
	locationId: string,
	{ url, actions }: NewCustomWebhook,
): Promise<IDataObject | undefined> {
	const events = (value: unknown) => [value].flat().map(String).sort().join();
	const webhooks = await listCustomWebhooks(client, locationId).catch((error: unknown) => {
		// The scope to create does not include the one to list.
		if (error instanceof NodeApiError && error.httpCode === '403') return [];
		throw error;
	});
	return webhooks.find(
		(record) =>
			URL.canParse(String(record.url)) &&
			new URL(String(record.url)).href === new URL(url).href &&
			events(record.actions) === events(actions),
	);
}

async function execute(
	context: IExecuteFunctions,
	itemIndex: number,
	{ api: client }: PlatformRun,
): Promise<IDataObject> {
	const webhook = {
		name: requiredText(context, nameField, itemIndex),
		url: readUrl(context, itemIndex),
		actions: readActions(context, itemIndex),
	};
	const locationId = await locationOf(context, client, itemIndex);
	const found = await existing(client, locationId, webhook);
	const record = found ?? (await createCustomWebhook(client, locationId, webhook));
	const warning = warningAbout(webhook.url);
	if (warning !== undefined) context.addExecutionHints({ message: warning, location: 'outputPane' });
	return { created: !found, id: readId(record) ?? null, locationId, ...webhook };
}

export const create: PlatformOperation = {
	option: {
		name: 'Create',
		description: 'Register a URL to which the platform sends events. Returns an existing webhook with the same URL and events.',
		action: 'Create a webhook',
		builderHint: {
			propertyHint:
				'To start a workflow on events, use CRM Platform Trigger instead: it registers itself and verifies signatures.',
		},
	},
	properties: [
		{
			displayName:
				"The platform documents no API call that deletes a webhook. Remove it in the account's webhook settings.",
			name: 'noDeletionNotice',
			type: 'notice',
			default: '',
		},
		locationField,
		nameField,
		urlField,
		{
			displayName: 'Events',
			name: 'actions',
			type: 'multiOptions',
			options: EVENT_TYPES,
			default: [],
			description: 'Events to send to the URL',
		},
		{
			displayName: 'Additional Event Names',
			name: 'otherActions',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Event Name' },
			default: [],
			placeholder: 'e.g. InvoicePaid',
			description: 'Other event types, spelled as on the platform',
		},
	],
	execute,
};
