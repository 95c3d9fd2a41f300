import type { IDataObject } from 'n8n-workflow';

import { listedText } from '../../booking/slotTexts';
import { calendarField } from '../../fields/accountFields';
import {
	endOfDayIn,
	endOfTypedDayIn,
	nowIn,
	startOfDayIn,
	startOfTypedDayIn,
} from '../../fields/timeKinds';
import { id, onOrOff, text } from '../../fields/valueKinds';
import { choiceOf, fieldOf, OPTIONS, type Refuse, zonedFieldOf } from '../../fields/parameters';
import { readText } from '../../http/body';
import {
	type Appointment,
	appointmentIn,
	getAppointment,
	isCanceled,
} from '../../platformApi/appointmentReads';
import { getCalendar } from '../../platformApi/calendars';
import type { PlatformClient } from '../../platformApi/client';
import type { Endpoint } from '../../platformApi/endpoint';
import { listRecords } from '../../platformApi/readPages';
import { recordNotFound } from '../../platformApi/missingRecord';
import { userField } from '../choiceFields';
import type { PlatformCall } from '../platformOperation';
import { resourceOf } from '../rows/resourceOf';

const BLOCKED_TIME = fieldOf(id, {
	displayName: 'Blocked Time ID',
	name: 'blockedTimeId',
	type: 'string',
	placeholder: 'e.g. CVokAlI8fgw4WYWoCtQz',
	description: 'ID of the blocked time, such as the blockedTimeId from the output of Create',
	default: '={{ $json.blockedTimeId }}',
	required: true,
});

const BLOCKED = choiceOf({
	displayName: 'Blocked For',
	name: 'blockedFor',
	type: 'options',
	default: 'user',
	description: 'Whose time is blocked',
	options: [
		{
			name: 'Calendar',
			value: 'calendar',
			description: 'One calendar, which must be an event calendar',
		},
		{
			name: 'User',
			value: 'user',
			description: 'A user, in all calendars in which the user works',
		},
	],
});

const USER = {
	...userField,
	displayName: 'User',
	name: 'assignedUserId',
	description: 'The user whose time it is',
	required: true,
};

const USER_TO_BLOCK = { ...USER, displayOptions: { show: { blockedFor: ['user'] } } };
const CALENDAR_TO_BLOCK = {
	...calendarField,
	displayOptions: { show: { blockedFor: ['calendar'] } },
};

const START = zonedFieldOf(startOfTypedDayIn, {
	displayName: 'Start',
	name: 'startTime',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2027-03-08 12:00:00',
	description:
		"Start of the time. A day alone means its begin. Without an offset, it is in 'Time Zone'.",
	required: true,
});

const END = zonedFieldOf(endOfTypedDayIn, {
	displayName: 'End',
	name: 'endTime',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2027-03-08 13:00:00',
	description:
		"End of the time. A day alone means its end. Without an offset, it is in 'Time Zone'.",
	required: true,
});

const TITLE = fieldOf(text, {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Vacation',
	description: 'What the calendar shows',
});

const WITH_APPOINTMENTS = fieldOf(onOrOff, {
	displayName: 'Block Over Appointments',
	name: 'blockOverAppointments',
	type: 'boolean',
	default: true,
	description:
		'Whether to block the time even if there are appointments in it. HighLevel has been seen to cancel these without notice.',
});

/** @throws what `refuse` makes for an end that is not after the start */
function refuseWrongOrder({ startTime, endTime }: IDataObject, refuse: Refuse): void {
	if (Date.parse(String(endTime)) > Date.parse(String(startTime))) return;
	throw refuse(
		`'End' (${String(endTime)}) is not after 'Start' (${String(startTime)})`,
		'Enter an end that is later.',
	);
}

/** @throws what `refuse` makes for a time of a model that has passed, such as of another year */
function refusePast({ endTime }: IDataObject, { isTool, refuse, zone }: PlatformCall): void {
	if (!isTool || Date.parse(String(endTime)) > Date.now()) return;
	throw refuse(
		`'End' (${String(endTime)}) has passed`,
		'',
		`Enter a time to come, and check the year. ${nowIn(zone)}`,
	);
}

