import { LANGUAGES, type Words } from '../../../nodes/bookingPage/words';

/** The buttons, links, headings and sentences of the pages. */
const LABELS = [
	...[
		'bookThis',
		'confirmThis',
		'moveHere',
		'chooseAnother',
		'cancelAppointment',
		'cancelNow',
		'keepTime',
		'goBack',
	],
	...[
		'send',
		'show',
		'change',
		'tryAgain',
		'askAgain',
		'keepIt',
		'addToCalendar',
		'removeFromCalendar',
	],
	...[
		'timeZone',
		'note',
		'noneSuits',
		'noneFree',
		'morning',
		'afternoon',
		'evening',
		'chooseDay',
		'chooseTime',
	],
	...['bookDone', 'confirmDone', 'moveDone', 'cancelDone', 'noneDone', 'goneDone'],
	...['taken', 'conflict', 'failed', 'unreadable', 'outdated', 'ended'],
	...[
		'bookQuestion',
		'moveQuestion',
		'cancelQuestion',
		'sending',
		'booked',
		'noTimes',
		'laterTimes',
		'noneText',
		'formerTime',
		'lastView',
		'openAgain',
		'closePage',
		'linkDone',
	],
	...[
		'noneDoneText',
		'goneDoneText',
		'unknown',
		'unknownText',
		'unknownHelp',
		'takenNearest',
		'takenOther',
		'conflictText',
		'failedText',
		'unreadableText',
		'outdatedText',
		'endedText',
	],
] as Array<keyof Words>;

/** A word of each, in their order, by which a reader of the language knows it from the others. */
const KNOWN_BY: Record<string, string> = {
	ar: 'حجز هذا|تأكيد هذا|نقل الموعد|آخر|إلغاء الموعد|نعم،|بالوقت|رجوع|إرسال|تحديث|تغيير|المحاولة|التحقق|به|إضافة|إزالة|المنطقة|(اختيارية)|يناسبني|رسالة|صباحًا|الظهر|مساءً|يومًا|وقتًا|حجز موعدك|تأكيد موعدك|جديد|إلغاء موعدك|لإبلاغنا|موجودًا|متوفرًا|بالفعل|تعذّر|يمكن|الصفحة|استخدام|تريد حجز|تريد نقل|إلغاء هذا|لحظة|الحجز|حاليًا|اللاحقة|الاختيار|سابقًا|تقويمك|لتغيير|إغلاق|بحاجة|يُحجز|موعدًا|مما|يُنفَّذ|استمر|المتاحة|يُرجى اختيار|بالموعد|دقائق|يُرجى المحاولة|محجوزًا|التواصل',
	de: 'buchen|bestätigen|verlegen|Anderen|Termin absagen|Ja,|Bisherigen|Zurück|Senden|aktualisieren|Ändern|versuchen|Erneut|Behalten|eintragen|entfernen|Zeitzone|(freiwillig)|Keiner|hinterlassen|Vormittag|Nachmittag|Abend|Tag|Uhrzeit|gebucht|bestätigt|verlegt|abgesagt|Rückmeldung|gibt|verfügbar|haben|möglich|angezeigt|aktuell|abgelaufen|buchen?|verlegen?|absagen?|Einen|Gebucht|schauen|Spätere|Schreiben|Bisher|notieren|möchten|schließen|erledigt|gebucht oder|neuen|geklappt|gefahrlos|anderes|nächsten|anderen|Behalten Sie ihn|geändert|Minuten|Sonst|Antwort',
	es: 'Reservar|Confirmar|Cambiar a|Elegir|Cancelar|cancelarla|Mantener|Volver|Enviar|Actualizar|Cambiar|Intentarlo|Comprobar|Conservarla|Añadir|Quitar|horaria|(opcional)|Ninguna|mensaje|Mañana|Tarde|Tarde-noche|día|Elija una|reservada|confirmada|cambiado|cancelada|avisarnos|existe|disponible|tiene|podido|mostrar|actualizada|enlace|¿Reservar|¿Cambiar|¿Cancelar|Un momento|Reservada|Vuelva|horarios|Indíquenos|Antes|volver|cambiar|cerrar|falta|reservado|desea|Compruebe|respondido|ocurriendo|cercanas|favor|Conserve|cambiado nada|Inténtelo|aquí|responder',
	fr: 'Réserver|Confirmer|Déplacer|Choisir|Annuler|l’annuler|l’horaire|Retour|Envoyer|Actualiser|Modifier|Réessayer|Vérifier|garder|Ajouter|Retirer|Fuseau|(facultatif)|convient|Laisser|Matin|Après-midi|Soir|un jour|un horaire|réservé|confirmé|déplacé|annulé|prévenus|n’existe|disponible|cette|Cela|affichés|Cette|utilisé|Réserver cet horaire |Déplacer à cet horaire |Annuler ce rendez-vous |instant|Réservé|Revenez|suivants|seriez|Avant|rouverte|déplacer|fermer|inutile|ni changé|souhaitez|Vérifiez|vérifier|continue|proches|Choisissez|choisissez|changé|Réessayez|reste|Contactez',
	pt: 'Agendar|Confirmar|Mudar|Escolher|Cancelar|cancelar|horário atual|Voltar|Enviar|Atualizar|Alterar|Tentar|Verificar|Manter|Adicionar|Remover|Fuso|Observação|Nenhum|mensagem|Manhã|Tarde|Noite|dia|um horário|agendado|confirmado|remarcado|cancelado|Obrigado|existe|disponível|nesse|possível|mostrados|desatualizada|usado|Agendar este horário?|para este horário?|agendamento?|momento|Agendado|Volte|seguintes|poderia|Antes|Adicione|mudar|fechar|precisa|agendado ou|quiser|Verifique|respondeu|continuar|próximos|Escolha outro|Mantenha|alterado|minutos|contrário|responder',
};

it.each(Object.keys(LANGUAGES).filter((tag) => tag !== 'en'))(
	'no two labels can change places without notice: %s',
	(tag) => {
		const words = LANGUAGES[tag];
		const known = KNOWN_BY[tag].split('|');
		const fits = (label: keyof Words, place: number) => words[label].includes(known[place]);
		expect(LABELS.filter((label, place) => !fits(label, place))).toEqual([]);
		const alike = LABELS.flatMap((a, i) =>
			LABELS.slice(i + 1).flatMap((b, j) => (fits(a, i + 1 + j) && fits(b, i) ? [[a, b]] : [])),
		);
		expect(alike).toEqual([]);
	},
);
