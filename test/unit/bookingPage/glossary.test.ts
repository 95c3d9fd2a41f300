import { LANGUAGES, type Words } from '../../../nodes/bookingPage/words';

/* What a text of the page speaks of in English, it speaks of in each language: so none stands in another's place. */

/** A word as each language has it, by the language's tag, in all the forms in which it stands in the texts. */
type Entry = Partial<Record<string, RegExp>> & { en: RegExp };

/** By what is spoken of. */
const GLOSSARY: Record<string, Entry> = {
	// What the contact does
	booking: {
		en: /\bbook/i,
		ar: /حجو?ز/,
		de: /buch/i,
		es: /reserv/i,
		fr: /réserv|Prendre/i,
		pt: /agend(ar|ad|ou)|concluir o agendamento/i,
	},
	confirming: {
		en: /\bconfirm/i,
		ar: /تأكيد|يُؤكَّد/,
		de: /bestätig/i,
		es: /confirm/i,
		fr: /confirm/i,
		pt: /confirm/i,
	},
	moving: {
		en: /\bmove|new time|to change or/i,
		ar: /نقل|لتغيير/,
		de: /verleg/i,
		es: /cambiar [ao]\b|cambiado la hora/i,
		fr: /déplac/i,
		pt: /\bmudar|remarcad/i,
	},
	canceling: {
		en: /cancel/i,
		ar: /إلغا/,
		de: /absag|abgesagt/i,
		es: /cancel/i,
		fr: /annul/i,
		pt: /cancel/i,
	},
	keeping: {
		en: /\bkeep\b/i,
		ar: /احتفاظ|احتفظ/,
		de: /behalten/i,
		es: /mantener|cons[eé]rv/i,
		fr: /gard/i,
		pt: /\bmant/i,
	},
	choosing: {
		en: /choose|choice|chose/i,
		ar: /اخت(ر|يار(?!ية))/,
		de: /w[äa]hl/i,
		es: /\bele[cg]|\beli[jg]/i,
		fr: /chois|choix/i,
		pt: /escolh/i,
	},
	checking: {
		en: /\bcheck/i,
		ar: /تحقق/,
		de: /prüfen/i,
		es: /compr(ob|u[eé]b)/i,
		fr: /vérifi/i,
		pt: /verifi/i,
	},
	'trying again': {
		en: /\btry/i,
		ar: /حاول/,
		de: /versuch/i,
		es: /int[eé]nt/i,
		fr: /réessay/i,
		pt: /\btent/i,
	},
	'going back': {
		en: /go back/i,
		ar: /رجوع/,
		de: /zurück/i,
		es: /^volver$/i,
		fr: /retour/i,
		pt: /^voltar/i,
	},
	opening: {
		en: /\bopen/i,
		ar: /فتح/,
		de: /öffnen/i,
		es: /\babr(a|ir)\b/i,
		fr: /rouverte|rouvrez/i,
		pt: /\babr[ai]|aberta/i,
	},
	closing: {
		en: /\bclose\b/i,
		ar: /إغلاق/,
		de: /schließen/i,
		es: /cerrar/i,
		fr: /fermer/i,
		pt: /fechar/i,
	},
	adding: {
		en: /\badd\b/i,
		ar: /إضافة|أضف/,
		de: /eintragen|tragen sie/i,
		es: /añad/i,
		fr: /ajout/i,
		pt: /adicion/i,
	},
	removing: {
		en: /remove/i,
		ar: /إزالة/,
		de: /entfern/i,
		es: /quitar/i,
		fr: /retir/i,
		pt: /remover/i,
	},
	sending: {
		en: /^send$/i,
		ar: /^إرسال$/,
		de: /^senden$/i,
		es: /^enviar$/i,
		fr: /^envoyer$/i,
		pt: /^enviar$/i,
	},
	'leaving a message': {
		en: /message/i,
		ar: /رسالة/,
		de: /nachricht/i,
		es: /mensaje/i,
		fr: /message/i,
		pt: /mensagem/i,
	},
	'a note': {
		en: /^note/i,
		ar: /ملاحظة/,
		de: /anmerkung/i,
		es: /^nota/i,
		fr: /remarque/i,
		pt: /observação/i,
	},
	'showing times anew': {
		en: /update/i,
		ar: /تحديث/,
		de: /aktualisier/i,
		es: /actualizar/i,
		fr: /actualis/i,
		pt: /atualizar/i,
	},
	'contacting somebody': {
		en: /\bcontact\b/i,
		ar: /تواصل/,
		de: /wenden sie sich|fragen sie/i,
		es: /consulte/i,
		fr: /contactez/i,
		pt: /\bfale\b/i,
	},

	// Persons and things
	'the person who sent the link': {
		en: /person who sent/i,
		ar: /الشخص|من أرسل/,
		de: /Person/,
		es: /persona/i,
		fr: /personne/i,
		pt: /pessoa/i,
	},
	'the link': {
		en: /\blink\b/i,
		ar: /رابط/,
		de: /Link/,
		es: /enlace/i,
		fr: /\blien\b/i,
		pt: /\blink\b/i,
	},
	'the calendar': {
		en: /calendar/i,
		ar: /تقويم/,
		de: /Kalender/,
		es: /calendario/i,
		fr: /calendrier/i,
		pt: /calendário/i,
	},
	'the reason': {
		en: /reason/i,
		ar: /السبب/,
		de: /Grund/,
		es: /causa/i,
		fr: /cause/i,
		pt: /causa/i,
	},
	nothing: {
		en: /\bnothing\b/i,
		ar: /(يتغير|أي) شيء(?! آخر)/,
		de: /\bnichts\b/i,
		es: /\bnada\b/i,
		fr: /\brien\b/i,
		pt: /\bnada\b/i,
	},
	none: {
		en: /^none/i,
		ar: /لا يناسبني/,
		de: /^keiner/i,
		es: /^ninguna/i,
		fr: /^aucun de/i,
		pt: /^nenhum/i,
	},
	'an appointment of the contact': {
		en: /your appointment/i,
		ar: /موعدك/,
		de: /Ihr Termin/,
		es: /su cita/i,
		fr: /votre rendez-vous/i,
		pt: /seu (agendamento|horário)/i,
	},
	'another appointment then': {
		en: /already have/i,
		ar: /لديك موعد/,
		de: /schon einen Termin/,
		es: /ya tiene una cita/i,
		fr: /avez déjà un rendez-vous/i,
		pt: /já tem um agendamento/i,
	},

	// Times
	'a day': { en: /\bday\b/i, ar: /يوم/, de: /^Tag\b/, es: /día/i, fr: /un jour/i, pt: /\bdia\b/i },
	'a time zone': {
		en: /time zone/i,
		ar: /المنطقة الزمنية/,
		de: /Zeitzone/,
		es: /zona horaria/i,
		fr: /fuseau horaire/i,
		pt: /fuso horário/i,
	},
	'the morning': {
		en: /morning/i,
		ar: /صباح/,
		de: /Vormittag/,
		es: /mañana/i,
		fr: /matin/i,
		pt: /manhã/i,
	},
	'the afternoon': {
		en: /afternoon/i,
		ar: /بعد الظهر/,
		de: /Nachmittag/,
		es: /^tarde$/i,
		fr: /après-midi/i,
		pt: /^tarde$/i,
	},
	'the evening': {
		en: /evening/i,
		ar: /مساء/,
		de: /Abend/,
		es: /tarde-noche/i,
		fr: /\bsoir\b/i,
		pt: /\bnoite\b/i,
	},
	'this time or appointment': {
		en: /\bthis (time|appointment)/i,
		ar: /(?<!في )هذا (الوقت|الموعد)(?! متوفر)/,
		de: /diesen Termin/i,
		es: /\besta (hora|cita)/i,
		fr: /\bce(t horaire(?! n)| rendez-vous)/i,
		pt: /\beste (horário|agendamento)/i,
	},
	'another time': {
		en: /another time/i,
		ar: /وقتً?ا? آخر/,
		de: /(?<!etwas )ander/i,
		es: /otra( hora|\.$)/i,
		fr: /autre horaire|un autre\.$/i,
		pt: /\boutro\b/i,
	},
	'the present time': {
		en: /current/i,
		ar: /بالوقت الحالي/,
		de: /bisherigen/i,
		es: /\bactual\b/i,
		fr: /\bactuel\b/i,
		pt: /\batual\b/i,
	},
	'the nearest times': {
		en: /closest/i,
		ar: /أقرب/,
		de: /am nächsten/i,
		es: /cercan/i,
		fr: /proches/i,
		pt: /próxim/i,
	},
	'what was before': {
		en: /^before/i,
		ar: /^سابق/,
		de: /^bisher:/i,
		es: /^antes/i,
		fr: /^avant/i,
		pt: /^antes/i,
	},
	'what is later': {
		en: /\blater\b/i,
		ar: /لاحق/,
		de: /spätere?\b/i,
		es: /más tarde|posteriores/i,
		fr: /plus tard|suivants/i,
		pt: /mais tarde|seguintes/i,
	},
	'free times': {
		en: /\bfree\b/i,
		ar: /متاح/,
		de: /\bfreie?n?\b/i,
		es: /\blibres?\b/i,
		fr: /\blibres?\b/i,
		pt: /\blivres?\b/i,
	},
	minutes: {
		en: /minute/i,
		ar: /دق[اي]/,
		de: /Minute/,
		es: /minuto/i,
		fr: /minute/i,
		pt: /minuto/i,
	},
	'a moment': {
		en: /^one moment/i,
		ar: /^لحظة/,
		de: /^einen moment/i,
		es: /^un momento/i,
		fr: /^un instant/i,
		pt: /^um momento/i,
	},

	// What is so, or not
	'a change of the zone': {
		en: /^change$/i,
		ar: /^تغيير$/,
		de: /^ändern$/i,
		es: /^cambiar$/i,
		fr: /^modifier$/i,
		pt: /^alterar$/i,
	},
	'what is not so': {
		en: /\b(no|not|nothing|none|cannot)\b|out of date/i,
		ar: /(?<!\p{L})(لا|لم|لن|ولن|غير)(?!\p{L})|تعذّر|قديمة/u,
		de: /nicht|kein|abgelaufen/i,
		es: /(?<!si )\bno\b|nada|ninguna/i,
		fr: /\bn[e’]|\brien\b|aucun/i,
		pt: /não|nada|nenhum|desatualizada/i,
	},
	'what has been done': {
		en: /^booked$|went through/i,
		ar: /^تم الحجز|ذلك قد تم/,
		de: /^gebucht$|geklappt/i,
		es: /^reservada$|se ha realizado/i,
		fr: /^réservé$|abouti/i,
		pt: /^agendado$|deu certo/i,
	},
	'an end of the choice': {
		en: /ends your choice/i,
		ar: /ينتهي الاختيار/,
		de: /beenden/i,
		es: /termina la elección/i,
		fr: /met fin/i,
		pt: /escolha nesta página termina/i,
	},
	'a yes': { en: /^yes/i, ar: /^نعم/, de: /^ja,/i, es: /^sí/i, fr: /^oui/i, pt: /^sim/i },
	'nothing done twice': {
		en: /twice/i,
		ar: /مرتين/,
		de: /doppelt/i,
		es: /dos veces/i,
		fr: /deux fois/i,
		pt: /duas vezes/i,
	},
	'what is shown': {
		en: /\bshown\b/i,
		ar: /عرض|معروض/,
		de: /angezeigt/i,
		es: /muestran|mostrar/i,
		fr: /affich/i,
		pt: /mostrad/i,
	},
	'what is no longer available': {
		en: /no longer available/i,
		ar: /متوفر/,
		de: /verfügbar/i,
		es: /disponible/i,
		fr: /plus disponible/i,
		pt: /disponível/i,
	},
	'what no longer exists': {
		en: /no longer exists/i,
		ar: /موجود/,
		de: /gibt es nicht mehr/i,
		es: /ya no existe/i,
		fr: /n’existe plus/i,
		pt: /não existe mais/i,
	},
	'what can no longer be used': {
		en: /no longer be used/i,
		ar: /من الممكن استخدام/,
		de: /abgelaufen/i,
		es: /ya no se puede usar/i,
		fr: /plus être utilisé/i,
		pt: /não pode mais ser usado/i,
	},
	'what does not work': {
		en: /does not work/i,
		ar: /لا يعمل/,
		de: /funktioniert/i,
		es: /no funciona/i,
		fr: /ne fonctionne pas/i,
		pt: /não funciona/i,
	},
	'what could not be done': {
		en: /could not be done/i,
		ar: /تعذّر/,
		de: /nicht möglich/i,
		es: /no se ha podido/i,
		fr: /pas pu être fait/i,
		pt: /não foi possível/i,
	},
	'what is out of date': {
		en: /out of date/i,
		ar: /قديمة/,
		de: /nicht mehr aktuell/i,
		es: /ya no está actualizada/i,
		fr: /plus à jour/i,
		pt: /desatualizada/i,
	},
	'what is almost done': {
		en: /almost/i,
		ar: /أوشك/,
		de: /^fast/i,
		es: /^casi/i,
		fr: /^presque/i,
		pt: /^quase/i,
	},
	thanks: {
		en: /thank/i,
		ar: /شكر/,
		de: /danke/i,
		es: /gracias/i,
		fr: /merci/i,
		pt: /obrigado/i,
	},
	'an end of the time to answer': {
		en: /time for your answer/i,
		ar: /مهلة الرد/,
		de: /Zeit für Ihre Antwort/,
		es: /plazo/i,
		fr: /délai/i,
		pt: /prazo/i,
	},
};

