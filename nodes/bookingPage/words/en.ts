/**
 * What the contact reads, in English. A translation has the same keys in a file of its own; `{…}` is filled
 * in by the page. Dates, times and lengths come from `Intl`.
 */
export const en = {
	bookAppointment: 'Book an appointment',
	appointment: 'Appointment',
	yourAppointment: 'Your appointment',

	// Choosing a time
	chooseTime: 'Choose a time',
	chooseDay: 'Choose a day',
	timeZone: 'Time zone',
	show: 'Show',
	free: '{count} free',
	noTimes: 'There are no free times at the moment. Please come back later.',
	laterTimes: 'Later days are not shown yet.',
	usableUntil: 'You can use this link until {time}.',

	// Before it is done
	confirm: 'Confirm',
	bookThis: 'Book this time',
	confirmThis: 'Confirm this time',
	moveHere: 'Move to this time',
	chooseAnother: 'Choose another time',
	cancelAppointment: 'Cancel the appointment',
	cancelQuestion: 'Cancel this appointment?',
	cancelNow: 'Yes, cancel it',
	goBack: 'Go back',
	sending: 'One moment…',

	// Done
	booked: 'Booked',
	bookDone: 'Your appointment is booked',
	confirmDone: 'Your appointment is confirmed',
	moveDone: 'Your appointment has a new time',
	cancelDone: 'Your appointment is canceled',
	addToCalendar: 'Add to calendar',
	lastView: 'This page cannot be opened again. Add the appointment to your calendar, or note the time.',
	closePage: 'You can close this page.',

	// Not done, or not known
	unsure: 'We do not know yet whether this went through',
	unsureText: 'The calendar did not respond. Asking again does not do it twice.',
	unsureHelp: 'If this keeps happening, ask the person who sent you the link before you do anything else.',
	askAgain: 'Ask again',
	unclear: 'Please ask the person who sent you the link',
	unclearText:
		'We asked again, and still do not know whether this went through. The person who sent you the link can look it up. Please do not choose another time before that.',
	taken: 'That time was just taken',
	takenNearest: 'These free times are closest to it:',
	takenOther: 'Please choose another time.',
	own: 'That time is no longer free',
	ownText:
		'This may be your own booking. If you have sent it before, ask the person who sent you the link before you choose another time.',
	conflict: 'You already have an appointment at that time',
	conflictText: 'Keep the one you have, or choose another time.',
	keepIt: 'Keep it',
	failed: 'This could not be done',
	failedText: 'Nothing was changed. Please try again in a few minutes, or ask the person who sent you the link.',
	unreadable: 'The times cannot be shown right now',
	unreadableText: 'Please try again in a few minutes.',
	tryAgain: 'Try again',
	outdated: 'This page is out of date',
	outdatedText:
		'If you have booked a time here, it stays booked. Otherwise, open your link again, or ask the person who sent it to you.',
};

export type Words = Record<keyof typeof en, string>;
