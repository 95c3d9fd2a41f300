import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { describeSlot } from '../../booking/slotTexts';
import { withStartTextIn } from '../../fields/language';
import { lengthOf, type Slot } from '../../booking/slots';
import type { Calendars } from '../../bookingPage/calendarEntry';
import type { PageResult } from '../../bookingPage/pageParts';
import type { ActOrNone } from '../../bookingPage/readContactInput';
import { calendarField } from '../../fields/accountFields';
import { instantIn } from '../../fields/timeKinds';
import { listOf, oneOf, text } from '../../fields/valueKinds';
import { choiceOf, fieldOf, OPTIONS, orOther } from '../../fields/parameters';
import { cancelAppointment, changeAppointment } from '../../platformApi/appointments';
import { isCanceled } from '../../platformApi/appointmentReads';
import type { Outcome } from '../../platformApi/write';
import { appointmentIdField } from '../appointment/appointmentFields';
import { ONLY_OF_CONTACT } from '../contactField';
import { describeAfterWrite } from '../appointment/appointmentAfterWrite';
import { KEPT, showFields } from '../appointment/outputFields';
import { STATUSES, titleField } from '../appointment/settings';
import { updateLedger } from '../appointment/updateLedger';
import { withOffset } from '../appointment/wantedTime';
import type { LocatedFields } from '../platformOperation';
import type { DecisionResult, ReadPage } from './contactPage';
import { pageFields, pageOptions, readPageSettings } from './pageFields';
import { forgetAppointment, readAppointmentForPage } from './readAppointmentForPage';
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
	placeholder: 'e.g. 2027-03-08 10:30:00',
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
				'Set the status, and send the times again: one that was moved meanwhile moves back, but not with HighLevel',
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

/** Reads what the contact can do. @throws NodeOperationError where that is nothing */
function readActs({ read, refuse }: LocatedFields): Array<(typeof ACTS)[number]> {
	const chosenActs = read(CHOICES, OPTIONS);
	const acts = ACTS.filter((act) => chosenActs?.includes(act) ?? true);
	if (acts.length === 0)
		throw refuse("'Choices' is empty", 'Choose at least one thing that the contact can do.');
	return acts;
}

/** The times of the appointment, as the node's fields say. */
async function readSlotOfNode(call: LocatedFields, zone: string): Promise<Slot> {
	const { entered, refuse, required } = call;
	const start = required(fieldOf(instantIn(zone), START));
	const end = required(fieldOf(instantIn(zone), END));
	const slot = await withOffset(call, { start, end }, entered(START));
	if (end <= start)
		throw refuse("'End' must be after 'Start'", 'Enter the times of the appointment.');
	return slot;
}

/** What the node's fields ask the contact about. */
interface Question {
	appointmentId: string;
	calendarId: string;
	/** The times that the workflow knows. */
	slot: Slot;
	acts: Array<(typeof ACTS)[number]>;
	/** Undefined where none is to be sent. */
	statusWhenConfirmed?: string;
}

/** @throws NodeOperationError that names a field which cannot be used */
async function readQuestion(call: LocatedFields, zone: string): Promise<Question> {
	const { collection, read, required } = call;
	const appointmentId = required(appointmentIdField);
	const calendarId = required(calendarField);
	const slot = await readSlotOfNode(call, zone);
	const acts = readActs(call);
	const hasStatus = STATUS.name in collection(OPTIONS);
	const status = hasStatus ? read(STATUS, OPTIONS) : 'confirmed';
	return { appointmentId, calendarId, slot, acts, statusWhenConfirmed: status || undefined };
}

async function cancelForContact(
	{ account, client }: LocatedFields,
	appointmentId: string,
	isRepeat?: boolean,
): Promise<Outcome> {
	const outcome = await cancelAppointment(client, appointmentId, isRepeat);
	if (outcome.kind === 'done') updateLedger(account, appointmentId, undefined);
	return outcome;
}

async function changeForContact(
	{ account, client, zone }: LocatedFields,
	appointmentId: string,
	appointmentStatus: string | undefined,
	slot: Slot,
	isRepeat?: boolean,
): Promise<Outcome> {
	const change = { slot, appointmentStatus };
	const outcome = await changeAppointment(client, appointmentId, change, isRepeat);
	if (outcome.kind === 'done')
		updateLedger(account, appointmentId, { slot, item: describeSlot(slot, zone) });
	return outcome;
}

export const readAskPage: ReadPage = async (call, reading) => {
	const settings = readPageSettings(call);
	const { zone, offer, textLanguage } = settings;
	const question = await readQuestion(call, zone);
	const { appointmentId, acts, statusWhenConfirmed } = question;

	const before = await readAppointmentForPage(call, appointmentId, reading);
	const { appointment: onPlatform, isMissing = false, unchecked } = before;
	const isCanceledThere = onPlatform !== undefined && isCanceled(onPlatform);
	// What the platform says goes before what the workflow knew when the link was sent.
	const slot = onPlatform?.slot ?? question.slot;
	const calendarId = onPlatform?.calendarId ?? question.calendarId;
	const contactId = onPlatform?.contactId ?? call.read(CONTACT);
	const isMovedMeanwhile = slot.start !== question.slot.start;

	function statusAfter(outcome: PageResult['outcome']): string | undefined {
		if (outcome === 'cancel') return 'cancelled';
		const status = outcome === 'confirm' ? statusWhenConfirmed : undefined;
		return status ?? onPlatform?.status;
	}

	async function write(act: ActOrNone, newSlot: Slot, isRepeat?: boolean): Promise<Outcome> {
		const outcome =
			act === 'cancel'
				? await cancelForContact(call, appointmentId, isRepeat)
				: await changeForContact(call, appointmentId, statusAfter(act), newSlot, isRepeat);
		forgetAppointment(call, appointmentId);
		return outcome;
	}

	async function item(decided: DecisionResult, calendarEntry?: Calendars): Promise<IDataObject> {
		const { outcome, slot: slotAfter = slot, note, record = {} } = decided;
		const written = describeAfterWrite(record, {
			values: { appointmentId, contactId, calendarId },
			status: statusAfter(outcome),
			zone,
			slot: slotAfter,
		});
		const fields = {
			outcome: OUTCOMES[outcome],
			message: written.remark || undefined,
			note,
			...written.item,
			title: offer.title || written.item.title,
			calendarEntry: calendarEntry && { ...calendarEntry },
		};
		const output = showFields(call, fields, KEPT.decided, record);
		return await Promise.resolve(textLanguage ? withStartTextIn(textLanguage, output) : output);
	}

	return {
		...settings,
		calendarId,
		appointmentId,
		duration: lengthOf(slot),
		appointment: slot,
		formerSlot: isMovedMeanwhile ? question.slot : undefined,
		isGone: isMissing || isCanceledThere,
		isCanceled: isCanceledThere,
		isRead: isMissing || onPlatform !== undefined,
		unchecked,
		acts: settings.takesNone && acts.includes('move') ? [...acts, 'none'] : acts,
		statusAfter,
		write,
		item,
	};
};

export const askToConfirm = waitingOperation({
	name: 'Ask to Confirm and Wait',
	description:
		"Wait while a contact confirms, moves or cancels on a web page. Runs the platform's own workflows, too.",
	action: 'Ask to confirm and wait',
	hint: 'Send $execution.resumeUrl to the contact in a node before it: that is the address of the page. Takes one item, such as the output of Book. After the time limit, the item continues without outcome.',
	outcomeField: 'outcome',
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
	options: [CHOICES, ONLY_OF_CONTACT, STATUS, TITLE, ...pageOptions],
	readPage: readAskPage,
});
