import { updateDisplayOptions } from 'n8n-workflow';

import { calendarField } from '../../fields/accountFields';
import { choiceOf, limitFields, limitOf } from '../../fields/parameters';
import { dayFields, daysOf, timeZoneField } from '../../fields/when';
import { Listed, upTo } from '../../items/operation';
import { writeOnce } from '../../n8n/ledger';
import {
	type Appointment,
	getAppointment,
	isCanceled,
	listCalendarAppointments,
	listContactAppointments,
} from '../../platformApi/appointmentReads';
import { cancelAppointment, changeAppointment } from '../../platformApi/appointments';
import { addDays, startOfDate } from '../../time/times';
import {
	appointmentIdField,
	contactField,
	contactIdOf,
	ONLY_OF_CONTACT,
	treatAsDoneOption,
	treatsAsDone,
} from '../appointment/appointmentFields';
import { describeAppointment, isOfStatus, KEPT, unlikeAppointment } from '../appointment/outputs';
import { sendOrRepeat } from '../appointment/placeSlot';
import { statusField } from '../appointment/settings';
import { changedItem, readPresent, refuseIfOver } from '../appointment/present';
import { askToConfirm } from '../contactReply/askToConfirm';
import { offerSlots } from '../contactReply/offerSlots';
import { operation, type PlatformResource } from '../platformOperation';
import { withRemarks } from '../remarks';
import { picked, simplifyField } from '../simplify';
import { book } from './book';
import { reschedule } from './reschedule';
import { update } from './updateAppointment';

const ALREADY_CANCELED = treatAsDoneOption(
	'When Already Canceled',
	'whenAlreadyCanceled',
	'alreadyCanceled: true',
	'What to do when no appointment has this ID, even if it was mistyped',
);

const WHEN_CANCELED =
	"Check 'Appointment'. If a repeated cancellation is fine, set 'When Already Canceled' in the options to 'Treat as Done'.";

const cancel = operation({
	name: 'Cancel',
	rights: ['writeAppointments', 'readAppointments'],
	description:
		"Cancel an appointment. Also runs the platform's own workflows for appointment status changes.",
	hint: 'Needs the appointmentId that Book returned.',
	properties: [appointmentIdField],
	options: [ONLY_OF_CONTACT, timeZoneField, ALREADY_CANCELED],
	async execute(call) {
		const { client, required } = call;
		const appointmentId = required(appointmentIdField);
		const isDoneBefore = treatsAsDone(call, ALREADY_CANCELED);
		return await writeOnce(
			call,
			{ purpose: { appointmentId }, subject: appointmentId },
			async (entry) => {
				const present = await readPresent(call, appointmentId);
				const isAgain = entry.sent !== undefined;
				if (!isDoneBefore && !isAgain) refuseIfOver(call, appointmentId, present, WHEN_CANCELED);
				const { appointment } = present;
				const isOver = appointment && isCanceled(appointment);
				const { outcome: ended } = isOver
					? { outcome: undefined }
					: await sendOrRepeat(
							entry,
							'cancel',
							async (_, isRepeat) => await cancelAppointment(client, appointmentId, isRepeat),
						);
				if (ended?.kind === 'refused' || (ended?.kind === 'own' && !isDoneBefore))
					throw ended.error;
				const isDone = ended?.kind === 'done' && !ended.isEarlier;
				const isUnknown = isOver ? !appointment.id : ended?.kind === 'own' && !ended.record;
				const canceled = changedItem(
					call,
					appointmentId,
					present,
					{
						canceled: isOfStatus('cancelled', ended?.record),
						...(!isDone && { alreadyCanceled: true }),
					},
					{ record: ended?.record, status: 'cancelled' },
					isUnknown &&
						`The platform has no appointment '${appointmentId}': it was deleted before, or is none of this location.`,
				);
				return picked(canceled, KEPT.canceled);
			},
		);
	},
});

const STATUS = {
	...statusField,
	required: true,
	description: 'The new status. Nothing else of the appointment changes.',
};

