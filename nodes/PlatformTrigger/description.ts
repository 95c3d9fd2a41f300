import type { INodeProperties } from 'n8n-workflow';
import { APP_UNINSTALLED } from './events';

/** The trigger's parameters, in the order in which a person fills them in. */
export const triggerProperties: INodeProperties[] = [
	{
		displayName: 'Registration',
		name: 'registration',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'Publishing the workflow registers the events on the platform',
			},
			{
				name: 'Manual',
				value: 'manual',
				description:
					"You enter this node's production URL on the platform, for example as the notification URL of an app",
			},
		],
		default: 'automatic',
		description: 'How the platform learns where to send the events',
	},
	{
		displayName:
			"The platform's API cannot remove a registration, so unpublishing the workflow leaves it. If you no longer want the events, remove it in the platform's webhook settings. Publishing again uses it again. Listening for a test event registers nothing; see the option 'Register Test URL'.",
		name: 'automaticNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { registration: ['automatic'] } },
	},
	{
		displayName:
			"Copy the production URL under 'Webhook URLs' above and enter it in the platform's webhook settings, or as the notification URL of your app. To listen for a test event, send to the test URL instead.",
		name: 'manualNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { registration: ['manual'] } },
	},
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
		description: 'How to sign in to the platform for registering the events',
		// Not `show`, for the reason given at the node's credentials.
		displayOptions: { hide: { registration: ['manual'] } },
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		noDataExpression: true,
		options: [
			{
				name: 'App Uninstalled',
				value: APP_UNINSTALLED,
				description: "Sent to the app's notification URL when a user uninstalls the app",
			},
			{ name: 'Appointment Created', value: 'AppointmentCreate' },
			{ name: 'Contact Created', value: 'ContactCreate' },
			{ name: 'Contact Updated', value: 'ContactUpdate' },
			{ name: 'Form Submitted', value: 'FormSubmitted' },
			{ name: 'Opportunity Created', value: 'OpportunityCreate' },
		],
		default: ['ContactCreate'],
		description: 'The events that start the workflow; all others are answered and ignored',
	},
	{
		displayName:
			"The platform sends 'App Uninstalled' only to the notification URL of the app. Set 'Registration' to 'Manual' and enter the production URL there.",
		name: 'notificationUrlNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { registration: ['automatic'], events: [APP_UNINSTALLED] } },
	},
	{
		displayName: 'Additional Event Names',
		name: 'additionalEvents',
		type: 'string',
		noDataExpression: true,
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Event Name' },
		default: [],
		placeholder: 'e.g. ContactDelete',
		description:
			"Names of further event types, as the platform writes them in the payload's field 'type'",
	},
	{
		// With it, and version 1, n8n hands on the body unread: a signature is made over its bytes.
		displayName: 'Options',
		name: 'options',
		type: 'hidden',
		default: { binaryData: true },
	},
	{
		displayName: 'Options',
		name: 'settings',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Deduplicate',
				name: 'deduplicate',
				type: 'boolean',
				default: true,
				description:
					'Whether a repeated delivery of the same event is answered without starting the workflow again. The platform repeats deliveries that were slow or not answered.',
			},
			{
				displayName: 'Event ID Field',
				name: 'eventIdField',
				type: 'string',
				default: '',
				placeholder: 'e.g. webhookEventId',
				description:
					"Field of the payload that holds the unique ID of the event; use dots for nested fields. Leave empty to compare whole payloads. Do not use the ID of a contact or an appointment, such as 'contactId': later events about the same one would be dropped.",
			},
			{
				displayName: 'Register Test URL',
				name: 'registerTestUrl',
				type: 'boolean',
				default: false,
				description:
					'Whether listening for a test event registers the test URL on the platform. It stays registered, and deliveries to it are refused while nobody listens, until you remove it there.',
				displayOptions: { show: { '/registration': ['automatic'] } },
			},
			{
				displayName: 'Remember Events for (Hours)',
				name: 'retentionHours',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 720 },
				default: 72,
				description:
					'How long a repeat of an event is recognised. The 5,000 latest events survive a restart of n8n.',
			},
		],
	},
];