const KEYS = Object.keys(LANGUAGES.en) as Array<keyof Words>;

/** The languages that have words here. A new one need not: its own file and its line are enough. */
const LANGUAGES_WITH_WORDS = Object.keys(LANGUAGES).filter((tag) =>
	Object.values(GLOSSARY).some((entry) => tag in entry),
);

it.each(LANGUAGES_WITH_WORDS)(
	'in the language %s, each text speaks of what it speaks of in English',
	(tag) => {
		const words = LANGUAGES[tag];
		const advice: string[] = [];
		for (const [what, { en, [tag]: word }] of Object.entries(GLOSSARY)) {
			if (word === undefined) {
				advice.push(
					`Add the word of '${tag}' for ${what} to test/unit/bookingPage/glossary.test.ts`,
				);
				continue;
			}
			for (const key of KEYS) {
				const isMeant = en.test(LANGUAGES.en[key]);
				if (word.test(words[key]) === isMeant) continue;
				advice.push(
					`'${key}' in nodes/bookingPage/words/${tag}.ts must ${isMeant ? '' : 'not '}speak of ${what}, as the English '${LANGUAGES.en[key]}'. It is '${words[key]}'. Another form of the word goes into test/unit/bookingPage/glossary.test.ts.`,
				);
			}
		}
		expect(advice).toEqual([]);
	},
);

/** What tells a text from the others: what it speaks of, what is filled in, and the mark at its end. */
function signatureOf(text: string): string {
	const subjects = Object.keys(GLOSSARY).filter((what) => GLOSSARY[what].en.test(text));
	return [...subjects, ...(text.match(/\{\w+\}/g) ?? []), /[?.:…]$/.exec(text)?.[0]].join(', ');
}

it('no two texts speak of the same, so that none can stand in the place of another unnoticed', () => {
	const advice: string[] = [];
	const keyOf = new Map<string, string>();
	for (const key of KEYS) {
		if (key === 'dir' || key === 'language') continue;
		const signature = signatureOf(LANGUAGES.en[key]);
		const other = keyOf.get(signature);
		if (other !== undefined)
			advice.push(
				`Add to GLOSSARY in test/unit/bookingPage/glossary.test.ts a word that '${key}' has and '${other}' has not`,
			);
		keyOf.set(signature, key);
	}
	expect(advice).toEqual([]);
});
