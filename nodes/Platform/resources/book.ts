import type { IDataObject } from 'n8n-workflow';

import { describeSlot, type Slot, spanText, slotText } from '../../booking/slots';
import { calendarField } from '../../fields/accountFields';
import { languageField } from '../../fields/language';
import { timeZoneField } from '../../fields/when';
import { readText } from '../../http/body';
import { writeOnce } from '../../n8n/ledger';
import {
	type Appointment,
	isCanceled,
	listContactAppointments,
} from '../../platformApi/appointmentReads';
import {
	type Booking,
	createAppointment,
	ownAppointments,
	WHAT_TO_LOOK_UP,
} from '../../platformApi/appointments';
import type { PlatformClient } from '../../platformApi/client';
import { rewordError } from '../../platformApi/errors';
import {
	contactField,
	readBooking,
	treatAsDoneOption,
	treatsAsDone,
} from '../appointment/appointmentFields';
import { bookedItem, KEPT, lengthText, showFields } from '../appointment/outputs';
import { refuseUnlistedSlot } from '../appointment/checkToolSlot';
import {
	allowSeveralField,
	purposeOfBooking,
	refuseSecondBooking,
	refuseSeveralItems,
} from '../appointment/oneBooking';
import { placeSlot } from '../appointment/placeSlot';
import { settingFields } from '../appointment/settings';
import { readSlot, slotTimeFields } from '../appointment/wantedTime';
import { readWhenSlotTaken, slotTakenFields } from '../appointment/whenSlotTaken';
import { operation } from '../platformOperation';
import { withRemarks } from '../remarks';
import { simplifyField } from '../simplify';

const ALREADY_BOOKED = treatAsDoneOption(
	'When Already Booked',
	'whenAlreadyBooked',
	'booked: true and alreadyBooked: true',
	'What to do when the contact already has an appointment in this calendar at this time',
);

const MAX_OTHERS = 5;
const YEAR_MS = 366 * 86_400_000;

/**
 * Tells a model of the contact's other appointments to come in this calendar, and at the same time in another one: the same
 * wish in other words would book a second slot.
 */
async function othersText(
	client: PlatformClient,
	booking: Booking,
	slot: Slot,
	bookedId: string | undefined,
	zone: string,
): Promise<string | undefined> {
	const now = Date.now();
	const ofCalendar = await ownAppointments(client, booking, now, now + YEAR_MS).catch(() => []);
	const ofContact = await appointmentsAt(client, booking, slot);
	const others: string[] = [];
	for (const other of [...ofCalendar, ...ofContact]) {
		if (other.id === bookedId || others.length === MAX_OTHERS) continue;
		const where = other.calendarId === booking.calendarId ? '' : ` in calendar ${other.calendarId}`;
		const when = other.slot ? ` (${slotText(other.slot, zone)}${where})` : '';
		others.push(`${other.id}${when}`);
	}
	if (others.length === 0) return undefined;
	return `The contact also has: ${others.join('; ')}. Ask whether to keep both.`;
}

/** The contact's appointments in other calendars at the time of a slot. */
async function appointmentsAt(
	client: PlatformClient,
	{ contactId, calendarId }: Booking,
	{ start, end }: Slot,
): Promise<Appointment[]> {
	if (!(await client.dialect()).showsAppointments) return [];
	const found = await listContactAppointments(client, contactId, MAX_OTHERS * 2).catch(
		() => undefined,
	);
	const isAtSlot = ({ slot }: Appointment) => slot && slot.start < end && slot.end > start;
	return (found?.appointments ?? []).filter(
		(other) => isAtSlot(other) && !isCanceled(other) && other.calendarId !== calendarId,
	);
}

export const book = operation({
	name: 'Book',
	rights: ['writeAppointments', 'readAppointments', 'readCalendars'],
	description:
		"Book a free slot for a contact. Also runs the platform's own appointment workflows. Do not book in a workflow that starts on Appointment Created: it would start itself again.",
	hint: "Needs a calendar, a contact, a start and an end. Take start and end from Calendar > Get Free Slots. For agents, set 'When Slot Is Taken' to Return Alternatives.",
	properties: [calendarField, contactField, ...slotTimeFields(), ...slotTakenFields],
	options: [
		allowSeveralField,
		...settingFields('book'),
		simplifyField,
		languageField,
		timeZoneField,
		ALREADY_BOOKED,
	],
	async execute(call) {
		const { client, isTool, zone } = call;
		await client.readOnce('one booking for each contact', async () => {
			await refuseSeveralItems(call);
		});
		const booking = await readBooking(call, 'book');
		const wantedSlot = await readSlot(call);
		const whenTaken = readWhenSlotTaken(call);
		const isDoneBefore = treatsAsDone(call, ALREADY_BOOKED);
		const { calendarId, contactId } = booking;
		const until =
			whenTaken.kind === 'nextFree'
				? wantedSlot.start + whenTaken.withinHours * 3_600_000
				: undefined;
		const write = async (slot: Slot, isRepeat: boolean) =>
			await createAppointment(client, booking, slot, { until, isRepeat });
		await refuseSecondBooking(call, booking, wantedSlot);
		await refuseUnlistedSlot(call, calendarId, wantedSlot);
		const writing = {
			...purposeOfBooking(booking, wantedSlot),
			isWritten: ({ alternatives }: IDataObject) => alternatives === undefined,
		};

		return await writeOnce(call, writing, async (entry) => {
			const placed = await placeSlot({
				...call,
				write,
				entry,
				wantedSlot,
				calendarId,
				userId: booking.assignedUserId,
				whenTaken,
			});
			if (placed.kind === 'alternatives') {
				return showFields(
					call,
					{ booked: false, ...booking, ...describeSlot(wantedSlot, zone), ...placed.offer },
					KEPT.notBooked,
				);
			}
			const isOwn = placed.kind === 'own';
			const isEarlier = isOwn || placed.isEarlier;
			const { record, slot: placedSlot } = placed;
			const booked = { record, slot: placedSlot, isEarlier };
			const { item, slot, remark } = bookedItem(booking, booked, wantedSlot, zone);
			const id = readText(item, 'appointmentId');
			entry.subject = id;
			if (isOwn && !isDoneBefore) {
				if (id === undefined) throw placed.error;
				throw rewordError(placed.error, {
					message: `The contact '${contactId}' already has the appointment '${id}' in this calendar: ${spanText(slot, zone)}`,
					whatToDo:
						"Choose another time. To treat it as done, set 'When Already Booked' in the options to 'Treat as Done'.",
					forModel: 'For another appointment, choose another time.',
				});
			}
			const told = withRemarks(call, item, [
				remark,
				id === undefined && `It is booked already. ${WHAT_TO_LOOK_UP}`,
				await lengthText(client, calendarId, slot),
				isTool && (await othersText(client, booking, slot, id, zone)),
			]);
			return showFields(call, told, KEPT.booked, record);
		});
	},
});
