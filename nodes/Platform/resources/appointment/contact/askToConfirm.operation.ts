import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { describeSlot } from '../../../../booking/slots';
import type { Act } from '../../../../bookingPage/offer';
import { calendarField, calendarOf } from '../../../../fields/calendar';
import type { ParameterContext } from '../../../../fields/parameters';
import { instantOf, optionalText, requiredText } from '../../../../fields/parameters';
import { picked } from '../../../../fields/simplify';
import { cancelAppointment, rescheduleAppointment } from '../../../../platformApi/appointments';
import type { PlatformClient } from '../../../../platformApi/client';
import type { PlatformOperation } from '../../../operation';
import { appointmentIdField, titleField } from '../booking';
import type { ContactPage } from './contactPage';
import { pageFields, readPageSettings, waitForContact } from './contactPage';

const START = { displayName: 'Start', name: 'startTime' };
const END = { displayName: 'End', name: 'endTime' };

const CHOICES = [
	{ name: 'Cancel', value: 'cancel', description: 'Cancel the appointment, asked once more' },
	{ name: 'Choose Another Time', value: 'move', description: 'Move the appointment to a free time' },
	{ name: 'Confirm', value: 'confirm', description: 'Keep the time and set the status' },
] as const;

const OUTCOMES: Record<Act, string> = { book: 'booked', confirm: 'confirmed', move: 'moved', cancel: 'canceled' };
const OUTPUT_FIELDS = ['outcome', 'eventId', 'calendarId', 'title', 'startTime', 'endTime', 'startLocal', 'timezone'];

/** @throws NodeOperationError that names a field which is empty or cannot be used */
export async function readAskPage(
	context: ParameterContext,
	itemIndex: number,
	client: PlatformClient,
): Promise<ContactPage> {
	const refuse = (message: string, whatToDo: string) =>
		new NodeOperationError(context.getNode(), message, { description: `Nobody was asked. ${whatToDo}`, itemIndex });
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
		item({ act, slot }, record) {
			const item: IDataObject = {
				outcome: OUTCOMES[act],
				eventId,
				calendarId,
				title: offer.title || undefined,
				...describeSlot(slot, zone),
			};
			return simplify ? picked(item, OUTPUT_FIELDS) : { ...item, appointment: record };
		},
	});
}

const timeField = (field: typeof START, description: string) => ({
	...field,
	type: 'dateTime' as const,
	default: `={{ $json.${field.name} }}`,
	required: true,
	placeholder: 'e.g. 2026-03-02T09:00:00-05:00',
	description,
});

export const askToConfirm: PlatformOperation = {
	option: {
		name: 'Ask to Confirm and Wait',
		description:
			"Wait while a contact confirms, moves or cancels an appointment on a web page. Also runs the account's workflows for appointment status changes.",
		action: 'Ask to confirm and wait',
		builderHint: {
			propertyHint:
				'Send $execution.resumeUrl to the contact in a node before it: that is the address of the page. Takes one item, such as the output of Book. After the time limit, the item continues without outcome.',
		},
		// A model cannot wait for a person.
		displayOptions: { hide: { '@tool': [true] } },
	},
	properties: [
		{
			displayName:
				"Send the link <code>$execution.resumeUrl</code> to the contact in a node before this one. After the time limit, the item continues without 'outcome', so check that with a Switch node.",
			name: 'askToConfirmNotice',
			type: 'notice',
			default: '',
		},
		{ ...appointmentIdField, default: '={{ $json.eventId }}' },
		{
			...calendarField,
			default: { mode: 'id', value: '={{ $json.calendarId }}' },
			description: "The appointment's calendar, whose free times are offered",
		},
		timeField(START, "Start of the appointment. Without an offset, 'Time Zone' applies."),
		timeField(END, "End of the appointment. Without an offset, 'Time Zone' applies."),
		titleField,
		{
			displayName: 'Choices',
			name: 'choices',
			type: 'multiOptions',
			options: [...CHOICES],
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
	async execute(context, itemIndex, { api: client }) {
		return await waitForContact(context, itemIndex, client, {
			label: 'Ask to Confirm and Wait',
			outcome: 'outcome',
			toolsInstead: 'Use Appointment > Reschedule and Appointment > Cancel as tools instead.',
			read: readAskPage,
		});
	},
};
