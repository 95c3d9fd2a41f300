import type { Words } from './en';

export const es: Words = {
	language: 'Spanish',
	dir: 'ltr',

	bookAppointment: 'Reservar una cita',
	appointment: 'Cita',
	yourAppointment: 'Su cita',
	host: 'con {name}',

	chooseTime: 'Elija una hora',
	chooseDay: 'Elija un día',
	morning: 'Mañana',
	afternoon: 'Tarde',
	evening: 'Tarde-noche',
	timesIn: 'Hora de {city} ({time})',
	zoneTime: 'Hora de {city}',
	change: 'Cambiar',
	timeZone: 'Zona horaria',
	show: 'Actualizar las horas',
	free: 'Libres: {count}',
	noTimes: 'No hay horas libres en este momento. Vuelva más tarde, por favor.',
	laterTimes: 'Los horarios posteriores todavía no se muestran.',
	usableUntil: 'Puede usar este enlace hasta el {time}.',
	noneSuits: 'Ninguna de estas horas me viene bien',
	noneFree: 'Dejar un mensaje',
	noneText: 'Indíquenos cuándo podría. Con esto termina la elección en esta página.',
	send: 'Enviar',

	bookQuestion: '¿Reservar esta hora?',
	bookThis: 'Reservar esta hora',
	confirmThis: 'Confirmar esta hora',
	moveQuestion: '¿Cambiar a esta hora?',
	moveHere: 'Cambiar a esta hora',
	formerTime: 'Antes:',
	chooseAnother: 'Elegir otra hora',
	cancelAppointment: 'Cancelar la cita',
	cancelQuestion: '¿Cancelar esta cita?',
	cancelNow: 'Sí, cancelarla',
	keepTime: 'Mantener la hora actual',
	goBack: 'Volver',
	note: 'Nota (opcional)',
	sending: 'Un momento…',

	booked: 'Reservada',
	bookDone: 'Su cita está reservada',
	confirmDone: 'Su cita está confirmada',
	moveDone: 'Se ha cambiado la hora de su cita',
	cancelDone: 'Su cita está cancelada',
	noneDone: 'Gracias por avisarnos',
	noneDoneText: 'No se ha reservado ni cambiado nada.',
	goneDone: 'Esta cita ya no existe',
	goneDoneText:
		'No se ha cambiado nada. Si desea otra cita, consulte a la persona que le envió el enlace.',
	addToCalendar: 'Añadir al calendario',
	removeFromCalendar: 'Quitar del calendario',
	lastView:
		'Esta página no se puede volver a abrir. Añada la cita a su calendario o anote la hora.',
	openAgain: 'Para cambiar o cancelar la cita, vuelva a abrir su enlace.',
	linkDone: 'Este enlace ya no hace falta. Puede cerrar esta página.',
	closePage: 'Puede cerrar esta página.',

	unknown: 'Compruebe si se ha realizado',
	unknownText:
		'El calendario no ha respondido, así que todavía no lo sabemos. Puede comprobarlo sin riesgo: nada se hará dos veces.',
	unknownHelp:
		'Si sigue ocurriendo, consulte a la persona que le envió el enlace antes de hacer otra cosa.',
	askAgain: 'Comprobar de nuevo',
	pending: 'Casi listo',
	pendingText:
		'Hemos recibido su elección, pero todavía no está confirmada. Compruébelo de nuevo en un minuto: nada se hará dos veces.',
	taken: 'Esa hora ya no está disponible',
	takenNearest: 'Estas son las horas libres más cercanas:',
	takenOther: 'Elija otra hora, por favor.',
	takenOrOwnText:
		'Si acaba de elegirla aquí, puede que ya sea suya: consulte a la persona que le envió el enlace antes de elegir otra.',
	conflict: 'Ya tiene una cita a esa hora',
	conflictText: 'Conserve la que tiene o elija otra hora.',
	ownText:
		'Si eligió esta hora aquí, consérvela para completar la reserva. Otra hora sería una cita adicional.',
	keepIt: 'Conservarla',
	failed: 'No se ha podido hacer',
	failedText:
		'No se ha cambiado nada. Inténtelo de nuevo dentro de unos minutos o consulte a la persona que le envió el enlace.',
	refused: 'Esto no funciona en este momento',
	refusedText:
		'No se ha cambiado nada, y no sirve de nada intentarlo de nuevo. Consulte a la persona que le envió el enlace: puede averiguar la causa.',
	unreadable: 'Las horas no se pueden mostrar en este momento',
	unreadableText: 'Inténtelo de nuevo dentro de unos minutos.',
	tryAgain: 'Intentarlo de nuevo',
	outdated: 'Esta página ya no está actualizada',
	outdatedText:
		'Si ha reservado una hora aquí, sigue reservada. Si no, abra de nuevo su enlace o consulte a la persona que se lo envió.',
	ended: 'Este enlace ya no se puede usar',
	endedText: 'El plazo para responder ha terminado. Consulte a la persona que le envió el enlace.',
};
