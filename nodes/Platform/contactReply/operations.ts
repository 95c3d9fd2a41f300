import type { INodeProperties } from 'n8n-workflow';
import { describeSlot } from '../../booking/slots';
import type { Done } from '../../bookingPage/pageParts';
import { calendarField } from '../../fields/accountFields';
import { instantIn, listOf, oneOf, text, zeroOrMore } from '../../fields/kinds';
import { choiceOf, fieldOf, OPTIONS, orOther } from '../../fields/parameters';
import {
	cancelAppointment,
	createAppointment,
	changeAppointment,
} from '../../platformApi/appointments';
import { isCanceled } from '../../platformApi/appointmentReads';
import { appointmentIdField, contactField, readBooking } from '../appointment/appointmentFields';
import { bookedItem, KEPT, writtenItem } from '../appointment/outputs';
import { changed, type Present, readPresent } from '../appointment/present';
import { settingFields, STATUSES, titleField } from '../appointment/settings';
import { withOffset } from '../appointment/wantedTime';
import { withTimeout } from '../../utils/attempt';
import { RecentReads } from '../../utils/boundedMap';
import {
	MAX_EXTRA_MS,
	pageFields,
	pageOptions,
	readPageSettings,
	type ReadPage,
} from './pageFields';
import { waitingOperation } from './wait';

const DURATION = fieldOf(zeroOrMore('minutes'), {
	displayName: 'Duration (Minutes)',
	name: 'duration',
	type: 'number',
	default: 0,
	typeOptions: { minValue: 0 },
	description:
		'Length of the appointment. Longer free slots are split, and shorter ones that touch are joined.',
	hint: 'Enter 0 to offer the free slots as the calendar lists them',
});

export const readOfferPage: ReadPage = async (call) => {
	const { client, read, required, shown } = call;
	const settings = readPageSettings(call);
	const duration = read(DURATION) ?? 0;
	const calendarId = required(calendarField);
	required(contactField);
	// A contact that is named by email or phone is looked up once somebody decides.
	let booking: ReturnType<typeof readBooking> | undefined;
	const readNow = async () => await (booking ??= readBooking(call, 'offerSlots'));
	return await Promise.resolve({
		...settings,
		calendarId,
		duration: duration * 60_000,
		acts: settings.takesNone ? ['book', 'none'] : ['book'],
		contactId: async () => (await readNow()).contactId,
		async write(_act, slot, isRepeat) {
			return await createAppointment(client, await readNow(), slot, { isRepeat });
		},
		async item({ slot, note, record, isEarlier }, calendarEntry) {
			const values = await readNow();
			const more = note === undefined ? {} : { note };
			if (!slot) return { booked: false, contactId: values.contactId, calendarId, ...more };
			const { item: made, remark } = bookedItem(
				values,
				{ slot, record, isEarlier },
				slot,
				settings.zone,
			);
			const item = { ...made, message: remark || undefined, calendarEntry };
			return { ...shown(item, KEPT.booked, record), ...more };
		},
	});
};

export const offerSlots = waitingOperation({
	name: 'Offer Slots and Wait',
	description:
		"Wait while a contact books a free slot on a web page. A booking also runs the platform's own appointment workflows.",
	action: 'Offer slots and wait',
	takes: '; for several contacts, use Loop Over Items',
	toolsInstead: 'Use Calendar > Get Free Slots and Appointment > Book as tools instead.',
	outcome: 'booked',
	properties: [calendarField, contactField, DURATION, ...pageFields],
	options: [...settingFields('offerSlots'), ...pageOptions],
	read: readOfferPage,
});

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

const STATUS = orOther(
	choiceOf({
		displayName: 'Status When Confirmed',
		name: 'statusWhenConfirmed',
		type: 'options',
		default: 'confirmed',
		description: 'Status to send when the contact confirms. Without this option, it is Confirmed.',
		options: [...STATUSES, { name: 'Unchanged', value: '', description: 'Send no status' }],
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
const presents = new RecentReads<Present>(10_000, 1_000);

export const readAskPage: ReadPage = async (call, reading) => {
	const { account, client, collection, entered, read, refuse, required, shown } = call;
	const settings = readPageSettings(call);
	const { zone, offer } = settings;
	const appointmentId = required(appointmentIdField);
	const asked = required(calendarField);
	const [start, end] = [START, END].map((field) => required(fieldOf(instantIn(zone), field)));
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
	const readNow = async (): Promise<Present> => {
		const read = async () => await readPresent(call, appointmentId);
		const present = presents.get(key, read, reading === 'fresh' ? 0 : undefined);
		const tooLate = { unchecked: 'The platform did not respond in time' };
		return (await withTimeout(present, MAX_EXTRA_MS)) ?? tooLate;
	};
	const { appointment: present, unchecked }: Present = reading ? await readNow() : {};
	const appointment = present?.slot ?? former;
	const calendarId = present?.calendarId ?? asked;
	const contactId = present?.contactId ?? read(CONTACT);
	const statusAfter = (outcome: Done['outcome']) =>
		outcome === 'cancel' ? 'cancelled' : (outcome === 'confirm' && status) || present?.status;
	return {
		...settings,
		calendarId,
		appointmentId,
		duration: appointment.end - appointment.start,
		appointment,
		former: appointment.start === former.start ? undefined : former,
		isGone: present && isCanceled(present),
		isRead: present !== undefined,
		unchecked,
		acts: settings.takesNone && acts.includes('move') ? [...acts, 'none'] : acts,
		statusAfter,
		async write(act, slot, isRepeat) {
			const outcome =
				act === 'cancel'
					? await cancelAppointment(client, appointmentId, isRepeat)
					: await changeAppointment(
							client,
							appointmentId,
							{ slot, appointmentStatus: statusAfter(act) },
							isRepeat,
						);
			presents.forget(key);
			if (outcome.kind === 'done')
				changed(
					account,
					appointmentId,
					act === 'cancel' ? undefined : { slot, item: describeSlot(slot, zone) },
				);
			return outcome;
		},
		async item({ outcome, slot = appointment, note, record = {} }, calendarEntry) {
			const { item: written, remark } = writtenItem(record, {
				expected: { appointmentId, contactId, calendarId },
				status: statusAfter(outcome),
				zone,
				sent: slot,
			});
			const item = {
				outcome: OUTCOMES[outcome],
				message: remark || undefined,
				note,
				...written,
				title: offer.title || written.title,
				calendarEntry,
			};
			return await Promise.resolve(shown(item, KEPT.decided, record));
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
