import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { SlotFilters } from '../../../../booking/filters';
import type { Operation } from '../../../../items/operation';
import { runsAsTool } from '../../../../n8n/agentTool';
import type { Booking } from '../../../../platformApi/appointments';
import { getCalendar } from '../../../../platformApi/calendars';
import type { PlatformClient } from '../../../../platformApi/client';
import { simplifyField } from '../../../fields/simplify';
import { slotFiltersField, slotFiltersOf } from '../../../fields/slotFilters';
import { otherStatusOption } from '../../../fields/status';
import { timeZoneField } from '../../../../fields/timeZone';
import { waitLimitFields, waitTillOf } from './waitLimit';
import type { ParameterContext } from '../../../parameters';
import { isOn, optionalText, timeZoneOf } from '../../../parameters';
import { bookingOptions, readBooking, titleField, whomToBookFields } from '../booking';

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
	this: ParameterContext,
	itemIndex: number,
	client: PlatformClient,
): Promise<OfferSettings> {
	const daysAhead = Math.floor(Number(this.getNodeParameter('daysAhead', itemIndex, 14)));
	if (!(daysAhead >= 1 && daysAhead <= MAX_DAYS_AHEAD)) {
		throw new NodeOperationError(
			this.getNode(),
			`'Days Ahead' is not a whole number from 1 to ${MAX_DAYS_AHEAD}`,
			{ description: 'No slots were offered. Enter a number of days, such as 14.', itemIndex },
		);
	}
	return {
		booking: await readBooking.call(this, itemIndex, client),
		zone: timeZoneOf.call(this, itemIndex),
		heading: optionalText.call(this, 'heading', itemIndex),
		explanation: optionalText.call(this, 'explanation', itemIndex),
		daysAhead,
		filters: slotFiltersOf.call(this, itemIndex),
		simplify: isOn.call(this, 'simplify', itemIndex, true),
	};
}

/** Makes the execution wait; `offerSlots.webhook.ts` serves the page and ends the wait. */
export const offerSlots: Operation<PlatformClient> = {
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
	async execute(itemIndex, { api: client }): Promise<IDataObject> {
		const refuse = (message: string, description: string) =>
			new NodeOperationError(this.getNode(), message, { description, itemIndex });
		if (runsAsTool(this.getNode())) {
			throw refuse(
				"'Offer Slots and Wait' cannot be an agent's tool",
				'Use Calendar > Get Free Slots and Appointment > Book as tools instead.',
			);
		}
		const items = this.getInputData();
		if (items.length > 1) {
			throw refuse(
				`'Offer Slots and Wait' takes one item at a time and got ${items.length}`,
				'An execution has one page. Put a Loop Over Items node with a batch size of 1 before it, and send the link inside the loop.',
			);
		}
		const { booking, zone } = await readSettings.call(this, itemIndex, client);
		const waitTill = waitTillOf.call(this, itemIndex, zone);
		// Whoever builds the workflow should see a wrong calendar or credential, not the visitor.
		await getCalendar(client, booking.calendarId);
		// The editor shows it while the execution waits.
		this.setMetadata({ resumeUrl: String(this.evaluateExpression('{{ $execution.resumeUrl }}', 0)) });
		await this.putExecutionToWait(waitTill);
		return items[itemIndex].json;
	},
};
