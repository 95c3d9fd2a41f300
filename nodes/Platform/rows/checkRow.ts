import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../http/body';
import { offsetFault, offsetMinutesIn } from '../../time/times';
import { zonesForModel } from '../zonesForModel';
import { customFieldsToSend, withDefinedValues } from '../customFieldsToSend';
import { FIELDS_BY_NAME } from '../customFields';
import { findChoice, isChosenInEditor, listOfField } from '../findChoice';
import { collectionOf, enteredValues } from './readRow';
import { fieldsIn, type RowField, type RowRun } from './row';

/* Asks the platform, before a request, for what would make it useless. */

/**
 * Replaces what is chosen from a list of the location by its ID, where somebody has written its name. A filter of none would
 * find nothing, as if there were no records; of a single record that is read, the platform itself says that it is missing.
 *
 * @throws NodeOperationError for a value that is not in the list; it names those that are
 */
async function resolveChoices(run: RowRun): Promise<void> {
	const { row, call, values, locationId = '' } = run;
	if (row.isRead && row.list === undefined) return;
	for (const field of fieldsIn(row)) {
		const list = listOfField(field);
		const value = values[field.name];
		if (list === undefined || typeof value !== 'string') continue;
		// A filter is not worth a request for each run where it need not be looked up.
		const within = row.more?.includes(field) ? collectionOf(row) : undefined;
		if (row.isRead && isChosenInEditor(call.entered(field, within))) continue;
		if (row.otherChoices?.includes(value)) continue;
		// A pipeline stands before its stages, so that its ID is known.
		const { pipelineId } = values;
		const place = { list, locationId, pipelineId, isFilter: row.isRead };
		values[field.name] = await findChoice(call.client, field, value, place);
	}
}

const isTime = ({ type, typeOptions }: RowField): boolean =>
	type === 'dateTime' && typeOptions?.dateOnly !== true;

/** @throws what `refuse` makes for a model's time whose offset none of the zones has then: it means another hour */
async function refuseOtherOffset({ row, call }: RowRun): Promise<void> {
	for (const { field, value } of enteredValues(row, call, isTime)) {
		if (typeof value !== 'string' || offsetMinutesIn(value) === undefined) continue;
		const zones = await zonesForModel(call);
		const fault = zones.length > 0 ? offsetFault(value, zones) : undefined;
		if (fault !== undefined)
			throw call.refuse(`'${field.displayName}' cannot be used. ${fault}`, '');
	}
}

/** Finds what is chosen by its name. @throws NodeOperationError for what the platform would refuse, or what would reach another record; nothing has been written */
export async function checkValues(run: RowRun): Promise<void> {
	const { row, call, values } = run;
	if (!row.isRead && call.isTool) await refuseOtherOffset(run);
	await resolveChoices(run);
	await row.check?.(values, call);
}

/** Puts the custom fields that are named by key or label under their IDs. @throws NodeOperationError for a name of none */
export async function resolveCustomFields(run: RowRun): Promise<void> {
	const { row, call, values, locationId = '' } = run;
	const { [FIELDS_BY_NAME.name]: byName, customFields } = values;
	delete values[FIELDS_BY_NAME.name];
	if (!row.customFields) return;
	const { client } = call;
	let sent = customFields;
	if (isRecord(byName))
		sent = await customFieldsToSend(client, row.customFields, locationId, customFields, byName);
	if (!Array.isArray(sent)) return;
	const defined = await withDefinedValues(client, row.customFields, locationId, sent);
	values.customFields = defined as IDataObject[];
}
