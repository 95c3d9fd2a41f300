import type { IDataObject, INode } from 'n8n-workflow';

import { stopClockAt } from '../../support/clock';
import { failed, lost } from '../platformApi/fakePlatform';
import { act, byId, HIGH_LEVEL, PRIVATE_TOKEN, type Sent, TOOL } from './nodeOnPlatform';

/** Half an hour from this hour of Monday, November 23, 2026, in UTC. */
export function halfHourAt(hour: number): { startTime: string; endTime: string } {
	return { startTime: timeAt(hour), endTime: timeAt(hour + 0.5) };
}

/** `2026-11-23T09:00:00+00:00` for 9 */
export function timeAt(hour: number): string {
	const instant = new Date(Date.UTC(2026, 10, 23) + hour * 3_600_000);
	return instant.toISOString().replace('.000Z', '+00:00');
}

/** Ada's confirmed appointment `appt-1` in the calendar `cal-1`, at 9:00. */
export function adasAppointment(otherwise: IDataObject = {}): IDataObject {
	return {
		id: 'appt-1',
		calendarId: 'cal-1',
		contactId: 'ada',
		locationId: 'loc-1',
		appointmentStatus: 'confirmed',
		...halfHourAt(9),
		...otherwise,
	};
}

/** What the platform does with a write. */
type Reaction =
	| { kind: 'carryOut'; record?: IDataObject; response?: unknown }
	| { kind: 'doNothing'; response: unknown };

/** Carries the write out, and responds with the record, which has these values otherwise. */
export const carriesOut = (otherwise: IDataObject = {}): Reaction => ({
	kind: 'carryOut',
	record: otherwise,
});
/** Carries the write out, and responds without a record. */
export const carriesOutInSilence: Reaction = { kind: 'carryOut', response: '' };
/** Carries the write out, and the response is lost. */
export const carriesOutAndIsLost: Reaction = { kind: 'carryOut', response: lost() };
/** The request is lost before it arrives. */
export const isLostUnheard: Reaction = { kind: 'doNothing', response: lost() };
export const refuses = (status: number, message: string): Reaction => ({
	kind: 'doNothing',
	response: failed(status, { message }),
});
export const SLOT_IS_TAKEN = refuses(400, 'The slot you have selected is no longer available.');

export interface Arranged {
	/** HighLevel shows appointments, the contract's form shows none. */
	form?: 'contract' | 'highLevel';
	appointments?: IDataObject[];
	/** Half hours that are free, by their hours; of another length with `slotMinutes`. */
	freeHours?: number[];
	/** The same for each reading of the list in turn, of which the last one stays: others book, too. */
	freeHoursByReading?: number[][];
	slotMinutes?: number;
	/** Further free times, of any length. */
	furtherSlots?: IDataObject[];
	/** What it responds with where free slots are read. */
	freeSlotsFailure?: Error;
	/** What it does with each write in turn; then it carries them out. */
	reactions?: Reaction[];
	/** What it responds with where appointments are read. */
	readFailure?: Error;
	/** By default that of the appointments, `loc-1`. */
	locationOfCredential?: string;
}

/** A platform with the calendar `cal-1`, which remembers what it was asked, and keeps what was written. */
export class FakeCalendar {
	readonly requests: Sent[] = [];
	appointments: IDataObject[];
	readFailure: Error | undefined;
	private readonly reactions: Reaction[];
	private readonly freeHoursByReading: number[][];
	private readonly locationId: string;

	constructor(private readonly arranged: Arranged = {}) {
		this.locationId = arranged.locationOfCredential ?? 'loc-1';
		this.appointments = [...(arranged.appointments ?? [])];
		this.reactions = [...(arranged.reactions ?? [])];
		this.readFailure = arranged.readFailure;
		this.freeHoursByReading = [...(arranged.freeHoursByReading ?? [arranged.freeHours ?? []])];
	}

	get credential(): IDataObject {
		const ofForm = this.arranged.form === 'contract' ? PRIVATE_TOKEN : HIGH_LEVEL;
		return { ...ofForm, locationId: this.locationId };
	}

	/** The requests that change something. */
	get writes(): Sent[] {
		return this.requests.filter(({ method }) => method !== 'GET');
	}

	readonly respond = (request: Sent): unknown => {
		this.requests.push(request);
		return request.method === 'GET' ? this.read(request) : this.write(request);
	};

