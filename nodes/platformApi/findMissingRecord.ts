/**
 * Where the platform refuses a request without naming the record that is missing, the records that the request names are
 * read one by one: a text decides nothing that a read can decide.
 */

import { NodeApiError } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import { tryOr } from '../utils/tryOr';
import type { Dialect, Right } from './dialect';
import type { NamedRecord, ReadRecords } from './missingRecord';

/** A request for each record, one after the other. More are not worth what they tell. */
const MAX_READS = 4;

/** How a kind of record is read by its ID. */
interface RecordRead {
	folder: string;
	right: Right;
}

/** By the names of `missingRecord.ts`. Of the others, the platform has lists, which rows look at before they write. */
const READS: Partial<Record<string, RecordRead>> = {
	appointment: { folder: '/calendars/events/appointments', right: 'readAppointments' },
	calendar: { folder: '/calendars', right: 'readCalendars' },
	contact: { folder: '/contacts', right: 'readContacts' },
	opportunity: { folder: '/opportunities', right: 'readOpportunities' },
	user: { folder: '/users', right: 'readUsers' },
};

/** Asks the platform for what is at a path. */
type Get = (path: string, right: Right) => Promise<unknown>;

/** True where the record is there, false where it is not, undefined where nobody can tell. */
async function isThere(
	get: Get,
	{ name }: NamedRecord,
	path: string,
	right: Right,
): Promise<boolean | undefined> {
	try {
		await get(path, right);
		return true;
	} catch (error) {
		const isMissing = error instanceof NodeApiError && error.context.missingRecord === name;
		return isMissing ? false : undefined;
	}
}

/** @param readPath of the request where it was a read itself: to repeat it would tell nothing */
export async function readRecords(
	get: Get,
	{ scopes }: Dialect,
	records: NamedRecord[],
	readPath?: string,
): Promise<ReadRecords> {
	const there: NamedRecord[] = [];
	const unknown: NamedRecord[] = [];
	let reads = 0;
	for (const record of records) {
		const read = READS[record.name];
		const id = tryOr(() => pathSegment(record.id ?? ''), undefined);
		const path = `${read?.folder}/${id}`;
		const canBeRead = read && id !== undefined && scopes[read.right] !== undefined;
		if (!canBeRead || path === readPath || reads === MAX_READS) {
			unknown.push(record);
			continue;
		}
		reads++;
		const isRecordThere = await isThere(get, record, path, read.right);
		if (isRecordThere === false) return { missing: record, there, unknown };
		if (isRecordThere) there.push(record);
		else unknown.push(record);
	}
	return { there, unknown };
}
