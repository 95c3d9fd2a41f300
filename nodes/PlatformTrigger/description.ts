import type { INodeProperties } from 'n8n-workflow';
import { authenticationField } from '../fields/account';
import { APP_UNINSTALLED, EVENT_OPTIONS, EVENTS_TO_REMEMBER } from './parameters';

const LABELS = JSON.stringify(
	Object.fromEntries(EVENT_OPTIONS.map(({ name, value }) => [value, name])),
);

/** The labels of the selected events. */
export const SUBTITLE = `={{ [...$parameter["events"].map((event) => (${LABELS})[event] ?? event), ...$parameter["additionalEvents"]].join(", ") }}`;

/** n8n evaluates it in the editor and in each execution; `startExecution` is the other half. */
export const OUTPUTS =
	'={{ $parameter["settings"]["outputPerEvent"] ? [...new Set([...$parameter["events"], ...$parameter["additionalEvents"].map((name) => name.trim()).filter((name) => name)])].map((name) => ({ type: "main", displayName: name })) : ["main"] }}';

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
			"Publishing registers the events, which stay registered until you remove them in the platform's webhook settings. <b>Execute step</b> receives nothing unless the platform knows the test URL: enter it in those settings, or turn on 'Register Test URL'.",
		name: 'automaticNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { registration: ['automatic'] } },
	},
	{
		displayName:
			"Copy the production URL under 'Webhook URLs' above and enter it in the platform's webhook settings, or as the notification URL of your app. <b>Execute step</b> receives nothing unless the platform knows the test URL: enter that one as well while you test.",
		name: 'manualNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { registration: ['manual'] } },
	},
	{
		...authenticationField,
		description: 'How to sign in to the platform to register the events',
		// Not `show`, for the reason given at the node's credentials.
		displayOptions: { hide: { registration: ['manual'] } },
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		noDataExpression: true,
		options: EVENT_OPTIONS,
		default: ['ContactCreate'],
		description: 'The events that start the workflow. All others are ignored.',
	},
	{
		displayName:
			"The platform sends 'App Uninstalled' only to the app's notification URL, so publishing registers the other events only. Enter the production URL under 'Webhook URLs' above as that notification URL.",
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
			"Other event types, spelled as in the payload's 'type' field",
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
		// In view from the start: without it, or an entry on the platform, listening is in vain.
		default: { registerTestUrl: false },
		options: [
			{
				displayName: 'Accept Other Locations',
				name: 'acceptOtherLocations',
				type: 'boolean',
				default: false,
				description:
					"Whether events that name a location other than the credential's start the workflow. Otherwise, they are ignored and logged.",
				displayOptions: { show: { '/registration': ['automatic'] } },
			},
			{
				displayName: 'Deduplicate',
				name: 'deduplicate',
				type: 'boolean',
				default: true,
				description:
					'Whether to ignore repeated deliveries of the same event. The platform retries deliveries that failed or were slow.',
			},
			{
				displayName: 'Event ID Field',
				name: 'eventIdField',
				type: 'string',
				noDataExpression: true,
				default: '',
				placeholder: 'e.g. webhookEventId',
				description:
					"Payload field with the event's unique ID, with dots for nested fields. Leave empty to compare whole payloads. With the ID of a contact or appointment, later events would be dropped as repeats.",
			},
			{
				displayName: 'Events to Remember',
				name: 'eventsToRemember',
				type: 'number',
				noDataExpression: true,
				typeOptions: {
					minValue: EVENTS_TO_REMEMBER.minimum,
					maxValue: EVENTS_TO_REMEMBER.maximum,
				},
				default: 5_000,
				description:
					'How many recent events to recognize when they are repeated, even after a restart. The default covers 50 days at 100 events a day.',
			},
			{
				displayName: 'One Output per Event',
				name: 'outputPerEvent',
				type: 'boolean',
				default: false,
				description:
					"Whether each selected event has its own output, in the order of 'Events', then 'Additional Event Names'",
			},
			{
				displayName: 'Register Test URL',
				name: 'registerTestUrl',
				type: 'boolean',
				default: false,
				description:
					'Whether <b>Execute step</b> registers the test URL on the platform. That registration stays until you remove it in the webhook settings. While nobody listens, n8n refuses what is sent to it.',
				displayOptions: { show: { '/registration': ['automatic'] } },
			},
		],
	},
];
