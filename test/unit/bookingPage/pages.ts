import { VisitorClock } from '../../../nodes/bookingPage/dates';
import type { Page } from '../../../nodes/bookingPage/document';
import type { Offer } from '../../../nodes/bookingPage/offer';

export const OFFER: Offer = { calendarName: 'Onboarding call', title: 'Call with Ada', heading: '', explanation: '' };

export const visitor = (locale = 'en-US', zone = 'America/New_York') => ({
	clock: new VisitorClock(locale, zone),
	token: 't0ken',
	wait: 'w4it',
});

export const slot = (start: string, minutes = 30) => ({
	start: Date.parse(start),
	end: Date.parse(start) + minutes * 60_000,
});

/** Tuesday 9:00 and 9:30, and 22:00, in New York. */
export const SLOTS = [slot('2026-03-04T03:00:00Z'), slot('2026-03-03T14:00:00Z'), slot('2026-03-03T14:30:00Z')];

export const CHOICE = { offer: OFFER, visitor: visitor(), slots: SLOTS, daysAhead: 14 };

/** Versions of ICU differ in which of Unicode's spaces they write. */
export const plainSpaces = (text: string) => text.replace(/\s+/g, ' ');

/** What is read, without style and script. */
export const textOf = ({ html: page }: Page) =>
	plainSpaces(page.replace(/<(style|script|select)>?.*?<\/\1>/gs, '').replace(/<[^>]*>/g, ' '));
