import type {
	IHookFunctions,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { authenticationField } from '../fields/accountFields';
import { optionsField } from '../fields/parameters';
import { testPlatformToken } from '../platformApi/credentialTest';
import { APP_UNINSTALLED, EVENT_OPTIONS } from '../platformApi/events';
import { startExecution } from './deduplicate/startExecution';
import {
	EVENT_ACTIONS,
	EVENTS,
	REGISTER_TEST_URL,
	REGISTRATION,
	SETTINGS,
	settingFields,
} from './triggerFields';
import { testPublicKeys } from './signingCredential';
import { receiveDelivery } from './receive/receiveDelivery';
import { logRemaining, register } from './register';

/** The labels of the events in 'Events', by value. */
const LABELS = JSON.stringify(
	Object.fromEntries(EVENT_OPTIONS.map(({ name, value }) => [value, name])),
);

/*
 * n8n evaluates the subtitle and the outputs itself, in the editor and in each execution. So they are expressions, which can
 * call nothing of ours. `readSettings` refuses what is no name of an event; they leave out what it leaves out.
 */

/** The entries of 'Events', then those of 'Additional Event Names', without those that were left empty or blank. */
const ENTRIES =
	'[$parameter["events"], $parameter["settings"]["additionalEvents"]].flat().map((event) => String(event ?? "").trim()).filter(Boolean)';

const SUBTITLE = `={{ ${ENTRIES}.map((event) => (${LABELS})[event] ?? event).join(", ") }}`;

const OUTPUT_OF_EACH_EVENT = `[...new Set(${ENTRIES})].map((event) => ({ type: "main", displayName: event }))`;

/** `startExecution` finds the output of an event by its name. */
const OUTPUTS = `={{ $parameter["settings"]["outputPerEvent"] ? ${OUTPUT_OF_EACH_EVENT} : ["main"] }}`;

const PROPERTIES: INodeProperties[] = [
	EVENT_ACTIONS,
	REGISTRATION,
	{
		displayName:
			"Publishing registers the events, which stay registered until you remove them in the platform's webhook settings.",
		name: 'automaticNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { registration: ['automatic'] } },
	},
	REGISTER_TEST_URL,
	{
		displayName:
			"Enter the production URL under 'Webhook URLs' above in the platform's webhook settings (with HighLevel, in the settings of your app), and while you test, the test URL, too.",
		name: 'manualNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { registration: ['manual'] } },
	},
	{
		...authenticationField,
		description: 'How to sign in to the platform to register the events',
		// The editor would move the parameters named in `show` into the credential's dialog.
		displayOptions: { hide: { registration: ['manual'] } },
	},
	EVENTS,
	{
		displayName: "A delivery that starts nothing makes no execution: n8n's log says why.",
		name: 'logNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName:
			"'App Uninstalled' is not registered: enter the production URL under 'Webhook URLs' above as the notification URL of your app.",
		name: 'notificationUrlNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { registration: ['automatic'], events: [APP_UNINSTALLED] } },
	},
	{
		// A signature is made over the bytes of the body, which n8n leaves unread with this and version 1.
		displayName: 'Options',
		name: 'options',
		type: 'hidden',
		default: { binaryData: true },
	},
	{ ...optionsField(...settingFields), ...SETTINGS },
];

const WHILE_BUILDING =
	"<b>While building your workflow</b>, choose a 'Signing Key', click the 'execute step' button, and have the platform send an event to the test URL: enter it in the platform's webhook settings, or turn on 'Register Test URL'.<br /><br />";

export class PlatformTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'CRM Platform Trigger',
		name: 'platformTrigger',
		icon: { light: 'file:platformTrigger.svg', dark: 'file:platformTrigger.dark.svg' },
		group: ['trigger'],
		// n8n leaves the body unread for version 1 only: see the hidden parameter `options`.
		version: 1,
		subtitle: SUBTITLE,
		// The node search shows it for the package's actions, too.
		description: 'Start workflows on CRM events, such as a new contact, and book appointments',
		eventTriggerDescription: 'Waiting for a signed event at the test URL',
		activationMessage:
			'Each selected event from the platform now starts this workflow. Deliveries without a valid platform signature are refused.',
		triggerPanel: {
			header: 'Receive signed events from the platform',
			executionsHelp: {
				inactive: `${WHILE_BUILDING}<b>Once your workflow is published</b>, events go to the production URL. Those executions are in the executions list, not here.`,
				active: `${WHILE_BUILDING}<b>Your workflow is published</b>, so events sent to the production URL start it. Those executions are in the <a data-key="executions">executions list</a>, not here.`,
			},
			activationHint:
				'Once you have finished building your workflow, publish it. The selected events then start it.',
		},
		defaults: { name: 'CRM Platform Trigger' },
		inputs: [],
		outputs: OUTPUTS,
		builderHint: {
			searchHint:
				'Starts a workflow when something happens on the CRM platform: a contact, an appointment, a form, an opportunity, an uninstalled app. Verifies the Ed25519 signature and drops repeated deliveries, so no Webhook node is needed.',
		},
		credentials: [
			{
				name: 'platformWebhookApi',
				displayName: 'Signing Key',
				required: true,
				testedBy: 'testPublicKeys',
				// This condition always holds. Without one, the editor lists the credentials of 'Authentication' here.
				displayOptions: { show: { '@version': [1] } },
			},
			// The editor moves every parameter named in `show` from the panel into the credential's dialog, hence `hide`.
			{
				name: 'platformOAuth2Api',
				displayName: 'Credential for Registering Events',
				required: true,
				displayOptions: {
					show: { authentication: ['oAuth2'] },
					hide: { registration: ['manual'] },
				},
			},
			{
				name: 'platformTokenApi',
				testedBy: 'testPlatformToken',
				displayName: 'Credential for Registering Events',
				required: true,
				displayOptions: {
					show: { authentication: ['accessToken'] },
					hide: { registration: ['manual'] },
				},
			},
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				// n8n responds once the execution exists, so the sender can rely on 200.
				responseMode: 'onReceived',
				responseData: 'Workflow started',
			},
		],
		properties: PROPERTIES,
	};

	methods = { credentialTest: { testPlatformToken, testPublicKeys } };

	webhookMethods = {
		default: {
			// `register` itself looks for what is there: others may register after n8n has asked.
			async checkExists() {
				return await Promise.resolve(false);
			},
			async create(this: IHookFunctions) {
				return await register(this);
			},
			async delete(this: IHookFunctions) {
				return await logRemaining(this);
			},
		},
	};

	webhook = receiveDelivery;

	execute = startExecution;
}
