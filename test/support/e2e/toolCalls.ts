import type { Sandbox } from '../../../sandbox/createSandbox';
import { formOf } from '../forms';
import { LOCATION } from '../harness';
import { createSigningKey } from '../keys';
import { dayFromNow, freeSlots } from './slots';

/** One call of a tool by a model, and a pattern that the text of the result has. */
export interface ToolCall {
	tool: string;
	arguments: Record<string, unknown>;
	says: RegExp;
	/** True where the tool cannot do what is asked, and says what to do instead. */
	refused?: true;
}

/** Arguments of the tools whose shape the contract suggests; those in brackets are optional. */
export const TOOL_ARGUMENTS = {
	book_appointment: [
		'calendarId',
		'contactId',
		'endTime',
		'[locationId]',
		'startTime',
		'[timezone]',
		'[title]',
	],
	get_access_token: ['[locationId]'],
	cancel_appointment: ['appointmentId'],
	get_glossary_term: ['slug'],
	lookup_ghl_feature: ['slug'],
	reschedule_appointment: ['appointmentId', 'calendarId', 'endTime', 'startTime', '[timezone]'],
	search_recipes: ['[limit]', 'q'],
	verify_webhook_signature: ['publicKeyPem', 'rawBody', 'signatureHeader'],
} as const;

/** A JSON schema's properties in the notation of `TOOL_ARGUMENTS`. */
export function argumentsOf(schema: { properties?: object; required?: string[] }): string[] {
	return Object.keys(schema.properties ?? {})
		.sort()
		.map((name) => (schema.required?.includes(name) ? name : `[${name}]`));
}

/**
 * Calls of all tools of the MCP example, each with what it does well, and the refusals that a model
 * runs into. To be made in this order, once: a slot that is booked is taken afterwards.
 */
export function toolCalls(sandbox: Sandbox): ToolCall[] {
	const [slot, later] = freeSlots(sandbox, 'cal-checkup');
	const { id: appointmentId } = sandbox.control.takeSlot({ calendarId: 'cal-checkup', ...later });
	const booking = {
		calendarId: 'cal-checkup',
		locationId: LOCATION,
		contactId: 'contact-ben',
		title: 'Check-up',
		...slot,
	};
	const rawBody = '{"type": "ContactCreate"}';
	const signature = {
		rawBody,
		signatureHeader: sandbox.control.sign(rawBody),
		publicKeyPem: sandbox.control.publicKey().publicKeyPem,
	};
	const forged = { ...signature, signatureHeader: createSigningKey().sign(rawBody) };
	const call = (tool: string, args: ToolCall['arguments'], says: RegExp): ToolCall => ({
		tool,
		arguments: args,
		says,
	});
	const refused = (...args: Parameters<typeof call>): ToolCall => ({
		...call(...args),
		refused: true,
	});
	const ofHighLevel = (...[tool, args, says]: Parameters<typeof call>): ToolCall =>
		formOf(sandbox).canBeAsked
			? call(tool, args, says)
			: refused(tool, args, /HighLevel.*Nothing was sent/);
	const days = {
		calendarId: 'cal-checkup',
		startDate: dayFromNow(2),
		endDate: dayFromNow(9),
		timezone: 'Europe/Berlin',
	};
	return [
		call('search_recipes', { q: 'verify signature', limit: 1 }, /verify-webhook-signature/),
		call('search_recipes', { q: 'zyzzyva', limit: 5 }, /No recipe matches .*Search again/),
		call('get_glossary_term', { slug: '`Sub Account`' }, /"term":"Sub-account"/),
		refused(
			'get_glossary_term',
			{ slug: 'Sub Acount' },
			/No glossary term found under the name 'sub-acount'.*say that nothing was found/,
		),
		call('list_use_cases_by_vertical', { vertical: 'dental' }, /"vertical":"dental"/),
		call('get_changelog_since', { since: '2026-09-16' }, /"date":"2026-09-16"/),
		call('lookup_ghl_feature', { slug: 'calendars' }, /"planAvailability":"All plans"/),
		ofHighLevel('find_contact', { query: '**ben@example.com**' }, /"contactId":"contact-ben"/),
		ofHighLevel(
			'create_contact',
			{ email: 'Eve@example.com', firstName: 'Eve' },
			/"email":"eve@example.com"/,
		),
		call('list_calendars', {}, /"id":"cal-checkup"/),
		call(
			'get_free_slots',
			days,
			/"slots":"by weekday.*"(Mon|Tue|Wed|Thu|Fri)":\["\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:\d\d\//,
		),
		// What a model gets wrong; the unit tests show more of it.
		call(
			'get_free_slots',
			{ ...days, timezone: 'null', endDate: dayFromNow(30) },
			/\d+ more.*startDate/,
		),
		refused(
			'get_free_slots',
			{ ...days, startDate: 'Monday' },
			/'Start Date' cannot be used.*YYYY-MM-DD.*Now it is /,
		),
		refused('book_appointment', { ...booking, contactId: 'null' }, /'Contact' is empty/),
		call('book_appointment', booking, /"booked":true.*"appointmentId":"appt-/),
		call(
			'book_appointment',
			{ ...booking, contactId: 'contact-ada' },
			/"booked":false.*"reason":"slotNotFree".*"alternatives":\[\{"(Mon|Tue|Wed|Thu|Fri|Sat|Sun)":/,
		),
		call(
			'reschedule_appointment',
			{ calendarId: 'cal-checkup', appointmentId, ...slot },
			/"rescheduled":false.*"alternatives":\[\{"(Mon|Tue|Wed|Thu|Fri|Sat|Sun)":/,
		),
		ofHighLevel(
			'get_appointments',
			{ contactId: '`contact-ben`' },
			/"appointmentId":"appt-.*"startText":/,
		),
		ofHighLevel(
			'update_appointment_status',
			{ appointmentId, appointmentStatus: 'showed' },
			/"appointmentStatus":"showed"/,
		),
		call('cancel_appointment', { appointmentId }, /"canceled":true/),
		call('get_access_token', {}, /"level":"location"/),
		call('get_access_token', { locationId: LOCATION }, /"level":"location".*"expiresAt":/),
		call('verify_webhook_signature', signature, /"valid":true/),
		call('verify_webhook_signature', forged, /"valid":false.*"reason":"signatureMismatch"/),
	];
}
