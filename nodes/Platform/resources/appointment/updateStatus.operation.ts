import { fieldsAt } from '../../../fields/parameters';
import { isSimplified, simplifyField } from '../../../fields/results';
import { timeZoneField, timeZoneOf } from '../../../fields/timeZone';
import { appointmentIn } from '../../../platformApi/appointmentReads';
import { updateAppointmentStatus } from '../../../platformApi/appointments';
import { appointmentIdField, statusField } from '../../appointment/fields';
import { changed } from '../../appointment/memory';
import { readItem } from '../../appointment/outputs';
import { statusWording } from '../../appointment/wording';
import { operation } from '../../operation';

const STATUS = { ...statusField, required: true, description: 'The new status. Nothing else of the appointment changes.' };

export const updateStatus = operation({
	name: 'Update Status',
	description: "Set the status of an appointment, such as Showed or No-Show. Also runs the platform's own workflows for appointment status changes. HighLevel only.",
	action: 'Update appointment status',
	hint: 'Needs the appointmentId that Book or Get Many returned, and one of the statuses. To move an appointment use Reschedule.',
	properties: [appointmentIdField, STATUS],
	options: [simplifyField, timeZoneField],
	async execute(context, itemIndex, { api }) {
		const { required } = fieldsAt(context, itemIndex);
		const [appointmentId, status] = [required(appointmentIdField), required(STATUS)];
		const [zone, simplify] = [timeZoneOf(context, itemIndex), isSimplified(context, itemIndex)];
		const outcome = await updateAppointmentStatus(api, appointmentId, status, statusWording(appointmentId));
		if (outcome.kind !== 'done') throw outcome.error;
		const appointment = appointmentIn(outcome.record ?? {});
		const { slot } = appointment;
		// A canceled one can be booked again, and one that is confirmed again can be canceled again.
		if (status === 'cancelled' || slot) changed(appointmentId, status === 'cancelled' || !slot ? undefined : { slot, item: {} });
		return { updated: true, ...readItem({ ...appointment, id: appointmentId, status }, simplify, zone) };
	},
});
