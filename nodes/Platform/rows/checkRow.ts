import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import { entriesOf, nameWithId } from '../../fields/lists';
import type { Field } from '../../fields/parameters';
import { isRecord } from '../../http/body';
import type { PlatformClient } from '../../platformApi/client';
import { CHOICES, type Choice, choicesOf } from '../../platformApi/pickLists';
import { offsetFault, offsetMinutesIn } from '../../time/times';
import { zonesForModel } from '../appointment/wantedTime';
import { customFieldsToSend, FIELDS_BY_NAME, withDaysAsDates } from '../customFields';
import { collectionOf } from './readRow';
import { fieldsIn, type RowField, type RowRun } from './row';

/* Asks the platform, before a write, for what would make it useless. */

/** More would hide what the message says. */
const MAX_NAMED = 20;

/** @throws NodeOperationError for a value that is not in the location's list, where that can be read; it names those that are */
async function refuseUnknownChoice(
	client: PlatformClient,
	{ name, displayName }: Field,
	{ [name]: value, pipelineId }: IDataObject,
	locationId: string,
): Promise<void> {
	if (!(name in CHOICES) || typeof value !== 'string') return;
	// Without the scope to read the list, the platform decides.
	const records = await choicesOf(client, name as Choice, locationId, pipelineId).catch(() => []);
	const choices = entriesOf(records);
	if (choices.length === 0 || choices.some((choice) => choice.value === value)) return;
	const names = choices.slice(0, MAX_NAMED).map((choice) => nameWithId(choice));
	throw new NodeOperationError(client.node, `'${displayName}' is not in its list: '${value}'`, {
		description: `Nothing was changed. Use the ID of one of these: ${names.join(', ')}.`,
	});
}

const isTime = ({ type, typeOptions }: RowField): boolean =>
	type === 'dateTime' && typeOptions?.dateOnly !== true;

/** @throws what `refuse` makes for a model's time whose offset none of the zones has then: it means another hour */
async function refuseOtherOffset({ row, call }: RowRun): Promise<void> {
	const times = [
		...row.fields.filter(isTime).map((field) => ({ field, written: call.entered(field) })),
		...(row.more ?? [])
			.filter(isTime)
			.map((field) => ({ field, written: call.entered(field, collectionOf(row)) })),
	];
	for (const { field, written } of times) {
		if (typeof written !== 'string' || offsetMinutesIn(written) === undefined) continue;
		const zones = await zonesForModel(call);
		const fault = zones.length > 0 ? offsetFault(written, zones) : undefined;
		if (fault !== undefined)
			throw call.refuse(`'${field.displayName}' cannot be used. ${fault}`, '');
	}
}

/** @throws NodeOperationError for what the platform would refuse, or what would reach another record; nothing has been written */
export async function checkValues(run: RowRun): Promise<void> {
	const { row, call, values, locationId = '' } = run;
	if (!row.isRead) {
		if (call.isTool) await refuseOtherOffset(run);
		for (const field of fieldsIn(row))
			await refuseUnknownChoice(call.client, field, values, locationId);
	}
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
	const withDays = await withDaysAsDates(client, row.customFields, locationId, sent);
	values.customFields = withDays as IDataObject[];
}
