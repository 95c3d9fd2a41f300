import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { SlotFilters } from '../../../../booking/filters';
import { runsAsTool } from '../../../../n8n/agentTool';
import type { Booking } from '../../../../platformApi/appointments';
import { getCalendar } from '../../../../platformApi/calendars';
import type { PlatformClient } from '../../../../platformApi/client';
import { isSimplified, simplifyField } from '../../../../fields/simplify';
import { slotFiltersField, slotFiltersOf } from '../../../fields/freeSlotFilters';
import { timeZoneField, timeZoneOf } from '../../../../fields/timeZone';
import { waitLimitFields, waitTillOf } from './waitLimit';
import type { ParameterContext } from '../../../../fields/parameters';
import { optionalText } from '../../../../fields/parameters';
import type { PlatformOperation } from '../../../operation';
import { bookingOptions, otherStatusOption, readBooking, titleField, whomToBookFields } from '../booking';

/** The page itself draws ten weeks at most. */
const MAX_DAYS_AHEAD = 60;

/** What a page offers, as the node's fields say. */
export interface OfferSettings {
	booking: Booking;
	/** Of the filters, the output, and visitors whose own zone is not known. */
	zone: string;
	heading: string;
	explanation: string;
	daysAhead: number;
	filters: SlotFilters;
	simplify: boolean;
}

/** @throws NodeOperationError that names a field which is empty or cannot be used */
export async function readSettings(
	context: ParameterContext,
	itemIndex: number,
	client: PlatformClient,
): Promise<OfferSettings> {
	const daysAhead = Math.floor(Number(context.getNodeParameter('daysAhead', itemIndex, 14)));
	if (!(daysAhead >= 1 && daysAhead <= MAX_DAYS_AHEAD)) {
		throw new NodeOperationError(
			context.getNode(),
			`'Days Ahead' is not a whole number from 1 to ${MAX_DAYS_AHEAD}`,
			{ description: 'No slots were offered. Enter a number of days, such as 14.', itemIndex },
		);
	}
	return {
		booking: await readBooking(context, itemIndex, client),
		zone: timeZoneOf(context, itemIndex),
		heading: optionalText(context, 'heading', itemIndex),
		explanation: optionalText(context, 'explanation', itemIndex),
		daysAhead,
		filters: slotFiltersOf(context, itemIndex),
		simplify: isSimplified(context, itemIndex),
	};
}

/** Makes the execution wait; `offerSlots.webhook.ts` serves the page and ends the wait. */
export const offerSlots: PlatformOperation = {
	option: {
		name: 'Offer Slots and Wait',
		description:
			"Wait while a contact books a free slot on a web page. A booking also runs the account's appointment workflows.",
		action: 'Offer slots and wait',
		builderHint: {
			propertyHint:
				'Send $execution.resumeUrl to the contact in a node before it: that is the address of the page. Takes one item; for several contacts, use Loop Over Items. After the time limit, the item continues without booked.',
		},
		// A model cannot wait for a person.
		displayOptions: { hide: { '@tool': [true] } },
	},
	properties: [
		{
			displayName:
				"Send the link <code>$execution.resumeUrl</code> to the contact in a node before this one. After the time limit, the item continues without 'booked', so check that with an If node.",
			name: 'offerSlotsNotice',
			type: 'notice',
			default: '',
		},
		...whomToBookFields,
		titleField,
		{
			displayName: 'Heading',
			name: 'heading',
			type: 'string',
			default: '',
			placeholder: 'e.g. Your onboarding call',
			hint: "Leave empty to use the title or the calendar's name",
			description: 'The first line of the page',
		},
		{
			displayName: 'Explanation',
			name: 'explanation',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. Choose a time that suits you. We will call you.',
			description: 'Text below the heading, as plain text',
		},
		{
			displayName: 'Days Ahead',
			name: 'daysAhead',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_DAYS_AHEAD },
			default: 14,
			description: 'How many days to offer, starting with the day on which the page is opened',
		},
		{
			...timeZoneField,
			description:
				"Time zone for the filters and for local times in the output. The page uses the visitor's own time zone.",
		},
		...waitLimitFields,
		simplifyField,
		slotFiltersField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [...bookingOptions, otherStatusOption],
		},
	],
	async execute(context, itemIndex, { api: client }): Promise<IDataObject> {
		const refuse = (message: string, description: string) =>
			new NodeOperationError(context.getNode(), message, { description, itemIndex });
		if (runsAsTool(context.getNode())) {
			throw refuse(
				"'Offer Slots and Wait' cannot be an agent's tool",
				'Use Calendar > Get Free Slots and Appointment > Book as tools instead.',
			);
		}
		const items = context.getInputData();
		if (items.length > 1) {
			throw refuse(
				`'Offer Slots and Wait' takes one item at a time and got ${items.length}`,
				'An execution has one page. Put a Loop Over Items node with a batch size of 1 before it, and send the link inside the loop.',
			);
		}
		const { booking, zone } = await readSettings(context, itemIndex, client);
		const waitTill = waitTillOf(context, itemIndex, zone);
		// Whoever builds the workflow should see a wrong calendar or credential, not the visitor.
		await getCalendar(client, booking.calendarId);
		// The editor shows it while the execution waits.
		context.setMetadata({ resumeUrl: String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)) });
		await context.putExecutionToWait(waitTill);
		return items[itemIndex].json;
	},
};
