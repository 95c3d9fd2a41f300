import type { IDataObject } from 'n8n-workflow';

import { textOf, toolResult, type ModelReply, type ModelRequest } from './modelServer';
import { dayFromNow } from './slots';

/** Slots as the model offers them, so that it finds them again in what it said before. */
const offer = (slots: IDataObject[]): ModelReply => ({
	say: slots.map(({ startTime, endTime }) => `<${startTime}/${endTime}>`).join(', or '),
});

/** The slots in what get_free_slots gave, by its weekdays. */
export const slotsOf = (records: IDataObject[]) =>
	records
		.flatMap((record) => Object.values(record))
		.flatMap((slots) => (Array.isArray(slots) ? slots.map(String) : []))
		.map((slot) => slot.split('/'))
		.map(([startTime, endTime]) => ({ startTime, endTime }));

/** A time as the sandbox keeps it. */
export const inUtc = (time: string) => new Date(time).toISOString().replace('.000Z', '+00:00');

/** The slots that a reply offers, as the platform writes them. */
export const slotsIn = (reply: string) =>
	[...reply.matchAll(/<(\S+)\/(\S+)>/g)].map(([, start, end]) => ({
		startTime: inUtc(start),
		endTime: inUtc(end),
	}));

const offeredBefore = ({ messages }: ModelRequest) =>
	messages
		.filter(({ role }) => role === 'assistant')
		.flatMap((message) => slotsIn(textOf(message)));

/** What a sensible model does next, going by nothing but what it has been sent. */
export function receptionist(request: ModelRequest): ModelReply {
	const prompt = textOf(request.messages[0]);
	const found = toolResult(request);
	const [first] = found?.records ?? [];
	switch (found?.tool) {
		case 'find_contact':
			if (!first) return { say: `I can book only for contacts. ${/Phone: .*/.exec(prompt)?.[0]}` };
			return { say: `Hello ${first.firstName} (${first.contactId}), what can I do for you?` };
		case 'list_calendars': {
			const calendar = found.records.find(({ name }) => name === 'Onboarding call');
			const days = { startDate: dayFromNow(2), endDate: dayFromNow(9) };
			return { call: 'get_free_slots', arguments: { calendarId: calendar?.id, ...days } };
		}
		case 'get_free_slots':
			return offer(slotsOf(found.records).slice(0, 3));
		case 'book_appointment':
			if (first.booked) return { say: `Booked for ${first.startText}, as ${first.appointmentId}.` };
			return offer(slotsOf(first.alternatives as IDataObject[]));
	}
	const question = textOf(request.messages.at(-1));
	if (question.startsWith('When are you open')) return { say: /Open: .*/.exec(prompt)?.[0] ?? '' };
	const [email] = /\S+@\S+/.exec(question) ?? [];
	if (email) return { call: 'find_contact', arguments: { email } };
	if (question.includes('onboarding call')) {
		if (prompt.includes('Before you book, ask for the email address'))
			return { say: 'Your email address, please?' };
		return { call: 'list_calendars', arguments: {} };
	}
	const said = request.messages.map(textOf).join('\n');
	const contactId = /Hello \w+ \((\w+)\)/.exec(said)?.[1];
	if (question.startsWith('Yes')) return { call: 'list_calendars', arguments: {} };
	const wanted = offeredBefore(request).find(({ startTime }) => question.includes(startTime));
	const args = { calendarId: 'cal-onboarding', contactId, ...wanted };
	return { call: 'book_appointment', arguments: args };
}