/** get-calendar-events, of a user or a calendar. */
const EVENTS: Endpoint = {
	method: 'GET',
	path: '/calendars/events',
	locationIn: 'query',
	queryNames: { assignedUserId: 'userId' },
	right: 'readAppointments',
	list: 'events',
};

function inMilliseconds(time: unknown): string {
	return String(Date.parse(String(time)));
}

/** The appointments that stand in a time, of a user or a calendar. */
async function listStandingIn(client: PlatformClient, values: IDataObject): Promise<Appointment[]> {
	const { assignedUserId, calendarId, locationId, startTime, endTime } = values;
	const { records } = await listRecords(client, EVENTS, {
		assignedUserId,
		calendarId,
		locationId,
		startTime: inMilliseconds(startTime),
		endTime: inMilliseconds(endTime),
	});
	return records.map(appointmentIn).filter((appointment) => !isCanceled(appointment));
}

const MAX_NAMED = 5;

/** @throws what `refuse` makes, naming the appointments that stand in the time */
async function refuseOverAppointments(values: IDataObject, call: PlatformCall): Promise<void> {
	const { client, read, refuse, zone } = call;
	if (read(WITH_APPOINTMENTS, OPTIONS)) return;
	const locationId = await call.locationId();
	const standing = await listStandingIn(client, { ...values, locationId });
	if (standing.length === 0) return;
	const names = standing
		.slice(0, MAX_NAMED)
		.map((each) => appointmentText(each, zone))
		.join('; ');
	throw refuse(
		standing.length === 1
			? `1 appointment stands in this time: ${names}`
			: `${standing.length} appointments stand in this time: ${names}`,
		"HighLevel was seen to cancel such appointments without a word. Move them first with Appointment > Reschedule, or turn on 'Block Over Appointments' in the options.",
		'Ask the person whether these appointments are to be moved first.',
	);
}

/** `Tue, Nov 24, 11:30 AM – 12:00 PM EST, Call with Ada, appt-1`, of which the title may be missing */
function appointmentText({ id: appointmentId, slot, record }: Appointment, zone: string): string {
	const parts: string[] = [];
	if (slot) parts.push(listedText(slot, zone));
	const title = readText(record, 'title');
	if (title !== undefined) parts.push(title);
	if (appointmentId !== undefined) parts.push(appointmentId);
	return parts.join(', ');
}

/** @throws what `refuse` makes for a calendar whose kind has no blocked times */
async function refuseOtherKind({ calendarId }: IDataObject, call: PlatformCall): Promise<void> {
	if (calendarId === undefined) return;
	const calendar = await getCalendar(call.client, String(calendarId));
	const kind = readText(calendar, 'calendarType');
	if (kind === undefined || kind === 'event') return;
	throw call.refuse(
		`The calendar '${String(calendarId)}' cannot have blocked times: it is of the kind '${kind}'`,
		"HighLevel blocks calendars of the kind 'event' only. Set 'Blocked For' to 'User', and block the time of those who work in it.",
	);
}

/** @throws what `refuse` makes for the ID of an appointment, which the same request would delete */
async function refuseAppointment(
	{ blockedTimeId }: IDataObject,
	call: PlatformCall,
): Promise<void> {
	// That no appointment has this ID is as it should be.
	const appointment = await getAppointment(call.client, String(blockedTimeId)).catch(
		() => undefined,
	);
	if (appointment === undefined) return;
	throw call.refuse(
		`'${String(blockedTimeId)}' is an appointment, no blocked time`,
		'To call an appointment off, use Appointment > Cancel.',
		'To call an appointment off, use the tool that cancels.',
	);
}

const FIRST = ['title', 'startTime', 'endTime', 'assignedUserId', 'calendarId'];

/** The values with the one whose time it is, and without the choice. @throws what `refuse` makes where nobody is chosen */
function withOwner(
	{ blockedFor, assignedUserId, calendarId, ...values }: IDataObject,
	refuse: Refuse,
): IDataObject {
	if (blockedFor === 'calendar') {
		if (calendarId !== undefined) return { ...values, calendarId };
		throw refuse("'Calendar' is empty", 'Choose whose time is blocked.');
	}
	if (assignedUserId !== undefined) return { ...values, assignedUserId };
	throw refuse("'User' is empty", 'Choose whose time is blocked.');
}

