import { collectionField, type Field } from '../../fields/parameters';
import { languageField } from '../../fields/language';
import { timeZoneField } from '../../fields/timeZoneField';
import { writeOnce } from '../../n8n/ledger';
import { changeAppointment } from '../../platformApi/appointments';
import { isNotCarriedOut } from '../appointment/appointmentAfterWrite';
import { readAppointmentBefore, refuseIfOver } from '../appointment/appointmentBefore';
import { appointmentIdField } from '../appointment/appointmentFields';
import { ONLY_OF_CONTACT } from '../contactField';
import { makeChangedItem } from '../appointment/makeChangedItem';
import { KEPT, showFields } from '../appointment/outputFields';
import { sendOrRepeat } from '../appointment/placeSlot';
import {
	readSettings,
	readSettingsToEmpty,
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
		const { client, refuse, required } = call;
		const appointmentId = required(appointmentIdField);
		const settings = { ...readSettings(call, 'update', FIELDS), ...readSettingsToEmpty(call) };
		if (Object.keys(settings).length === 0)
			throw refuse(
				'There is nothing to change',
				"Add a field in 'Fields'.",
				'Fill in what is to change.',
			);
		// Without times: the booking of this execution is known by those that it has.
		const writing = { purpose: { appointmentId, update: settings }, subject: appointmentId };

		return await writeOnce(call, writing, async (entry) => {
			const before = await readAppointmentBefore(call, appointmentId);
			refuseIfOver(call, appointmentId, before);
			const { appointment, unchecked } = before;
			const appointmentStatus = statusToKeep(appointment?.status);
			const change = { ...settings, appointmentStatus };
			const { outcome } = await sendOrRepeat(
				entry,
				settings,
				async (_, isRepeat) => await changeAppointment(client, appointmentId, change, isRepeat),
			);
			if (outcome.kind !== 'done') throw outcome.error;
			const { record } = outcome;
			const item = makeChangedItem(call, {
				appointmentId,
				before,
				result: { updated: !isNotCarriedOut(record ?? {}, appointmentStatus) },
				record,
				sentValues: { ...settings },
				status: appointment?.status,
				remarks: [unchecked && 'No status was sent, so it may be Confirmed now.'],
			});
			return showFields(call, item, KEPT.updated, { ...appointment?.record, ...record });
		});
	},
});
