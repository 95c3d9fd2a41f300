import { updateDisplayOptions } from 'n8n-workflow';

import { calendarField, locationOf } from '../../fields/account';
import { choiceField, fieldsAt, limitFields, limitOf, OPTIONS } from '../../fields/parameters';
import { dayFields, daysOf, timeZoneField, timeZoneOf } from '../../fields/when';
import { Listed, upTo } from '../../items/operation';
import {
	type Appointment,
	appointmentIn,
	getAppointment,
	listCalendarAppointments,
	listContactAppointments,
} from '../../platformApi/appointmentReads';
import { cancelAppointment, updateAppointmentStatus } from '../../platformApi/appointments';
import { addDays, startOfDate } from '../../time/times';
import {
	appointmentIdField,
	contactField,
	contactIdOf,
	statusField,
	treatAsDoneOption,
} from '../appointment/fields';
import { changed, once, partiesOf, unknownOutcomeOption } from '../appointment/memory';
import { readItem } from '../appointment/outputs';
import { askToConfirm, offerSlots } from '../contactPage/operations';
import { operation, type PlatformResource } from '../operation';
import { isSimplified, simplifyField } from '../simplify';
import { book, reschedule } from './bookAndReschedule';

const ALREADY_CANCELED = treatAsDoneOption(
	'When Already Canceled',
	'whenAlreadyCanceled',
	'alreadyCanceled: true',
	'What to do when no appointment has this ID, even if it was mistyped',
);

/** A cancellation is about no slot. */
const NO_SLOT = { start: 0, end: 0 };

const cancel = operation({
	name: 'Cancel',
	rights: ['writeAppointments', 'readAppointments'],
	description:
		"Cancel an appointment. Also runs the platform's own workflows for appointment status changes.",
	action: 'Cancel appointment',
	hint: 'Needs the appointmentId that Book returned.',
	properties: [appointmentIdField],
	options: [unknownOutcomeOption, ALREADY_CANCELED],
	async execute(context, itemIndex, { api }) {
		const { read, required } = fieldsAt(context, itemIndex);
		const appointmentId = required(appointmentIdField);
		const isFineBefore = read(ALREADY_CANCELED, OPTIONS) === 'done';
		const write = async () => await cancelAppointment(api, appointmentId);
		const call = {
			context,
			itemIndex,
			purpose: { appointmentId },
			wantedSlot: NO_SLOT,
			write,
			refusedWhenDone: 'gone',
		} as const;
		return await once(call, async (send) => {
			const ended = await send(NO_SLOT);
			if (ended.kind !== 'done' && !(ended.kind === 'gone' && isFineBefore)) throw ended.error;
			const item = {
				canceled: true,
				appointmentId,
				...partiesOf(context, itemIndex, appointmentId),
			};
			changed(appointmentId);
			return ended.kind === 'done' && !ended.isEarlier ? item : { ...item, alreadyCanceled: true };
		});
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
	options: [simplifyField, timeZoneField],
	async execute(context, itemIndex, { api }) {
		const { required } = fieldsAt(context, itemIndex);
		const [appointmentId, status] = [required(appointmentIdField), required(STATUS)];
		const [zone, simplify] = [timeZoneOf(context, itemIndex), isSimplified(context, itemIndex)];
		const outcome = await updateAppointmentStatus(api, appointmentId, status);
		if (outcome.kind !== 'done') throw outcome.error;
		const appointment = appointmentIn(outcome.record ?? {});
		const { slot } = appointment;
		// A canceled one can be booked again, and one that is confirmed again can be canceled again.
		if (status === 'cancelled') changed(appointmentId);
		else changed(appointmentId, { slot, item: {} });
		return {
			updated: true,
			...readItem({ ...appointment, id: appointmentId, status }, simplify, zone),
		};
	},
});

const get = operation({
	name: 'Get',
	description: 'Get one appointment. HighLevel only.',
	action: 'Get appointment',
	hint: 'Needs the appointmentId that Book or Get Many returned. Returns its times and its status.',
	properties: [appointmentIdField],
	options: [simplifyField, timeZoneField],
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const appointmentId = fieldsAt(context, itemIndex).required(appointmentIdField);
		const [zone, simplify] = [timeZoneOf(context, itemIndex), isSimplified(context, itemIndex)];
		const found = await memoize(
			`appointment ${appointmentId}`,
			async () => await getAppointment(api, appointmentId),
		);
		return readItem(found, simplify, zone);
	},
});

const OF = choiceField('Appointments Of', 'appointmentsOf', 'contact', {
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
	description: 'Whose appointments to get',
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
	async execute(context, itemIndex, { api }) {
		const [zone, simplify] = [timeZoneOf(context, itemIndex), isSimplified(context, itemIndex)];
		const max = limitOf(context, itemIndex);
		const { read, required } = fieldsAt(context, itemIndex);
		const toItem = (found: Appointment) => readItem(found, simplify, zone);
		if (read(OF) !== 'calendar') {
			const { appointments, hidden } = await listContactAppointments(
				api,
				await contactIdOf(context, api, itemIndex),
				max,
			);
			return new Listed(appointments.map(toItem), 'The contact has no appointments.', hidden);
		}
		const calendarId = required(calendarField);
		const { startDate, endDate, from, to } = daysOf(context, itemIndex, zone);
		const locationId = await locationOf(context, api, itemIndex);
		const between: [number, number] = [
			from ?? startOfDate(startDate, zone),
			to ?? startOfDate(addDays(endDate, 1), zone) - 1,
		];
		const found = await listCalendarAppointments(api, { locationId, calendarId, between });
		return upTo(max, found.map(toItem), 'The calendar has no appointments on these days.');
	},
});

export const appointment: PlatformResource = {
	name: 'Appointment',
	operations: { book, reschedule, cancel, updateStatus, get, getAll, offerSlots, askToConfirm },
};
