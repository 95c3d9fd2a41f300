import type { Words } from './en';

export const de: Words = {
	language: 'German',
	dir: 'ltr',

	bookAppointment: 'Termin buchen',
	appointment: 'Termin',
	yourAppointment: 'Ihr Termin',
	host: 'mit {name}',

	chooseTime: 'Uhrzeit wählen',
	chooseDay: 'Tag wählen',
	morning: 'Vormittag',
	afternoon: 'Nachmittag',
	evening: 'Abend',
	timesIn: 'Zeiten in der Ortszeit von {city} ({time})',
	zoneTime: 'Ortszeit von {city}',
	change: 'Ändern',
	timeZone: 'Zeitzone',
	show: 'Zeiten aktualisieren',
	free: '{count} frei',
	noTimes: 'Im Moment sind keine Termine frei. Bitte schauen Sie später wieder vorbei.',
	laterTimes: 'Spätere Zeiten werden noch nicht angezeigt.',
	usableUntil: 'Sie können diesen Link bis {time} verwenden.',
	noneSuits: 'Keiner dieser Termine passt mir',
	noneFree: 'Nachricht hinterlassen',
	noneText: 'Schreiben Sie uns, wann Sie Zeit hätten. Damit beenden Sie die Auswahl.',
	send: 'Senden',

	bookQuestion: 'Diesen Termin buchen?',
	bookThis: 'Diesen Termin buchen',
	confirmThis: 'Diesen Termin bestätigen',
	moveQuestion: 'Auf diesen Termin verlegen?',
	moveHere: 'Auf diesen Termin verlegen',
	formerTime: 'Bisher:',
	chooseAnother: 'Anderen Termin wählen',
	cancelAppointment: 'Termin absagen',
	cancelQuestion: 'Diesen Termin absagen?',
	cancelNow: 'Ja, absagen',
	keepTime: 'Bisherigen Termin behalten',
	goBack: 'Zurück',
	note: 'Anmerkung (freiwillig)',
	sending: 'Einen Moment …',

	booked: 'Gebucht',
	bookDone: 'Ihr Termin ist gebucht',
	confirmDone: 'Ihr Termin ist bestätigt',
	moveDone: 'Ihr Termin wurde verlegt',
	cancelDone: 'Ihr Termin ist abgesagt',
	noneDone: 'Danke für Ihre Rückmeldung',
	noneDoneText: 'Es wurde nichts gebucht oder geändert.',
	goneDone: 'Diesen Termin gibt es nicht mehr',
	goneDoneText:
		'Es wurde nichts geändert. Wenn Sie einen neuen Termin möchten, wenden Sie sich bitte an die Person, die Ihnen den Link geschickt hat.',
	addToCalendar: 'In den Kalender eintragen',
	removeFromCalendar: 'Aus dem Kalender entfernen',
	lastView:
		'Diese Seite lässt sich nicht noch einmal öffnen. Tragen Sie den Termin in Ihren Kalender ein, oder notieren Sie ihn.',
	openAgain:
		'Wenn Sie den Termin verlegen oder absagen möchten, öffnen Sie Ihren Link noch einmal.',
	linkDone:
		'Dieser Link ist erledigt, Sie brauchen ihn nicht mehr. Sie können diese Seite schließen.',
	closePage: 'Sie können diese Seite schließen.',

	unknown: 'Bitte prüfen Sie, ob es geklappt hat',
	unknownText:
		'Der Kalender hat nicht geantwortet, deshalb wissen wir es noch nicht. Sie können gefahrlos prüfen: Es wird nichts doppelt ausgeführt.',
	unknownHelp:
		'Wenn das so bleibt, wenden Sie sich bitte an die Person, die Ihnen den Link geschickt hat, bevor Sie etwas anderes tun.',
	askAgain: 'Erneut prüfen',
	pending: 'Fast geschafft',
	pendingText:
		'Ihre Wahl ist angekommen, aber noch nicht bestätigt. Prüfen Sie es in einer Minute erneut: Nichts geschieht doppelt.',
	taken: 'Dieser Termin ist nicht mehr verfügbar',
	takenNearest: 'Diese freien Termine liegen am nächsten:',
	takenOther: 'Bitte wählen Sie einen anderen Termin.',
	takenOrOwnText:
		'Wenn Sie ihn gerade selbst hier gewählt haben, gehört er vielleicht schon Ihnen: Fragen Sie bei der Person nach, die Ihnen den Link geschickt hat, bevor Sie einen anderen wählen.',
	conflict: 'Sie haben zu dieser Zeit schon einen Termin',
	conflictText: 'Behalten Sie ihn, oder wählen Sie einen anderen.',
	ownText:
		'Wenn Sie diesen Termin hier gewählt haben, behalten Sie ihn: Damit ist er fertig gebucht. Ein anderer wäre ein weiterer Termin.',
	keepIt: 'Behalten',
	failed: 'Das war nicht möglich',
	failedText:
		'Es wurde nichts geändert. Bitte versuchen Sie es in ein paar Minuten noch einmal, oder wenden Sie sich an die Person, die Ihnen den Link geschickt hat.',
	refused: 'Das funktioniert im Moment nicht',
	refusedText:
		'Es wurde nichts geändert, und ein neuer Versuch hilft nicht. Bitte wenden Sie sich an die Person, die Ihnen den Link geschickt hat: Sie kann den Grund herausfinden.',
	unreadable: 'Die Termine können gerade nicht angezeigt werden',
	unreadableText: 'Bitte versuchen Sie es in ein paar Minuten noch einmal.',
	tryAgain: 'Noch einmal versuchen',
	outdated: 'Diese Seite ist nicht mehr aktuell',
	outdatedText:
		'Wenn Sie hier einen Termin gebucht haben, bleibt er gebucht. Sonst öffnen Sie Ihren Link noch einmal, oder wenden Sie sich an die Person, die ihn geschickt hat.',
	ended: 'Dieser Link ist abgelaufen',
	endedText:
		'Die Zeit für Ihre Antwort ist vorbei. Bitte wenden Sie sich an die Person, die Ihnen den Link geschickt hat.',
};
