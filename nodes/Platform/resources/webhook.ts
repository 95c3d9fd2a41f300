import { type IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { eventNames, id, text, webAddress } from '../../fields/valueKinds';
import { fieldOf, type Fields } from '../../fields/parameters';
import { readId } from '../../http/body';
import type { PlatformClient } from '../../platformApi/client';
import { APP_UNINSTALLED, eventOptionsOf, misspelledEvent } from '../../platformApi/events';
import { CHOICES, choicesOf } from '../../platformApi/pickLists';
import {
	areSameEvents,
	createCustomWebhook,
	findWebhooksAt,
	listCustomWebhooks,
	type NewCustomWebhook,
	readCustomWebhook,
} from '../../platformApi/webhooks';
import { operation } from '../platformOperation';
import { addRemarks } from '../addRemarks';
import { textOfDifferences } from '../compareWithRecord';
import { resourceOf } from '../rows/resourceOf';

const nameField = fieldOf(text, {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. New contacts to n8n',
	description: "Name of the webhook in the platform's settings",
	required: true,
});

const urlField = fieldOf(webAddress, {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/contacts',
	description: 'Address to send the events to. The platform must be able to reach it.',
	required: true,
});

const EVENTS = fieldOf(eventNames, {
	displayName: 'Events',
	name: 'actions',
	type: 'multiOptions',
	// The contract's form alone registers webhooks, and sends that event to another address.
	options: eventOptionsOf('contract').filter(({ value }) => value !== APP_UNINSTALLED),
	default: [],
	description: 'Events to send to the URL',
});

const MORE_EVENTS = fieldOf(eventNames, {
	displayName: 'Additional Event Names',
	name: 'additionalEvents',
	type: 'string',
	placeholder: 'e.g. InvoicePaid',
	description: 'Other event types, spelled as on the platform',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Event Name' },
	default: [],
});

function readActions({ read, refuse }: Fields): string[] {
	const named = [EVENTS, MORE_EVENTS].flatMap((field) => read(field) ?? []);
	for (const name of named) {
		const meant = misspelledEvent(name, eventOptionsOf('contract'));
		if (meant)
			throw refuse(
				`'${name}' is not the name of an event`,
				`The platform calls it '${meant.value}'.`,
			);
	}
	if (named.length > 0) return [...new Set(named)];
	throw refuse(
		"'Events' is empty",
		"Choose at least one event, or add one under 'Additional Event Names'.",
	);
}

/** What the location has registered for a URL and events. */
interface ExistingWebhook {
	/** The record of the webhook with the same URL and events, where one sends them: a second one would send each event twice. */
	record?: IDataObject;
	/** True where another one may not have been listed, or does not show its URL or events. */
	mayBeIncomplete: boolean;
}

async function findExisting(
	client: PlatformClient,
	locationId: string,
	{ url, actions }: NewCustomWebhook,
): Promise<ExistingWebhook> {
	const list = await listCustomWebhooks(client, locationId).catch((error: unknown) => {
		// The scope to create does not include the one to list.
		if (!(error instanceof NodeApiError && error.httpCode === '403')) throw error;
		return { webhooks: [], isPartial: true };
	});
	const same = findWebhooksAt(url, list).find(
		(webhook) => !webhook.isDisabled && areSameEvents(webhook.events, actions),
	);
	const isHidden = list.webhooks.some((webhook) => !webhook.url || webhook.events.length === 0);
	return { record: same?.record, mayBeIncomplete: list.isPartial || isHidden };
}

const LABELS = { locationId: 'Location', name: 'Name', url: 'URL', actions: 'Events' };

/** The fields of a record that have a label. */
function labeledFields(record: IDataObject): IDataObject {
	const fields: IDataObject = {};
	for (const name of Object.keys(LABELS)) {
		if (record[name] !== undefined) fields[name] = record[name];
	}
	return fields;
}

const create = operation({
	name: 'Create',
	right: 'writeWebhooks',
	rights: ['readWebhooks', 'writeWebhooks'],
	description:
		'Register a URL for events, or return the webhook that has this URL and these events.',
	hint: 'To start a workflow on events, use CRM Platform Trigger instead: it registers itself and verifies signatures.',
	properties: [
		{
			displayName: "No operation deletes a webhook. Remove it in the platform's webhook settings.",
			name: 'noDeletionNotice',
			type: 'notice',
			default: '',
		},
		nameField,
		urlField,
		EVENTS,
		MORE_EVENTS,
	],
	async execute(call) {
		const { client, required } = call;
		const webhook = {
			name: required(nameField),
			url: required(urlField),
			actions: readActions(call),
		};
		const locationId = await call.locationId();
		const existing = await findExisting(client, locationId, webhook);
		const isNew = existing.record === undefined;
		const record = existing.record ?? (await createCustomWebhook(client, locationId, webhook));
		// The response to a new one need not repeat what was sent.
		const sent: Partial<NewCustomWebhook> = isNew ? webhook : {};
		const expected = { locationId, ...sent };
		const item: IDataObject = {
			created: isNew,
			id: readId(record) ?? null,
			locationId,
			name: null,
			...sent,
			...labeledFields(record),
		};
		return addRemarks(call, item, [
			textOfDifferences(expected, record, LABELS),
			readCustomWebhook(record).isDisabled &&
				'It is disabled there, and sends nothing until it is enabled.',
			existing.mayBeIncomplete &&
				isNew &&
				'Not all webhooks could be compared. If one of them has this URL and these events, too, each event arrives twice.',
		]);
	},
});

const webhookField = fieldOf(id, {
	displayName: 'Webhook',
	name: 'webhookId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The webhook to get',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. New contacts to n8n',
			typeOptions: { searchListMethod: 'searchWebhooks', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 5ef3a1b2c4d5e6f708192a3b',
		},
	],
	required: true,
});

/** The platform shows no endpoint for one. */
const get = operation({
	name: 'Get',
	right: 'readWebhooks',
	description: 'Get one webhook of the location',
	hint: 'Needs the ID of a webhook, as Get Many returns it.',
	properties: [webhookField],
	isRead: true,
	async execute(call) {
		const { client, itemIndex, node, required } = call;
		const webhookId = required(webhookField);
		const locationId = await call.locationId();
		const webhooks = await choicesOf(client, 'webhookId', locationId);
		const found = webhooks.find((record) => readId(record) === webhookId);
		if (found) return found;
		throw new NodeOperationError(
			node,
			`The platform lists no webhook '${webhookId}' of the location '${locationId}'`,
			{
				description:
					"Choose a 'Webhook' from the list. Where the platform lists only some of them, see the others with API Request.",
				itemIndex,
			},
		);
	},
});

export const webhook = resourceOf(
	'Webhook',
	{ keepsId: true },
	{
		getAll: {
			name: 'Get Many',
			description: 'Get the webhooks of the location',
			action: 'Get many webhooks',
			hint: 'Returns one item per registered webhook. Not needed before Create, which returns an existing webhook with the same URL and events.',
			...CHOICES.webhookId,
			fields: [],
			nothing: 'The location has no webhooks.',
		},
	},
	{ create, get },
);
