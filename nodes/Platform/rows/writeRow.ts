import type { IDataObject } from 'n8n-workflow';

import { fieldsOf } from '../../http/body';
import { writeOnce } from '../../n8n/ledger';
import type { Endpoint } from '../../platformApi/endpoint';
import { listRecords } from '../../platformApi/readPages';
import { addRemarks } from '../addRemarks';
import { isKeptAs } from '../compareWithRecord';
import type { OnceOnly, RowRun } from './row';
import { completeRecords, recordIn, toItem } from './rowItems';
import {
	compareItem,
	differsText,
	differsTextForModel,
	keptText,
	keptTextForModel,
	notShownText,
	replacedText,
} from './rowRemarks';
import { sendRow } from './sendRow';

/** Puts out a record that existed as it is, and says what it has in place of what was to be written. */
async function keepRecord(run: RowRun, existing: IDataObject): Promise<IDataObject> {
	const { call, row, values } = run;
	if (call.isTool && row.shownToModel) {
		const comparison = compareItem(run, values, existing);
		const item = toItem(run, row.shownToModel(existing, values), false);
		return addRemarks(call, item, [keptTextForModel(run), differsTextForModel(run, comparison)]);
	}
	const [record] = await completeRecords(run, [existing]);
	const comparison = compareItem(run, values, record);
	return addRemarks(call, toItem(run, record, false), [keptText(run, comparison)]);
}

/** What the record should have after the write. */
function expectedValues({ row, values }: RowRun, record: IDataObject): IDataObject {
	const expected = row.expects ? row.expects(values, record) : { ...values };
	return row.deletes ? { ...expected, deleted: true } : expected;
}

/** The item of a write whose response had no record. */
function itemWithoutRecord({ row }: RowRun, expected: IDataObject): IDataObject {
	return row.deletes ? { deleted: true } : { success: true, ...expected };
}

/**
 * Puts out a record that was written, and says what it has in place of what was sent.
 *
 * @param isNew false where it existed before; undefined where that is not known
 */
async function writtenItem(
	run: RowRun,
	written: IDataObject,
	isNew?: boolean,
): Promise<IDataObject> {
	const { row, call, values, locationId } = run;
	const [record] = await completeRecords(run, [written]);
	const expected = expectedValues(run, record);
	if (Object.keys(record).length === 0) return itemWithoutRecord(run, expected);
	const comparison = compareItem(run, { ...expected, locationId }, record);
	const isUpdateByModel = call.isTool && isNew === false;
	if (isUpdateByModel && row.shownToModel) {
		const item = toItem(run, row.shownToModel(record, values), isNew);
		return addRemarks(call, item, [
			replacedText(run, expected, comparison),
			differsTextForModel(run, comparison),
		]);
	}
	const item = toItem(run, record, isNew);
	if (row.deletes) item.deleted ??= true;
	return addRemarks(call, item, [
		isUpdateByModel && replacedText(run, expected, comparison),
		differsText(run, comparison),
		notShownText(run, comparison),
	]);
}

/** Sends the change of a record. @returns the record as the platform has it then; what was sent, where no record came */
async function writeRecord(run: RowRun): Promise<IDataObject> {
	const { row } = run;
	const body = await sendRow(run);
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

/** Writes the record of a row, and makes its item. A row with `once` writes it once, however often the call comes. */
export async function writeRow(run: RowRun): Promise<IDataObject> {
	const { once } = run.row;
	return once ? await writeRecordOnce(run, once) : await writeOrKeep(run);
}
