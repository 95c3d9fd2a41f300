import type { IDataObject } from 'n8n-workflow';

import { describeSlot, slotText, spanText } from '../../booking/slotTexts';
import type { Slot } from '../../booking/slots';
import { calendarField } from '../../fields/accountFields';
import { languageField } from '../../fields/language';
import { OPTIONS } from '../../fields/parameters';
import { timeZoneField } from '../../fields/timeZoneField';
import { readText } from '../../http/body';
import { type LedgerWrite, writeOnce, writesOf } from '../../n8n/ledger';
import { type Appointment, listOverlappingAppointments } from '../../platformApi/appointmentReads';
import {
	type Booking,
	createAppointment,
	listOwnAppointments,
	WHAT_TO_LOOK_UP,
} from '../../platformApi/appointments';
import { rewordError } from '../../platformApi/errors';
import { describeBooking, lengthText } from '../appointment/appointmentAfterWrite';
import { contactField } from '../contactField';
import { readBooking, treatAsDoneOption, treatsAsDone } from '../appointment/appointmentFields';
import {
	allowSeveralField,
	purposeOfBooking,
	refuseSecondBooking,
	refuseSeveralItems,
} from '../appointment/oneBooking';
import { KEPT, showFields } from '../appointment/outputFields';
import { type PlacedSlot, placeSlot } from '../appointment/placeSlot';
import { refuseUnlistedStatus } from '../appointment/refuseUnlistedStatus';
import { refuseUnlistedSlot } from '../appointment/refuseUnlistedSlot';
import { settingFields } from '../appointment/settings';
import { readSlot, slotTimeFields } from '../appointment/wantedTime';
import { readWhenSlotTaken, slotTakenFields } from '../appointment/whenSlotTaken';
import { operation, type PlatformCall } from '../platformOperation';
import { addRemarks } from '../addRemarks';
import { simplifyField } from '../simplify';

const ALREADY_BOOKED = treatAsDoneOption(
	'When Already Booked',
	'whenAlreadyBooked',
	'booked: true and alreadyBooked: true',
	'What to do when the contact already has an appointment in this calendar at this time',
);

/** How many of the contact's other appointments a model is told of. */
const MAX_OTHERS = 5;
const YEAR_MS = 366 * 86_400_000;

/**
 * Tells a model of the contact's other appointments: those of the coming year in this calendar, and those in other calendars
 * that overlap with the new one. The same wish in other words would book a second slot.
 */
async function othersText(
	{ client, zone }: PlatformCall,
	booking: Booking,
	slot: Slot,
	bookedId: string | undefined,
): Promise<string | undefined> {
	const now = Date.now();
	const { calendarId, contactId } = booking;
	// The booking stands, also where its neighbors cannot be read, as in the contract's form.
	const ofCalendar = await listOwnAppointments(client, booking, now, now + YEAR_MS).catch(() => []);
	const overlapping = await listOverlappingAppointments(client, contactId, slot).catch(() => []);
	const names = [...ofCalendar, ...overlapping.filter((other) => other.calendarId !== calendarId)]
		.filter(({ id }) => id !== bookedId)
		.slice(0, MAX_OTHERS)
		.map((other) => otherText(other, calendarId, zone));
	if (names.length === 0) return undefined;
	return `The contact also has: ${names.join('; ')}. Ask whether to keep both.`;
}

/** `appt-2 (Tuesday, Nov 24, 6:00 – 6:30 AM UTC in calendar cal-2)`; the calendar only where it is another one. */
function otherText(
	{ id = 'an appointment', ...other }: Appointment,
	calendarOfBooking: string,
	zone: string,
): string {
	if (!other.slot) return id;
	const when = slotText(other.slot, zone);
	return other.calendarId === calendarOfBooking
		? `${id} (${when})`
		: `${id} (${when} in calendar ${other.calendarId})`;
}

/** What the item of a booking is made of. */
interface Booked {
	booking: Booking;
	wantedSlot: Slot;
	placed: PlacedSlot;
	entry: LedgerWrite;
	/** True where an appointment that was there before is as good as a new one. */
	isDoneBefore: boolean;
}

/** The ID of the same booking by this node, in any execution, as far as it is remembered: the platform may not show it. */
function idOfEarlierBooking(
	{ account }: PlatformCall,
	{ calendarId, contactId }: Booking,
	{ start }: Slot,
): string | undefined {
	for (const { result } of writesOf(account, contactId)) {
		const booked = (result ?? {}) as IDataObject;
		const isInCalendar = readText(booked, 'calendarId') === calendarId;
		const startsThen = Date.parse(String(booked.startTime)) === start;
		if (booked.booked && isInCalendar && startsThen) return readText(booked, 'appointmentId');
	}
	return undefined;
}

