import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { searchCalendars, searchLocations } from '../fields/accountFields';
import { searchTimeZones } from '../fields/timeZoneField';
import { testPlatformToken } from '../platformApi/credentialTest';
import { pollSlots } from './pollSlots';
import { slotTriggerProperties } from './watchFields';

/** The node CRM Platform Slot Trigger. It only assembles: fields stand in watchFields.ts, a poll in pollSlots.ts. */
export class SlotTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'CRM Platform Slot Trigger',
		name: 'slotTrigger',
		icon: { light: 'file:slotTrigger.svg', dark: 'file:slotTrigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ "On slot opened: next " + $parameter["daysAhead"] + " days" }}',
		description:
			'Starts the workflow when a calendar slot becomes free, such as after a cancellation',
		eventTriggerDescription: '',
		activationMessage:
			'Slots that become free in the watched calendars now start this workflow at the next poll.',
		polling: true,
		defaults: { name: 'CRM Platform Slot Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		builderHint: {
			searchHint:
				'Starts a workflow when a calendar slot of the CRM platform becomes free, e.g. to offer the slot of a cancellation to a waiting list. Polls, so no webhook is needed. For booked appointments, use CRM Platform Trigger.',
		},
		credentials: [
			{
				name: 'platformOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
			{
				name: 'platformTokenApi',
				testedBy: 'testPlatformToken',
				required: true,
				displayOptions: { show: { authentication: ['accessToken'] } },
			},
		],
		properties: slotTriggerProperties,
	};

	methods = {
		credentialTest: { testPlatformToken },
		listSearch: { searchCalendars, searchLocations, searchTimeZones },
	};

	poll = pollSlots;
}
