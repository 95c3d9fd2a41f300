import type { IDataObject } from 'n8n-workflow';

import { describeSlot, type Slot } from '../../booking/slots';
import { calendarField } from '../../fields/accountFields';
import { languageField } from '../../fields/language';
import { timeZoneField } from '../../fields/when';
import { writeOnce } from '../../n8n/ledger';
import { changeAppointment } from '../../platformApi/appointments';
import { appointmentIdField, ONLY_OF_CONTACT } from '../appointment/appointmentFields';
import { isUndone, KEPT, lengthText, seriesText, showFields } from '../appointment/outputs';
import { refuseUnlistedSlot } from '../appointment/checkToolSlot';
import { placeSlot } from '../appointment/placeSlot';
import {
	makeChangedItem,
	describeKnown,
	type AppointmentBefore,
	readAppointmentBefore,
	refuseIfOver,
} from '../appointment/appointmentBefore';
import { readSettings, settingFields, statusToKeep } from '../appointment/settings';
import { readSlot, slotTimeFields, timesOf } from '../appointment/wantedTime';
import { readWhenSlotTaken, slotTakenFields } from '../appointment/whenSlotTaken';
import { operation } from '../platformOperation';
import { withRemarks } from '../remarks';
import { simplifyField } from '../simplify';

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
	options: [
		...settingFields('reschedule'),
		ONLY_OF_CONTACT,
		simplifyField,
		languageField,
		timeZoneField,
	],
	async execute(call) {
		const { client, read, refuse, required, zone } = call;
		const appointmentId = required(appointmentIdField);
		const whenTaken = readWhenSlotTaken(call);
		const readsAppointments = (await client.dialect()).showsAppointments;
		const asked =
			whenTaken.kind === 'stop' || readsAppointments
				? read(calendarField)
				: required(calendarField);
		const settings = readSettings(call, 'reschedule');
		let reading: Promise<AppointmentBefore> | undefined;
		const present = async () => await (reading ??= readAppointmentBefore(call, appointmentId));
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
			purpose: { appointmentId, ...settings },
			times: timesOf(wantedSlot),
			isWritten: ({ alternatives }: IDataObject) => alternatives === undefined,
			subject: appointmentId,
		};

		await refuseUnlistedSlot(call, asked ?? '', wantedSlot);

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
			const status = settings.appointmentStatus ?? statusToKeep(appointment?.status);
			const write = async (slot: Slot, isRepeat: boolean) =>
				await changeAppointment(
					client,
					appointmentId,
					{ ...settings, slot, appointmentStatus: status },
					isRepeat,
				);
			const placed = await placeSlot({
				...call,
				write,
				entry,
				wantedSlot,
				calendarId,
				userId: settings.assignedUserId,
				whenTaken,
			});
			if (placed.kind === 'alternatives') {
				const item = {
					rescheduled: false,
					...describeKnown(call, appointmentId, before),
					calendarId,
					...describeSlot(wantedSlot, zone),
					...placed.offer,
				};
				return showFields(call, withRemarks(call, item, [unchecked]), KEPT.notMoved);
			}
			const { slot, record } = placed;
			const moved = makeChangedItem(
				call,
				appointmentId,
				before,
				{ rescheduled: !isUndone(record ?? {}, status, slot, appointment?.slot) },
				{
					record,
					asked: {
						calendarId: calendarId || undefined,
						...settings,
						appointmentStatus: status,
					},
					status: status ?? appointment?.status,
					sent: slot,
					wanted: wantedSlot,
				},
				unchecked && !status && 'No status was sent, so it may be Confirmed now.',
				await lengthText(client, calendarId, slot, appointment?.slot),
				seriesText(appointment?.record, 'moved'),
			);
			return showFields(call, moved, KEPT.moved, record);
		});
	},
});
