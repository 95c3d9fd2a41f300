import type { Words } from './en';

/** Before `:`, `?` and the like stands a no-break space. */
export const fr: Words = {
	bookAppointment: 'Prendre rendez-vous',
	appointment: 'Rendez-vous',
	yourAppointment: 'Votre rendez-vous',
	host: 'avec {name}',

	chooseTime: 'Choisissez un horaire',
	chooseDay: 'Choisissez un jour',
	morning: 'Matin',
	afternoon: 'Après-midi',
	timeZone: 'Fuseau horaire',
	timeFormat: 'Format de l’heure',
	show: 'Actualiser les horaires',
	free: 'Libres : {count}',
	noTimes: 'Aucun horaire n’est libre pour le moment. Revenez plus tard.',
	laterTimes: 'Les jours suivants ne sont pas encore affichés.',
	usableUntil: 'Vous pouvez utiliser ce lien jusqu’au {time}.',
	noneSuits: 'Aucun de ces horaires ne me convient',
	noneText: 'Indiquez-nous quand vous seriez disponible. Cela met fin à votre choix sur cette page.',
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
	continue: 'Continuer',

	booked: 'Réservé',
	bookDone: 'Votre rendez-vous est réservé',
	confirmDone: 'Votre rendez-vous est confirmé',
	moveDone: 'Votre rendez-vous a été déplacé',
	cancelDone: 'Votre rendez-vous est annulé',
	noneDone: 'Merci de nous avoir prévenus',
	noneDoneText: 'Aucun des horaires ne vous convient. Rien n’a été réservé ni changé.',
	goneDone: 'Ce rendez-vous n’existe plus',
	goneDoneText:
		'Rien n’a été changé. Si vous souhaitez un autre rendez-vous, contactez la personne qui vous a envoyé le lien.',
	addToCalendar: 'Ajouter au calendrier',
	removeFromCalendar: 'Retirer du calendrier',
	lastView:
		'Cette page ne peut pas être rouverte. Ajoutez le rendez-vous à votre calendrier ou notez l’horaire.',
	closePage: 'Vous pouvez fermer cette page.',

	bookName: 'votre réservation',
	confirmName: 'votre confirmation',
	moveName: 'votre changement d’horaire',
	cancelName: 'votre annulation',
	unsure: 'Vérifiez si {what} a abouti',
	unsureText:
		'Le calendrier n’a pas répondu, nous ne le savons donc pas encore. Vous pouvez vérifier sans risque : rien ne sera fait deux fois.',
	unsureHelp:
		'Si cela continue, contactez la personne qui vous a envoyé le lien avant de faire autre chose.',
	askAgain: 'Vérifier à nouveau',
	unclear: 'Contactez la personne qui vous a envoyé le lien',
	unclearText:
		'Nous avons vérifié à nouveau, et nous ne savons toujours pas si {what} a abouti. La personne qui vous a envoyé le lien peut le vérifier. Ne choisissez pas d’autre horaire avant cela.',
	taken: 'Cet horaire vient d’être pris',
	takenNearest: 'Voici les horaires libres les plus proches :',
	takenOther: 'Choisissez un autre horaire.',
	late: 'Cet horaire n’est plus disponible',
	own: 'Cet horaire n’est plus libre',
	ownText:
		'C’est peut-être votre propre réservation. Si vous l’aviez déjà envoyée, contactez la personne qui vous a envoyé le lien avant de choisir un autre horaire.',
	conflict: 'Vous avez déjà un rendez-vous à cette heure',
	conflictText: 'Gardez celui que vous avez, ou choisissez un autre horaire.',
	keepIt: 'Le garder',
	failed: 'Cela n’a pas pu être fait',
	failedText:
		'Rien n’a été changé. Réessayez dans quelques minutes, ou contactez la personne qui vous a envoyé le lien.',
	unreadable: 'Les horaires ne peuvent pas être affichés pour le moment',
	unreadableText: 'Réessayez dans quelques minutes.',
	tryAgain: 'Réessayer',
	outdated: 'Cette page n’est plus à jour',
	outdatedText:
		'Si vous avez réservé un horaire ici, il reste réservé. Sinon, rouvrez votre lien, ou contactez la personne qui vous l’a envoyé.',
	passed: 'Ce rendez-vous est passé',
	passedText:
		'Rien n’a été changé. Pour un autre rendez-vous, contactez la personne qui vous a envoyé le lien.',
	ended: 'Ce lien ne peut plus être utilisé',
	endedText: 'Le délai de réponse est écoulé. Contactez la personne qui vous a envoyé le lien.',
};
