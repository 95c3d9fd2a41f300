import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { testPlatformToken } from '../platformApi/credentialTest';
import { testPublicKeys } from '../webhookSignature/publicKeys';
import { startExecution } from './deduplicate/onlyOnce';
import { OUTPUTS, SUBTITLE, triggerProperties } from './description';
import { receiveDelivery } from './receive/webhook';
import { isRegistered, logRemaining, register } from './register';

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
				inactive:
					"<b>While building your workflow</b>, choose a 'Signing Key' and click the 'execute step' button, which is gray without one. Then have the platform send an event to the test URL. To do so, enter the URL in the platform's webhook settings, or turn on 'Register Test URL'. The event appears here. If its signature is not valid, you see what to check.<br /><br /><b>Once your workflow is published</b>, events go to the production URL. Those executions are in the executions list, not here.",
				active:
					"<b>While building your workflow</b>, choose a 'Signing Key' and click the 'execute step' button, which is gray without one. Then have the platform send an event to the test URL. To do so, enter the URL in the platform's webhook settings, or turn on 'Register Test URL'. The event appears here. If its signature is not valid, you see what to check.<br /><br /><b>Your workflow is published</b>, so events sent to the production URL start it. Those executions are in the <a data-key=\"executions\">executions list</a>, not here.",
			},
			activationHint: 'Once you have finished building your workflow, publish it. The selected events then start it.',
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
				displayOptions: { show: { authentication: ['oAuth2'] }, hide: { registration: ['manual'] } },
			},
			{
				name: 'platformTokenApi',
				testedBy: 'testPlatformToken',
				displayName: 'Credential for Registering Events',
				required: true,
				displayOptions: { show: { authentication: ['accessToken'] }, hide: { registration: ['manual'] } },
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
		properties: triggerProperties,
	};

	methods = { credentialTest: { testPlatformToken, testPublicKeys } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await isRegistered(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await register(this, true);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await logRemaining(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveDelivery(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await startExecution(this);
	}
}
