import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { readId } from '../../../http/body';
import type { Operation, Run } from '../../../items/operation';
import type { PlatformClient } from '../../../platformApi/client';
import { createCustomWebhook } from '../../../platformApi/customWebhooks';
import { resolveLocation } from '../../../platformApi/location';
import { locationField } from '../../fields/location';
import { optionalText, requiredText } from '../../parameters';

/** The full list of event types is not documented, so others can be named by hand. */
const EVENT_TYPES = [
	{
		name: 'Appointment Created',
		value: 'AppointmentCreate',
		description: 'An appointment is booked',
	},
	{ name: 'Contact Created', value: 'ContactCreate', description: 'A contact is created' },
	{ name: 'Contact Updated', value: 'ContactUpdate', description: 'A contact is updated' },
	{ name: 'Form Submitted', value: 'FormSubmitted', description: 'A form is submitted' },
	{
		name: 'Opportunity Created',
		value: 'OpportunityCreate',
		description: 'An opportunity is created',
	},
] as const;

const NAME = { name: 'name', label: 'Name' };
const URL_FIELD = { name: 'url', label: 'URL' };

/** Of a list, or of a text with commas, which a list becomes here. */
function names(value: unknown): string[] {
	const parts = String(value ?? '').split(',');
	return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function readActions(this: IExecuteFunctions, itemIndex: number): string[] {
	const chosen = names(this.getNodeParameter('actions', itemIndex, ''));
	const others = names(this.getNodeParameter('otherActions', itemIndex, ''));
	const actions = [...new Set([...chosen, ...others])];
	if (actions.length > 0) return actions;
	throw new NodeOperationError(this.getNode(), "'Events' is empty", {
		description: "Nothing was sent. Choose at least one event, or add one under 'Additional Event Names'.",
		itemIndex,
	});
}

function readUrl(this: IExecuteFunctions, itemIndex: number): string {
	const url = requiredText.call(this, URL_FIELD, itemIndex);
	if (/^https?:\/\/[^\s/]/i.test(url) && URL.canParse(url)) return url;
	throw new NodeOperationError(this.getNode(), `'URL' is not a web address: '${url}'`, {
		description: 'Nothing was sent. Enter the whole address, beginning with https://',
		itemIndex,
	});
}

async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
	{ api: client }: Run<PlatformClient>,
): Promise<IDataObject> {
	const webhook = {
		name: requiredText.call(this, NAME, itemIndex),
		url: readUrl.call(this, itemIndex),
		actions: readActions.call(this, itemIndex),
	};
	const locationId = await resolveLocation(client, optionalText.call(this, 'locationId', itemIndex));
	const record = await createCustomWebhook(client, locationId, webhook);
	return { id: readId(record) ?? null, locationId, ...webhook };
}

export const create: Operation<PlatformClient> = {
	option: {
		name: 'Create',
		description: 'Register a URL to which the platform sends events',
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
		{
			displayName: NAME.label,
			name: NAME.name,
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. New contacts to n8n',
			description: "Name of the webhook in the account's settings",
		},
		{
			displayName: URL_FIELD.label,
			name: URL_FIELD.name,
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://n8n.example.com/webhook/contacts',
			description: 'Address to send the events to. The platform must be able to reach it.',
		},
		{
			displayName: 'Events',
			name: 'actions',
			type: 'multiOptions',
			options: [...EVENT_TYPES],
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
