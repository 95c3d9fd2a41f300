import type { INodeProperties } from 'n8n-workflow';
import { authenticationField } from '../fields/account';
import { noticeField, optionsField } from '../fields/parameters';
import { APP_UNINSTALLED } from '../platformApi/deliveries';
import { EVENT_OPTIONS, EVENTS, REGISTER_TEST_URL, REGISTRATION, SETTINGS, settingFields } from './parameters';

const LABELS = JSON.stringify(Object.fromEntries(EVENT_OPTIONS.map(({ name, value }) => [value, name])));

export const SUBTITLE = `={{ [...$parameter["events"].map((event) => (${LABELS})[event] ?? event), ...($parameter["settings"]["additionalEvents"] ?? [])].join(", ") }}`;

/** n8n evaluates it in the editor and in each execution; `startExecution` fills these outputs. */
export const OUTPUTS =
	'={{ $parameter["settings"]["outputPerEvent"] ? [...new Set([...$parameter["events"], ...($parameter["settings"]["additionalEvents"] ?? []).map((name) => name.trim()).filter((name) => name)])].map((name) => ({ type: "main", displayName: name })) : ["main"] }}';

export const triggerProperties: INodeProperties[] = [
	REGISTRATION,
	noticeField(
		"Publishing registers the events, which stay registered until you remove them in the platform's webhook settings. <b>Execute step</b> is gray without a 'Signing Key', and receives nothing unless the platform knows the test URL: enter it in those settings, or turn on 'Register Test URL'.",
		'automaticNotice',
		{ displayOptions: { show: { registration: ['automatic'] } } },
	),
	REGISTER_TEST_URL,
	noticeField(
		"Copy the production URL under 'Webhook URLs' above and enter it in the platform's webhook settings, or as the notification URL of your app. <b>Execute step</b> is gray without a 'Signing Key', and receives nothing unless the platform knows the test URL: enter that one as well while you test.",
		'manualNotice',
		{ displayOptions: { show: { registration: ['manual'] } } },
	),
	{
		...authenticationField,
		description: 'How to sign in to the platform to register the events',
		// Not `show`, for the reason given at the node's credentials.
		displayOptions: { hide: { registration: ['manual'] } },
	},
	EVENTS,
	noticeField(
		"The platform sends 'App Uninstalled' only to the app's notification URL, so publishing registers the other events only. Enter the production URL under 'Webhook URLs' above as that notification URL.",
		'notificationUrlNotice',
		{ displayOptions: { show: { registration: ['automatic'], events: [APP_UNINSTALLED] } } },
	),
	{
		// With this and version 1, n8n hands on the body unread: a signature is made over its bytes.
		displayName: 'Options',
		name: 'options',
		type: 'hidden',
		default: { binaryData: true },
	},
	{ ...optionsField(...settingFields), ...SETTINGS },
];