/** The time to block, as it is sent. @throws what `refuse` makes for an end before the start, and where nobody is chosen */
function timeToBlock(entered: IDataObject, refuse: Refuse): IDataObject {
	const values = { ...entered };
	// The switch is for this node alone.
	delete values[WITH_APPOINTMENTS.name];
	refuseWrongOrder(values, refuse);
	return withOwner(values, refuse);
}

/** @throws what `refuse` makes for a time or a calendar that cannot be blocked, and for appointments that stand in the time */
async function refuseBlocking(values: IDataObject, call: PlatformCall): Promise<void> {
	refusePast(values, call);
	await refuseOtherKind(values, call);
	await refuseOverAppointments(values, call);
}

export const blockedTime = resourceOf(
	'Blocked Time',
	{ toRead: 'readBlockedTimes', toWrite: 'writeBlockedTimes', first: FIRST },
	{
		getAll: {
			name: 'Get Many',
			description: 'Get the blocked times of a user or a calendar',
			action: 'Get many blocked times',
			hint: 'Returns one item per blocked time with blockedTimeId, title, startTime and endTime. Needs the ID of a user or a calendar, a start and an end.',
			method: 'GET',
			path: '/calendars/blocked-slots',
			locationIn: 'query',
			queryNames: { assignedUserId: 'userId' },
			list: 'events',
			fields: [
				BLOCKED,
				USER_TO_BLOCK,
				CALENDAR_TO_BLOCK,
				zonedFieldOf(startOfDayIn, {
					...START,
					default: '={{ $today }}',
					description:
						"Begin of the time, or its first day. Without an offset, it is in 'Time Zone'.",
				}),
				zonedFieldOf(endOfDayIn, {
					...END,
					default: '={{ $today.plus(7, "days") }}',
					description: "End of the time, or its last day. Without an offset, it is in 'Time Zone'.",
				}),
			],
			shape(entered, refuse) {
				const values = withOwner(entered, refuse);
				refuseWrongOrder(values, refuse);
				return {
					...values,
					startTime: inMilliseconds(values.startTime),
					endTime: inMilliseconds(values.endTime),
				};
			},
			nothing: 'There are no blocked times between these times.',
		},
		create: {
			name: 'Create',
			description: 'Block a time, so that nobody can book it',
			hint: 'Use it for a vacation or a break of a user. Needs the ID of the user, a start and an end. Appointments in the time are named first.',
			method: 'POST',
			path: '/calendars/events/block-slots',
			locationIn: 'body',
			howToCheck: 'Look for it with Blocked Time > Get Many before you create it again.',
			once: { repeatedAs: 'alreadyCreated' },
			fields: [BLOCKED, USER_TO_BLOCK, CALENDAR_TO_BLOCK, START, END],
			more: [TITLE],
			options: [WITH_APPOINTMENTS],
			shape: timeToBlock,
			check: refuseBlocking,
		},
		update: {
			name: 'Update',
			description: 'Move a blocked time, or change its title',
			hint: 'Needs the blockedTimeId that Create or Get Many returned, the user or the calendar, and the whole time.',
			method: 'PUT',
			path: '/calendars/events/block-slots/{blockedTimeId}',
			locationIn: 'body',
			fields: [BLOCKED_TIME, BLOCKED, USER_TO_BLOCK, CALENDAR_TO_BLOCK, START, END],
			more: [TITLE],
			options: [WITH_APPOINTMENTS],
			shape: timeToBlock,
			check: refuseBlocking,
		},
		delete: {
			name: 'Delete',
			description: 'Delete a blocked time, so that it can be booked again',
			hint: 'Needs the blockedTimeId that Create or Get Many returned.',
			method: 'DELETE',
			path: '/calendars/events/{blockedTimeId}',
			deletes: true,
			sendsEmptyBody: true,
			// By its path, it could be an appointment.
			statuses: { 404: recordNotFound({ name: 'blocked time', isInPath: true }) },
			fields: [BLOCKED_TIME],
			check: refuseAppointment,
		},
	},
);
