import businesses from './businesses.json';
import changelogEntries from './knowledge/changelog-entries.json';
import features from './knowledge/features.json';
import glossaryTerms from './knowledge/glossary-terms.json';
import recipes from './knowledge/recipes.json';
import useCases from './knowledge/use-cases.json';
import type { Form } from '../profile';

/** Scopes of both forms. */
const SCOPES = [
	'contacts.readonly',
	'contacts.write',
	'calendars.readonly',
	'calendars.write',
	'opportunities.readonly',
	'opportunities.write',
	'locations.readonly',
];
const OF_EVENTS = ['calendars/events.readonly', 'calendars/events.write'];

/** The contract's (Authentication, interface B, item 3), and those of docs/oauth/Scopes.md that highLevel.yaml needs. */
export const SCOPES_OF: Record<Form, readonly string[]> = {
	contract: [...SCOPES, 'webhooks.readonly', 'webhooks.write'],
	highLevel: [
		...SCOPES,
		...OF_EVENTS,
		'locations/customFields.readonly',
		'locations/customFields.write',
		'locations/tags.readonly',
		'users.readonly',
		'workflows.readonly',
		'conversations.readonly',
		'conversations/message.readonly',
		'conversations/message.write',
		'forms.readonly',
		'oauth.readonly',
		'oauth.write',
	],
};

const ALL_SCOPES = [...new Set(Object.values(SCOPES_OF).flat())];

/** The last two entries were published 10 and 3 days ago, so that "of late" finds some on any day. */
function withRecent(entries: typeof changelogEntries): typeof changelogEntries {
	const daysAgo = (days: number) =>
		new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
	const [older, newer] = entries.slice(-2);
	return [...entries.slice(0, -2), { ...older, date: daysAgo(10) }, { ...newer, date: daysAgo(3) }];
}

/**
 * Two small businesses on two sides of an ocean, so that time zones and locations can be mixed up, and the agency that
 * both belong to. HighLevel's client IDs begin with the app's ID and a hyphen.
 */
export const defaultSeed = {
	...businesses,
	privateTokens: [
		{ token: 'pit-harbor', locationId: 'loc-harbor', scopes: ALL_SCOPES },
		{ token: 'pit-harbor-readonly', locationId: 'loc-harbor', scopes: ['calendars.readonly'] },
		{ token: 'pit-summit', locationId: 'loc-summit', scopes: ALL_SCOPES },
		{ token: 'pit-agency', scopes: ALL_SCOPES },
	],
	knowledge: {
		recipes,
		glossaryTerms,
		useCases,
		changelogEntries: withRecent(changelogEntries),
		features,
	},
};

/** Everything that a sandbox starts with, and returns to on reset. Never changed in place. */
export type Seed = Omit<
	typeof defaultSeed,
	'blockedTimes' | 'calendars' | 'contacts' | 'customFields' | 'messages' | 'privateTokens'
> & {
	blockedTimes: BlockedTime[];
	calendars: Calendar[];
	contacts: Contact[];
	customFields: CustomField[];
	messages: Message[];
	/** Private integration tokens: each belongs to one location, or without one to the agency, and does not expire */
	privateTokens: Array<{ token: string; locationId?: string; scopes: readonly string[] }>;
};
/** With whatever further fields HighLevel's have. */
export interface Contact {
	id: string;
	locationId: string;
	firstName?: string;
	lastName?: string;
	email?: string;
	phone?: string;
	[field: string]: unknown;
}
/** A field that a business has added to its contacts or opportunities. */
export interface CustomField {
	id: string;
	locationId: string;
	name: string;
	fieldKey: string;
	dataType: string;
	model: string;
	picklistOptions?: string[];
	[field: string]: unknown;
}

/** A message of a conversation, in the words of the request that sends one. */
export interface Message {
	id: string;
	locationId: string;
	contactId: string;
	/** SMS, Email, WhatsApp and so on */
	type: string;
	message?: string;
	direction: string;
	status: string;
	/** ISO 8601 */
	dateAdded: string;
	[field: string]: unknown;
}

/**
 * `workingHours` are in the calendar's own zone (ISO weekdays, HH:mm) and end on the day they begin. Slots begin one
 * after another. With `listsSpans`, the contract's "open windows" are whole free spans. With HighLevel, a booking
 * names one of `teamMembers`, where there are some.
 */
export type Calendar = (typeof defaultSeed.calendars)[number] & {
	listsSpans?: boolean;
	/** IDs of users */
	teamMembers?: string[];
	/** HighLevel's kind; only one of kind `event`, the default, can have blocked times of its own */
	calendarType?: string;
	allowBookingForDays?: number;
};
export type KnowledgeBase = Seed['knowledge'];
export type Recipe = KnowledgeBase['recipes'][number];

/** Time of a user, or of an event calendar, in which nothing can be booked; only HighLevel has it. */
export interface BlockedTime {
	id: string;
	locationId: string;
	title: string;
	startTime: string;
	endTime: string;
	calendarId?: string;
	assignedUserId?: string;
	createdAt: string;
}
