import { languageField } from '../../fields/language';
import { timeZoneField } from '../../fields/when';
import { writeOnce } from '../../n8n/ledger';
import { isCanceled } from '../../platformApi/appointmentReads';
import { cancelAppointment, changeAppointment } from '../../platformApi/appointments';
import {
	makeChangedItem,
	readAppointmentBefore,
	refuseIfOver,
} from '../appointment/appointmentBefore';
import { appointmentIdField, ONLY_OF_CONTACT } from '../appointment/appointmentFields';
import { isOfStatus, KEPT, showFields } from '../appointment/outputs';
import { sendOrRepeat } from '../appointment/placeSlot';
import { statusField, STATUSES } from '../appointment/settings';
import { operation, type PlatformCall } from '../platformOperation';
import { simplifyField } from '../simplify';

const STATUS = {
	...statusField,
	required: true,
	description: 'The new status. Nothing else of the appointment changes.',
};

/**
 * The statuses that a language model may set: those that the description of its argument names. n8n keeps the description in
 * the field's own expression, `$fromAI('status', 'showed or noshow')`. Without one, all but Canceled, which belongs to the
 * tool that asks for a confirmation.
 */
function statusesForModel(expression: string): string[] {
	const values = STATUSES.map(({ value }) => value);
	const named = values.filter((value) => new RegExp(`\\b${value}\\b`, 'i').test(expression));
	return named.length > 0 ? named : values.filter((value) => value !== 'cancelled');
}

/** @throws NodeOperationError for a status that the model's argument does not list */
function refuseUnlisted({ isTool, node, refuse }: PlatformCall, status: string): void {
	const expression = String(node.parameters[STATUS.name] ?? '');
	if (!isTool || !expression.includes('$fromAI(')) return;
	const allowed = statusesForModel(expression);
	if (allowed.includes(status)) return;
	throw refuse(
		`'Appointment Status' must be one of ${allowed.join(', ')}, not '${status}'`,
		"Name the other status in the description of the tool's argument.",
		isCanceled({ status })
			? 'To cancel an appointment, use the tool that cancels.'
			: `Use one of ${allowed.join(', ')}.`,
	);
}

export const updateStatus = operation({
	name: 'Update Status',
	right: 'readAppointments',
	rights: ['writeAppointments', 'readAppointments'],
	description:
		"Set the status of an appointment, such as Showed or No-Show. Also runs the platform's own workflows for appointment status changes",
	action: 'Update appointment status',
	hint: 'Needs the appointmentId that Book or Get Many returned, and one of the statuses. To move an appointment use Reschedule.',
	properties: [appointmentIdField, STATUS],
	options: [ONLY_OF_CONTACT, simplifyField, languageField, timeZoneField],
	async execute(call) {
		const { client, required } = call;
		const appointmentId = required(appointmentIdField);
		const status = required(STATUS);
		refuseUnlisted(call, status);
		const isCancellation = isCanceled({ status });
		const writing = { purpose: { appointmentId, status }, subject: appointmentId };

		return await writeOnce(call, writing, async (entry) => {
			const before = await readAppointmentBefore(call, appointmentId);
			if (entry.sent === undefined) refuseIfOver(call, appointmentId, before);
			const { outcome } = await sendOrRepeat(entry, status, async (_, isRepeat) =>
				isCancellation
					? await cancelAppointment(client, appointmentId, isRepeat)
					: await changeAppointment(client, appointmentId, { appointmentStatus: status }, isRepeat),
			);
			if (outcome.kind !== 'done') throw outcome.error;
			const { record } = outcome;
			const isUpdated = isOfStatus(status, record);
			const item = makeChangedItem(
				call,
				appointmentId,
				before,
				isCancellation ? { updated: isUpdated, canceled: isUpdated } : { updated: isUpdated },
				{ record, asked: { appointmentStatus: status }, status },
			);
			return showFields(call, item, KEPT.updated, { ...before.appointment?.record, ...record });
		});
	},
});
