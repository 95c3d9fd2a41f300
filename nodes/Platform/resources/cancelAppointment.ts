import type { IDataObject } from 'n8n-workflow';

import { OPTIONS } from '../../fields/parameters';
import { languageField } from '../../fields/language';
import { timeZoneField } from '../../fields/timeZoneField';
import { isDeleted } from '../../http/body';
import { writeOnce, writesOf } from '../../n8n/ledger';
import { isCanceled } from '../../platformApi/appointmentReads';
import { cancelAppointment, deleteAppointment } from '../../platformApi/appointments';
import { isOfStatus } from '../appointment/appointmentAfterWrite';
import {
	readAppointmentBefore,
	refuseIfMissing,
	refuseIfOver,
} from '../appointment/appointmentBefore';
import {
	appointmentIdField,
	treatAsDoneOption,
	treatsAsDone,
} from '../appointment/appointmentFields';
import { ONLY_OF_CONTACT } from '../contactField';
import { seriesText } from '../appointment/describeAppointment';
import { makeChangedItem } from '../appointment/makeChangedItem';
import { keepFields, KEPT } from '../appointment/outputFields';
import { sendOrRepeat } from '../appointment/placeSlot';
import { operation, type PlatformCall } from '../platformOperation';

const ALREADY_CANCELED = treatAsDoneOption(
	'When Already Canceled',
	'whenAlreadyCanceled',
	'alreadyCanceled: true',
	'What to do when the appointment was called off before. With the Platform API, which shows no appointments, that is each ID that it does not know, even one that was mistyped',
);

const WHEN_CANCELED =
	"Check 'Appointment'. If a repeated cancellation is fine, set 'When Already Canceled' in the options to 'Treat as Done'.";

/** True where this node has canceled the appointment, in any execution, as far as it is remembered. */
function isCanceledByNode({ account }: PlatformCall, appointmentId: string): boolean {
	return writesOf(account, appointmentId).some(
		({ result }) => (result as IDataObject | undefined)?.canceled === true,
	);
}

export const cancel = operation({
	name: 'Cancel',
	rights: ['writeAppointments', 'readAppointments'],
	description:
		"Cancel an appointment. HighLevel keeps its record. Runs the platform's own workflows, too.",
	hint: 'Needs the appointmentId that Book returned.',
	properties: [appointmentIdField],
	options: [ONLY_OF_CONTACT, languageField, timeZoneField, ALREADY_CANCELED],
	async execute(call) {
		const { client, isTool, read, required } = call;
		const appointmentId = required(appointmentIdField);
		const isDoneBefore = treatsAsDone(call, ALREADY_CANCELED);
		// A person may want it for a platform that shows no appointments. A model would tell of a cancellation that never was.
		const isMissingDone = !isTool && read(ALREADY_CANCELED, OPTIONS) === 'done';
		const writing = {
			purpose: { appointmentId },
			subject: appointmentId,
			markRepeated: (item: IDataObject) =>
				item.canceled ? { ...item, alreadyCanceled: true } : item,
		};

		return await writeOnce(call, writing, async (entry) => {
			const before = await readAppointmentBefore(call, appointmentId);
			// After an unknown outcome, it may be this very cancellation that shows.
			const isRepeat = entry.wishToRepeat !== undefined;
			if (!isRepeat) refuseIfMissing(call, appointmentId, before);
			if (!isRepeat && !isDoneBefore) refuseIfOver(call, appointmentId, before, WHEN_CANCELED);
			let record: IDataObject | undefined;
			let isAlreadyCanceled = before.appointment !== undefined && isCanceled(before.appointment);
			if (!isAlreadyCanceled) {
				const { outcome } = await sendOrRepeat(
					entry,
					'cancel',
					async (_, isSecond) => await cancelAppointment(client, appointmentId, isSecond),
				);
				if (outcome.kind === 'refused') throw outcome.error;
				if (outcome.kind === 'alreadyDone') {
					// Without a record, the platform has only said that it has no such appointment.
					const isKnown = outcome.record !== undefined || isCanceledByNode(call, appointmentId);
					const isDone = isKnown ? isDoneBefore : isMissingDone;
					if (!isDone) throw outcome.error;
				}
				record = outcome.record;
				isAlreadyCanceled = outcome.kind === 'alreadyDone' || outcome.isEarlier === true;
			}
			const result: IDataObject = { canceled: isOfStatus('cancelled', record) };
			if (isAlreadyCanceled) result.alreadyCanceled = true;
			const item = makeChangedItem(call, {
				appointmentId,
				before,
				result,
				record,
				status: 'cancelled',
				remarks: [seriesText(before.appointment?.record, 'called off')],
			});
			return keepFields(item, KEPT.canceled);
		});
	},
});

export const deleteOperation = operation({
	name: 'Delete',
	right: 'readAppointments',
	rights: ['writeAppointments', 'readAppointments'],
	description:
		'Remove an appointment with its history. To call it off, use Cancel, which keeps the record',
	hint: 'Only when somebody asked to delete the record: it cannot be undone. To call an appointment off use Cancel.',
	properties: [appointmentIdField],
	options: [ONLY_OF_CONTACT, languageField, timeZoneField],
	async execute(call) {
		const { client, refuse, required } = call;
		const appointmentId = required(appointmentIdField);
		const writing = { purpose: { appointmentId, deletes: true }, subject: appointmentId };

		return await writeOnce(call, writing, async (entry) => {
			const before = await readAppointmentBefore(call, appointmentId);
			if (entry.wishToRepeat === undefined) {
				refuseIfMissing(call, appointmentId, before);
				if (before.appointment && isDeleted(before.appointment.record))
					throw refuse(
						`The appointment '${appointmentId}' was deleted`,
						"Check 'Appointment'. Nothing is left to delete.",
					);
			}
			const { outcome } = await sendOrRepeat(
				entry,
				'delete',
				async (_, isRepeat) => await deleteAppointment(client, appointmentId, isRepeat),
			);
			if (outcome.kind !== 'done') throw outcome.error;
			const item = makeChangedItem(call, {
				appointmentId,
				before,
				result: { deleted: true },
				remarks: [seriesText(before.appointment?.record, 'deleted')],
			});
			return keepFields({ ...item, deleted: true }, KEPT.deleted);
		});
	},
});
