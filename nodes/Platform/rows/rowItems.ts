import type { IDataObject } from 'n8n-workflow';

import { isDeleted, readOptionalObject, readText } from '../../http/body';
import { withFieldsByKey } from '../customFieldsByKey';
import { simplify } from '../simplify';
import { idNameOf, type ResourceRow, type RowRun } from './row';

/* The platform's records as they are put out. */

/** What stands in a response beside its record. */
const BESIDE_RECORDS = ['traceId', 'succeded', 'succeeded'];

/** The record of a response; empty where none came. */
export function recordIn(row: ResourceRow, body: unknown): IDataObject {
	const record = { ...readOptionalObject(body, row.record) };
	for (const name of BESIDE_RECORDS) delete record[name];
	return record;
}

/** The ID of a record. */
export const idIn = (row: ResourceRow, record: IDataObject): string | undefined =>
	readText(record, 'id', '_id', idNameOf(row));

/** Adds what other lists say of the records, and their custom fields by key. */
export async function completeRecords(
	{ row, call, locationId }: RowRun,
	records: IDataObject[],
): Promise<IDataObject[]> {
	const completed = row.complete ? await row.complete(records, call, locationId ?? '') : records;
	if (!row.customFields) return completed;
	return await withFieldsByKey(call.client, row.customFields, locationId, completed);
}

/** What stands first in an item: the IDs under the names that other operations take them from. */
function idsOf({ row, values }: RowRun, record: IDataObject, created?: boolean): IDataObject {
	const idName = idNameOf(row);
	const ids: IDataObject = {
		created,
		contactId: record.contactId ?? values.contactId,
		[idName]: idIn(row, record) ?? values[idName],
		deleted: isDeleted(record) || undefined,
	};
	for (const [name, value] of Object.entries(ids)) if (value === undefined) delete ids[name];
	return ids;
}

/** A record, simplified. What was written is shown, also beyond the fields used most. */
function simplifyRecord(
	{ row, values }: RowRun,
	first: string[],
	ids: IDataObject,
	record: IDataObject,
): IDataObject {
	const { customFields, customFieldsByKey, ...others } = record;
	const complete: IDataObject = { ...ids, id: idIn(row, record), ...others, ...ids };
	for (const name of row.lists ?? []) {
		// A list that was taken out of the record may have entries.
		const isTakenOut = name in record && record[name] === undefined;
		if (!isTakenOut) complete[name] ??= [];
	}
	const written = row.isRead ? [] : Object.keys(values);
	const item = simplify(complete, ...Object.keys(ids), 'id', ...first, ...written);
	if (customFields !== undefined) item.customFields = customFields;
	if (customFieldsByKey !== undefined) item.customFieldsByKey = customFieldsByKey;
	return item;
}

/** A record as it is put out. @param created whether this call created it, where that is put out */
export function toItem(run: RowRun, record: IDataObject, created?: boolean): IDataObject {
	const { row, call } = run;
	const first = call.isSimple ? row.first : undefined;
	if (row.keepsId) return first ? simplify(record, ...first) : record;
	const ids = idsOf(run, record, created);
	return first ? simplifyRecord(run, first, ids, record) : { ...ids, ...record, ...ids };
}
