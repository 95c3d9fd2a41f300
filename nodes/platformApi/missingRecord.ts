import type { IDataObject } from 'n8n-workflow';

import { fieldsOf } from '../http/body';
import type { Explanation } from '../http/explain';
import { tryOr } from '../utils/tryOr';
import { shorten } from '../utils/shorten';

/** A record of the platform that a request names, or that a refusal speaks of. */
export interface NamedRecord {
	/** Such as "contact". */
	name: string;
	/** Undefined where only the platform's words name it. */
	id?: string;
	isInPath: boolean;
}

/** What reading the records of a refused request has shown. */
export interface ReadRecords {
	missing?: NamedRecord;
	/** Those that a read found. */
	there: NamedRecord[];
	/** Those that may be missing: they could not be read. */
	unknown: NamedRecord[];
}

/** Reads the records that a request names. @param readPath of the request where it was a read itself: once more would tell nothing */
export type ReadNamedRecords = (records: NamedRecord[], readPath?: string) => Promise<ReadRecords>;

/** Words of refusals which mean that something is not there, with whatever status. */
const NOT_THERE = [
	/not found/i,
	/(does|do) ?(not|n['’]t) exist/i,
	/no longer exists?/i,
	/(could|can) ?not find/i,
	/\bno \w{1,40} found (by|for|with) (the )?id\b/i,
	/already (been )?(cancell?ed|deleted)/i,
	/(is|was|been) (merged|deleted|removed)/i,
];

/** Words about a path of the API, such as one that a newer version no longer has. They say nothing of a record. */
const OF_ENDPOINT = /\b(endpoint|route|API version)\b/i;

/** True for words which mean that a record is not there. */
export function saysNotThere(words: string): boolean {
	if (OF_ENDPOINT.test(words)) return false;
	return NOT_THERE.some((pattern) => pattern.test(words));
}

/** How the platform's words, paths and bodies name records. Where two begin at one place, the first counts. */
interface RecordKind {
	name: string;
	words: RegExp;
	/** What stands before its ID in a path. */
	folders: string[];
	/** The names of its ID in a query or a body. */
	fields: string[];
}

const RECORD_KINDS: RecordKind[] = [
	{ name: 'custom field', words: /\bcustom ?field/i, folders: ['customFields'], fields: [] },
	{
		name: 'blocked time',
		words: /\bblock(ed)? ?(slot|time)/i,
		folders: ['block-slots'],
		fields: ['blockedTimeId'],
	},
	{
		name: 'appointment',
		words: /\b(appointment|event|booking)/i,
		folders: ['appointments', 'events'],
		fields: ['appointmentId', 'eventId'],
	},
	{ name: 'calendar', words: /\bcalendar/i, folders: ['calendars'], fields: ['calendarId'] },
	{ name: 'contact', words: /\bcontact/i, folders: ['contacts'], fields: ['contactId'] },
	{
		name: 'user',
		words: /\b(user|assigned ?(to|user)|assignee|owner)/i,
		folders: ['users'],
		fields: ['assignedTo', 'assignedUserId', 'userId'],
	},
	{ name: 'workflow', words: /\bworkflow/i, folders: ['workflow'], fields: ['workflowId'] },
	{
		name: 'stage',
		words: /\b(pipeline ?)?stage/i,
		folders: [],
		fields: ['pipelineStageId', 'pipeline_stage_id'],
	},
	{
		name: 'pipeline',
		words: /\bpipeline/i,
		folders: ['pipelines'],
		fields: ['pipelineId', 'pipeline_id'],
	},
	{
		name: 'opportunity',
		words: /\bopportunit/i,
		folders: ['opportunities'],
		fields: ['opportunityId'],
	},
	{ name: 'lost reason', words: /\blost ?reason/i, folders: [], fields: ['lostReasonId'] },
	{ name: 'task', words: /\btask/i, folders: ['tasks'], fields: ['taskId'] },
	{ name: 'note', words: /\bnote/i, folders: ['notes'], fields: ['noteId'] },
	{
		name: 'conversation provider',
		words: /\bconversation ?provider/i,
		folders: [],
		fields: ['conversationProviderId'],
	},
	{
		name: 'conversation',
		words: /\bconversation/i,
		folders: ['conversations'],
		fields: ['conversationId'],
	},
	{
		name: 'message',
		words: /\bmessage/i,
		folders: ['messages'],
		fields: ['messageId', 'replyMessageId'],
	},
	{ name: 'tag', words: /\btag\b/i, folders: ['tags'], fields: [] },
	{ name: 'webhook', words: /\bwebhook/i, folders: ['customWebhooks'], fields: [] },
	{
		name: 'location',
		words: /\b(location|sub-?account)/i,
		folders: ['locations'],
		fields: ['locationId', 'location_id'],
	},
];

/** Parts of paths that stand where an ID may stand, and are none. */
const WORDS_OF_PATHS = new Set([
	'appointments',
	'block-slots',
	'blocked-slots',
	'bulk',
	'business',
	'campaigns',
	'catalog',
	'customFields',
	'customWebhooks',
	'email',
	'events',
	'export',
	'groups',
	'inbound',
	'lookup',
	'messages',
	'outbound',
	'pipelines',
	'search',
	'services',
	'tasks',
	'upload',
	'upsert',
	'workflow',
]);

const isId = (segment: string) => segment !== '' && !WORDS_OF_PATHS.has(segment);

const decode = (segment: string) => tryOr(() => decodeURIComponent(segment), segment);

/** The parts of a request that name records. */
export interface RecordNames {
	path: string;
	query?: IDataObject;
	body?: unknown;
}

/** Longer than any path of the platform. */
const MAX_PATH = 2_000;

function recordsInPath(path: string): NamedRecord[] {
	const records: NamedRecord[] = [];
	const segments = path.slice(0, MAX_PATH).split('/');
	for (const [index, folder] of segments.entries()) {
		const kind = RECORD_KINDS.find(({ folders }) => folders.includes(folder));
		const id = segments[index + 1] ?? '';
		if (kind && isId(id)) records.push({ name: kind.name, id: decode(id), isInPath: true });
	}
	return records;
}

/** The records in the fields of a query and a body. */
function recordsInFields(values: Record<string, unknown>): NamedRecord[] {
	const records: NamedRecord[] = [];
	for (const { name, fields } of RECORD_KINDS)
		for (const field of fields) {
			const id = values[field];
			if (typeof id === 'string' && id !== '') records.push({ name, id, isInPath: false });
		}
	return records;
}

function customFieldsIn({ customFields }: Record<string, unknown>): NamedRecord[] {
	const records: NamedRecord[] = [];
	if (!Array.isArray(customFields)) return records;
	for (const entry of customFields) {
		const { id } = fieldsOf(entry);
		if (typeof id === 'string') records.push({ name: 'custom field', id, isInPath: false });
	}
	return records;
}

/** The records that a request names by their IDs: those of its path first, the last of which it is about. */
export function recordsIn({ path, query, body }: RecordNames): NamedRecord[] {
	const records = recordsInPath(path);
	const values = { ...query, ...fieldsOf(body) };
	for (const record of recordsInFields(values)) {
		const isKnown = records.some(({ name, id }) => name === record.name && id === record.id);
		if (!isKnown) records.push(record);
	}
	return [...records, ...customFieldsIn(values)];
}

/** The kind of record that words name first; undefined where they name none. */
function kindNamedIn(words: string): RecordKind | undefined {
	let first: RecordKind | undefined;
	let firstIndex = Infinity;
	for (const kind of RECORD_KINDS) {
		const index = words.search(kind.words);
		if (index < 0 || index >= firstIndex) continue;
		first = kind;
		firstIndex = index;
	}
	return first;
}

/** True for a record that the platform's words may mean. HighLevel calls a blocked time an event, as it does an appointment. */
function mayBeCalled(name: string, kind: string): boolean {
	return name === kind || (kind === 'appointment' && name === 'blocked time');
}

/** Statuses with which records are reported missing. */
const MAY_BE_MISSING = [400, 401, 403, 404, 410, 422];

/** True for a status which says that there is nothing at the path of the request. */
export const isNotFound = (status: number) => status === 404 || status === 410;

/** The record whose ID the words quote. */
function recordQuoted(words: string, records: NamedRecord[]): NamedRecord | undefined {
	return records.find(({ id }) => id && words.includes(id));
}

/** The record that the words mean, which call one of a kind missing: that with the ID that they quote, else the only one of the kind. */
function recordOfKind(kind: string, words: string, records: NamedRecord[]): NamedRecord {
	const ofKind = records.filter(({ name }) => mayBeCalled(name, kind));
	const only = ofKind.length === 1 ? ofKind[0] : undefined;
	return recordQuoted(words, ofKind) ?? only ?? { name: kind, isInPath: false };
}

/** The only record in the path whose ID cannot be one: it is refused with other statuses, and in other words. */
function recordWithoutUsableId(records: NamedRecord[]): NamedRecord | undefined {
	const unusable = records.filter(({ id, isInPath }) => isInPath && id && !/^[\w-]+$/.test(id));
	return unusable.length === 1 ? unusable[0] : undefined;
}

/**
 * The record that is not there, as far as the refusal and the request show it: the one that the platform's words name,
 * else the only one that the request names, where that stands in its path. Of a record in a query or a body, a status says
 * nothing.
 */
export function missingRecord(
	status: number,
	words: string,
	records: NamedRecord[],
): NamedRecord | undefined {
	if (!MAY_BE_MISSING.includes(status) || OF_ENDPOINT.test(words)) return undefined;
	const saysMissing = saysNotThere(words);
	const kind = kindNamedIn(words);
	if (saysMissing && kind) return recordOfKind(kind.name, words, records);
	const named = records.filter(({ name }) => name !== 'location');
	const quoted = saysMissing ? recordQuoted(words, named) : undefined;
	if (quoted) return quoted;
	const [only, other] = named;
	const isOnlyOne = only?.isInPath && other === undefined;
	if ((saysMissing || isNotFound(status)) && isOnlyOne) return only;
	return status === 400 || status === 422 ? recordWithoutUsableId(named) : undefined;
}

/** An ID may be any text that somebody typed. */
const MAX_ID = 100;

/** The record is not there. */
export function recordNotFound({ name, id }: NamedRecord): Explanation {
	const label = name.charAt(0).toUpperCase() + name.slice(1);
	if (id === undefined)
		return {
			message: `The platform knows no such ${name} in the location of the credential`,
			whatToDo: `Check the ID of the ${name}: it may have been deleted, or belong to another location.`,
			forModel: `Use the ID of the ${name} as a tool or the person gave it. Never make one up.`,
		};
	return {
		message: `The ${name} '${shorten(id, MAX_ID)}' was not found in the location of the credential`,
		whatToDo: `Check '${label}': it may have been deleted. It has an ID of its own, not that of the location: without it, look it up.`,
		forModel: `Use the ID of the ${name} as a tool or the person gave it, not that of a location. Never make one up.`,
	};
}
