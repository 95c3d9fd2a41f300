import type { Words } from './en';

export const de: Words = {
	bookAppointment: 'Termin buchen',
	appointment: 'Termin',
	yourAppointment: 'Ihr Termin',

	chooseTime: 'Zeit wählen',
	chooseDay: 'Tag wählen',
	timeZone: 'Zeitzone',
	show: 'Anzeigen',
	free: '{count} frei',
	noTimes: 'Im Moment sind keine Zeiten frei. Bitte schauen Sie später wieder vorbei.',
	laterTimes: 'Spätere Tage werden noch nicht angezeigt.',
	usableUntil: 'Sie können diesen Link bis {time} verwenden.',

	confirm: 'Bestätigen',
	bookThis: 'Diese Zeit buchen',
	confirmThis: 'Diese Zeit bestätigen',
	moveHere: 'Auf diese Zeit verlegen',
	chooseAnother: 'Andere Zeit wählen',
	cancelAppointment: 'Termin absagen',
	cancelQuestion: 'Diesen Termin absagen?',
	cancelNow: 'Ja, absagen',
	goBack: 'Zurück',
	sending: 'Einen Moment …',

	booked: 'Gebucht',
	bookDone: 'Ihr Termin ist gebucht',
	confirmDone: 'Ihr Termin ist bestätigt',
	moveDone: 'Ihr Termin hat eine neue Zeit',
	cancelDone: 'Ihr Termin ist abgesagt',
	addToCalendar: 'In den Kalender eintragen',
	lastView:
		'Diese Seite lässt sich nicht noch einmal öffnen. Tragen Sie den Termin in Ihren Kalender ein, oder notieren Sie die Zeit.',
	closePage: 'Sie können diese Seite schließen.',

	unsure: 'Wir wissen noch nicht, ob das geklappt hat',
	unsureText: 'Der Kalender hat nicht geantwortet. Wenn Sie noch einmal fragen, wird nichts doppelt ausgeführt.',
	unsureHelp: 'Wenn das so bleibt, fragen Sie bitte zuerst die Person, die Ihnen den Link geschickt hat.',
	askAgain: 'Noch einmal fragen',
	unclear: 'Bitte fragen Sie die Person, die Ihnen den Link geschickt hat',
	unclearText:
		'Wir haben noch einmal gefragt und wissen immer noch nicht, ob das geklappt hat. Die Person, die Ihnen den Link geschickt hat, kann es nachsehen. Bitte wählen Sie vorher keine andere Zeit.',
	taken: 'Diese Zeit wurde gerade vergeben',
	takenNearest: 'Diese freien Zeiten liegen am nächsten:',
	takenOther: 'Bitte wählen Sie eine andere Zeit.',
	own: 'Diese Zeit ist nicht mehr frei',
	ownText:
		'Vielleicht ist das Ihre eigene Buchung. Wenn Sie sie schon einmal abgeschickt haben, fragen Sie die Person, die Ihnen den Link geschickt hat, bevor Sie eine andere Zeit wählen.',
	conflict: 'Sie haben zu dieser Zeit schon einen Termin',
	conflictText: 'Behalten Sie ihn, oder wählen Sie eine andere Zeit.',
	keepIt: 'Behalten',
	failed: 'Das war nicht möglich',
	failedText:
		'Es wurde nichts geändert. Bitte versuchen Sie es in ein paar Minuten noch einmal, oder fragen Sie die Person, die Ihnen den Link geschickt hat.',
	unreadable: 'Die Zeiten können gerade nicht angezeigt werden',
	unreadableText: 'Bitte versuchen Sie es in ein paar Minuten noch einmal.',
	tryAgain: 'Noch einmal versuchen',
	outdated: 'Diese Seite ist nicht mehr aktuell',
	outdatedText:
		'Wenn Sie hier eine Zeit gebucht haben, bleibt sie gebucht. Sonst öffnen Sie Ihren Link noch einmal, oder fragen Sie die Person, die ihn geschickt hat.',
};
