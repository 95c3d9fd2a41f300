import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import type { Calendars } from '../../bookingPage/donePage';
import type { Done, Offer } from '../../bookingPage/pageParts';
import type { Wish } from '../../bookingPage/readVisit';
import { languageOf, LANGUAGES } from '../../bookingPage/words';
import {
	type Kind,
	listOf,
	onOrOff,
	text,
	textAs,
	webAddress,
	wholeNumber,
} from '../../fields/kinds';
import { collectionField, type Field, fieldOf, OPTIONS } from '../../fields/parameters';
import { freeSlotFiltersField, slotFiltersOf, timeZoneField } from '../../fields/when';
import type { Outcome } from '../../platformApi/write';
import { titleField } from '../appointment/settings';
import type { Located } from '../platformOperation';
import { simplifyField } from '../simplify';

/** How long a page waits for what it can do without. */
export const MAX_EXTRA_MS = 8_000;

const DEFAULT_DAYS_AHEAD = 14;
/** Nobody wants a contact who books for the next minute. */
const DEFAULT_NOTICE_MINUTES = 60;

/** A page that a contact decides on, as the node's fields say. */
export interface ContactPage extends ReturnType<typeof readPageSettings> {
	calendarId: string;
	/** Length of the slots in milliseconds; with 0, as the calendar lists them. */
	duration: number;
	/** The appointment that is asked about, as the platform has it where it says so; without it, one is booked. */
	appointment?: Slot;
	/** Where it was when the link was sent. */
	former?: Slot;
	isGone?: boolean;
	/** The platform has shown the appointment. */
	isRead?: boolean;
	/** Says that the platform could not be asked for it, and why. */
	unchecked?: string;
	appointmentId?: string;
	/** What the contact can do. */
	acts: readonly Wish[];
	/** The ID of the contact who books. */
	contactId?: () => Promise<string>;
	/** @param isRepeat an earlier request may have done it */
	write(act: Wish, slot: Slot, isRepeat?: boolean): Promise<Outcome>;
	/** The status that the appointment is to have, where it is asked about. */
	statusAfter?(outcome: Done['outcome']): string | undefined;
	/** The item with which the workflow continues. */
	item(decided: Decided, calendarEntry?: Calendars): Promise<IDataObject>;
}

/** A decision that was carried out. */
export interface Decided extends Done {
	/** The appointment as the platform sent it; empty where it sent none. */
	record?: IDataObject;
	/** True where an earlier request did it. */
	isEarlier?: boolean;
}

/** Reads the page of the one item that waits. @throws NodeOperationError that names a field which cannot be used */
export type ReadPage = (
	call: Located,
	/** How the appointment is read that is asked about: not at all where no contact sees it. */
	reading?: 'shared' | 'fresh',
) => Promise<ContactPage>;

/** A text to show, which may hold words that `text` refuses. */
const words: Kind<string> = {
	...text,
	read: (value) => (typeof value === 'string' ? value.trim() : text.read(value)),
};

const TEXTS = [
	fieldOf(words, {
		displayName: 'Business Name',
		name: 'businessName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Harbor Dental',
		description: 'Shown at the top of the page and in calendar entries',
	}),
	fieldOf(words, {
		displayName: 'Explanation',
		name: 'explanation',
		type: 'string',
		default: '',
		placeholder: 'e.g. Choose a time that suits you. We will call you.',
		description: 'Text below the heading, as plain text',
		typeOptions: { rows: 3 },
	}),
	fieldOf(words, {
		displayName: 'Heading',
		name: 'heading',
		type: 'string',
		default: '',
		placeholder: 'e.g. Your onboarding call',
		description:
			"Name of the appointment on the page. Without it, the page shows the title, or else the calendar's name.",
	}),
	fieldOf(words, {
		displayName: 'Host',
		name: 'host',
		type: 'string',
		default: '',
		placeholder: 'e.g. Dr. Lee',
		description: 'With whom the appointment is, on the page and in calendar entries',
	}),
	fieldOf(words, {
		displayName: 'Message After Booking',
		name: 'messageAfter',
		type: 'string',
		default: '',
		placeholder: 'e.g. Please bring your insurance card.',
		description:
			'Shown once the contact has booked, confirmed or moved the appointment, and in calendar entries',
		typeOptions: { rows: 3 },
	}),
	fieldOf(words, {
		displayName: 'Place',
		name: 'place',
		type: 'string',
		default: '',
		placeholder: 'e.g. 12 Harbor Street, second floor',
		description: 'Address, phone number or video link, on the page and in calendar entries',
	}),
];

