import { confirmsWrite } from '../../http/body';
import { requestOf } from '../../platformApi/endpoint';
import { idNameOf, type RowRun, valuesToSend } from './row';
import { idIn, recordIn } from './rowItems';

/** Sends the request of a record. @returns the body */
export async function sendRow(run: RowRun): Promise<unknown> {
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
