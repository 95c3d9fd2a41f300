import type { Slot } from '../booking/slots';
import type { Notice } from './choosePage';

/** What a visitor is told when something fails. */

export function takenNotice(nearest: readonly Slot[]): Notice {
	return {
		heading: 'That time was just taken',
		text: nearest.length > 0 ? 'These free times are closest to it:' : 'Please choose another time.',
		nearest,
	};
}

export function conflictNotice(nearest: readonly Slot[]): Notice {
	return {
		heading: 'You already have an appointment at that time',
		text: 'Keep the one you have, or choose another time.',
		nearest,
	};
}

export const OUTDATED = {
	heading: 'This page is out of date',
	text: 'If you have booked a time here, it stays booked. Otherwise, open your link again, or ask the person who sent it to you.',
};

export const UNREADABLE = {
	heading: 'The times cannot be shown right now',
	text: 'Please try again in a few minutes.',
};

export const REFUSED = {
	heading: 'That time could not be booked',
	text: 'Nothing was booked. Please try again in a few minutes, or ask the person who sent you the link.',
};
