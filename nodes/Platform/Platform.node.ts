import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { routeItems } from '../shared/router';
import { concurrencyOf } from './concurrency';
import {
	searchCalendars,
	searchLocations,
	searchSlots,
	searchTimeZones,
	searchWebhooks,
} from './listSearch';
import {
	accessToken,
	appointment,
	calendar,
	installedLocation,
	operations,
	webhook,
	webhookSignature,
} from './resources';

export class Platform implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Platform',
		name: 'platform',
		icon: { light: 'file:platform.svg', dark: 'file:platform.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Find free slots, book, reschedule and cancel appointments, and manage webhooks on the CRM platform',
		defaults: { name: 'Platform' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// Executions never show the token, also where a workflow asks for it in its output.
		sensitiveOutputFields: ['accessToken'],
		builderHint: {
			searchHint:
				'Calendars, free slots and appointments of the CRM platform. To start a workflow on its events use the Platform Trigger, for questions about the platform itself the Knowledge node.',
		},
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
				displayOptions: {
					show: { authentication: ['accessToken'] },
					hide: { resource: ['webhookSignature'] },
				},
			},
		],
		properties: [
			{
				displayName: 'Authentication',
				name: 'authentication',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'OAuth2', value: 'oAuth2' },
					{ name: 'Private Integration Token', value: 'accessToken' },
				],
				default: 'oAuth2',
				displayOptions: { hide: { resource: ['webhookSignature'] } },
			},
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Access Token', value: 'accessToken' },
					{ name: 'Appointment', value: 'appointment' },
					{ name: 'Calendar', value: 'calendar' },
					{ name: 'Installed Location', value: 'installedLocation' },
					{ name: 'Webhook', value: 'webhook' },
					{ name: 'Webhook Signature', value: 'webhookSignature' },
				],
				default: 'appointment',
			},
			...accessToken.description,
			...appointment.description,
			...calendar.description,
			...installedLocation.description,
			...webhook.description,
			...webhookSignature.description,
		],
	};

	methods = {
		listSearch: {
			searchCalendars,
			searchLocations,
			searchSlots,
			searchTimeZones,
			searchWebhooks,
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await routeItems.call(this, operations, { concurrency: concurrencyOf });
	}
}
