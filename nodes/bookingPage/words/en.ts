/**
 * The words of the page in English. A translation has the same keys in a file of its own; `{…}` is filled
 * in by the page. Dates, times, numbers and lengths come from `Intl`.
 */
export const en = {
	/** In the editor's list. */
	language: 'English',
	dir: 'ltr',

	bookAppointment: 'Book an appointment',
	appointment: 'Appointment',
	yourAppointment: 'Your appointment',
	host: 'with {name}',

	// Choosing a time
	chooseTime: 'Choose a time',
	chooseDay: 'Choose a day',
	morning: 'Morning',
	afternoon: 'Afternoon',
	evening: 'Evening',
	timesIn: 'Times in {city} time ({time})',
	zoneTime: '{city} time',
	change: 'Change',
	timeZone: 'Time zone',
	show: 'Update times',
	free: '{count} free',
	noTimes: 'There are no free times at the moment. Please come back later.',
	laterTimes: 'Later times are not shown yet.',
	usableUntil: 'You can use this link until {time}.',
	noneSuits: 'None of these times suits me',
	noneFree: 'Leave a message',
	noneText: 'Say when you would have time. This ends your choice here.',
	send: 'Send',

	// Before it is done. A question has the words of the button that answers: bookQuestion those of bookThis, moveQuestion those of moveHere.
	bookQuestion: 'Book this time?',
	bookThis: 'Book this time',
	confirmThis: 'Confirm this time',
	moveQuestion: 'Move to this time?',
	moveHere: 'Move to this time',
	formerTime: 'Before:',
	chooseAnother: 'Choose another time',
	cancelAppointment: 'Cancel the appointment',
	cancelQuestion: 'Cancel this appointment?',
	cancelNow: 'Yes, cancel it',
	keepTime: 'Keep the current time',
	goBack: 'Go back',
	note: 'Note (optional)',
	sending: 'One moment…',

	// Done
	booked: 'Booked',
	bookDone: 'Your appointment is booked',
	confirmDone: 'Your appointment is confirmed',
	moveDone: 'Your appointment has a new time',
	cancelDone: 'Your appointment is canceled',
	noneDone: 'Thank you for telling us',
	noneDoneText: 'Nothing was booked or changed.',
	goneDone: 'This appointment no longer exists',
	goneDoneText:
		'Nothing was changed. If you would like a new one, contact the person who sent you the link.',
	addToCalendar: 'Add to calendar',
	removeFromCalendar: 'Remove from calendar',
	lastView:
		'This page cannot be opened again. Add the appointment to your calendar, or note the time.',
	openAgain: 'To change or cancel the appointment, open your link again.',
	linkDone: 'This link is done, and you will not need it again. You can close this page.',
	closePage: 'You can close this page.',

	// Not done, or not known
	unknown: 'Check whether it went through',
	unknownText:
		'The calendar did not respond, so we do not know yet. You can check safely: nothing is done twice.',
	unknownHelp:
		'If this keeps happening, contact the person who sent you the link before you do anything else.',
	askAgain: 'Check again',
	pending: 'Almost done',
	pendingText:
		'Your choice has arrived, but it is not confirmed yet. Check again in a minute: nothing is done twice.',
	taken: 'That time is no longer available',
	takenNearest: 'These free times are closest to it:',
	takenOther: 'Please choose another time.',
	takenOrOwnText:
		'If you have just chosen it here yourself, it may be yours already: contact the person who sent you the link before you choose another time.',
	conflict: 'You already have an appointment at that time',
	conflictText: 'Keep the one you have, or choose another time.',
	ownText:
		'If you chose this time here, keep it to complete your booking. Another time would be a further appointment.',
	keepIt: 'Keep it',
	failed: 'This could not be done',
	failedText:
		'Nothing was changed. Please try again in a few minutes, or contact the person who sent you the link.',
	refused: 'This does not work at the moment',
	refusedText:
		'Nothing was changed, and trying again does not help. Please contact the person who sent you the link, who can find the reason.',
	unreadable: 'The times cannot be shown right now',
	unreadableText: 'Please try again in a few minutes.',
	tryAgain: 'Try again',
	outdated: 'This page is out of date',
	outdatedText:
		'If you have booked a time here, it stays booked. Otherwise, open your link again, or contact the person who sent it to you.',
	ended: 'This link can no longer be used',
	endedText: 'The time for your answer is over. Please contact the person who sent you the link.',
};

export type Words = Record<keyof typeof en, string>;
