import type { IDataObject } from 'n8n-workflow';

import { limitOf } from '../../fields/parameters';
import { confirmsWrite, fieldsOf } from '../../http/body';
import { Listed, type OperationResult } from '../../items/operation';
import { writeOnce } from '../../n8n/ledger';
import { type Endpoint, listRecords, requestOf } from '../../platformApi/endpoint';
import { contactIdOf } from '../appointment/appointmentFields';
import type { PlatformCall } from '../platformOperation';
import { addRemarks } from '../addRemarks';
import { isKeptAs } from '../compareWithRecord';
import { checkValues, resolveCustomFields } from './checkRow';
import { locationOf, readRow, zoneOfDays } from './readRow';
import { idNameOf, type OnceOnly, type ResourceRow, type RowRun, valuesToSend } from './row';
import { completeRecords, idIn, recordIn, toItem } from './rowItems';
import {
	adviceOn,
	compareItem,
	differenceTextForModel,
	keptText,
	keptTextForModel,
	notShownText,
	replacedText,
} from './rowRemarks';

/** Sends the request of a record. @returns the body */
async function sendRequest(run: RowRun): Promise<unknown> {
	const { row, call, values } = run;
	const { body, ...request } = requestOf(row, valuesToSend(run));
	const hasId = (received: unknown) =>
		confirmsWrite(received) && idIn(row, recordIn(row, received)) !== undefined;
	// What is read or created has an ID; what is changed may be answered without its record.
	const namesRecord = row.isRead || !(idNameOf(row) in values);
	return await call.client.request({
		...request,
		body: body ?? (row.sendsEmptyBody ? {} : undefined),
		accepts: namesRecord ? hasId : undefined,
		statuses: row.statuses,
	});
}

// ── Reads ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What tells a request from others in the items of a run. */
const keyOf = (run: RowRun, ...more: unknown[]): string =>
	JSON.stringify([run.row.method, run.row.path, valuesToSend(run), ...more]);

async function readList(run: RowRun): Promise<Listed> {
	const { row, call } = run;
	const { client } = call;
	const { load = listRecords, nothing = '' } = row;
	const max = limitOf(call);
	const { records, hidden } = await client.readOnce(
		keyOf(run, max),
		async () => await load(client, row, valuesToSend(run), max, call),
	);
	if (records.length === 0 && call.isTool) await client.refuseMissing(run.values);
	const completed = await completeRecords(run, records);
	const items = completed.map((record) => toItem(run, record));
	return new Listed(items, nothing, hidden);
}

async function readRecord(run: RowRun): Promise<IDataObject> {
	const { row, call, values, locationId } = run;
	const body = await call.client.readOnce(keyOf(run), async () => await sendRequest(run));
	const [record] = await completeRecords(run, [recordIn(row, body)]);
	const comparison = compareItem(run, { ...values, locationId }, record);
	return addRemarks(call, toItem(run, record), [adviceOn(run, comparison)]);
}

// ── Writes ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Puts out a record that existed as it is. @returns it, with what it has otherwise than what was to be written */
async function keepRecord(run: RowRun, kept: IDataObject): Promise<IDataObject> {
	const { call, row, values } = run;
	const { shownToModel } = row;
	if (call.isTool && shownToModel) {
		const comparison = compareItem(run, values, kept);
		const item = toItem(run, shownToModel(kept, values), false);
		return addRemarks(call, item, [keptTextForModel(run), differenceTextForModel(run, comparison)]);
	}
	const [record] = await completeRecords(run, [kept]);
	const comparison = compareItem(run, values, record);
	return addRemarks(call, toItem(run, record, false), [keptText(run, comparison)]);
}

/** Puts out a record that was written, with what it has otherwise. @param isNew false where it existed before */
async function writtenItem(
	run: RowRun,
	written: IDataObject,
	isNew?: boolean,
): Promise<IDataObject> {
	const { row, call, values, locationId } = run;
	const [record] = await completeRecords(run, [written]);
	const expected: IDataObject = row.expects ? row.expects(values, record) : { ...values };
	if (row.deletes) expected.deleted = true;
	if (Object.keys(record).length === 0)
		return row.deletes ? { deleted: true } : { success: true, ...expected };
	const isOfModel = isNew === false && call.isTool;
	const shown = isOfModel && row.shownToModel ? row.shownToModel(record, values) : record;
	const item = toItem(run, shown, isNew);
	if (row.deletes) item.deleted ??= true;
	const comparison = compareItem(run, { ...expected, locationId }, record);
	return addRemarks(call, item, [
		isOfModel && replacedText(run, expected, comparison),
		shown === record ? adviceOn(run, comparison) : differenceTextForModel(run, comparison),
		shown === record && notShownText(run, comparison),
	]);
}