/**
 * Says that a slot may be taken by this very booking, where a platform that shows no appointments does not say so: a model
 * that repeats its call would book another slot.
 */
async function bookedBeforeText(
	call: PlatformCall,
	booking: Booking,
	slot: Slot,
): Promise<string | undefined> {
	if ((await call.client.dialect()).showsAppointments) return undefined;
	const id = idOfEarlierBooking(call, booking, slot);
	if (id === undefined) return undefined;
	return `This slot was booked for this contact before, as the appointment '${id}', which may still stand. Ask before another slot is booked.`;
}

/** The item of a booking. @throws NodeApiError for an appointment that was there before, unless that is as good */
async function itemOfBooking(
	call: PlatformCall,
	{ booking, wantedSlot, placed, entry, isDoneBefore }: Booked,
): Promise<IDataObject> {
	const { client, isTool, zone } = call;
	const { calendarId, contactId } = booking;
	const wasThere = placed.kind === 'alreadyDone';
	const { item, slot, remark } = describeBooking(
		booking,
		{
			record: placed.record,
			slot: placed.slot,
			isEarlier: wasThere || placed.isEarlier,
		},
		wantedSlot,
		zone,
	);
	const id = readText(item, 'appointmentId') ?? idOfEarlierBooking(call, booking, slot);
	item.appointmentId = id ?? null;
	if (id !== undefined) entry.subjects = [id, contactId];
	if (wasThere && !isDoneBefore) {
		if (id === undefined) throw placed.error;
		throw rewordError(placed.error, {
			message: `The contact '${contactId}' already has the appointment '${id}' in this calendar: ${spanText(slot, zone)}`,
			whatToDo:
				"Choose another time. To treat it as done, set 'When Already Booked' in the options to 'Treat as Done'.",
			forModel: 'For another appointment, choose another time.',
		});
	}
	return addRemarks(call, item, [
		remark,
		id === undefined && `It is booked already. ${WHAT_TO_LOOK_UP}`,
		await lengthText(client, calendarId, slot),
		isTool && (await othersText(call, booking, slot, id)),
	]);
}

export const book = operation({
	name: 'Book',
	rights: ['writeAppointments', 'readAppointments', 'readCalendars'],
	description:
		"Book a slot for a contact. Runs the platform's workflows, too: behind Appointment Created, it would start itself.",
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
		const { client, zone } = call;
		// The first item of a run looks at all of them.
		await client.readOnce('one booking for each contact', async () => {
			await refuseSeveralItems(call);
		});
		const booking = await readBooking(call, 'book');
		refuseUnlistedStatus(call, booking.appointmentStatus, OPTIONS);
		const wantedSlot = await readSlot(call);
		const whenTaken = readWhenSlotTaken(call);
		const isDoneBefore = treatsAsDone(call, ALREADY_BOOKED);
		const { calendarId, assignedUserId } = booking;
		await refuseSecondBooking(call, booking, wantedSlot);
		await refuseUnlistedSlot(call, calendarId, wantedSlot);

		const until =
			whenTaken.kind === 'nextFree'
				? wantedSlot.start + whenTaken.withinHours * 3_600_000
				: undefined;
		const write = async (slot: Slot, isRepeat: boolean) =>
			await createAppointment(client, booking, slot, { until, isRepeat });
		const writing = {
			...purposeOfBooking(booking, wantedSlot),
			isWritten: ({ alternatives }: IDataObject) => alternatives === undefined,
			markRepeated: (item: IDataObject) => (item.booked ? { ...item, alreadyBooked: true } : item),
		};
		return await writeOnce(call, writing, async (entry) => {
			const placement = { calendarId, userId: assignedUserId, wantedSlot, whenTaken };
			const placed = await placeSlot({ ...call, ...placement, write, entry });
			if (placed.kind === 'alternatives') {
				const times = describeSlot(wantedSlot, zone);
				const item = { booked: false, ...booking, ...times, ...placed.offer };
				const notBooked = addRemarks(call, item, [
					await bookedBeforeText(call, booking, wantedSlot),
				]);
				return showFields(call, notBooked, KEPT.notBooked);
			}
			const booked = { booking, wantedSlot, placed, entry, isDoneBefore };
			const item = await itemOfBooking(call, booked);
			return showFields(call, item, KEPT.booked, placed.record);
		});
	},
});
