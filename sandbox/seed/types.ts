import type changelogEntries from './knowledge/changelog-entries.json';
import type features from './knowledge/features.json';
import type glossaryTerms from './knowledge/glossary-terms.json';
import type recipes from './knowledge/recipes.json';
import type useCases from './knowledge/use-cases.json';

export interface Location {
	id: string;
	name: string;
	timeZone: string;
}

export interface User {
	id: string;
	name: string;
	locationIds: string[];
}

export interface Contact {
	id: string;
	locationId: string;
	email: string;
	firstName: string;
	lastName: string;
}

/** Open hours of a calendar, in the calendar's own time zone; they end on the day they begin. */
export interface WorkingHours {
	/** ISO weekdays: 1 is Monday, 7 is Sunday */
	weekdays: number[];
	/** HH:mm */
	start: string;
	/** HH:mm, at most 24:00 */
	end: string;
}

export interface Calendar {
	id: string;
	locationId: string;
	name: string;
	/** IANA zone name */
	timeZone: string;
	slotMinutes: number;
	workingHours: WorkingHours[];
}

export interface OAuthApp {
	id: string;
	name: string;
	clientId: string;
	clientSecret: string;
}

/** A private integration token: belongs to one location, does not expire. */
export interface PrivateToken {
	token: string;
	locationId: string;
	scopes: string[];
}

export type Recipe = (typeof recipes)[number];
export type GlossaryTerm = (typeof glossaryTerms)[number];
export type UseCase = (typeof useCases)[number];
/** `date` is YYYY-MM-DD */
export type ChangelogEntry = (typeof changelogEntries)[number];
export type Feature = (typeof features)[number];

export interface KnowledgeBase {
	recipes: Recipe[];
	glossaryTerms: GlossaryTerm[];
	useCases: UseCase[];
	changelogEntries: ChangelogEntry[];
	features: Feature[];
}

/** Everything that a sandbox starts with, and returns to on reset. Never changed in place. */
export interface Seed {
	locations: Location[];
	users: User[];
	contacts: Contact[];
	calendars: Calendar[];
	apps: OAuthApp[];
	privateTokens: PrivateToken[];
	knowledge: KnowledgeBase;
}
