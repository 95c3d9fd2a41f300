import type { Choosing } from '../../../nodes/bookingPage/choosePage';
import { choosePage } from '../../../nodes/bookingPage/choosePage';
import { VisitorClock } from '../../../nodes/bookingPage/dates';
import type { Page } from '../../../nodes/bookingPage/document';
import { wordsOf } from '../../../nodes/bookingPage/languages';
import type { Offer, View, Visitor } from '../../../nodes/bookingPage/offer';

export const NOTHING: Offer = {
	...{ calendarName: '', title: '', heading: '', explanation: '' },
	...{ businessName: '', accent: '', message: '' },
};
export const OFFER: Offer = { ...NOTHING, calendarName: 'Onboarding call', title: 'Call with Ada' };

export const visitor = (locale = 'en-US', zone = 'America/New_York'): Visitor => ({
	clock: new VisitorClock(locale, zone),
	token: 't0ken',
	wait: 'w4it',
	words: wordsOf('en'),
	drawnBy: 'pr0cess',
});

export const slot = (start: string, minutes = 30) => ({
	start: Date.parse(start),
	end: Date.parse(start) + minutes * 60_000,
});

/** Tuesday 9:00 and 9:30, and 22:00, in New York. */
export const SLOTS = [slot('2026-03-04T03:00:00Z'), slot('2026-03-03T14:00:00Z'), slot('2026-03-03T14:30:00Z')];

export const VIEW: View = { offer: OFFER, visitor: visitor() };

export const CHOOSING = { act: 'book', slots: SLOTS, hasMore: false, now: Date.parse('2026-03-01T12:00:00Z') } as const;

/** The page of times, with anything else in the view or beside it. */
export const choosing = ({ offer = OFFER, visitor: who = visitor(), askZone, usableUntil, ...other }: Partial<View & Choosing> = {}) =>
	choosePage({ offer, visitor: who, askZone, usableUntil }, { ...CHOOSING, ...other });

/** Versions of ICU differ in which of Unicode's spaces they write. */
export const plainSpaces = (text: string) => text.replace(/\s+/g, ' ');

/** What is read, without style and script. */
export const textOf = ({ html: page }: Page) =>
	plainSpaces(page.replace(/<(style|script|select)>?.*?<\/\1>/gs, '').replace(/<[^>]*>/g, ' '));
