import { randomUUID } from 'node:crypto';
import type { IDataObject, INode } from 'n8n-workflow';

import { calendarNamed, freeSlots } from './calendars';
import { appointments, BLAMES_THE_SLOT, succeeded, textOf, type Given, type Scenario } from './scenario';
import type { RunResult } from '../../support/engine';
import { act, bookingForAda, monday, slotAt, ZONE } from '../platform/platform';

const WANTED = slotAt('10:00');
const RETRIES: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const LOST = { path: '/calendars/events', drop: 'afterProcessing' } as const;

/** The engine tests' executions have no ID, by which the node tells one from the next. */
const ofItsOwn = (node?: Partial<INode>): Partial<INode> => ({ ...node, id: randomUUID() });

const zone = { timezone: { __rl: true, mode: 'id', value: ZONE } };

async function book(
	{ sandbox }: Given,
	parameters: IDataObject = {},
	node?: Partial<INode>,
): Promise<RunResult> {
	const all = { ...bookingForAda, ...WANTED, ...zone, ...parameters };
	return await act(sandbox, 'appointment.book', all, { node: ofItsOwn(node) });
}

async function reschedule(
	{ sandbox }: Given,
	eventId: string,
	parameters: IDataObject = {},
	node?: Partial<INode>,
): Promise<RunResult> {
	const calendarId = bookingForAda.calendarId;
	const all = { eventId, calendarId, ...slotAt('11:00'), ...zone, ...parameters };
	return await act(sandbox, 'appointment.reschedule', all, { node: ofItsOwn(node) });
}

const take = ({ control }: Given, slot = WANTED, contactId = 'contact-somebody-else') =>
	control.takeSlot({ calendarId: 'cal-onboarding', ...slot, contactId });

/** The slots of the wanted day that nobody has taken. */
function freeStarts(given: Given): string[] {
	const day = monday().toFormat('yyyy-MM-dd');
	const slots = freeSlots(given, calendarNamed('cal-onboarding'), day, day, ZONE);
	return slots.map(({ startTime }) => startTime);
}

function attempts({ control }: Given, operationId = 'create_appointment'): number {
	return control.requests({ operationId }).length;
}

/** The output tells what is on the platform: one appointment, at that time. */
function toldTruly({ control }: Given, result: RunResult): void {
	const [found, ...others] = appointments(control).filter(
		({ contactId }) => contactId === 'contact-ada',
	);
	expect(others).toEqual([]);
	const { startTime, endTime, id } = found;
	expect(succeeded(result).json).toMatchObject([{ startTime, endTime, eventId: id }]);
}

