import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Slot, SlotFilters } from '../../../../booking/slots';
import { isColor } from '../../../../bookingPage/style';
import type { Choice, Offer } from '../../../../bookingPage/view';
import type { Act } from '../../../../bookingPage/visitor';
import type { ParameterContext } from '../../../../fields/parameters';
import { optionalText, refuserFor, toFilledInText } from '../../../../fields/parameters';
import { isSimplified, simplifyField } from '../../../../fields/simplify';
import { freeSlotFiltersField, readSlotFilters } from '../../../../fields/slotFilters';
import { timeZoneField, timeZoneOf } from '../../../../fields/timeZone';
import type { WriteOutcome } from '../../../../platformApi/appointments';
import { waitLimitFields } from './wait';

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
	 * @param record the platform's own, empty where it sent none; undefined for an earlier write, whose response was lost
	 */
	item(choice: Choice, record?: IDataObject): IDataObject;
}

function textField(displayName: string, name: string, placeholder: string, description: string): INodeProperties {
	return { displayName, name, type: 'string', default: '', placeholder, description };
}

/** Texts and times of a page, and how long it waits. */
export const pageFields: INodeProperties[] = [
	{
		...textField('Heading', 'heading', 'e.g. Your onboarding call', 'The first line of the page'),
		hint: "Leave empty to use the title or the calendar's name",
	},
	{
		...textField(
			'Explanation',
			'explanation',
			'e.g. Choose a time that suits you. We will call you.',
			'Text below the heading, as plain text',
		),
		typeOptions: { rows: 3 },
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
		...freeSlotFiltersField,
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
			textField('Business Name', 'businessName', 'e.g. Harbor Dental', 'Stands at the top of the page'),
			{
				...textField(
					'Message After Booking',
					'messageAfter',
					'e.g. We meet at 12 Harbor Street, second floor.',
					'Place, video link or anything else to know. Also in the calendar file.',
				),
				typeOptions: { rows: 3 },
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
			textField(
				'Redirect After Booking',
				'redirect',
				'e.g. https://www.example.com/thank-you',
				"Page of yours that opens instead of this page's own confirmation",
			),
		],
	},
];

/** @throws NodeOperationError that names a field which cannot be used */
export function readPageSettings(context: ParameterContext, itemIndex: number): PageSettings {
	const refuse = refuserFor(context, itemIndex);
	const text = (name: string, label: string) => optionalText(context, name, itemIndex, label);
	const daysAhead = Math.floor(Number(context.getNodeParameter('daysAhead', itemIndex, 14)));
	if (!(daysAhead >= 1 && daysAhead <= MAX_DAYS_AHEAD)) {
		throw refuse(`'Days Ahead' is not a whole number from 1 to ${MAX_DAYS_AHEAD}`, 'Enter a number of days, such as 14.');
	}
	const page = context.getNodeParameter('page', itemIndex, {}) as IDataObject;
	const [accent, redirect] = [page.accentColor, page.redirect].map(toFilledInText);
	if (accent !== '' && !isColor(accent)) {
		throw refuse(`'Accent Color' is '${accent}', which is not a color`, 'Enter one such as #0b6b64.');
	}
	if (redirect !== '' && !(/^https?:/i.test(redirect) && URL.canParse(redirect))) {
		throw refuse(
			`'Redirect After Booking' is '${redirect}', which is not the address of a page`,
			'Enter one that begins with https://.',
		);
	}
	const filters = context.getNodeParameter('filters', itemIndex, {}) as IDataObject;
	return {
		offer: {
			title: text('title', 'Title'),
			heading: text('heading', 'Heading'),
			explanation: text('explanation', 'Explanation'),
			businessName: toFilledInText(page.businessName),
			accent,
			message: toFilledInText(page.messageAfter),
		},
		language: toFilledInText(page.language) || 'en',
		redirect: redirect && new URL(redirect).href,
		zone: timeZoneOf(context, itemIndex),
		daysAhead,
		filters: readSlotFilters({ minimumNoticeMinutes: DEFAULT_NOTICE_MINUTES, ...filters }, refuse),
		simplify: isSimplified(context, itemIndex),
	};
}