const updateStatus = operation({
	name: 'Update Status',
	rights: ['writeAppointments', 'readAppointments'],
	description:
		"Set the status of an appointment, such as Showed or No-Show. Also runs the platform's own workflows for appointment status changes. HighLevel only.",
	action: 'Update appointment status',
	hint: 'Needs the appointmentId that Book or Get Many returned, and one of the statuses. To move an appointment use Reschedule.',
	properties: [appointmentIdField, STATUS],
	options: [ONLY_OF_CONTACT, simplifyField, timeZoneField],
	async execute(call) {
		const { client, required, shown } = call;
		const [appointmentId, status] = [required(appointmentIdField), required(STATUS)];
		await client.requires('readAppointments');
		return await writeOnce(
			call,
			{ purpose: { appointmentId, status }, subject: appointmentId },
			async (entry) => {
				const present = await readPresent(call, appointmentId);
				if (entry.sent === undefined) refuseIfOver(call, appointmentId, present);
				const { outcome: ended } = await sendOrRepeat(
					entry,
					status,
					async (_, isRepeat) =>
						await changeAppointment(client, appointmentId, { appointmentStatus: status }, isRepeat),
				);
				if (ended.kind !== 'done') throw ended.error;
				const { appointment } = present;
				const { record } = ended;
				const updated = changedItem(
					call,
					appointmentId,
					present,
					{ updated: isOfStatus(status, record) },
					{ record, asked: { appointmentStatus: status }, status },
				);
				return shown(updated, KEPT.updated, { ...appointment?.record, ...record });
			},
		);
	},
});

const get = operation({
	name: 'Get',
	description: 'Get one appointment. HighLevel only.',
	hint: 'Needs the appointmentId that Book or Get Many returned. Returns its times and its status.',
	properties: [appointmentIdField],
	options: [simplifyField, timeZoneField],
	isRead: true,
	async execute(call) {
		const { client, required, shown, zone } = call;
		const appointmentId = required(appointmentIdField);
		const found = await client.readOnce(
			`appointment ${appointmentId}`,
			async () => await getAppointment(client, appointmentId),
		);
		const item = describeAppointment(found, zone);
		const { locationId } = await client.account.credential();
		const remark = unlikeAppointment({ appointmentId, locationId }, item);
		return shown(withRemarks(call, item, [remark]), KEPT.read, found.record);
	},
});

const OF = choiceOf({
	displayName: 'Appointments Of',
	name: 'appointmentsOf',
	type: 'options',
	default: 'contact',
	description: 'Whose appointments to get',
	options: [
		{
			name: 'Calendar',
			value: 'calendar',
			description: 'Those of a calendar between two days, in order of time',
		},
		{
			name: 'Contact',
			value: 'contact',
			description: 'Those of a contact: those to come, soonest first, then those that have ended',
		},
	],
});

const getAll = operation({
	name: 'Get Many',
	rights: ['readAppointments', 'readContacts'],
	description:
		'Get the appointments of a contact, or of a calendar between two days. HighLevel only.',
	action: 'Get many appointments',
	hint: 'Returns one item per appointment with appointmentId, contactId, calendarId, times and appointmentStatus, whatever that is. Reschedule and Cancel take the appointmentId.',
	properties: [
		OF,
		...updateDisplayOptions({ show: { appointmentsOf: ['contact'] } }, [contactField]),
		...updateDisplayOptions({ show: { appointmentsOf: ['calendar'] } }, [
			calendarField,
			...dayFields,
		]),
		...limitFields,
	],
	options: [simplifyField, timeZoneField],
	isRead: true,
	askForLess:
		'Ask again with another limit, or for the appointments of a calendar on the days in question.',
	async execute(call) {
		const { client, read, required, shown, zone } = call;
		const max = limitOf(call);
		const toItem = (found: Appointment) =>
			shown(describeAppointment(found, zone), KEPT.read, found.record);
		if (read(OF) !== 'calendar') {
			const { appointments, hidden } = await listContactAppointments(
				client,
				await contactIdOf(call),
				max,
			);
			return new Listed(appointments.map(toItem), 'The contact has no appointments.', hidden);
		}
		const calendarId = required(calendarField);
		const { startDate, endDate, from, to } = daysOf(call, zone);
		const locationId = await call.locationId();
		const found = await listCalendarAppointments(client, {
			locationId,
			calendarId,
			between: [
				from ?? startOfDate(startDate, zone),
				to ?? startOfDate(addDays(endDate, 1), zone) - 1,
			],
		});
		return upTo(max, found.map(toItem), 'The calendar has no appointments on these days.');
	},
});

export const appointment: PlatformResource = {
	name: 'Appointment',
	operations: {
		book,
		reschedule,
		cancel,
		updateStatus,
		update,
		get,
		getAll,
		offerSlots,
		askToConfirm,
	},
};
