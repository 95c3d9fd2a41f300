import type { Words } from './en';

export const fr: Words = {
	bookAppointment: 'Prendre rendez-vous',
	appointment: 'Rendez-vous',
	yourAppointment: 'Votre rendez-vous',

	chooseTime: 'Choisissez une heure',
	chooseDay: 'Choisissez un jour',
	timeZone: 'Fuseau horaire',
	show: 'Afficher',
	free: 'Libres : {count}',
	noTimes: 'Aucun horaire n’est libre pour le moment. Revenez plus tard.',
	laterTimes: 'Les jours suivants ne sont pas encore affichés.',
	usableUntil: 'Vous pouvez utiliser ce lien jusqu’au : {time}.',

	confirm: 'Confirmer',
	bookThis: 'Réserver cet horaire',
	confirmThis: 'Confirmer cet horaire',
	moveHere: 'Déplacer à cet horaire',
	chooseAnother: 'Choisir un autre horaire',
	cancelAppointment: 'Annuler le rendez-vous',
	cancelQuestion: 'Annuler ce rendez-vous ?',
	cancelNow: 'Oui, l’annuler',
	goBack: 'Retour',
	sending: 'Un instant…',

	booked: 'Réservé',
	bookDone: 'Votre rendez-vous est réservé',
	confirmDone: 'Votre rendez-vous est confirmé',
	moveDone: 'Votre rendez-vous a un nouvel horaire',
	cancelDone: 'Votre rendez-vous est annulé',
	addToCalendar: 'Ajouter au calendrier',
	lastView:
		'Cette page ne peut pas être rouverte. Ajoutez le rendez-vous à votre calendrier ou notez l’horaire.',
	closePage: 'Vous pouvez fermer cette page.',

	unsure: 'Nous ne savons pas encore si cela a été fait',
	unsureText: 'Le calendrier n’a pas répondu. Redemander ne le fait pas deux fois.',
	unsureHelp: 'Si cela continue, demandez d’abord à la personne qui vous a envoyé le lien.',
	askAgain: 'Redemander',
	unclear: 'Demandez à la personne qui vous a envoyé le lien',
	unclearText:
		'Nous avons redemandé, et nous ne savons toujours pas si cela a été fait. La personne qui vous a envoyé le lien peut le vérifier. Ne choisissez pas d’autre horaire avant cela.',
	taken: 'Cet horaire vient d’être pris',
	takenNearest: 'Voici les horaires libres les plus proches :',
	takenOther: 'Choisissez un autre horaire.',
	own: 'Cet horaire n’est plus libre',
	ownText:
		'C’est peut-être votre propre réservation. Si vous l’aviez déjà envoyée, demandez à la personne qui vous a envoyé le lien avant de choisir un autre horaire.',
	conflict: 'Vous avez déjà un rendez-vous à cette heure',
	conflictText: 'Gardez celui que vous avez, ou choisissez un autre horaire.',
	keepIt: 'Le garder',
	failed: 'Cela n’a pas pu être fait',
	failedText:
		'Rien n’a été changé. Réessayez dans quelques minutes, ou demandez à la personne qui vous a envoyé le lien.',
	unreadable: 'Les horaires ne peuvent pas être affichés pour le moment',
	unreadableText: 'Réessayez dans quelques minutes.',
	tryAgain: 'Réessayer',
	outdated: 'Cette page n’est plus à jour',
	outdatedText:
		'Si vous avez réservé un horaire ici, il reste réservé. Sinon, rouvrez votre lien, ou demandez à la personne qui vous l’a envoyé.',
};
