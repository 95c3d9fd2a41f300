import type { IDataObject } from 'n8n-workflow';

import { describeSlot } from '../../booking/slotTexts';
import type { Slot } from '../../booking/slots';
import { calendarField } from '../../fields/accountFields';
import { languageField } from '../../fields/language';
import { OPTIONS } from '../../fields/parameters';
import { timeZoneField } from '../../fields/timeZoneField';
import { readText } from '../../http/body';
import { writeOnce, writesOf } from '../../n8n/ledger';
import { type AppointmentSettings, changeAppointment } from '../../platformApi/appointments';
import { isNotCarriedOut, lengthText } from '../appointment/appointmentAfterWrite';
import {
	type AppointmentBefore,
	readAppointmentBefore,
	refuseIfOver,
} from '../appointment/appointmentBefore';
import { appointmentIdField } from '../appointment/appointmentFields';
import { ONLY_OF_CONTACT } from '../contactField';
import { seriesText } from '../appointment/describeAppointment';
import { describeKnown, makeChangedItem } from '../appointment/makeChangedItem';
import { KEPT, showFields } from '../appointment/outputFields';
import { type PlacedSlot, placeSlot } from '../appointment/placeSlot';
import { refuseUnlistedStatus } from '../appointment/refuseUnlistedStatus';
import { refuseUnlistedSlot } from '../appointment/refuseUnlistedSlot';
import { readSettings, settingFields, statusToKeep } from '../appointment/settings';
import { readSlot, slotTimeFields, timesForLedger } from '../appointment/wantedTime';
import {
	readWhenSlotTaken,
	slotTakenFields,
	type WhenSlotTaken,
} from '../appointment/whenSlotTaken';
import { operation, type PlatformCall } from '../platformOperation';
import { addRemarks } from '../addRemarks';
import { simplifyField } from '../simplify';

/** @throws NodeOperationError, unsent, where the appointment is in another calendar than the one in 'Calendar' */
function refuseOtherCalendar(
	{ refuse }: PlatformCall,
	appointmentId: string,
	calendarId: string | undefined,
	chosenCalendar: string | undefined,
): void {
	if (calendarId === undefined || chosenCalendar === undefined) return;
	if (calendarId === chosenCalendar) return;
	throw refuse(
		`The appointment '${appointmentId}' is in the calendar '${calendarId}', not in '${chosenCalendar}'`,
		"Choose that calendar, or leave 'Calendar' empty. A move to another calendar is a cancellation and a new booking.",
		`Use the calendar '${calendarId}'.`,
	);
}

/** @throws NodeOperationError, unsent, where a language model names another calendar than that of the booking, as far as it is remembered */
function refuseOtherCalendarThanBooked(
	{ refuse }: PlatformCall,
	appointmentId: string,
	bookedCalendar: string | undefined,
	chosenCalendar: string | undefined,
): void {
	if (bookedCalendar === undefined || chosenCalendar === undefined) return;
	if (bookedCalendar === chosenCalendar) return;
	throw refuse(
		`The appointment '${appointmentId}' was booked in the calendar '${bookedCalendar}', not in '${chosenCalendar}'`,
		`Use the calendar '${bookedCalendar}'. If the business has moved the appointment to another calendar since, a person has to change its time there.`,
	);
}

/** The calendar in which this node has booked the appointment, in any execution, as far as it is remembered. */
function calendarOfBooking({ account }: PlatformCall, appointmentId: string): string | undefined {
	for (const { result } of writesOf(account, appointmentId)) {
		const booked = (result ?? {}) as IDataObject;
		if (booked.booked) return readText(booked, 'calendarId');
	}
	return undefined;
}

/**
 * The calendar in 'Calendar', else, for a model, the one in which the appointment was booked. A platform that shows no
 * appointments says nothing of theirs: it is needed to find another slot, and, for a model, to tell whether the times are a
 * slot at all.
 *
 * @throws NodeOperationError where it is needed, and is not known
 */
async function calendarOfMove(
	call: PlatformCall,
	appointmentId: string,
	whenTaken: WhenSlotTaken,
): Promise<string | undefined> {
	const { client, isTool, read, required } = call;
	const chosenCalendar = read(calendarField);
	if ((await client.dialect()).showsAppointments) return chosenCalendar;
	const knownCalendar = isTool ? calendarOfBooking(call, appointmentId) : undefined;
	refuseOtherCalendarThanBooked(call, appointmentId, knownCalendar, chosenCalendar);
	const isNeeded = isTool || whenTaken.kind !== 'stop';
	const calendarId = chosenCalendar ?? knownCalendar;
	return isNeeded && calendarId === undefined ? required(calendarField) : calendarId;
}

/** The length of the appointment as it is; undefined where the platform shows no appointments. @throws where it cannot be read */
async function lengthBefore(
	{ client, refuse }: PlatformCall,
	appointmentId: string,
	readBefore: () => Promise<AppointmentBefore>,
): Promise<number | undefined> {
	const { appointment, unchecked } = await readBefore();
	if (!(await client.dialect()).showsAppointments) return undefined;
	if (appointment?.slot) return appointment.slot.end - appointment.slot.start;
	throw refuse(
		`The platform does not say how long the appointment '${appointmentId}' is`,
		`Check 'Appointment'. Or fill in 'Duration (Minutes)'. ${unchecked ?? ''}`,
	);
}

