import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import {
	authenticationField,
	authenticationOf,
	searchCalendars,
	searchLocations,
} from '../fields/accountFields';
import { searchTimeZones } from '../fields/timeZoneField';
import { resourceFields, subtitleOf } from '../items/operation';
import { routeItems } from '../items/router';
import { PlatformClient } from '../platformApi/client';
import { testPlatformToken } from '../platformApi/credentialTest';
import { getCustomFields, getOpportunityFields } from './customFieldMapper';
import { getTags, listSearch } from './listSearch';
import { resources } from './resources';
import { contactWebhooks, respondToContact } from './contactReply/respondToContact';

export class Platform implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'CRM Platform',
		name: 'platform',
		icon: { light: 'file:platform.svg', dark: 'file:platform.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description:
			'Find free slots, book, reschedule and cancel appointments. With HighLevel, also contacts, opportunities, tasks, notes and messages.',
		defaults: { name: 'CRM Platform' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// n8n's redaction of executions is to hide the token, but n8n 2.41.1 does not read this yet.
		sensitiveOutputFields: ['accessToken'],
		builderHint: {
			searchHint:
				'Calendars, free slots and appointments of the CRM platform, and contacts, opportunities, tasks and messages of HighLevel. To start a workflow on its events, use CRM Platform Trigger. For questions about the platform itself, use CRM Platform Knowledge.',
		},
		webhooks: contactWebhooks,
		waitingNodeTooltip:
			'=The page for the contact is at <a href="{{ $execution.resumeUrl }}" target="_blank">{{ $execution.resumeUrl }}</a>',
		credentials: [
			{
				name: 'platformOAuth2Api',
				required: true,
				displayOptions: {
					show: { authentication: ['oAuth2'] },
					hide: { resource: ['webhookSignature'] },
				},
			},
			{
				name: 'platformTokenApi',
				required: true,
				testedBy: 'testPlatformToken',
				displayOptions: {
					show: { authentication: ['accessToken'] },
					hide: { resource: ['webhookSignature'] },
				},
			},
		],
		properties: [
			{ ...authenticationField, displayOptions: { hide: { resource: ['webhookSignature'] } } },
			...resourceFields(resources),
		],
	};

	methods = {
		credentialTest: { testPlatformToken },
		listSearch: { ...listSearch, searchCalendars, searchLocations, searchTimeZones },
		loadOptions: { getTags },
		resourceMapping: { getCustomFields, getOpportunityFields },
	};

	webhook = respondToContact;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await routeItems(this, resources, new PlatformClient(this, authenticationOf(this)));
	}
}
