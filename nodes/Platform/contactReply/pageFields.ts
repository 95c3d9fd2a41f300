import type { INodeProperties } from 'n8n-workflow';

import type { OfferTexts } from '../../bookingPage/pageParts';
import { languageOf, LANGUAGES } from '../../bookingPage/words';
import {
	type Kind,
	listOf,
	onOrOff,
	text,
	textAs,
	webAddress,
	wholeNumber,
} from '../../fields/valueKinds';
import { emailAddress } from '../../fields/addresses';
import { collectionField, type Field, fieldOf, OPTIONS } from '../../fields/parameters';
import { languageField } from '../../fields/language';
import { freeSlotFiltersField, slotFiltersOf } from '../../fields/slotFilters';
import { timeZoneField } from '../../fields/timeZoneField';
import { titleField } from '../appointment/settings';
import type { LocatedFields } from '../platformOperation';
import { simplifyField } from '../simplify';
import type { PageSettings } from './contactPage';

const DEFAULT_DAYS_AHEAD = 14;
/** Nobody wants a contact who books for the next minute. */
const DEFAULT_NOTICE_MINUTES = 60;

/** A text to show. It may hold words that `text` takes for a mistake, such as [object Object]. */
const shownText: Kind<string> = {
	...text,
	read: (value) => (typeof value === 'string' ? value.trim() : text.read(value)),
};

const BUSINESS_EMAIL = fieldOf(emailAddress, {
	displayName: 'Business Email',
	name: 'businessEmail',
	type: 'string',
	placeholder: 'e.g. office@example.com',
	default: '',
	description:
		'Your address, as the organizer in calendar entries. Some mail programs show an entry only with one.',
});

const BUSINESS_NAME = fieldOf(shownText, {
	displayName: 'Business Name',
	name: 'businessName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Harbor Dental',
	description: 'Shown at the top of the page and in calendar entries',
});

const EXPLANATION = fieldOf(shownText, {
	displayName: 'Explanation',
	name: 'explanation',
	type: 'string',
	default: '',
	placeholder: 'e.g. Choose a time that suits you. We will call you.',
	description: 'Text below the heading, as plain text',
	typeOptions: { rows: 3 },
});

const HEADING = fieldOf(shownText, {
	displayName: 'Heading',
	name: 'heading',
	type: 'string',
	default: '',
	placeholder: 'e.g. Your onboarding call',
	description:
		"Name of the appointment on the page. Without it, the page shows the title, or else the calendar's name.",
});

const HOST = fieldOf(shownText, {
	displayName: 'Host',
	name: 'host',
	type: 'string',
	default: '',
	placeholder: 'e.g. Dr. Lee',
	description: 'With whom the appointment is, on the page and in calendar entries',
});

const MESSAGE_AFTER = fieldOf(shownText, {
	displayName: 'Message After Booking',
	name: 'messageAfter',
	type: 'string',
	default: '',
	placeholder: 'e.g. Please bring your insurance card.',
	description:
		'Shown once the contact has booked, confirmed or moved the appointment, and in calendar entries',
	typeOptions: { rows: 3 },
});

const PLACE = fieldOf(shownText, {
	displayName: 'Place',
	name: 'place',
	type: 'string',
	default: '',
	placeholder: 'e.g. 12 Harbor Street, second floor',
	description: 'Address, phone number or video link, on the page and in calendar entries',
});

const BROWSER = 'browser';

const pageLanguage = textAs(
	'a language of the page',
	`one of ${[BROWSER, ...Object.keys(LANGUAGES)].join(', ')}`,
	(entered) => (entered.toLowerCase() === BROWSER ? BROWSER : languageOf(entered)),
);
/** What a Content-Security-Policy takes as an origin. A semicolon, which `URL` allows in a name, would begin another directive. */
const ORIGIN = /^https?:\/\/(\*\.)?([a-z\d._-]+|\[[\da-f:]+\])(:\d+)?$/;

/** A browser compares the origin alone: with a path, other pages of the site could embed it, too. */
const siteOrigin = textAs('a site', undefined, (entered) => {
	if (!webAddress.read(entered)) return undefined;
	const { origin, href } = new URL(entered);
	const isOrigin = href === `${origin}/` && ORIGIN.test(origin);
	return isOrigin ? origin : undefined;
});

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

const languageChoices = Object.entries(LANGUAGES).map(([value, { language }]) => ({
	name: language,
	value,
}));
const LANGUAGE = fieldOf(pageLanguage, {
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
		...languageChoices,
	],
});

const sites = listOf(
	siteOrigin,
	'a list of sites',
	'them with https:// and without a path, such as https://www.example.com',
);
const FRAMED_BY = fieldOf(sites, {
	displayName: 'Sites That May Embed It',
	name: 'framedBy',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://www.example.com',
	description:
		'Websites that may show the page in a frame, without a path, separated by commas. Without any, none may.',
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
	collectionField(PAGE, 'Add page option', [
		ACCENT,
		BUSINESS_EMAIL,
		BUSINESS_NAME,
		EXPLANATION,
		HEADING,
		HOST,
		MESSAGE_AFTER,
		NONE,
		LANGUAGE,
		PLACE,
		REDIRECT,
		FRAMED_BY,
	]),
];

export const pageOptions = [
	DAYS_AHEAD,
	simplifyField,
	{
		...languageField,
		description:
			"Language of startText in the output, and of the page where the browser's is none of the pages' languages. Without this option, it is English, as in the US.",
	},
	{
		...timeZoneField,
		description:
			"Time zone for the filters and for local times in the output. The page uses the contact's own time zone.",
	},
];

/** @throws NodeOperationError that names a field which cannot be used */
export function readPageSettings(call: LocatedFields): PageSettings {
	const { read, zone } = call;
	// The compiler names a text that is missing here.
	const texts: Record<keyof OfferTexts, string | undefined> = {
		accentColor: read(ACCENT, PAGE),
		businessEmail: read(BUSINESS_EMAIL, PAGE),
		businessName: read(BUSINESS_NAME, PAGE),
		// The calendar is asked for it once the page is shown.
		calendarName: undefined,
		explanation: read(EXPLANATION, PAGE),
		heading: read(HEADING, PAGE),
		host: read(HOST, PAGE),
		messageAfter: read(MESSAGE_AFTER, PAGE),
		place: read(PLACE, PAGE),
		title: read(fieldOf(shownText, titleField), OPTIONS),
	};
	return {
		offer: { ...texts, framedBy: read(FRAMED_BY, PAGE) },
		language: read(LANGUAGE, PAGE) ?? BROWSER,
		textLanguage: read(languageField, OPTIONS),
		redirect: read(REDIRECT, PAGE),
		zone,
		daysAhead: read(DAYS_AHEAD, OPTIONS) ?? DEFAULT_DAYS_AHEAD,
		filters: slotFiltersOf(call, DEFAULT_NOTICE_MINUTES),
		takesNone: read(NONE, PAGE) ?? true,
	};
}
