import type { Words } from './en';

/** Before `:`, `?` and the like stands a no-break space. */
export const fr: Words = {
	language: 'French',
	dir: 'ltr',

	bookAppointment: 'Prendre rendez-vous',
	appointment: 'Rendez-vous',
	yourAppointment: 'Votre rendez-vous',
	host: 'avec {name}',

	chooseTime: 'Choisissez un horaire',
	chooseDay: 'Choisissez un jour',
	morning: 'Matin',
	afternoon: 'Après-midi',
	evening: 'Soir',
	timesIn: 'Horaires à l’heure de {city} ({time})',
	zoneTime: 'Heure de {city}',
	change: 'Modifier',
	timeZone: 'Fuseau horaire',
	show: 'Actualiser les horaires',
	free: 'Libres : {count}',
	noTimes: 'Aucun horaire n’est libre pour le moment. Revenez plus tard.',
	laterTimes: 'Les horaires suivants ne sont pas encore affichés.',
	usableUntil: 'Vous pouvez utiliser ce lien jusqu’au {time}.',
	noneSuits: 'Aucun de ces horaires ne me convient',
	noneFree: 'Laisser un message',
	noneText:
		'Indiquez-nous quand vous seriez disponible. Cela met fin à votre choix sur cette page.',
	send: 'Envoyer',

	bookQuestion: 'Réserver cet horaire ?',
	bookThis: 'Réserver cet horaire',
	confirmThis: 'Confirmer cet horaire',
	moveQuestion: 'Déplacer à cet horaire ?',
	moveHere: 'Déplacer à cet horaire',
	formerTime: 'Avant :',
	chooseAnother: 'Choisir un autre horaire',
	cancelAppointment: 'Annuler le rendez-vous',
	cancelQuestion: 'Annuler ce rendez-vous ?',
	cancelNow: 'Oui, l’annuler',
	keepTime: 'Garder l’horaire actuel',
	goBack: 'Retour',
	note: 'Remarque (facultatif)',
	sending: 'Un instant…',

	booked: 'Réservé',
	bookDone: 'Votre rendez-vous est réservé',
	confirmDone: 'Votre rendez-vous est confirmé',
	moveDone: 'Votre rendez-vous a été déplacé',
	cancelDone: 'Votre rendez-vous est annulé',
	noneDone: 'Merci de nous avoir prévenus',
	noneDoneText: 'Rien n’a été réservé ni changé.',
	goneDone: 'Ce rendez-vous n’existe plus',
	goneDoneText:
		'Rien n’a été changé. Si vous souhaitez un autre rendez-vous, contactez la personne qui vous a envoyé le lien.',
	addToCalendar: 'Ajouter au calendrier',
	removeFromCalendar: 'Retirer du calendrier',
	lastView:
		'Cette page ne peut pas être rouverte. Ajoutez le rendez-vous à votre calendrier ou notez l’horaire.',
	openAgain: 'Pour déplacer ou annuler le rendez-vous, rouvrez votre lien.',
	linkDone: 'Ce lien ne sert plus, inutile de le rouvrir. Vous pouvez fermer cette page.',
	closePage: 'Vous pouvez fermer cette page.',

	unknown: 'Vérifiez si cela a abouti',
	unknownText:
		'Le calendrier n’a pas répondu, nous ne le savons donc pas encore. Vous pouvez vérifier sans risque : rien ne sera fait deux fois.',
	unknownHelp:
		'Si cela continue, contactez la personne qui vous a envoyé le lien avant de faire autre chose.',
	askAgain: 'Vérifier à nouveau',
	pending: 'Presque terminé',
	pendingText:
		'Votre choix est arrivé, mais il n’est pas encore confirmé. Vérifiez à nouveau dans une minute : rien ne sera fait deux fois.',
	taken: 'Cet horaire n’est plus disponible',
	takenNearest: 'Voici les horaires libres les plus proches :',
	takenOther: 'Choisissez un autre horaire.',
	takenOrOwnText:
		'Si vous venez de le choisir ici, il est peut-être déjà à vous : contactez la personne qui vous a envoyé le lien avant d’en choisir un autre.',
	conflict: 'Vous avez déjà un rendez-vous à cette heure',
	conflictText: 'Gardez celui que vous avez, ou choisissez un autre horaire.',
	ownText:
		'Si vous avez choisi cet horaire ici, gardez-le pour terminer la réservation. Un autre horaire serait un rendez-vous de plus.',
	keepIt: 'Le garder',
	failed: 'Cela n’a pas pu être fait',
	failedText:
		'Rien n’a été changé. Réessayez dans quelques minutes, ou contactez la personne qui vous a envoyé le lien.',
	refused: 'Cela ne fonctionne pas pour le moment',
	refusedText:
		'Rien n’a été changé, et il est inutile de réessayer. Contactez la personne qui vous a envoyé le lien : elle peut en trouver la cause.',
	unreadable: 'Les horaires ne peuvent pas être affichés pour le moment',
	unreadableText: 'Réessayez dans quelques minutes.',
	tryAgain: 'Réessayer',
	outdated: 'Cette page n’est plus à jour',
	outdatedText:
		'Si vous avez réservé un horaire ici, il reste réservé. Sinon, rouvrez votre lien, ou contactez la personne qui vous l’a envoyé.',
	ended: 'Ce lien ne peut plus être utilisé',
	endedText: 'Le délai de réponse est écoulé. Contactez la personne qui vous a envoyé le lien.',
};