/** Statuses that say how a visit went: of a time to come, they say something untrue. */
const STATUSES_OF_PAST = ['noshow', 'showed'];

/** Says that the appointment has kept a status that is about its former time; undefined for others. */
function keptStatusText(
	before: string | undefined,
	status: string | undefined,
): string | undefined {
	if (status === undefined || status !== before) return undefined;
	if (!STATUSES_OF_PAST.includes(status)) return undefined;
	return `It has kept the status '${status}', which is about its former time. Another one can be chosen in 'Appointment Status'.`;
}

/** What the item of a move is made of. */
interface Moved {
	appointmentId: string;
	before: AppointmentBefore;
	/** Empty where it is not known. */
	calendarId: string;
	/** As they were sent, with the status that was kept. */
	settings: AppointmentSettings;
	wantedSlot: Slot;
	placed: PlacedSlot;
}

async function itemOfMove(call: PlatformCall, moved: Moved): Promise<IDataObject> {
	const { appointmentId, before, calendarId, settings, wantedSlot, placed } = moved;
	const { appointment, unchecked } = before;
	const { slot, record } = placed;
	const status = settings.appointmentStatus;
	const isMoved = !isNotCarriedOut(record ?? {}, status, slot, appointment?.slot);
	return makeChangedItem(call, {
		appointmentId,
		before,
		result: { rescheduled: isMoved },
		record,
		sentValues: { calendarId: calendarId || undefined, ...settings },
		sentSlot: slot,
		wantedSlot,
		status: status ?? appointment?.status,
		remarks: [
			unchecked && !status && 'No status was sent, so it may be Confirmed now.',
			isMoved && keptStatusText(appointment?.status, status),
			await lengthText(call.client, calendarId, slot, appointment?.slot),
			seriesText(appointment?.record, 'moved'),
		],
	});
}

export const reschedule = operation({
	name: 'Reschedule',
	rights: ['writeAppointments', 'readAppointments', 'readCalendars'],
	description: "Move an appointment to another time. Runs the platform's own workflows, too.",
	hint: 'Needs the appointmentId that Book returned, and both a new start and a new end. A status is sent only when one is chosen in the options.',
	properties: [
		appointmentIdField,
		{
			...calendarField,
			default: { mode: 'id', value: '={{ $json.calendarId }}' },
			required: false,
			description:
				"The appointment's calendar. Needed to list its free slots, to find another slot, and in a tool, but not with HighLevel.",
		},
		...slotTimeFields({
			default: '',
			required: false,
			description:
				"Length of the appointment in minutes. With HighLevel, leave it empty to keep the appointment's own.",
		}),
		...slotTakenFields,
	],
	options: [
		...settingFields('reschedule'),
		ONLY_OF_CONTACT,
		simplifyField,
		languageField,
		timeZoneField,
	],
	async execute(call) {
		const { client, required, zone } = call;
		const appointmentId = required(appointmentIdField);
		const whenTaken = readWhenSlotTaken(call);
		const chosenCalendar = await calendarOfMove(call, appointmentId, whenTaken);
		const settings = readSettings(call, 'reschedule');
		refuseUnlistedStatus(call, settings.appointmentStatus, OPTIONS);
		// Read once, and only where it is needed: a call that was made before needs it no more.
		let reading: Promise<AppointmentBefore> | undefined;
		const readBefore = async () => await (reading ??= readAppointmentBefore(call, appointmentId));
		const wantedSlot = await readSlot(
			call,
			async () => await lengthBefore(call, appointmentId, readBefore),
		);
		await refuseUnlistedSlot(call, chosenCalendar ?? '', wantedSlot);

		const writing = {
			purpose: { appointmentId, ...settings },
			times: timesForLedger(wantedSlot),
			isWritten: ({ alternatives }: IDataObject) => alternatives === undefined,
			subject: appointmentId,
		};
		return await writeOnce(call, writing, async (entry) => {
			const before = await readBefore();
			refuseIfOver(call, appointmentId, before);
			const { appointment, unchecked } = before;
			refuseOtherCalendar(call, appointmentId, appointment?.calendarId, chosenCalendar);
			const calendarId = appointment?.calendarId ?? chosenCalendar ?? '';
			const appointmentStatus = settings.appointmentStatus ?? statusToKeep(appointment?.status);
			const sentSettings = { ...settings, appointmentStatus };
			const write = async (slot: Slot, isRepeat: boolean) =>
				await changeAppointment(client, appointmentId, { ...sentSettings, slot }, isRepeat);
			const placement = { calendarId, userId: settings.assignedUserId, wantedSlot, whenTaken };
			const placed = await placeSlot({ ...call, ...placement, write, entry });
			if (placed.kind === 'alternatives') {
				const item = {
					rescheduled: false,
					...describeKnown(call, appointmentId, before),
					calendarId,
					...describeSlot(wantedSlot, zone),
					...placed.offer,
				};
				return showFields(call, addRemarks(call, item, [unchecked]), KEPT.notMoved);
			}
			const moved = { appointmentId, before, calendarId, wantedSlot, placed };
			const item = await itemOfMove(call, { ...moved, settings: sentSettings });
			return showFields(call, item, KEPT.moved, placed.record);
		});
	},
});
