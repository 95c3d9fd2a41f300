import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from './e2e/platformParameters';
import { dayFromNow } from './e2e/slots';

/** What an operation is given, and what the first of its items must hold. */
export type Run = [parameters: INodeParameters, item: IDataObject];

const calendarId = byId('cal-onboarding');
const days = { startDate: dayFromNow(2), endDate: dayFromNow(9) };

/** One run of each operation, by node and `resource.operation`: in n8n's engine, and in a real n8n. */
export const RUNS: Record<string, Record<string, Run>> = {
	knowledge: {
		'recipe.search': [{ query: 'free slot' }, { slug: 'book-appointment-into-free-slot' }],
		'glossaryTerm.get': [{ slug: 'sub-account' }, { term: 'Sub-account' }],
		'useCase.getAll': [{ vertical: 'dental' }, { vertical: 'dental' }],
		'changelogEntry.getAll': [{ since: '2020-01-01' }, { date: expect.any(String) }],
		'feature.get': [{ slug: 'calendars' }, { name: 'Calendars' }],
	},
	platform: {
		'accessToken.get': [{}, { locationId: 'loc-harbor', level: 'location' }],
		'apiRequest.send': [{ path: '/calendars/cal-onboarding' }, {}],
		'calendar.get': [{ calendarId }, { id: 'cal-onboarding' }],
		'calendar.getAll': [{}, { id: 'cal-onboarding' }],
		'calendar.getFreeSlots': [{ calendarId, ...days }, { startTime: expect.any(String) }],
		'installedLocation.getAll': [{}, { name: 'Harbor Dental' }],
	},
};

/** Those that need another one's output, or a contact, or a signature, or HighLevel: each has tests of its own in both. */
export const IN_SCENARIOS = [
	...[
		'contact.upsert',
		'contact.get',
		'contact.getAll',
		'appointment.get',
		'appointment.getAll',
		'appointment.updateStatus',
	],
	...['webhook.create', 'webhook.get', 'webhook.getAll', 'webhookSignature.verify'],
	...[
		'appointment.book',
		'appointment.reschedule',
		'appointment.cancel',
		'appointment.offerSlots',
		'appointment.askToConfirm',
	],
];

export const allRuns = Object.entries(RUNS).flatMap(([type, runs]) =>
	Object.entries(runs).map(([name, run]) => [name, type, run] as const),
);
