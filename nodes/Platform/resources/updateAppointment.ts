import { collectionField, type Field } from '../../fields/parameters';
import { languageField } from '../../fields/language';
import { timeZoneField } from '../../fields/when';
import { writeOnce } from '../../n8n/ledger';
import { changeAppointment } from '../../platformApi/appointments';
import { appointmentIdField, ONLY_OF_CONTACT } from '../appointment/appointmentFields';
import { isUndone, KEPT, showFields } from '../appointment/outputs';
import { sendOrRepeat } from '../appointment/placeSlot';
import {
	makeChangedItem,
	readAppointmentBefore,
	refuseIfOver,
} from '../appointment/appointmentBefore';
import {
	readSettings,
	settingFields,
	settingsToEmptyField,
	statusToKeep,
} from '../appointment/settings';
import { operation } from '../platformOperation';
import { simplifyField } from '../simplify';

const FIELDS: Field = { displayName: 'Fields', name: 'fields' };

export const update = operation({
	name: 'Update',
	right: 'readAppointments',
	rights: ['writeAppointments', 'readAppointments'],
	description: 'Change the title, place, description or user of an appointment without moving it',
	action: 'Update appointment',
	hint: 'Needs the appointmentId that Book or Get Many returned. Only what is filled in changes. To move an appointment use Reschedule, for its status Update Status.',
	properties: [
		appointmentIdField,
		collectionField(FIELDS, 'Add field', settingFields('update')),
		settingsToEmptyField,
	],
	options: [ONLY_OF_CONTACT, simplifyField, languageField, timeZoneField],
	async execute(call) {
		const { client, read, refuse, required } = call;
		const appointmentId = required(appointmentIdField);
		const settings = readSettings(call, 'update', FIELDS);
		for (const name of read(settingsToEmptyField) ?? []) settings[name] = '';
		if (Object.keys(settings).length === 0)
			throw refuse('There is nothing to change', "Add a field in 'Fields'.");
		// The times stay, and with them what a booking of this execution is known by.
		const writing = { purpose: { appointmentId, update: settings }, subject: appointmentId };

		return await writeOnce(call, writing, async (entry) => {
			const before = await readAppointmentBefore(call, appointmentId);
			if (entry.sent === undefined) refuseIfOver(call, appointmentId, before);
			const { appointment, unchecked } = before;
			const appointmentStatus = statusToKeep(appointment?.status);
			const { outcome } = await sendOrRepeat(
				entry,
				settings,
				async (_, isRepeat) =>
					await changeAppointment(
						client,
						appointmentId,
						{ ...settings, appointmentStatus },
						isRepeat,
					),
			);
			if (outcome.kind !== 'done') throw outcome.error;
			const { record } = outcome;
			const item = makeChangedItem(
				call,
				appointmentId,
				before,
				{ updated: !isUndone(record ?? {}, appointmentStatus) },
				{ record, asked: { ...settings }, status: appointment?.status },
				unchecked && 'No status was sent, so it may be Confirmed now.',
			);
			return showFields(call, item, KEPT.updated, { ...appointment?.record, ...record });
		});
	},
});
