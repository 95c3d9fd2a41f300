import { LANGUAGES, type Words } from '../../../nodes/bookingPage/words';

/** The buttons, links, headings and sentences of the pages; what is filled in tells the others apart. */
const LABELS = (Object.keys(LANGUAGES.en) as Array<keyof Words>).filter(
	(key) =>
		!/^(language|dir|(book|your)?Appointment)$/i.test(key) && !LANGUAGES.en[key].includes('{'),
);

/** A word of each, in their order, by which a reader of the language knows it from the others. */
const KNOWN_BY: Record<string, string> = {
	ar: 'وقتًا|يومًا|صباحًا|الظهر|مساءً|تغيير|المنطقة|تحديث|حاليًا|اللاحقة|يناسبني|رسالة|الاختيار|إرسال|تريد حجز|حجز هذا|تأكيد هذا|تريد نقل|نقل الموعد|سابقًا|آخر|إلغاء الموعد|إلغاء هذا|نعم،|بالوقت|رجوع|(اختيارية)|لحظة|الحجز|حجز موعدك|تأكيد موعدك|جديد|إلغاء موعدك|لإبلاغنا|يُحجز|موجودًا|موعدًا|إضافة|إزالة|تقويمك|لتغيير|بحاجة|إغلاق|مما|يُنفَّذ|استمر|التحقق|متوفرًا|المتاحة|يُرجى اختيار|بالفعل|بالموعد|به|تعذّر|دقائق|يعمل|السبب|يمكن|يُرجى المحاولة|المحاولة|الصفحة|محجوزًا|استخدام|التواصل',
	de: 'Uhrzeit|Tag|Vormittag|Nachmittag|Abend|Ändern|Zeitzone|aktualisieren|schauen|Spätere|Keiner|hinterlassen|Schreiben|Senden|buchen?|buchen|bestätigen|verlegen?|verlegen|Bisher|Anderen|Termin absagen|absagen?|Ja,|Bisherigen|Zurück|(freiwillig)|Einen|Gebucht|gebucht|bestätigt|verlegt|abgesagt|Rückmeldung|gebucht oder|gibt|neuen|eintragen|entfernen|notieren|möchten|erledigt|schließen|geklappt|gefahrlos|anderes|Erneut|verfügbar|nächsten|anderen|haben|Behalten Sie ihn|Behalten|möglich|geändert|funktioniert|Versuch|angezeigt|Minuten|versuchen|aktuell|Sonst|abgelaufen|Antwort',
	es: 'Elija una|día|Mañana|Tarde|Tarde-noche|Cambiar|horaria|Actualizar|Vuelva|horarios|Ninguna|mensaje|Indíquenos|Enviar|¿Reservar|Reservar|Confirmar|¿Cambiar|Cambiar a|Antes|Elegir|Cancelar|¿Cancelar|cancelarla|Mantener|Volver|(opcional)|Un momento|Reservada|reservada|confirmada|cambiado|cancelada|avisarnos|reservado|existe|desea|Añadir|Quitar|volver|cambiar|falta|cerrar|Compruebe|respondido|ocurriendo|Comprobar|disponible|cercanas|favor|tiene|Conserve|Conservarla|podido|cambiado nada|funciona|averiguar|mostrar|Inténtelo|Intentarlo|actualizada|aquí|enlace|responder',
	fr: 'un horaire|un jour|Matin|Après-midi|Soir|Modifier|Fuseau|Actualiser|Revenez|suivants|convient|Laisser|seriez|Envoyer|Réserver cet horaire |Réserver|Confirmer|Déplacer à cet horaire |Déplacer|Avant|Choisir|Annuler|Annuler ce rendez-vous |l’annuler|l’horaire|Retour|(facultatif)|instant|Réservé|réservé|confirmé|déplacé|annulé|prévenus|ni changé|n’existe|souhaitez|Ajouter|Retirer|rouverte|déplacer|inutile|fermer|Vérifiez|vérifier|continue|Vérifier|disponible|proches|Choisissez|cette|choisissez|garder|Cela|changé|fonctionne|trouver|affichés|Réessayez|Réessayer|Cette|reste|utilisé|Contactez',
	pt: 'um horário|dia|Manhã|Tarde|Noite|Alterar|Fuso|Atualizar|Volte|seguintes|Nenhum|mensagem|poderia|Enviar|Agendar este horário?|Agendar|Confirmar|para este horário?|Mudar|Antes|Escolher|Cancelar|agendamento?|cancelar|horário atual|Voltar|Observação|momento|Agendado|agendado|confirmado|remarcado|cancelado|Obrigado|agendado ou|existe|quiser|Adicionar|Remover|Adicione|mudar|precisa|fechar|Verifique|respondeu|continuar|Verificar|disponível|próximos|Escolha outro|nesse|Mantenha|Manter|possível|alterado|funciona|descobrir|mostrados|minutos|Tentar|desatualizada|contrário|usado|responder',
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
