import type { IDataObject } from 'n8n-workflow';

import { describeSlot, type Slot } from '../../booking/slots';
import { calendarField } from '../../fields/accountFields';
import { OPTIONS } from '../../fields/parameters';
import { timeZoneField } from '../../fields/when';
import { writeOnce } from '../../n8n/ledger';
import { changeAppointment } from '../../platformApi/appointments';
import {
	appointmentIdField,
	ASSIGNED_USER,
	ONLY_OF_CONTACT,
	statusField,
	STATUSES,
} from '../appointment/appointmentFields';
import { isUndone, KEPT, lengthText } from '../appointment/outputs';
import { placeSlot } from '../appointment/placeSlot';
import {
	changedItem,
	knownOf,
	type Present,
	readPresent,
	refuseIfOver,
} from '../appointment/present';
import { readSlot, slotTimeFields, timesOf } from '../appointment/wantedTime';
import { readWhenSlotTaken, slotTakenFields } from '../appointment/whenSlotTaken';
import { operation } from '../platformOperation';
import { withRemarks } from '../remarks';
import { simplifyField } from '../simplify';

const STATUS = {
	...statusField,
	description:
		'Status to send with the new time. Without this option, HighLevel keeps the status. What the Platform API does is not documented.',
};

/** The contract names it for a booking only. */
const NEW_USER = {
	...ASSIGNED_USER,
	description: 'The team member of the calendar to assign the appointment to. HighLevel only.',
};

export const reschedule = operation({
	name: 'Reschedule',
	rights: ['writeAppointments', 'readAppointments', 'readCalendars'],
	description:
		"Move an appointment to another time. Also runs the platform's own workflows for appointment status changes.",
	hint: 'Needs the appointmentId that Book returned, and both a new start and a new end. A status is sent only when one is chosen in the options.',
	properties: [
		appointmentIdField,
		{
			...calendarField,
			default: { mode: 'id', value: '={{ $json.calendarId }}' },
			required: false,
			description:
				"The appointment's calendar. Needed to list its free slots and to find another slot, but not with HighLevel.",
		},
		...slotTimeFields({
			default: '',
			required: false,
			description:
				"Length of the appointment in minutes. With HighLevel, leave it empty to keep the appointment's own.",
		}),
		...slotTakenFields,
	],
	options: [NEW_USER, ONLY_OF_CONTACT, STATUS, simplifyField, timeZoneField],
	async execute(call) {
		const { client, read, refuse, required, shown, zone } = call;
		const appointmentId = required(appointmentIdField);
		const whenTaken = readWhenSlotTaken(call);
		const readsAppointments = await client.can('readAppointments');
		const asked =
			whenTaken.kind === 'stop' || readsAppointments
				? read(calendarField)
				: required(calendarField);
		const [chosen, assignedUserId] = [read(statusField, OPTIONS), read(NEW_USER, OPTIONS)];
		if (assignedUserId !== undefined)
			await client.requires('readAppointments', `'${NEW_USER.displayName}'`);
		let reading: Promise<Present> | undefined;
		const present = async () => await (reading ??= readPresent(call, appointmentId));
		const wantedSlot = await readSlot(call, async () => {
			const { appointment, unchecked } = await present();
			if (!readsAppointments) return undefined;
			const slot = appointment?.slot;
			if (slot) return slot.end - slot.start;
			throw refuse(
				`The platform does not say how long the appointment '${appointmentId}' is`,
				`Check 'Appointment', or fill in 'Duration (Minutes)'. ${unchecked ?? ''}`.trim(),
			);
		});
		const writing = {
			purpose: { appointmentId, status: chosen, assignedUserId },
			times: timesOf(wantedSlot),
			isWritten: ({ alternatives }: IDataObject) => alternatives === undefined,
			subject: appointmentId,
		};

		return await writeOnce(call, writing, async (entry) => {
			const before = await present();
			refuseIfOver(call, appointmentId, before);
			const { appointment, unchecked } = before;
			const own = appointment?.calendarId;
			if (own !== undefined && asked !== undefined && own !== asked)
				throw refuse(
					`The appointment '${appointmentId}' is in the calendar '${own}', not in '${asked}'`,
					`Choose that calendar, or leave 'Calendar' empty. A move to another calendar is a cancellation and a new booking.`,
					`Use the calendar '${own}'.`,
				);
			const calendarId = own ?? asked ?? '';
			// Without one, HighLevel would confirm it. Some of the statuses that it reads cannot be written.
			const status = chosen ?? STATUSES.find(({ value }) => value === appointment?.status)?.value;
			const write = async (slot: Slot, isRepeat: boolean) =>
				await changeAppointment(client, appointmentId, { slot, status, assignedUserId }, isRepeat);
			const placed = await placeSlot({ ...call, write, entry, wantedSlot, calendarId, whenTaken });
			if (placed.kind === 'alternatives') {
				const item = {
					rescheduled: false,
					...knownOf(call, appointmentId, before),
					calendarId,
					...describeSlot(wantedSlot, zone),
					...placed.offer,
				};
				return shown(withRemarks(call, item, [unchecked]), KEPT.notMoved);
			}
			const { slot, record } = placed;
			const moved = changedItem(
				call,
				appointmentId,
				before,
				{ rescheduled: !isUndone(record ?? {}, status, slot, appointment?.slot) },
				{
					record,
					asked: {
						calendarId: calendarId || undefined,
						appointmentStatus: status,
						assignedUserId,
					},
					status: status ?? appointment?.status,
					sent: slot,
					wanted: wantedSlot,
				},
				unchecked && !status && 'No status was sent, so it may be Confirmed now.',
				await lengthText(client, calendarId, slot, appointment?.slot),
			);
			return shown(moved, KEPT.moved, record);
		});
	},
});
