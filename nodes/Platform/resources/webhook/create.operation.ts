import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { resolveLocationId } from '../../../shared/location';
import { pathSegment } from '../../../shared/pathSegment';
import { readId, readOptionalObject } from '../../../shared/read';
import type { Operation } from '../../../shared/router';
import { platformRequest } from '../../../shared/transport';
import { locationField } from '../../fields/location';
import { optionalText, requiredText } from '../../parameters';

/** Contract: Events; "the full list of event types: not shown", so others can be named by hand. */
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

const properties: INodeProperties[] = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['create'] } },
	[
		{
			displayName:
				'The platform has no endpoint that deletes a webhook: remove it in the webhook settings of the account.',
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
			description: 'What the webhook is called in the settings of the account',
		},
		{
			displayName: URL_FIELD.label,
			name: URL_FIELD.name,
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://n8n.example.com/webhook/contacts',
			description: 'Where the platform sends the events; it must be able to reach this address',
		},
		{
			displayName: 'Events',
			name: 'actions',
			type: 'multiOptions',
			options: [...EVENT_TYPES],
			default: [],
			description: 'Events that the platform sends to the URL',
		},
		{
			displayName: 'Additional Event Names',
			name: 'otherActions',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Event Name' },
			default: [],
			placeholder: 'e.g. InvoicePaid',
			description: 'Names of further event types, spelled as the platform spells them',
		},
	],
);

function names(value: unknown): string[] {
	const parts: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(',');
	return parts.map((part) => String(part).trim()).filter((part) => part !== '');
}

function readActions(this: IExecuteFunctions, itemIndex: number): string[] {
	const chosen = names(this.getNodeParameter('actions', itemIndex, []));
	const others = names(this.getNodeParameter('otherActions', itemIndex, []));
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
		description: 'Nothing was sent. Give the whole address, beginning with https://',
		itemIndex,
	});
}

/** Contract: POST /locations/{locationId}/customWebhooks. */
async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const webhook = {
		name: requiredText.call(this, NAME, itemIndex),
		url: readUrl.call(this, itemIndex),
		actions: readActions.call(this, itemIndex),
	};
	const locationId = await resolveLocationId.call(this, {
		locationId: optionalText.call(this, 'locationId', itemIndex),
		itemIndex,
	});
	const body = await platformRequest.call(this, {
		method: 'POST',
		path: `/locations/${pathSegment(locationId, 'Location')}/customWebhooks`,
		body: webhook,
		scope: 'webhooks.write',
		howToCheck:
			"List the webhooks with Webhook > Get Many before you create it again: two with the same URL would deliver each event twice.",
		itemIndex,
	});
	const record = readOptionalObject(body, 'webhook', 'customWebhook');
	return { id: readId(record) ?? null, locationId, ...webhook };
}

export const create: Operation = { properties, execute };
