import { type IDataObject, updateDisplayOptions } from 'n8n-workflow';

import { calendarField } from '../../fields/accountFields';
import { languageField } from '../../fields/language';
import { id } from '../../fields/valueKinds';
import { choiceOf, fieldOf } from '../../fields/parameters';
import { limitFields, limitOf } from '../../fields/limitFields';
import { dayFields, daysOf } from '../../fields/dayFields';
import { timeZoneField } from '../../fields/timeZoneField';
import { Listed, upTo } from '../../items/operation';
import {
	type Appointment,
	getAppointment,
	listCalendarAppointments,
	listContactAppointments,
} from '../../platformApi/appointmentReads';
import { addDays, startOfDate } from '../../time/times';
import { appointmentIdField } from '../appointment/appointmentFields';
import { contactField, contactIdOf } from '../contactField';
import { describeAppointment, unlikeAppointment } from '../appointment/describeAppointment';
import { KEPT, showFields } from '../appointment/outputFields';
import { askToConfirm } from '../contactReply/askToConfirm';
import { offerSlots } from '../contactReply/offerSlots';
import { findChoice, isChosenInEditor } from '../findChoice';
import { operation, type PlatformCall, type PlatformResource } from '../platformOperation';
import { addRemarks } from '../addRemarks';
import { simplifyField } from '../simplify';
import { book } from './book';
import { cancel, deleteOperation } from './cancelAppointment';
import { reschedule } from './reschedule';
import { update } from './updateAppointment';
import { updateStatus } from './updateAppointmentStatus';

const get = operation({
	name: 'Get',
	right: 'readAppointments',
	description: 'Get one appointment',
	hint: 'Needs the appointmentId that Book or Get Many returned. Returns its times and its status.',
	properties: [appointmentIdField],
	options: [simplifyField, languageField, timeZoneField],
	isRead: true,
	async execute(call) {
		const { client, required, zone } = call;
		const appointmentId = required(appointmentIdField);
		const found = await client.readOnce(
			`appointment ${appointmentId}`,
			async () => await getAppointment(client, appointmentId),
		);
		const item = describeAppointment(found, zone);
		const { locationId } = await client.account.credential();
		const remark = unlikeAppointment({ appointmentId, locationId }, item);
		return showFields(call, addRemarks(call, item, [remark]), KEPT.read, found.record);
	},
});

const OF = choiceOf({
	displayName: 'Appointments Of',
	name: 'appointmentsOf',
	type: 'options',
	default: 'contact',
	description:
		'Whose appointments to get. Canceled ones are among them: their appointmentStatus is cancelled.',
	options: [
		{
			name: 'Calendar',
			value: 'calendar',
			description: 'Those of a calendar between two days, in order of time',
		},
		{
			name: 'Calendar Group',
			value: 'group',
			description: 'Those of a group of calendars between two days, in order of time',
		},
		{
			name: 'Contact',
			value: 'contact',
			description: 'Those of a contact: those to come, soonest first, then those that have ended',
		},
		{
			name: 'User',
			value: 'user',
			description: 'Those of a team member between two days, in order of time',
		},
	],
});

const USER = fieldOf(id, {
	displayName: 'User',
	name: 'userId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The team member to whom the appointments are assigned',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. Grace Hopper',
			typeOptions: { searchListMethod: 'searchUsers', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 082goXVW3lIExEQPOnd3' },
	],
});

const GROUP = fieldOf(id, {
	displayName: 'Calendar Group ID',
	name: 'groupId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. ocQHyuzHvysMo5N5VsXc',
	description: 'ID of the group, such as the groupId of a calendar',
});

/** The user in 'User', by the ID or the name. @throws NodeOperationError for none of the location */
async function userIdOf(call: PlatformCall): Promise<string> {
	const { client, entered, locationId, required } = call;
	const user = required(USER);
	if (isChosenInEditor(entered(USER))) return user;
	return await findChoice(client, USER, user, {
		list: 'assignedTo',
		locationId: await locationId(),
		isFilter: true,
	});
}

/** Whose appointments are listed by days. */
interface Owner {
	calendarId?: string;
	groupId?: string;
	userId?: string;
}

/** The appointments between the days in the fields. */
async function appointmentsOnDays(call: PlatformCall, owner: Owner): Promise<Appointment[]> {
	const { client, zone } = call;
	const { startDate, endDate, from, to } = daysOf(call, zone);
	const appointments = await listCalendarAppointments(client, {
		locationId: await call.locationId(),
		...owner,
		from: from ?? startOfDate(startDate, zone),
		until: to ?? startOfDate(addDays(endDate, 1), zone) - 1,
	});
	if (appointments.length === 0 && call.isTool) await client.refuseMissing({ ...owner });
	return appointments;
}

function itemsOf(call: PlatformCall, appointments: Appointment[]): IDataObject[] {
	return appointments.map((each) =>
		showFields(call, describeAppointment(each, call.zone), KEPT.read, each.record),
	);
}

const getAll = operation({
	name: 'Get Many',
	right: 'readAppointments',
	rights: ['readAppointments', 'readContacts'],
	description: 'Get the appointments of a contact, or of a calendar or a user between two days',
	action: 'Get many appointments',
	hint: 'Returns one item per appointment with appointmentId, contactId, calendarId, times and appointmentStatus, whatever that is. Reschedule and Cancel take the appointmentId.',
	properties: [
		OF,
		...updateDisplayOptions({ show: { appointmentsOf: ['contact'] } }, [contactField]),
		...updateDisplayOptions({ show: { appointmentsOf: ['calendar'] } }, [calendarField]),
		...updateDisplayOptions({ show: { appointmentsOf: ['group'] } }, [GROUP]),
		...updateDisplayOptions({ show: { appointmentsOf: ['user'] } }, [USER]),
		...updateDisplayOptions({ show: { appointmentsOf: ['calendar', 'group', 'user'] } }, dayFields),
		...limitFields,
	],
	options: [simplifyField, languageField, timeZoneField],
	isRead: true,
	howToSeeMore:
		"The soonest are shown. For others, ask for other days in 'Start Date' and 'End Date'. A person has to look up the rest.",
	async execute(call) {
		const { client, read, required } = call;
		const max = limitOf(call);
		switch (read(OF)) {
			case 'calendar': {
				const found = await appointmentsOnDays(call, { calendarId: required(calendarField) });
				const nothing = 'The calendar has no appointments on these days.';
				return upTo(max, itemsOf(call, found), nothing);
			}
			case 'group': {
				const found = await appointmentsOnDays(call, { groupId: required(GROUP) });
				const nothing = 'The group has no appointments on these days.';
				return upTo(max, itemsOf(call, found), nothing);
			}
			case 'user': {
				const found = await appointmentsOnDays(call, { userId: await userIdOf(call) });
				const nothing = 'The user has no appointments on these days.';
				return upTo(max, itemsOf(call, found), nothing);
			}
			default: {
				const contactId = await contactIdOf(call);
				const { appointments, hidden } = await listContactAppointments(client, contactId, max);
				const nothing = 'The contact has no appointments.';
				return new Listed(itemsOf(call, appointments), nothing, hidden);
			}
		}
	},
});

export const appointment: PlatformResource = {
	name: 'Appointment',
	operations: {
		book,
		reschedule,
		cancel,
		delete: deleteOperation,
		updateStatus,
		update,
		get,
		getAll,
		offerSlots,
		askToConfirm,
	},
};
