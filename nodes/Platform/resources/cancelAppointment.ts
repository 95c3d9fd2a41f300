import type { IDataObject } from 'n8n-workflow';

import { OPTIONS } from '../../fields/parameters';
import { languageField } from '../../fields/language';
import { timeZoneField } from '../../fields/timeZoneField';
import { isDeleted } from '../../http/body';
import { type LedgerWrite, writeOnce, writesOf } from '../../n8n/ledger';
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

/** What the platform says of a cancellation. */
interface Cancellation {
	/** The appointment as the platform has it then; undefined where it did not say. */
	record?: IDataObject;
	/** True where it was canceled before. */
	isAlreadyCanceled: boolean;
}

/** @throws the platform's refusal, also of an appointment that was canceled before, unless that counts as done */
async function sendCancellation(
	call: PlatformCall,
	entry: LedgerWrite,
	appointmentId: string,
): Promise<Cancellation> {
	const { client, isTool, read } = call;
	const { outcome } = await sendOrRepeat(
		entry,
		'cancel',
		async (_, isRepeat) => await cancelAppointment(client, appointmentId, isRepeat),
	);
	if (outcome.kind === 'refused') throw outcome.error;
	const { record } = outcome;
	if (outcome.kind === 'done') return { record, isAlreadyCanceled: outcome.isEarlier === true };
	// Without a record, the platform has only said that it has no such appointment.
	const isKnown = record !== undefined || isCanceledByNode(call, appointmentId);
	// A person may want that for a platform that shows no appointments. A model would tell of a cancellation that never was.
	const isMissingDone = !isTool && read(ALREADY_CANCELED, OPTIONS) === 'done';
	const isDone = isKnown ? treatsAsDone(call, ALREADY_CANCELED) : isMissingDone;
	if (!isDone) throw outcome.error;
	return { record, isAlreadyCanceled: true };
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
		const appointmentId = call.required(appointmentIdField);
		const isDoneBefore = treatsAsDone(call, ALREADY_CANCELED);
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

			const isCanceledBefore = before.appointment !== undefined && isCanceled(before.appointment);
			const cancellation: Cancellation = isCanceledBefore
				? { isAlreadyCanceled: true }
				: await sendCancellation(call, entry, appointmentId);

			const { record, isAlreadyCanceled } = cancellation;
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
		const writing = { purpose: { appointmentId, deletes: true } };

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
			return keepFields(item, KEPT.deleted);
		});
	},
});
