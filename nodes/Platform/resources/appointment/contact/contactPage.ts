import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { SlotFilters } from '../../../../booking/filters';
import type { Slot } from '../../../../booking/slots';
import { isColor } from '../../../../bookingPage/accent';
import type { Act, Choice, Offer } from '../../../../bookingPage/offer';
import { toBoolean, toFilledInText } from '../../../../fields/looseValues';
import type { ParameterContext } from '../../../../fields/parameters';
import { isOn, optionalText } from '../../../../fields/parameters';
import { isSimplified, simplifyField } from '../../../../fields/simplify';
import { timeZoneField, timeZoneOf } from '../../../../fields/timeZone';
import { runsAsTool } from '../../../../n8n/agentTool';
import { rememberEnd } from '../../../../n8n/waitingExecution';
import type { WriteOutcome } from '../../../../platformApi/appointments';
import { getCalendar } from '../../../../platformApi/calendars';
import type { PlatformClient } from '../../../../platformApi/client';
import { slotFiltersField, slotFiltersOf } from '../../../fields/freeSlotFilters';
import { waitLimitFields, waitTillOf } from './waitLimit';

/** The page itself draws ten weeks at most. */
const MAX_DAYS_AHEAD = 60;
/** Nobody wants a contact who books for the next minute. */
const DEFAULT_NOTICE_MINUTES = 60;

/** What both pages say, offer and put out. */
export interface PageSettings {
	offer: Omit<Offer, 'calendarName'>;
	language: string;
	/** Address to go to once something is done; empty for the page's own confirmation. */
	redirect: string;
	/** Of the filters, the output, and visitors whose own zone is not known. */
	zone: string;
	daysAhead: number;
	filters: SlotFilters;
	simplify: boolean;
}

/** A page that a contact decides on, as the node's fields say. */
export interface ContactPage extends PageSettings {
	calendarId: string;
	/** Length of the slots in milliseconds; without it, as the calendar lists them. */
	duration?: number;
	/** The appointment that is asked about, and its ID; without it, one is booked. */
	appointment?: Slot;
	eventId?: string;
	acts: readonly Act[];
	/** Sends what the contact has decided. */
	write(choice: Choice): Promise<WriteOutcome>;
	/**
	 * The item with which the workflow continues.
	 *
	 * @param record the platform's own, empty where it sent none
	 * @param isOld by an earlier write, whose response was lost
	 */
	item(choice: Choice, record: IDataObject, isOld: boolean): IDataObject;
}

/** Texts and times of a page, and how long it waits. */
export const pageFields: INodeProperties[] = [
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
	{
		...slotFiltersField,
		description: 'Without Minimum Notice, slots that start within the next hour are left out',
	},
	{
		displayName: 'Page',
		name: 'page',
		type: 'collection',
		placeholder: 'Add page option',
		default: {},
		options: [
			{
				displayName: 'Accent Color',
				name: 'accentColor',
				type: 'color',
				default: '#0b6b64',
				description: 'Color of buttons and free days. The page makes it darker or lighter where it could not be read.',
			},
			{
				displayName: 'Business Name',
				name: 'businessName',
				type: 'string',
				default: '',
				placeholder: 'e.g. Harbor Dental',
				description: 'Stands at the top of the page',
			},
			{
				displayName: 'Message After Booking',
				name: 'messageAfter',
				type: 'string',
				typeOptions: { rows: 3 },
				default: '',
				placeholder: 'e.g. We meet at 12 Harbor Street, second floor.',
				description: 'Place, video link or anything else to know. Also in the calendar file.',
			},
			{
				displayName: 'Page Language',
				name: 'language',
				type: 'options',
				options: [
					{ name: 'Arabic', value: 'ar' },
					{ name: 'English', value: 'en' },
					{ name: 'French', value: 'fr' },
					{ name: 'German', value: 'de' },
					{ name: 'Portuguese', value: 'pt' },
					{ name: 'Spanish', value: 'es' },
				],
				default: 'en',
				description: 'Language of the words and dates on the page',
			},
			{
				displayName: 'Redirect After Booking',
				name: 'redirect',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://www.example.com/thank-you',
				description: "Page of yours that opens instead of this page's own confirmation",
			},
		],
	},
];

