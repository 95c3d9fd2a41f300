import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DateTime } from 'luxon';
import type { IDataObject, INode } from 'n8n-workflow';

import { isActive, type Appointment } from '../../../sandbox/calendars/appointmentBook';
import { spansOf } from '../../../sandbox/calendars/freeSlots';
import type { Sandbox } from '../../../sandbox/createSandbox';
import type { Profile } from '../../../sandbox/profile';
import { defaultSeed, type Seed } from '../../../sandbox/seed';
import { byId } from '../../support/e2e/platformParameters';
import type { RunResult } from '../../support/engine';
import { formOf } from '../../support/forms';
import { startReceiver } from '../../support/receiver';
import { act, bookingForAda, monday, slotAt, tokenCredential, ZONE } from '../platform/platform';

/** A platform that has just been reset, and how it behaves. */
interface Given {
	sandbox: Sandbox;
	profile: Profile;
}

/** By their names: what must hold whatever the platform chooses where the contract is silent. */
type Scenarios = Record<string, (given: Given) => Promise<void>>;

/** With a calendar whose slots begin on another date in UTC than in its own zone, and one that lists whole spans. */
export const platformSeed: Seed = {
	...defaultSeed,
	calendars: [
		...defaultSeed.calendars,
		{
			id: 'cal-evening',
			locationId: 'loc-summit',
			name: 'Evening class',
			timeZone: 'America/Los_Angeles',
			slotMinutes: 60,
			workingHours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], start: '14:00', end: '21:00' }],
		},
		{
			id: 'cal-walk-in',
			locationId: 'loc-summit',
			name: 'Walk-in',
			listsSpans: true,
			timeZone: 'America/New_York',
			slotMinutes: 30,
			workingHours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], start: '09:00', end: '17:00' }],
		},
	],
};

/** The items of a run that must succeed. */
function succeeded({ error, json }: RunResult): IDataObject[] {
	expect({ message: error?.message, description: error?.description }).toEqual({
		message: undefined,
		description: undefined,
	});
	return json;
}

/** The appointments that have not been canceled. */
const appointments = (sandbox: Sandbox): Appointment[] => sandbox.appointments().filter(isActive);

const WANTED = slotAt('10:00');
const LATER = slotAt('11:00');
const LOST = { path: '/calendars/events', drop: 'afterProcessing' } as const;
const RETRIES: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

/** As the platform has listed a time: one report says that HighLevel refuses a start rewritten to UTC. */
const asListed = ({ sandbox }: Given, { startTime, endTime }: typeof WANTED) => {
	const { listed } = formOf(sandbox);
	return { startTime: listed(startTime), endTime: listed(endTime) };
};

const run = async (
	given: Given,
	name: string,
	{ startTime, endTime, ...parameters }: IDataObject & typeof WANTED,
	node?: Partial<INode>,
): Promise<RunResult> =>
	await act(
		given.sandbox,
		`appointment.${name}`,
		{
			...bookingForAda,
			...parameters,
			...asListed(given, { startTime, endTime }),
			options: { timezone: byId(ZONE) },
		},
		// The engine tests' executions have no ID, by which the node tells one from the next.
		{ node: { ...node, id: randomUUID() } },
	);

const book = async (given: Given, parameters: IDataObject = {}, node?: Partial<INode>) =>
	await run(given, 'book', { ...WANTED, ...parameters }, node);

const take = ({ sandbox }: Given) =>
	sandbox.takeSlot({ calendarId: 'cal-onboarding', ...WANTED, contactId: 'contact-somebody-else' });

/** Epoch milliseconds, whatever the offset of the texts. */
const spanOf = ({ startTime, endTime }: { startTime?: unknown; endTime?: unknown }) =>
	[startTime, endTime].map((time) => Date.parse(String(time)));

/** Calendar, its token, the zone asked for, and how many more days than one. */
const SLOTS_ASKED: Array<[string, string, string, number]> = [
	['cal-checkup', 'pit-harbor', 'Asia/Tokyo', 2],
	['cal-trial', 'pit-summit', 'Pacific/Auckland', 0],
	['cal-evening', 'pit-summit', 'America/Los_Angeles', 0],
	['cal-evening', 'pit-summit', 'Europe/Berlin', 1],
	['cal-walk-in', 'pit-summit', 'Europe/Berlin', 1],
];

let workflows = 0;