	private read({ path, qs = {} }: Sent): unknown {
		const { slotMinutes = 30, furtherSlots = [], freeSlotsFailure, form } = this.arranged;
		if (path.endsWith('/free-slots')) {
			if (freeSlotsFailure) return freeSlotsFailure;
			const isLast = this.freeHoursByReading.length === 1;
			const freeHours = isLast ? this.freeHoursByReading[0] : this.freeHoursByReading.shift()!;
			const slots = freeHours.map((hour) => ({
				startTime: timeAt(hour),
				endTime: timeAt(hour + slotMinutes / 60),
			}));
			if (form === 'contract') return { _dates_: { all: [...slots, ...furtherSlots] } };
			return { '2026-11-23': { slots: slots.map(({ startTime }) => startTime) } };
		}
		if (path === '/calendars/cal-1')
			return { calendar: { slotDuration: slotMinutes, slotDurationUnit: 'mins' } };
		if (path === '/calendars/') return { calendars: [{ id: 'cal-1', name: 'Onboarding call' }] };
		if (this.readFailure) return this.readFailure;
		if (path === '/calendars/events')
			return {
				events: this.appointments.filter((appointment) => {
					const { calendarId, assignedUserId, startTime } = appointment;
					const isOwners =
						qs.userId === undefined ? calendarId === qs.calendarId : assignedUserId === qs.userId;
					const start = Date.parse(String(startTime));
					return isOwners && start >= Number(qs.startTime) && start <= Number(qs.endTime);
				}),
			};
		const contact = /^\/contacts\/([^/]+)\/appointments$/.exec(path)?.[1];
		if (contact !== undefined)
			return { events: this.appointments.filter(({ contactId }) => contactId === contact) };
		const appointment = this.appointments.find(({ id }) => path.endsWith(`/${String(id)}`));
		return appointment ? { event: appointment } : failed(400, { message: 'Appointment not found' });
	}

	private write(request: Sent): unknown {
		const reaction = this.reactions.shift() ?? { kind: 'carryOut' };
		if (reaction.kind === 'doNothing') return reaction.response;
		const record = { ...this.carryOut(request), ...reaction.record };
		this.appointments = [...this.appointments.filter(({ id }) => id !== record.id), record];
		return reaction.response ?? record;
	}

	private carryOut({ method, path, body }: Sent): IDataObject {
		const values = (body ?? {}) as IDataObject;
		if (method === 'POST') {
			const id = `appt-${this.appointments.length + 1}`;
			return { id, appointmentStatus: 'confirmed', ...values };
		}
		const id = path.split('/').at(-1);
		const before = this.appointments.find((each) => each.id === id);
		return { id, ...before, ...values, ...(method === 'DELETE' && { deleted: true }) };
	}
}

interface Circumstances {
	/** As a tool of a language model. */
	asTool?: boolean;
	executionId?: string;
	items?: IDataObject[];
	node?: Partial<INode>;
}

/**
 * Runs an operation of Appointment once: for Ada, the appointment `appt-1` and half an hour at 9:00 in `cal-1`, unless the
 * fields say otherwise.
 */
export async function runAppointment(
	operation: string,
	calendar: FakeCalendar,
	fields: IDataObject = {},
	{ asTool, node = {}, ...circumstances }: Circumstances = {},
) {
	const end = await act(
		`appointment.${operation}`,
		{
			contactId: byId('ada'),
			appointmentId: byId('appt-1'),
			calendarId: byId('cal-1'),
			slotSource: 'startEnd',
			...halfHourAt(9),
			...fields,
		},
		{
			credential: calendar.credential,
			responses: calendar.respond,
			node: asTool ? { ...TOOL, ...node } : node,
			...circumstances,
		},
	);
	return {
		items: end.json,
		item: end.json[0],
		/** What a person reads at the node beside the item. */
		hints: end.hints.map(({ message }) => message),
		errorMessage: end.error?.message,
		/** What to do, below the message of an error. */
		errorDescription: end.error?.description,
		isOutcomeUnknown: (end.error as { context?: IDataObject })?.context?.outcomeUnknown === true,
	};
}

const later = setTimeout;

/** Stops the clock on Saturday, November 21, at noon, and lets the pauses before the platform is asked take no time. */
export function onSaturdayBefore(): void {
	stopClockAt('2026-11-21T12:00:00Z');
	beforeEach(() =>
		jest
			.spyOn(globalThis, 'setTimeout')
			.mockImplementation(((run: () => void) => later(run, 0)) as typeof setTimeout),
	);
}
