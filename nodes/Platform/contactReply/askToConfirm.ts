import type { INodeProperties } from 'n8n-workflow';

import { describeSlot, withStartTextIn } from '../../booking/slots';
import type { Done } from '../../bookingPage/pageParts';
import { calendarField } from '../../fields/accountFields';
import { instantIn, listOf, oneOf, text } from '../../fields/valueKinds';
import { choiceOf, fieldOf, OPTIONS, orOther } from '../../fields/parameters';
import { cancelAppointment, changeAppointment } from '../../platformApi/appointments';
import { isCanceled } from '../../platformApi/appointmentReads';
import { withTimeout } from '../../utils/attempt';
import { RecentReads } from '../../utils/boundedMap';
import { appointmentIdField } from '../appointment/appointmentFields';
import { type AppointmentBefore, readAppointmentBefore } from '../appointment/appointmentBefore';
import { describeAfterWrite } from '../appointment/appointmentAfterWrite';
import { KEPT, showFields } from '../appointment/outputFields';
import { STATUSES, titleField } from '../appointment/settings';
import { updateLedger } from '../appointment/updateLedger';
import { withOffset } from '../appointment/wantedTime';
import {
	MAX_EXTRA_MS,
	pageFields,
	pageOptions,
	readPageSettings,
	type ReadPage,
} from './pageFields';
import { waitingOperation } from './waitingOperation';

const START: INodeProperties = {
	displayName: 'Start',
	name: 'startTime',
	type: 'dateTime',
	placeholder: 'e.g. 2027-03-08 10:00:00',
	description: "Start of the appointment. Without an offset, 'Time Zone' applies.",
	default: '={{ $json.startTime }}',
	required: true,
};

const END: INodeProperties = {
	displayName: 'End',
	name: 'endTime',
	type: 'dateTime',
	placeholder: 'e.g. 2027-03-08 10:00:00',
	description: "End of the appointment. Without an offset, 'Time Zone' applies.",
	default: '={{ $json.endTime }}',
	required: true,
};

/** The contact is only for the output, from which the next node takes it. */
const CONTACT = fieldOf(text, {
	displayName: 'Contact ID',
	name: 'contactId',
	type: 'hidden',
	default: '={{ $json.contactId }}',
});

const STATUSES_OR_NONE = [
	...STATUSES,
	{ name: 'Unchanged', value: '', description: 'Send no status' },
];

const STATUS = orOther(
	choiceOf({
		displayName: 'Status When Confirmed',
		name: 'statusWhenConfirmed',
		type: 'options',
		default: 'confirmed',
		description: 'Status to send when the contact confirms. Without this option, it is Confirmed.',
		options: STATUSES_OR_NONE,
	}),
);
const TITLE = {
	...titleField,
	description:
		"Name of the appointment on the page, unless 'Heading' is filled in, and in the output. It is not sent.",
};

const ACTS = ['confirm', 'move', 'cancel'] as const;

const CHOICES = fieldOf(listOf(oneOf(ACTS), `a list of ${ACTS.join(', ')}`), {
	displayName: 'Choices',
	name: 'choices',
	type: 'multiOptions',
	options: [
		{
			name: 'Cancel',
			value: 'cancel',
			description: 'Cancel the appointment. The page asks once more.',
		},
		{
			name: 'Choose Another Time',
			value: 'move',
			description: 'Move the appointment to a free slot',
		},
		{
			name: 'Confirm',
			value: 'confirm',
			description:
				'Set the status and send the times again. Except with HighLevel, an appointment that was moved meanwhile moves back.',
		},
	],
	default: [...ACTS],
	description: 'What the contact can do. Without this option, all three.',
});

const OUTCOMES = {
	book: 'booked',
	confirm: 'confirmed',
	move: 'moved',
	cancel: 'canceled',
	none: 'noneSuits',
	gone: 'gone',
};

/** A page that is loaded many times asks the platform once in some seconds. */
const presents = new RecentReads<AppointmentBefore>(10_000, 1_000);

