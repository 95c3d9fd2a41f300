import type { IDataObject } from 'n8n-workflow';

import { limitOf } from '../../fields/limitFields';
import { Listed, type OperationResult } from '../../items/operation';
import { listRecords } from '../../platformApi/readPages';
import { contactIdOf } from '../contactField';
import type { PlatformCall } from '../platformOperation';
import { addRemarks } from '../addRemarks';
import { checkValues, resolveCustomFields } from './checkRow';
import { locationOf, readRow, zoneOfDays } from './readRow';
import { type ResourceRow, type RowRun, valuesToSend } from './row';
import { completeRecords, recordIn, toItem } from './rowItems';
import { compareItem, differsText } from './rowRemarks';
import { sendRow } from './sendRow';
import { writeRow } from './writeRow';

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
	const body = await call.client.readOnce(keyOf(run), async () => await sendRow(run));
	const [record] = await completeRecords(run, [recordIn(row, body)]);
	const comparison = compareItem(run, { ...values, locationId }, record);
	return addRemarks(call, toItem(run, record), [differsText(run, comparison)]);
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
	return await writeRow(run);
}
