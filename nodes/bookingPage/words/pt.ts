import type { Words } from './en';

/** Portuguese as in Brazil. */
export const pt: Words = {
	language: 'Portuguese (Brazil)',
	dir: 'ltr',

	bookAppointment: 'Agendar um horário',
	appointment: 'Agendamento',
	yourAppointment: 'Seu agendamento',
	host: 'com {name}',

	chooseTime: 'Escolha um horário',
	chooseDay: 'Escolha um dia',
	morning: 'Manhã',
	afternoon: 'Tarde',
	evening: 'Noite',
	timesIn: 'No horário de {city} ({time})',
	zoneTime: 'Horário de {city}',
	change: 'Alterar',
	timeZone: 'Fuso horário',
	show: 'Atualizar os horários',
	free: 'Livres: {count}',
	noTimes: 'Não há horários livres no momento. Volte mais tarde.',
	laterTimes: 'Os horários seguintes ainda não são mostrados.',
	usableUntil: 'Você pode usar este link até {time}.',
	noneSuits: 'Nenhum desses horários serve para mim',
	noneFree: 'Deixar uma mensagem',
	noneText: 'Diga quando você poderia. Com isso, a escolha nesta página termina.',
	send: 'Enviar',

	bookQuestion: 'Agendar este horário?',
	bookThis: 'Agendar este horário',
	confirmThis: 'Confirmar este horário',
	moveQuestion: 'Mudar para este horário?',
	moveHere: 'Mudar para este horário',
	formerTime: 'Antes:',
	chooseAnother: 'Escolher outro horário',
	cancelAppointment: 'Cancelar o agendamento',
	cancelQuestion: 'Cancelar este agendamento?',
	cancelNow: 'Sim, cancelar',
	keepTime: 'Manter o horário atual',
	goBack: 'Voltar',
	note: 'Observação (opcional)',
	sending: 'Um momento…',

	booked: 'Agendado',
	bookDone: 'Seu horário está agendado',
	confirmDone: 'Seu agendamento está confirmado',
	moveDone: 'Seu agendamento foi remarcado',
	cancelDone: 'Seu agendamento está cancelado',
	noneDone: 'Obrigado por avisar',
	noneDoneText: 'Nada foi agendado ou alterado.',
	goneDone: 'Este agendamento não existe mais',
	goneDoneText:
		'Nada foi alterado. Se quiser um novo agendamento, fale com a pessoa que enviou o link.',
	addToCalendar: 'Adicionar ao calendário',
	removeFromCalendar: 'Remover do calendário',
	lastView:
		'Esta página não pode ser aberta de novo. Adicione o agendamento ao seu calendário ou anote o horário.',
	openAgain: 'Para mudar ou cancelar o agendamento, abra seu link de novo.',
	linkDone: 'Você não precisa mais deste link e pode fechar esta página.',
	closePage: 'Você pode fechar esta página.',

	unknown: 'Verifique se deu certo',
	unknownText:
		'O calendário não respondeu, por isso ainda não sabemos. Você pode verificar sem risco: nada será feito duas vezes.',
	unknownHelp: 'Se isso continuar, fale com a pessoa que enviou o link antes de fazer outra coisa.',
	askAgain: 'Verificar de novo',
	pending: 'Quase pronto',
	pendingText:
		'Sua escolha chegou, mas ainda não está confirmada. Verifique de novo em um minuto: nada será feito duas vezes.',
	taken: 'Esse horário não está mais disponível',
	takenNearest: 'Estes são os horários livres mais próximos:',
	takenOther: 'Escolha outro horário.',
	takenOrOwnText:
		'Se você acabou de escolhê-lo aqui, talvez ele já seja seu: fale com a pessoa que enviou o link antes de escolher outro.',
	conflict: 'Você já tem um agendamento nesse horário',
	conflictText: 'Mantenha o que você tem ou escolha outro horário.',
	ownText:
		'Se você escolheu este horário aqui, mantenha-o para concluir o agendamento. Outro horário seria mais um agendamento.',
	keepIt: 'Manter',
	failed: 'Não foi possível fazer isso',
	failedText:
		'Nada foi alterado. Tente de novo em alguns minutos ou fale com a pessoa que enviou o link.',
	refused: 'Isto não funciona no momento',
	refusedText:
		'Nada foi alterado, e não adianta tentar de novo. Fale com a pessoa que enviou o link: ela pode descobrir a causa.',
	unreadable: 'Os horários não podem ser mostrados agora',
	unreadableText: 'Tente de novo em alguns minutos.',
	tryAgain: 'Tentar de novo',
	outdated: 'Esta página está desatualizada',
	outdatedText:
		'Se você agendou um horário aqui, ele continua agendado. Caso contrário, abra o link de novo ou fale com a pessoa que o enviou.',
	ended: 'Este link não pode mais ser usado',
	endedText: 'O prazo para responder terminou. Fale com a pessoa que enviou o link.',
};
