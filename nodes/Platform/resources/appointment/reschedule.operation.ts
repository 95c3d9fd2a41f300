import { describeSlot, type Slot } from '../../../booking/slots';
import { calendarField } from '../../../fields/account';
import { fieldsAt, OPTIONS } from '../../../fields/parameters';
import { isSimplified, pickedOrAll, simplifyField } from '../../../fields/results';
import { timeZoneField, timeZoneOf } from '../../../fields/timeZone';
import { appointmentLength, rescheduleAppointment } from '../../../platformApi/appointments';
import { operation } from '../../operation';
import { appointmentIdField, statusField } from '../../appointment/fields';
import { describePlaced, KEPT } from '../../appointment/outputs';
import { rescheduleWording } from '../../appointment/wording';
import { changed, once, partiesOf } from '../../appointment/memory';
import { placeSlot, slotTakenFields, takenPolicyOf } from '../../appointment/taken';
import { hasNoLength, slotTimeFields, wantedSlot } from '../../appointment/time';
import { unknownOutcomeOption } from '../../appointment/unknownOutcome';

const STATUS = {
	...statusField,
	description: 'Status to send with the new time. Without this option, the resulting status is not documented.',
};

export const reschedule = operation({
	name: 'Reschedule',
	description:
		"Move an appointment to another time. Also runs the platform's own workflows for appointment status changes.",
	action: 'Reschedule appointment',
	hint:
		'Needs the appointmentId that Book returned, and both a new start and a new end. A status is sent only when one is chosen in the options.',
	properties: [
		appointmentIdField,
		{
			...calendarField,
			required: false,
			description: "The appointment's calendar. Needed to list its free slots and to find another slot.",
		},
		...slotTimeFields({
			default: '',
			required: false,
			description: "Length of the appointment in minutes. With HighLevel, leave it empty to keep the appointment's own.",
		}),
		...slotTakenFields,
	],
	options: [STATUS, simplifyField, timeZoneField, unknownOutcomeOption],
	async execute(context, itemIndex, { api: client }) {
		const zone = timeZoneOf(context, itemIndex);
		const simplify = isSimplified(context, itemIndex);
		const { read, required } = fieldsAt(context, itemIndex);
		const appointmentId = required(appointmentIdField);
		const whenTaken = takenPolicyOf(context, itemIndex);
		const calendarId = whenTaken.kind === 'stop' ? (read(calendarField) ?? '') : required(calendarField);
		const length = hasNoLength(context, itemIndex) ? await appointmentLength(client, appointmentId) : undefined;
		const wanted = await wantedSlot(context, itemIndex, zone, client, length);
		const status = read(statusField, OPTIONS);
		const write = async (slot: Slot) =>
			await rescheduleAppointment(client, appointmentId, { slot, status }, rescheduleWording(appointmentId));

		return await once({ context, itemIndex, purpose: { appointmentId, status }, wanted, write }, async (send) => {
			const placed = await placeSlot({ client, wanted, calendarId, zone, whenTaken, send });
			if (placed.kind === 'conflict') throw placed.error;
			const isDone = placed.kind === 'done';
			const parties = partiesOf(context, itemIndex, appointmentId, isDone ? placed.record : undefined);
			const appointment = { rescheduled: isDone, appointmentId, ...parties, ...(calendarId !== '' && { calendarId }) };
			if (!isDone) {
				return pickedOrAll(simplify, { ...appointment, ...describeSlot(wanted, zone), ...placed.offer }, KEPT.notMoved);
			}
			const item = { ...appointment, ...describePlaced(placed.slot, wanted, zone) };
			changed(appointmentId, { slot: placed.slot, item });
			return pickedOrAll(simplify, item, KEPT.moved, placed.record);
		});
	},
});