export const scenarios: Scenarios = {
	...Object.fromEntries(
		SLOTS_ASKED.map(([id, accessToken, zone, days]) => [
			`calendar.getFreeSlots shows the free slots of ${id} on ${days + 1} days in ${zone}`,
			async (given: Given) => {
				const { sandbox } = given;
				const { locationId, listsSpans } = platformSeed.calendars.find((one) => one.id === id)!;
				const [startDate, endDate, dayAfter] = [0, days, days + 1].map((plus) =>
					monday().plus({ days: plus }).toFormat('yyyy-MM-dd'),
				);
				const [from, until] = [startDate, dayAfter].map(
					(date) => DateTime.fromISO(date, { zone }).toISO() ?? '',
				);
				const free = () => sandbox.freeSlots({ calendarId: id, from, until });
				sandbox.takeSlot({ calendarId: id, ...free()[0] });
				const fields = {
					calendarId: byId(id),
					startDate,
					endDate,
					returnAll: true,
					options: { timezone: byId(zone) },
				};
				const credentials = tokenCredential(sandbox, { accessToken, locationId });
				const json = succeeded(
					await act(sandbox, 'calendar.getFreeSlots', fields, { credentials }),
				);
				const slots = free()
					.map(spanOf)
					.map(([start, end]) => ({ start, end }));
				// HighLevel lists starts.
				const listed = listsSpans && sandbox.form() === 'contract' ? spansOf(slots) : slots;
				const dateOf = (start: number) => DateTime.fromMillis(start, { zone }).toISODate();
				expect(json.map((item) => [...spanOf(item), item.date])).toEqual(
					listed.map(({ start, end }) => [start, end, dateOf(start)]),
				);
			},
		]),
	),

	async 'the alternatives to a taken slot can be booked'(given) {
		take(given);
		const json = succeeded(await book(given, { whenTaken: 'alternatives', maxAlternatives: 3 }));
		const alternatives = json[0].alternatives as Array<{ startTime: string; endTime: string }>;
		expect(json).toMatchObject([{ booked: false }]);
		expect(alternatives).toHaveLength(3);
		for (const { startTime, endTime } of alternatives)
			succeeded(await book(given, { startTime, endTime }));
	},

	async 'after a lost response, a retry books no second slot'(given) {
		for (const whenTaken of ['stop', 'alternatives', 'nextFree']) {
			await given.sandbox.reset();
			given.sandbox.setProfile(given.profile);
			given.sandbox.addFault({ method: 'POST', ...LOST });
			const result = await book(given, { whenTaken }, RETRIES);
			const [appointment, ...others] = appointments(given.sandbox);
			expect({ appointment, others }).toMatchObject({ appointment: WANTED, others: [] });
			if (given.profile.form === 'highLevel') {
				const [item] = succeeded(result);
				expect(item).toMatchObject({ booked: true, appointmentId: appointment.id });
				expect(spanOf(item)).toEqual(spanOf(appointment));
			} else {
				// The contract does not tell whose the appointment is: neither a success nor a free alternative.
				expect(result.error).toBeDefined();
			}
		}
	},

	async 'an appointment is moved, stays after a lost response, and is canceled once'(given) {
		const { id: appointmentId } = take(given);
		const [moved] = succeeded(await run(given, 'reschedule', { appointmentId, ...LATER }));
		expect(moved).toMatchObject({ rescheduled: true, appointmentId });
		expect(spanOf(moved)).toEqual(spanOf(LATER));
		given.sandbox.addFault({ method: 'PUT', ...LOST });
		await run(given, 'reschedule', { appointmentId, ...WANTED, whenTaken: 'nextFree' }, RETRIES);
		expect(appointments(given.sandbox)).toMatchObject([{ id: appointmentId, ...WANTED }]);
		const cancel = async () => await act(given.sandbox, 'appointment.cancel', { appointmentId });
		expect(succeeded(await cancel())).toMatchObject([{ canceled: true, appointmentId }]);
		expect(appointments(given.sandbox)).toEqual([]);
		expect((await cancel()).error?.message).toMatch(/appointment/i);
	},

	async 'an event that arrives twice, or again because the response was late, starts it once; app.deleted too'(
		given,
	) {
		const { sandbox, profile } = given;
		const isContract = profile.form === 'contract';
		const receiver = await startReceiver({
			type: 'platformTrigger',
			workflowId: `profiles-${(workflows += 1)}`,
			parameters: {
				registration: 'manual',
				events: ['ContactCreate', 'app.deleted'],
				options: { binaryData: true },
				settings:
					isContract && profile.eventIdField !== null ? { eventIdField: profile.eventIdField } : {},
			},
			credentials: {
				platformWebhookApi: {
					api: profile.form,
					publicKeys: sandbox.publicKey().publicKeyPem,
					locationIds: 'loc-harbor',
				},
			},
			start: async () => await pause(150),
		});
		try {
			const webhook = { name: 'By hand', url: receiver.url, actions: ['ContactCreate'] };
			if (isContract) succeeded(await act(given.sandbox, 'webhook.create', webhook));
			sandbox.setNotificationUrl(receiver.url);
			// After a time-out HighLevel does not repeat. The contract's platform repeats until there is a response in time, also
			// from a busy machine.
			sandbox.setDelivery({
				backoffMs: [20],
				timeoutMs: isContract ? 75 : 10_000,
				maxAttempts: 50,
				copies: 2,
			});
			sandbox.createContact({ id: 'contact-new' });
			sandbox.uninstallApp();
			await sandbox.deliveriesSettled();
			await receiver.settled();
			expect(receiver.executions).toHaveLength(2);
		} finally {
			await receiver.close();
		}
	},
};