/** @throws NodeOperationError that names a field which cannot be used */
export function readPageSettings(context: ParameterContext, itemIndex: number): PageSettings {
	const refuse = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { description, itemIndex });
	const daysAhead = Math.floor(Number(context.getNodeParameter('daysAhead', itemIndex, 14)));
	if (!(daysAhead >= 1 && daysAhead <= MAX_DAYS_AHEAD)) {
		throw refuse(
			`'Days Ahead' is not a whole number from 1 to ${MAX_DAYS_AHEAD}`,
			'No slots were offered. Enter a number of days, such as 14.',
		);
	}
	const page = context.getNodeParameter('page', itemIndex, {}) as IDataObject;
	const [accent, redirect] = [toFilledInText(page.accentColor), toFilledInText(page.redirect)];
	if (accent !== '' && !isColor(accent)) {
		throw refuse(`'Accent Color' is '${accent}', which is not a color`, 'Enter one such as #0b6b64.');
	}
	if (redirect !== '' && !(/^https?:/i.test(redirect) && URL.canParse(redirect))) {
		throw refuse(
			`'Redirect After Booking' is '${redirect}', which is not the address of a page`,
			'Enter one that begins with https://.',
		);
	}
	const { minimumNoticeMinutes } = context.getNodeParameter('filters', itemIndex, {}) as IDataObject;
	return {
		offer: {
			title: optionalText(context, 'title', itemIndex, 'Title'),
			heading: optionalText(context, 'heading', itemIndex, 'Heading'),
			explanation: optionalText(context, 'explanation', itemIndex, 'Explanation'),
			businessName: toFilledInText(page.businessName),
			accent,
			message: toFilledInText(page.messageAfter),
		},
		language: toFilledInText(page.language) || 'en',
		redirect: redirect && new URL(redirect).href,
		zone: timeZoneOf(context, itemIndex),
		daysAhead,
		filters: {
			...slotFiltersOf(context, itemIndex),
			...(minimumNoticeMinutes === undefined && { minimumNoticeMinutes: DEFAULT_NOTICE_MINUTES }),
		},
		simplify: isSimplified(context, itemIndex),
	};
}

/** What differs between the operations that wait. */
export interface Waiting {
	/** Label of the operation. */
	label: string;
	/** The field of the output by which a workflow knows that the contact has decided. */
	outcome: string;
	/** What an agent calls instead. */
	toolsInstead: string;
	read: (context: ParameterContext, itemIndex: number, client: PlatformClient) => Promise<ContactPage>;
}

/** Makes the execution wait; `webhook.ts` serves the page and ends the wait. */
export async function waitForContact(
	context: IExecuteFunctions,
	itemIndex: number,
	client: PlatformClient,
	{ label, outcome, toolsInstead, read }: Waiting,
): Promise<IDataObject> {
	const refuse = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { description, itemIndex });
	if (runsAsTool(context.getNode())) throw refuse(`'${label}' cannot be an agent's tool`, toolsInstead);
	const items = context.getInputData();
	if (items.length > 1) {
		throw refuse(
			`'${label}' takes one item at a time and got ${items.length}`,
			'An execution has one page. Put a Loop Over Items node with a batch size of 1 before it, and send the link inside the loop.',
		);
	}
	const { json } = items[itemIndex];
	const page = await read(context, itemIndex, client);
	const waitTill = waitTillOf(context, itemIndex, page.zone);
	const isLimited = isOn(context, 'limitWaitTime', itemIndex, false);
	// After the limit n8n passes the item on as it is, and nobody could tell it from a decision.
	if (isLimited && toBoolean(json[outcome], Boolean(json[outcome]))) {
		throw refuse(
			`The item already has '${outcome}', so nobody could tell whether the time limit has ended`,
			`Remove '${outcome}' with an Edit Fields node before this one, or turn off 'Limit Wait Time'.`,
		);
	}
	// Whoever builds the workflow should see a wrong calendar or credential, not the visitor.
	await getCalendar(client, page.calendarId);
	// The editor shows it while the execution waits.
	context.setMetadata({ resumeUrl: String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)) });
	rememberEnd(context, isLimited ? waitTill : undefined);
	await context.putExecutionToWait(waitTill);
	return json;
}