const BROWSER = 'browser';

const language = textAs(
	'a language of the page',
	`one of ${[BROWSER, ...Object.keys(LANGUAGES)].join(', ')}`,
	(entered) => (entered.toLowerCase() === BROWSER ? BROWSER : languageOf(entered)),
);
const site = textAs('a site', undefined, (entered) =>
	webAddress.read(entered) ? new URL(entered).origin : undefined,
);

const ACCENT = fieldOf(
	textAs('a color', 'one such as #0b6b64', (entered) =>
		/^#[\da-f]{6}$/i.test(entered) ? entered : undefined,
	),
	{
		displayName: 'Accent Color',
		name: 'accentColor',
		type: 'color',
		default: '#0b6b64',
		description:
			'Color of buttons and free days. The page makes it darker or lighter where it could not be read.',
	},
);

const NONE = fieldOf(onOrOff, {
	displayName: 'None of These Times',
	name: 'noneSuits',
	type: 'boolean',
	default: true,
	description:
		'Whether the contact can say that none of the times suits, with a note, which ends the wait. On by default.',
});

const DAYS_AHEAD = fieldOf(wholeNumber(1, 60), {
	displayName: 'Days Ahead',
	name: 'daysAhead',
	type: 'number',
	default: DEFAULT_DAYS_AHEAD,
	typeOptions: { minValue: 1, maxValue: 60 },
	description: 'How many days to offer, starting with the day on which the page is opened',
});

const languages = Object.entries(LANGUAGES).map(([value, { language }]) => ({
	name: language,
	value,
}));
const LANGUAGE = fieldOf(language, {
	displayName: 'Page Language',
	name: 'language',
	type: 'options',
	default: BROWSER,
	description: 'Language of the words and dates on the page',
	options: [
		{
			name: "Contact's Browser",
			value: BROWSER,
			description: 'The language that the browser prefers, or English',
		},
		...languages,
	],
});

const sites = listOf(
	site,
	'a list of sites',
	'them with https://, such as https://www.example.com',
);
const FRAMED_BY = fieldOf(sites, {
	displayName: 'Sites That May Embed It',
	name: 'framedBy',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://www.example.com',
	description:
		'Websites that may show the page in a frame, separated by commas. Without any, none may.',
});

const REDIRECT = fieldOf(webAddress, {
	displayName: 'Redirect After Booking',
	name: 'redirect',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://www.example.com/thank-you',
	description:
		'Page of yours that opens once the contact has booked, confirmed or moved the appointment',
});

const PAGE: Field = { displayName: 'Page', name: 'page' };

/** The fields for the slots that are offered, and for the look of the page. */
export const pageFields: INodeProperties[] = [
	{
		...freeSlotFiltersField,
		description: 'Without Minimum Notice, slots that start within the next hour are left out',
	},
	collectionField(PAGE, 'Add page option', [ACCENT, ...TEXTS, FRAMED_BY, LANGUAGE, NONE, REDIRECT]),
];

export const pageOptions = [
	DAYS_AHEAD,
	simplifyField,
	{
		...timeZoneField,
		description:
			"Time zone for the filters and for local times in the output. The page uses the contact's own time zone.",
	},
];

/** Reads the fields that both pages have. @throws NodeOperationError that names a field which cannot be used */
export function readPageSettings(call: Located) {
	const { read, zone } = call;
	const texts = [ACCENT, ...TEXTS].map((field) => [field.name, read(field, PAGE)]);
	const offer: Offer = {
		...Object.fromEntries(texts),
		title: read(fieldOf(words, titleField), OPTIONS),
		framedBy: read(FRAMED_BY, PAGE),
	};
	return {
		offer,
		language: read(LANGUAGE, PAGE) ?? BROWSER,
		/** Address to go to once something is done, in place of the page's own confirmation. */
		redirect: read(REDIRECT, PAGE),
		/** The zone of the filters, of the output, and of contacts whose own zone is not known. */
		zone,
		daysAhead: read(DAYS_AHEAD, OPTIONS) ?? DEFAULT_DAYS_AHEAD,
		filters: slotFiltersOf(call, DEFAULT_NOTICE_MINUTES),
		takesNone: read(NONE, PAGE) ?? true,
	};
}
