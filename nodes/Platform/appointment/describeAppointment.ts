import type { IDataObject } from 'n8n-workflow';

import { describeSlot } from '../../booking/slotTexts';
import { isDeleted, readText } from '../../http/body';
import type { Appointment } from '../../platformApi/appointmentReads';
import { textOfDifferences } from '../compareWithRecord';
import { labelsOfRecordedSettings } from './settings';

const RECORDED_SETTINGS = labelsOfRecordedSettings();

/** The settings that stand in the record as they are; a status is written in several ways. */
const PLAIN_SETTINGS = Object.keys(RECORDED_SETTINGS).filter(
	(name) => name !== 'appointmentStatus',
);

/** The fields of an output that are compared with what was expected, by their labels in the editor. */
const LABELS = {
	appointmentId: 'Appointment',
	contactId: 'Contact',
	calendarId: 'Calendar',
	locationId: 'Location',
	...RECORDED_SETTINGS,
	startTime: 'Start',
	endTime: 'End',
};

/** A copy without the fields that have no value. */
export function withoutUndefined(record: IDataObject): IDataObject {
	const filled: IDataObject = {};
	for (const [name, value] of Object.entries(record)) {
		if (value !== undefined) filled[name] = value;
	}
	return filled;
}

/** Says where a record is not what was expected; empty where it is. Both under the names of the output. */
export function unlikeAppointment(expected: IDataObject, record: IDataObject): string {
	return textOfDifferences(expected, record, LABELS);
}

/** True for one of a series of appointments. */
function isOfSeries(record: IDataObject): boolean {
	return record.isRecurring === true || readText(record, 'masterEventId', 'rrule') !== undefined;
}

/** What was done with an appointment, as a word for {@link seriesText}. */
export type SeriesChange = 'called off' | 'deleted' | 'moved';

/** Says what a change of one of a series changes; undefined where it is none. */
export function seriesText(
	record: IDataObject | undefined,
	change: SeriesChange,
): string | undefined {
	if (!record || !isOfSeries(record)) return undefined;
	return `The appointment is one of a series, and only this one was ${change}: look at the others on the platform.`;
}

/** What a record says beside its times, under the names of the output, without what it leaves out. */
export function describeRecord({ id, status, record }: Appointment): IDataObject {
	const description: IDataObject = { appointmentId: id };
	for (const name of ['contactId', 'calendarId', 'locationId', ...PLAIN_SETTINGS])
		description[name] = readText(record, name);
	description.appointmentStatus = status;
	if (isDeleted(record)) description.deleted = true;
	if (isOfSeries(record)) description.isRecurring = true;
	return withoutUndefined(description);
}

/** The settings of a record as they came, also empty ones, which {@link describeRecord} leaves out. */
export function plainSettingsIn(record: IDataObject): IDataObject {
	const settings: IDataObject = {};
	for (const name of PLAIN_SETTINGS) settings[name] = record[name];
	return withoutUndefined(settings);
}

/** An appointment under the names that other operations take. */
export function describeAppointment(appointment: Appointment, zone: string): IDataObject {
	const { slot, record } = appointment;
	const { startTime, endTime } = record;
	const times = slot ? describeSlot(slot, zone) : { startTime, endTime };
	return { ...describeRecord(appointment), ...times };
}
