import type { IDataObject } from 'n8n-workflow';

import { describeSlot } from '../../../../booking/slots';
import { calendarField, calendarOf } from '../../../../fields/calendar';
import type { ParameterContext } from '../../../../fields/parameters';
import { instantOf, optionalText, refuserFor, requiredText } from '../../../../fields/parameters';
import { picked } from '../../../../fields/simplify';
import { cancelAppointment, rescheduleAppointment } from '../../../../platformApi/appointments';
import type { PlatformClient } from '../../../../platformApi/client';
import { appointmentIdField, titleField } from '../booking';
import type { ContactPage } from './pageFields';
import { pageFields, readPageSettings } from './pageFields';
import { waitingOperation } from './wait';

const START = { displayName: 'Start', name: 'startTime' };
const END = { displayName: 'End', name: 'endTime' };

const OUTCOMES = { book: 'booked', confirm: 'confirmed', move: 'moved', cancel: 'canceled' };
const OUTPUT_FIELDS = ['outcome', 'eventId', 'calendarId', 'title', 'startTime', 'endTime', 'startLocal', 'timezone'];

/** @throws NodeOperationError that names a field which is empty or cannot be used */
export async function readAskPage(
	context: ParameterContext,
	itemIndex: number,
	client: PlatformClient,
): Promise<ContactPage> {
	const refuse = refuserFor(context, itemIndex);
	const settings = readPageSettings(context, itemIndex);
	const { zone, simplify, offer } = settings;
	const eventId = requiredText(context, appointmentIdField, itemIndex);
	const calendarId = calendarOf(context, itemIndex);
	const [start, end] = [START, END].map((field) => instantOf(context, field, itemIndex, zone));
	if (end <= start) throw refuse("'End' must be after 'Start'", 'Enter the times of the appointment.');
	const chosen = [context.getNodeParameter('choices', itemIndex, [])].flat();
	const acts = (['confirm', 'move', 'cancel'] as const).filter((act) => chosen.includes(act));
	if (acts.length === 0) throw refuse("'Choices' is empty", 'Choose at least one thing that the contact can do.');
	const status = optionalText(context, 'statusWhenConfirmed', itemIndex, 'Status When Confirmed') || undefined;
	return await Promise.resolve({
		...settings,
		calendarId,
		eventId,
		duration: end - start,
		appointment: { start, end },
		acts,
		write: async ({ act, slot }) =>
			act === 'cancel'
				? await cancelAppointment(client, eventId)
				: await rescheduleAppointment(client, eventId, slot, act === 'confirm' ? status : undefined),
		item({ act, slot }, record = {}) {
			const title = offer.title || undefined;
			const item: IDataObject = { outcome: OUTCOMES[act], eventId, calendarId, title, ...describeSlot(slot, zone) };
			return simplify ? picked(item, OUTPUT_FIELDS) : { ...item, appointment: record };
		},
	});
}

const timeField = (field: typeof START) => ({
	...field,
	type: 'dateTime' as const,
	default: `={{ $json.${field.name} }}`,
	required: true,
	placeholder: 'e.g. 2026-03-02T09:00:00-05:00',
	description: `${field.displayName} of the appointment. Without an offset, 'Time Zone' applies.`,
});

export const askToConfirm = waitingOperation({
	name: 'Ask to Confirm and Wait',
	description:
		"Wait while a contact confirms, moves or cancels an appointment on a web page. Also runs the account's workflows for appointment status changes.",
	action: 'Ask to confirm and wait',
	takes: ', such as the output of Book',
	toolsInstead: 'Use Appointment > Reschedule and Appointment > Cancel as tools instead.',
	outcome: 'outcome',
	checkedBy: 'a Switch',
	properties: [
		{ ...appointmentIdField, default: '={{ $json.eventId }}' },
		{
			...calendarField,
			default: { mode: 'id', value: '={{ $json.calendarId }}' },
			description: "The appointment's calendar, whose free times are offered",
		},
		timeField(START),
		timeField(END),
		titleField,
		{
			displayName: 'Choices',
			name: 'choices',
			type: 'multiOptions',
			options: [
				{ name: 'Cancel', value: 'cancel', description: 'Cancel the appointment, asked once more' },
				{ name: 'Choose Another Time', value: 'move', description: 'Move the appointment to a free time' },
				{ name: 'Confirm', value: 'confirm', description: 'Keep the time and set the status' },
			],
			default: ['confirm', 'move', 'cancel'],
			required: true,
			description: 'What the contact can do',
		},
		{
			displayName: 'Status When Confirmed',
			name: 'statusWhenConfirmed',
			type: 'string',
			default: 'confirmed',
			description: 'Status to send when the contact confirms, spelled as on the platform. Leave empty to send none.',
		},
		...pageFields,
	],
	read: readAskPage,
});
