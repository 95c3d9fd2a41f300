import type { Words } from './en';

export const es: Words = {
	bookAppointment: 'Reservar una cita',
	appointment: 'Cita',
	yourAppointment: 'Su cita',

	chooseTime: 'Elija una hora',
	chooseDay: 'Elija un día',
	timeZone: 'Zona horaria',
	show: 'Mostrar',
	free: 'Libres: {count}',
	noTimes: 'No hay horas libres en este momento. Vuelva más tarde, por favor.',
	laterTimes: 'Los días posteriores todavía no se muestran.',
	usableUntil: 'Puede usar este enlace hasta: {time}.',

	confirm: 'Confirmar',
	bookThis: 'Reservar esta hora',
	confirmThis: 'Confirmar esta hora',
	moveHere: 'Cambiar a esta hora',
	chooseAnother: 'Elegir otra hora',
	cancelAppointment: 'Cancelar la cita',
	cancelQuestion: '¿Cancelar esta cita?',
	cancelNow: 'Sí, cancelarla',
	goBack: 'Volver',
	sending: 'Un momento…',

	booked: 'Reservada',
	bookDone: 'Su cita está reservada',
	confirmDone: 'Su cita está confirmada',
	moveDone: 'Su cita tiene una nueva hora',
	cancelDone: 'Su cita está cancelada',
	addToCalendar: 'Añadir al calendario',
	lastView: 'Esta página no se puede volver a abrir. Añada la cita a su calendario o anote la hora.',
	closePage: 'Puede cerrar esta página.',

	unsure: 'Todavía no sabemos si se ha realizado',
	unsureText: 'El calendario no ha respondido. Si vuelve a preguntar, no se hará dos veces.',
	unsureHelp: 'Si sigue ocurriendo, consulte a la persona que le envió el enlace antes de hacer otra cosa.',
	askAgain: 'Volver a preguntar',
	unclear: 'Consulte a la persona que le envió el enlace',
	unclearText:
		'Hemos vuelto a preguntar y todavía no sabemos si se ha realizado. La persona que le envió el enlace puede comprobarlo. Por favor, no elija otra hora antes.',
	taken: 'Esa hora se acaba de ocupar',
	takenNearest: 'Estas son las horas libres más cercanas:',
	takenOther: 'Elija otra hora, por favor.',
	own: 'Esa hora ya no está libre',
	ownText:
		'Puede ser su propia reserva. Si ya la había enviado, consulte a la persona que le envió el enlace antes de elegir otra hora.',
	conflict: 'Ya tiene una cita a esa hora',
	conflictText: 'Conserve la que tiene o elija otra hora.',
	keepIt: 'Conservarla',
	failed: 'No se ha podido hacer',
	failedText:
		'No se ha cambiado nada. Inténtelo de nuevo dentro de unos minutos o consulte a la persona que le envió el enlace.',
	unreadable: 'Las horas no se pueden mostrar en este momento',
	unreadableText: 'Inténtelo de nuevo dentro de unos minutos.',
	tryAgain: 'Intentarlo de nuevo',
	outdated: 'Esta página ya no está actualizada',
	outdatedText:
		'Si ha reservado una hora aquí, sigue reservada. Si no, abra de nuevo su enlace o consulte a la persona que se lo envió.',
};