export const bookingScenarios: Scenario[] = [
	{
		name: 'appointment.book books once and tells what it booked',
		async run(given) {
			const result = await book(given, { title: 'First visit' });
			expect(result.json).toMatchObject([{ booked: true, ...WANTED }]);
			toldTruly(given, result);
			expect(given.control.appointments()).toMatchObject([{ ...WANTED, title: 'First visit' }]);
		},
	},
	{
		name: 'appointment.book stops at a taken slot and names free ones',
		async run(given) {
			take(given);
			const text = textOf(await book(given));
			expect(text).toMatch(BLAMES_THE_SLOT);
			const [, day, starts] = /Nearest free starts on (\w+ \d+(?:, \d{4})?): ([^[;]*\d)/.exec(text) ?? [];
			const named = starts?.split(', ') ?? [];
			expect(monday().toFormat('LLL d')).toBe(day?.split(',')[0]);
			expect(named.length).toBeGreaterThan(0);
			const free = freeStarts(given).map((start) => new Date(start).getTime());
			for (const each of named) {
				const [hour, minute] = each.split(':').map(Number);
				const at = monday().set({ hour, minute });
				expect(free).toContain(at.toMillis());
			}
			expect(appointments(given.control)).toHaveLength(1);
		},
	},
	{
		name: 'appointment.book offers alternatives that can be booked',
		async run(given) {
			take(given);
			const { json } = succeeded(await book(given, { whenTaken: 'alternatives', maxAlternatives: 3 }));
			expect(json).toMatchObject([{ booked: false }]);
			const alternatives = json[0].alternatives as Array<{ startTime: string; endTime: string }>;
			expect(alternatives).toHaveLength(3);
			for (const { startTime, endTime } of alternatives) {
				succeeded(await book(given, { startTime, endTime }));
			}
		},
	},
	{
		name: 'appointment.book takes the next free slot once and tells which',
		async run(given) {
			take(given);
			const [next] = freeStarts(given).filter((start) => start > WANTED.startTime);
			const result = await book(given, { whenTaken: 'nextFree', withinHours: 4 });
			toldTruly(given, result);
			expect(result.json).toMatchObject([{ booked: true, startTime: next }]);
		},
	},
	{
		name: 'appointment.book does not blame the slot for a contact that is unknown',
		async run(given) {
			const result = await book(given, { contactId: 'contact-nobody', whenTaken: 'nextFree' });
			expect(textOf(result)).not.toBe('');
			expect(textOf(result)).not.toMatch(BLAMES_THE_SLOT);
			expect(appointments(given.control)).toEqual([]);
		},
	},
	{
		name: 'appointment.book twice for a contact makes one appointment',
		async run(given) {
			succeeded(await book(given));
			expect(textOf(await book(given))).toMatch(/already has an appointment|not available/);
			expect(appointments(given.control)).toHaveLength(1);
		},
	},
	...(['stop', 'alternatives', 'nextFree'] as const).map((whenTaken): Scenario => ({
		name: `appointment.book after a lost response never books a second one (${whenTaken})`,
		async run(given) {
			given.control.addFault({ method: 'POST', ...LOST });
			const result = await book(given, { whenTaken }, RETRIES);
			expect(appointments(given.control)).toMatchObject([WANTED]);
			// Nobody can tell whose the appointment is: neither a success nor a free alternative.
			expect(textOf(result)).not.toBe('');
		},
	})),
	...(['beforeProcessing', 'afterProcessing'] as const).map(
		(drop): Scenario => ({
			name: `appointment.book finds out after a response that was lost (${drop})`,
			slow: true,
			async run(given) {
				given.control.addFault({ method: 'POST', path: '/calendars/events', drop });
				const result = await book(given, {
					whenTaken: 'nextFree',
					options: { ifAnswerLost: 'findOut' },
				});
				expect(appointments(given.control)).toMatchObject([WANTED]);
				// A 400 to the second request does not tell whose the appointment is.
				if (result.error) expect(textOf(result)).toMatch(/outcome unknown/i);
				else expect(result.json).toMatchObject([{ booked: true, ...WANTED }]);
			},
		}),
	),
	{
		name: 'appointment.reschedule moves the appointment and tells where',
		async run(given) {
			const { id } = take(given);
			const { json } = succeeded(await reschedule(given, id));
			expect(json).toMatchObject([{ rescheduled: true, ...slotAt('11:00'), eventId: id }]);
			expect(appointments(given.control)).toMatchObject([{ id, ...slotAt('11:00') }]);
		},
	},
	{
		name: 'appointment.reschedule after a lost response stays at the wanted time',
		async run(given) {
			const { id } = take(given);
			given.control.addFault({ method: 'PUT', ...LOST });
			await reschedule(given, id, { whenTaken: 'nextFree' }, RETRIES);
			expect(appointments(given.control)).toMatchObject([{ id, ...slotAt('11:00') }]);
		},
	},
	{
		name: 'appointment.reschedule does not blame the slot for an unknown appointment',
		async run(given) {
			const text = textOf(await reschedule(given, 'appt-unknown', { whenTaken: 'nextFree' }));
			expect(text).not.toBe('');
			expect(text).not.toMatch(BLAMES_THE_SLOT);
			expect(attempts(given, 'reschedule_appointment')).toBe(1);
		},
	},
	{
		name: 'appointment.cancel removes the appointment, and says so when it was gone already',
		async run(given) {
			const { id } = take(given);
			const cancel = async () => await act(given.sandbox, 'appointment.cancel', { eventId: id });
			expect(succeeded(await cancel()).json).toMatchObject([{ deleted: true, eventId: id }]);
			expect(appointments(given.control)).toEqual([]);
			expect(freeStarts(given)).toContain(WANTED.startTime);
			expect(textOf(await cancel())).toMatch(new RegExp(`${id}|cancel`));
		},
	},
];