/** Sends the change of a record. @returns the record as the platform has it then; what was sent, where no record came */
async function writeRecord(run: RowRun): Promise<IDataObject> {
	const { row } = run;
	const body = await sendRequest(run);
	const isNew = row.existing ? true : (fieldsOf(body).new as boolean | undefined);
	return await writtenItem(run, recordIn(row, body), isNew);
}

/** Creates a record; where the platform takes no second one, the row decides what becomes of the first. */
async function writeRecordOrUseExisting(run: RowRun): Promise<IDataObject> {
	try {
		return await writeRecord(run);
	} catch (error) {
		const existing = await run.row.existing?.(error, run.values, run.call);
		if (!existing) return await Promise.reject(error as Error);
		return existing.isUpdated
			? await writtenItem(run, existing.record, false)
			: await keepRecord(run, existing.record);
	}
}

/** A record that was created a little before the clock of n8n says so may still be the one that was written. */
const CLOCKS_DIFFER_BY_MS = 60_000;

/** Epoch milliseconds; NaN where the record does not say it. */
const createdAt = (record: IDataObject): number =>
	Date.parse(String(record.dateAdded ?? record.createdAt));

/** The record that a write with a lost response has created, in the contact's list; undefined where it is not there. */
async function findInList(
	{ call, values, locationId }: RowRun,
	lookIn: Endpoint,
	knownBy: string[],
	since: number,
): Promise<IDataObject | undefined> {
	const { contactId } = values;
	const { records } = await listRecords(call.client, lookIn, { contactId, locationId });
	return records.find((record) => {
		if (createdAt(record) < since - CLOCKS_DIFFER_BY_MS) return false;
		return knownBy.every((name) => isKeptAs(values[name], record[name]));
	});
}

/** What a write with a lost response has created, as an item; undefined where it is not there: then it is sent again. */
async function findWritten(
	run: RowRun,
	{ lookIn, knownBy = [], findRecord }: OnceOnly,
	since: number,
): Promise<IDataObject | undefined> {
	const { row, call, values } = run;
	let written: IDataObject | undefined;
	if (lookIn) written = await findInList(run, lookIn, knownBy, since);
	if (findRecord) {
		const record = await findRecord(values, call);
		// One that was there before would be written again.
		if (record && createdAt(record) >= since - CLOCKS_DIFFER_BY_MS) written = record;
	}
	if (!written) return undefined;
	// Somebody else may have created it a moment before.
	const shown = call.isTool && row.shownToModel ? row.shownToModel(written, values) : written;
	return toItem(run, shown, row.existing || row.lookFirst ? true : undefined);
}

/** Writes a record, unless one that exists is to be put out as it is. */
async function writeOrKeep(run: RowRun): Promise<IDataObject> {
	const { row, call } = run;
	if (!row.lookFirst) return await writeRecordOrUseExisting(run);
	const { kept, values } = await row.lookFirst(run.values, call);
	if (kept) return await keepRecord(run, kept);
	return await writeRecordOrUseExisting({ ...run, values });
}

/** Writes a record once for each run and item; again only where the platform shows that an earlier request was lost. */
async function writeRecordOnce(run: RowRun, once: OnceOnly): Promise<IDataObject> {
	const { row, call, values } = run;
	const canBeFound = once.lookIn !== undefined || once.findRecord !== undefined;
	return await writeOnce<IDataObject>(
		call,
		{
			purpose: [row.method, row.path, values],
			isNewWishEachTime: true,
			find: canBeFound ? async (since) => await findWritten(run, once, since) : undefined,
			// What existed before may have changed when it is asked for again.
			isWritten: ({ created }) => created !== false,
			markRepeated: (result) => ({ ...result, [once.repeatedAs]: true }),
		},
		async () => await writeOrKeep(run),
	);
}

/** Takes an item through its row: reads its fields, checks them, sends the request, and makes an item of the response. */
export async function runRow(row: ResourceRow, call: PlatformCall): Promise<OperationResult> {
	const zone = await zoneOfDays(row, call);
	const run: RowRun = { row, call, values: readRow(row, { ...call, zone }) };
	run.locationId = await locationOf(row, call);
	if ('contactId' in run.values) run.values.contactId = await contactIdOf(call);
	await checkValues(run);
	if (row.list) return await readList(run);
	if (row.isRead) return await readRecord(run);
	await resolveCustomFields(run);
	return row.once ? await writeRecordOnce(run, row.once) : await writeOrKeep(run);
}