export const readAskPage: ReadPage = async (call, reading) => {
	const { account, client, collection, entered, read, refuse, required } = call;
	const settings = readPageSettings(call);
	const { zone, offer, textLanguage } = settings;
	const appointmentId = required(appointmentIdField);
	const asked = required(calendarField);
	const start = required(fieldOf(instantIn(zone), START));
	const end = required(fieldOf(instantIn(zone), END));
	const former = await withOffset(call, { start, end }, entered(START));
	if (end <= start)
		throw refuse("'End' must be after 'Start'", 'Enter the times of the appointment.');
	const chosen = read(CHOICES, OPTIONS);
	const acts = ACTS.filter((act) => chosen?.includes(act) ?? true);
	if (acts.length === 0)
		throw refuse("'Choices' is empty", 'Choose at least one thing that the contact can do.');
	const isSet = STATUS.name in collection(OPTIONS);
	const status = isSet ? read(STATUS, OPTIONS) : 'confirmed';
	const key = `${account} ${appointmentId}`;
	const readNow = async (): Promise<AppointmentBefore> => {
		const read = async () => await readAppointmentBefore(call, appointmentId);
		const present = presents.get(key, read, reading === 'fresh' ? 0 : undefined);
		const tooLate = { unchecked: 'The platform did not respond in time' };
		return (await withTimeout(present, MAX_EXTRA_MS)) ?? tooLate;
	};
	const before: AppointmentBefore = reading ? await readNow() : {};
	const { appointment: present, isMissing = false, unchecked } = before;
	const isPresentCanceled = present !== undefined && isCanceled(present);
	const appointment = present?.slot ?? former;
	const calendarId = present?.calendarId ?? asked;
	const contactId = present?.contactId ?? read(CONTACT);
	const statusAfter = (outcome: Done['outcome']): string | undefined => {
		if (outcome === 'cancel') return 'cancelled';
		return (outcome === 'confirm' && status) || present?.status;
	};
	return {
		...settings,
		calendarId,
		appointmentId,
		duration: appointment.end - appointment.start,
		appointment,
		former: appointment.start === former.start ? undefined : former,
		isGone: isMissing || isPresentCanceled,
		isCanceled: isPresentCanceled,
		isRead: isMissing || present !== undefined,
		unchecked,
		acts: settings.takesNone && acts.includes('move') ? [...acts, 'none'] : acts,
		statusAfter,
		async write(act, slot, isRepeat) {
			const isCancellation = act === 'cancel';
			const change = { slot, appointmentStatus: statusAfter(act) };
			const outcome = isCancellation
				? await cancelAppointment(client, appointmentId, isRepeat)
				: await changeAppointment(client, appointmentId, change, isRepeat);
			presents.forget(key);
			const moved = isCancellation ? undefined : { slot, item: describeSlot(slot, zone) };
			if (outcome.kind === 'done') updateLedger(account, appointmentId, moved);
			return outcome;
		},
		async item({ outcome, slot = appointment, note, record = {} }, calendarEntry) {
			const { item: written, remark } = describeAfterWrite(record, {
				values: { appointmentId, contactId, calendarId },
				status: statusAfter(outcome),
				zone,
				slot,
			});
			const item = {
				outcome: OUTCOMES[outcome],
				message: remark || undefined,
				note,
				...written,
				title: offer.title || written.title,
				calendarEntry: calendarEntry && { ...calendarEntry },
			};
			const output = showFields(call, item, KEPT.decided, record);
			return await Promise.resolve(textLanguage ? withStartTextIn(textLanguage, output) : output);
		},
	};
};

export const askToConfirm = waitingOperation({
	name: 'Ask to Confirm and Wait',
	description:
		"Wait while a contact confirms, moves or cancels an appointment on a web page. Also runs the platform's own workflows for appointment status changes.",
	action: 'Ask to confirm and wait',
	takes: ', such as the output of Book',
	toolsInstead: 'Use Appointment > Reschedule and Appointment > Cancel as tools instead.',
	outcome: 'outcome',
	properties: [
		appointmentIdField,
		{
			...calendarField,
			default: { mode: 'id', value: '={{ $json.calendarId }}' },
			description: "The appointment's calendar, whose free slots are offered",
		},
		CONTACT,
		START,
		END,
		...pageFields,
	],
	options: [CHOICES, STATUS, TITLE, ...pageOptions],
	read: readAskPage,
});
