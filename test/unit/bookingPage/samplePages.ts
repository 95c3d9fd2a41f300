import { choosePage, type OfferedTimes } from '../../../nodes/bookingPage/choosePage';
import { ContactClock } from '../../../nodes/bookingPage/contactClock';
import type { Page } from '../../../nodes/bookingPage/pages';
import type { Offer, View } from '../../../nodes/bookingPage/pageParts';
import { LANGUAGES } from '../../../nodes/bookingPage/words';

/** The view of a page, in New York: a call with Ada unless the offer is given. */
export function viewOf(
	offer: Offer = { calendarName: 'Onboarding call', title: 'Call with Ada' },
	other: Partial<View> = {},
): View {
	const clock = new ContactClock('en-US', 'America/New_York');
	return {
		offer,
		clock,
		words: LANGUAGES.en,
		token: 't0ken',
		wait: 'w4it',
		seal: () => 's3al',
		...other,
	};
}

export const slot = (start: string, minutes = 30) => ({
	start: Date.parse(start),
	end: Date.parse(start) + minutes * 60_000,
});

/** Tuesday 9:00, 9:30 and 22:00 in New York. */
export const SLOTS = [
	slot('2026-03-03T14:00:00Z'),
	slot('2026-03-03T14:30:00Z'),
	slot('2026-03-04T03:00:00Z'),
];

/** The page of times, with anything else in the view or beside it. */
export const pageOfTimes = (other: Partial<OfferedTimes> = {}, view = viewOf()) =>
	choosePage(view, { act: 'book', slots: SLOTS, hasMore: false, ...other });

/** For a visitor with another kind of the language, or zone. */
export const seenIn = (locale: string, zone = 'America/New_York') =>
	viewOf(undefined, { clock: new ContactClock(locale, zone) });

/** Versions of ICU differ in which of Unicode's spaces they write. */
export const plainSpaces = (text: string) => text.replace(/\s+/g, ' ');

/** The text of the page, without style and script. */
export const textOf = ({ html: page }: Pick<Page, 'html'>) =>
	plainSpaces(page.replace(/<(style|script|select)>?.*?<\/\1>/gs, '').replace(/<[^>]*>/g, ' '));
