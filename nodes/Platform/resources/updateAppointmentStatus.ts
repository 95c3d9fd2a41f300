import type { IDataObject } from 'n8n-workflow';

import { languageField } from '../../fields/language';
import { timeZoneField } from '../../fields/timeZoneField';
import { writeOnce } from '../../n8n/ledger';
import { isCanceled } from '../../platformApi/appointmentReads';
import { cancelAppointment, changeAppointment } from '../../platformApi/appointments';
import { isOfStatus } from '../appointment/appointmentAfterWrite';
import { readAppointmentBefore, refuseIfOver } from '../appointment/appointmentBefore';
import { appointmentIdField } from '../appointment/appointmentFields';
import { ONLY_OF_CONTACT } from '../contactField';
import { makeChangedItem } from '../appointment/makeChangedItem';
import { KEPT, showFields } from '../appointment/outputFields';
import { sendOrRepeat } from '../appointment/placeSlot';
import { refuseUnlistedStatus } from '../appointment/refuseUnlistedStatus';
import { statusField } from '../appointment/settings';

import { operation } from '../platformOperation';
import { simplifyField } from '../simplify';

const STATUS = {
	...statusField,
	required: true,
	description: 'The new status. Nothing else of the appointment changes.',
};

export const updateStatus = operation({
	name: 'Update Status',
	right: 'readAppointments',
	rights: ['writeAppointments', 'readAppointments'],
	description: "Set the status, such as Showed or No-Show. Runs the platform's own workflows, too",
	action: 'Update appointment status',
	hint: 'Needs the appointmentId that Book or Get Many returned, and one of the statuses. To move an appointment use Reschedule.',
	properties: [appointmentIdField, STATUS],
	options: [ONLY_OF_CONTACT, simplifyField, languageField, timeZoneField],
	async execute(call) {
		const { client, required } = call;
		const appointmentId = required(appointmentIdField);
		const status = required(STATUS);
		refuseUnlistedStatus(call, status);
		const isCancellation = isCanceled({ status });
		const writing = { purpose: { appointmentId, status }, subject: appointmentId };

		return await writeOnce(call, writing, async (entry) => {
			const before = await readAppointmentBefore(call, appointmentId);
			if (entry.wishToRepeat === undefined) refuseIfOver(call, appointmentId, before);
			const write = async (_: string, isRepeat: boolean) =>
				isCancellation
					? await cancelAppointment(client, appointmentId, isRepeat)
					: await changeAppointment(client, appointmentId, { appointmentStatus: status }, isRepeat);
			const { outcome } = await sendOrRepeat(entry, status, write);
			if (outcome.kind !== 'done') throw outcome.error;
			const { record } = outcome;
			const isUpdated = isOfStatus(status, record);
			const result: IDataObject = { updated: isUpdated };
			if (isCancellation) result.canceled = isUpdated;
			const item = makeChangedItem(call, {
				appointmentId,
				before,
				result,
				record,
				sentValues: { appointmentStatus: status },
				status,
			});
			return showFields(call, item, KEPT.updated, { ...before.appointment?.record, ...record });
		});
	},
});
