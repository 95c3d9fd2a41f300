import { type IDataObject, type INodeProperties, NodeOperationError } from 'n8n-workflow';

import { locationField } from '../../fields/accountFields';
import { type Kind, utcIn } from '../../fields/kinds';
import { entriesOf, nameWithId } from '../../fields/lists';
import {
	collectionField,
	type Field,
	fieldOf,
	type FieldOf,
	KIND,
	KIND_IN_ZONE,
	limitFields,
	limitOf,
	OPTIONS,
	type Refuse,
	type ZonedField,
} from '../../fields/parameters';
import { FILTERS, timeZoneField, usableZone } from '../../fields/when';
import {
	confirmsWrite,
	fieldsOf,
	isDeleted,
	isRecord,
	readOptionalObject,
	readText,
} from '../../http/body';
import { Listed, type OperationResult } from '../../items/operation';
import { writeOnce } from '../../n8n/ledger';
import type { PlatformClient } from '../../platformApi/client';
import type { Right } from '../../platformApi/dialect';
import { type Endpoint, listRecords, namesInPath, requestOf } from '../../platformApi/endpoint';
import { locationZone } from '../../platformApi/locations';
import { CHOICES, type Choice, choicesOf } from '../../platformApi/pickLists';
import { isInstantOfDay } from '../../time/times';
import { contactIdOf } from '../appointment/appointmentFields';
import {
	type CustomFieldList,
	customFieldsToSend,
	FIELDS_BY_NAME,
	withDaysAsDates,
	withFieldsByKey,
} from '../customFields';
import {
	operation,
	type PlatformCall,
	type PlatformOperation,
	type PlatformResource,
} from '../platformOperation';
import {
	type Comparison,
	compareWithRecord,
	differenceText,
	isKeptAs,
	withRemarks,
} from '../remarks';
import { simplify, simplifyField } from '../simplify';

/** A field with the kind of its value; that of a time is added when it is read, since it depends on 'Time Zone'. */
type RowField = INodeProperties & Partial<FieldOf<unknown> & ZonedField<unknown>>;

/** How the ledger knows a write again. */
interface OnceOnly {
	/** What the result says of itself where a language model repeats its call. */
	repeatedAs: 'alreadyCreated' | 'alreadySent';
	/** The contact's list in which the record is looked for after a lost response. Without it, the outcome stays unknown. */
	lookIn?: Endpoint;
	/** The fields by which it is known again there. */
	knownBy?: string[];
}

/** An operation as data. */
export interface Row extends Endpoint {
	/** Its name in the list 'Operation'. */
	name: string;
	/** Its name in n8n's list of actions, where that is not the name with that of the resource. */
	action?: string;
	/** Where one form of the API alone has the right, the description is made to say so. */
	description: string;
	/** Tells language models that build workflows when to use it. */
	hint: string;

	/** Each is sent under its name. */
	fields: RowField[];
	/** Optional ones, in 'Fields'; in 'Filters' where it reads. */
	more?: RowField[];
	/** Optional ones below 'Fields'. */
	below?: RowField[];
	/** Optional ones, in 'Options'. */
	options?: RowField[];
	/** Entries of 'Options' that the row's functions read; they are not sent. */
	settings?: RowField[];

	/** True for a POST that changes nothing, such as a search. A GET changes nothing in any case. */
	isRead?: boolean;
	/** True where it only changes what is filled in: at least one optional field must be. */
	updates?: boolean;
	/** True where the record is gone afterwards. */
	deletes?: boolean;
	/** True where `{}` is sent while no field is filled in. */
	sendsEmptyBody?: boolean;
	/** Where neither a retry nor a language model that repeats its call may write it again. */
	once?: OnceOnly;

	/** The record that a response holds: a `task` stands under `task`, and its ID is put out as `taskId`. */
	record?: string;
	/** True where records keep their `id`, as those that the contract has. */
	keepsId?: boolean;
	/** The fields that 'Simplify' keeps first, where there is one. */
	first?: string[];
	/** Lists that a simplified record has in any case, empty where the platform sends none. */
	lists?: string[];
	/** Says that a list is empty, as a sentence. */
	nothing?: string;

	/** Makes what is sent of the values of the fields. @throws what `refuse` makes */
	shape?: (values: IDataObject, refuse: Refuse) => IDataObject;
	/** Looks on the platform for what would make the call useless. @throws what `refuse` makes */
	check?: (values: IDataObject, call: PlatformCall) => Promise<void>;
	/** Finds a record that is put out in place of writing. @throws what `refuse` makes */
	keep?: (values: IDataObject, call: PlatformCall) => Promise<IDataObject | undefined>;
	/** Whose custom fields the record has: they can be written by key or label, and are put out by key, too. */
	customFields?: CustomFieldList;
	/** Reads a list in its own way. */
	load?: (
		client: PlatformClient,
		row: Endpoint,
		values: IDataObject,
		max: number | undefined,
		call: PlatformCall,
	) => ReturnType<typeof listRecords>;
	/** Adds to the records of a list what other lists say of them. */
	complete?: (
		records: IDataObject[],
		call: PlatformCall,
		locationId: string,
	) => Promise<IDataObject[]>;
	/** What the record should then have, where that is not what was sent. */
	expects?: (values: IDataObject, record: IDataObject) => IDataObject;
}

/** What the rows of a resource have in common. */
interface Common extends Pick<Row, 'customFields' | 'first' | 'keepsId' | 'lists'> {
	toRead?: Right;
	toWrite?: Right;
}

/** A row with what its resource adds. */
interface ResourceRow extends Row {
	record: string;
	isRead: boolean;
}

/** One item's way through a row. */
interface RowRun {
	row: ResourceRow;
	call: PlatformCall;
	/** The values of the fields, without empty ones, as they are sent. */
	values: IDataObject;
	/** The location that is read or written; undefined where nobody needs it and the credential does not know it. */
	locationId?: string;
}

const FIELDS: Field = { displayName: 'Fields', name: 'fields' };

const NOTHING_FOUND =
	"Where nothing is found, no item is put out: to go on all the same, turn on 'Always Output Data' in the settings";

/** More would hide what the message says. */
const MAX_NAMED = 20;

/** `blockedTime` as a person says it. */
const inWords = (record: string): string =>
	record.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const idNameOf = ({ record }: ResourceRow): string => `${record}Id`;

const fieldsIn = ({ fields, more = [], below = [], options = [] }: Row): RowField[] => [
	...fields,
	...more,
	...below,
	...options,
];

const isDay = ({ typeOptions }: RowField): boolean => typeOptions?.dateOnly === true;

const isTimeInZone = (field: RowField): boolean =>
	field.type === 'dateTime' && !(KIND in field) && !isDay(field);

function without(record: IDataObject, ...names: string[]): IDataObject {
	const entries = Object.entries(record).filter(([name]) => !names.includes(name));
	return Object.fromEntries(entries);
}

/** An empty list, such as of tags, would empty what the record has. */
function isFilled(value: unknown): boolean {
	return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

/** The values of some fields of an item by their names, without empty ones. @throws NodeOperationError that names a field */
function readValues(
	row: ResourceRow,
	{ read, readOrAll, required, zone }: PlatformCall,
	fields: RowField[],
	within?: Field,
): IDataObject {
	const values: IDataObject = {};
	for (const field of fields) {
		const kind: Kind<unknown> = field[KIND] ?? field[KIND_IN_ZONE]?.(zone) ?? utcIn(zone);
		const readable = fieldOf(kind, field);
		// A field that is shown for some choices only is required by `shape`.
		const isRequired = field.required && !field.displayOptions;
		let value: unknown;
		if (isRequired) value = required(readable, within);
		// Without its filters, a list would have everybody's records.
		else if (row.list) value = readOrAll(readable, within);
		else value = read(readable, within);
		if (isFilled(value)) values[field.name] = value as IDataObject[string];
	}
	return values;
}

/** The zone in which an instant is a day. The platform is asked for it only where one was entered in a field for a day. */
async function zoneOfDays(row: Row, call: PlatformCall): Promise<string> {
	const collection = row.isRead ? FILTERS : FIELDS;
	const entered = [
		...row.fields.filter(isDay).map((field) => call.entered(field)),
		...(row.more ?? []).filter(isDay).map((field) => call.entered(field, collection)),
	];
	return entered.some(isInstantOfDay)
		? usableZone(call, await locationZone(call.client))
		: call.zone;
}

/** What is sent for an item. @throws NodeOperationError that names a field; nothing has been sent */
function readRow(row: ResourceRow, call: PlatformCall): IDataObject {
	const { fields, more = [], below = [], options = [] } = row;
	const collection = row.isRead ? FILTERS : FIELDS;
	const entered = {
		...readValues(row, call, fields),
		...readValues(row, call, more, collection),
		...readValues(row, call, below),
		...readValues(row, call, options, OPTIONS),
	};
	const values = row.shape ? row.shape(entered, call.refuse) : entered;
	if (row.updates && !requestOf(row, values).body)
		throw call.refuse('There is nothing to change', `Add a field in '${FIELDS.displayName}'.`);
	return values;
}

/** The location of an item, where the row needs it: as a part of the request, or to compare values with its lists. */
async function locationOf(row: ResourceRow, call: PlatformCall): Promise<string | undefined> {
	if (row.locationIn || !row.isRead) return await call.locationId();
	return (await call.client.account.credential()).locationId;
}

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

/** Asks the platform for what would make the request useless. @throws NodeOperationError; nothing has been written */
async function checkValues({ row, call, values, locationId = '' }: RowRun): Promise<void> {
	if (!row.isRead) {
		for (const field of fieldsIn(row))
			await refuseUnknownChoice(call.client, field, values, locationId);
	}
	await row.check?.(values, call);
}

/** Puts the custom fields that are named by key or label under their IDs. @throws NodeOperationError for a name of none */
async function resolveCustomFields({ row, call, values, locationId = '' }: RowRun): Promise<void> {
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

/** Adds the values of custom fields by their keys. */
async function completeRecords(
	{ row, call, locationId }: RowRun,
	records: IDataObject[],
): Promise<IDataObject[]> {
	const completed = row.complete ? await row.complete(records, call, locationId ?? '') : records;
	if (!row.customFields) return completed;
	return await withFieldsByKey(call.client, row.customFields, locationId, completed);
}

const valuesToSend = ({ row, values, locationId }: RowRun): IDataObject =>
	row.locationIn ? { ...values, locationId } : values;

/** The ID of a record in a response. */
const idIn = (row: ResourceRow, found: IDataObject): string | undefined =>
	readText(found, 'id', '_id', idNameOf(row));

const recordIn = (row: ResourceRow, body: unknown): IDataObject =>
	without(readOptionalObject(body, row.record), 'traceId', 'succeded', 'succeeded');

/** A record as it is put out, with its IDs under the names that other operations take them from. */
function toItem({ row, call, values }: RowRun, found: IDataObject, created?: boolean): IDataObject {
	const { first, keepsId, lists = [] } = row;
	const isSimple = first !== undefined && call.isSimple;
	if (keepsId) return isSimple ? simplify(found, ...first) : found;
	const idName = idNameOf(row);
	const id = idIn(row, found);
	const ids: IDataObject = {
		created,
		contactId: found.contactId ?? values.contactId,
		[idName]: id ?? values[idName],
		deleted: isDeleted(found) || undefined,
	};
	for (const [name, value] of Object.entries(ids)) if (value === undefined) delete ids[name];
	if (!isSimple) return { ...ids, ...found, ...ids };
	const record: IDataObject = { ...ids, id, ...found, ...ids };
	for (const name of lists) record[name] ??= [];
	// What was written is shown, also beyond the fields used most.
	const written = row.isRead ? [] : Object.keys(values);
	const item = simplify(record, ...Object.keys(ids), 'id', ...first, ...written);
	for (const name of ['customFields', 'customFieldsByKey'])
		if (found[name] !== undefined) item[name] = found[name];
	return item;
}

/** Sends the request of a record. @returns the body */
async function sendRequest(run: RowRun): Promise<unknown> {
	const { row, call, values } = run;
	const { body, ...request } = requestOf(row, valuesToSend(run));
	// What is read or created has an ID; what is changed may be answered without its record.
	const isNamed = (received: unknown) =>
		confirmsWrite(received) && idIn(row, recordIn(row, received)) !== undefined;
	const namesRecord = row.isRead || !(idNameOf(row) in values);
	return await call.client.request({
		...request,
		body: body ?? (row.sendsEmptyBody ? {} : undefined),
		accepts: namesRecord ? isNamed : undefined,
		statuses: row.statuses,
	});
}

/** The same request again, in the items of a run. */
const keyOf = (run: RowRun, ...more: unknown[]): string =>
	JSON.stringify([run.row.method, run.row.path, valuesToSend(run), ...more]);

/** Tells a person why no item came, of which item, and how to go on all the same. */
function tellNothingFound({ context, isTool, itemIndex }: PlatformCall, nothing: string): void {
	if (isTool) return;
	const ofItem = context.getInputData().length > 1 ? ` [Item ${itemIndex}]` : '';
	const message = `${nothing} To go on without one, turn on 'Always Output Data' in the settings of the node.${ofItem}`;
	context.addExecutionHints({ message: message.trim(), location: 'outputPane' });
}

async function listRow(run: RowRun): Promise<Listed> {
	const { row, call } = run;
	const { client } = call;
	const max = limitOf(call);
	const load = row.load ?? listRecords;
	const { records, hidden } = await client.readOnce(
		keyOf(run, max),
		async () => await load(client, row, valuesToSend(run), max, call),
	);
	const completed = await completeRecords(run, records);
	const items = completed.map((found) => toItem(run, found));
	if (items.length === 0) tellNothingFound(call, row.nothing ?? '');
	return new Listed(items, row.nothing ?? '', hidden);
}

async function readRecord(run: RowRun): Promise<IDataObject> {
	const { row, call, values, locationId } = run;
	const body = await call.client.readOnce(keyOf(run), async () => await sendRequest(run));
	const [found] = await completeRecords(run, [recordIn(row, body)]);
	const comparison = compareItem(run, { ...values, locationId }, found);
	return withRemarks(call, toItem(run, found), [adviceOn(run, comparison)]);
}

/** Puts out a record that existed as it is. @returns it, with what it has otherwise than what was to be written */
async function keepRecord(run: RowRun, kept: IDataObject): Promise<IDataObject> {
	const { row, call, values } = run;
	const [found] = await completeRecords(run, [kept]);
	const { otherwise, notShown } = compareItem(run, values, found);
	const texts = Object.values(otherwise);
	if (notShown.length > 0) texts.push(`it has no ${notShown.join(', ')}`);
	const differences =
		texts.length > 0 ? ` It differs from what was sent: ${texts.join('; ')}.` : '';
	const remark = `This ${row.record} existed already, and was kept as it is.${differences}`;
	return withRemarks(call, toItem(run, found, false), [remark]);
}

/** Sends the change of a record. @returns the record as the platform has it then; what was sent, where no record came */
async function writeRecord(run: RowRun): Promise<IDataObject> {
	const { row, call, values, locationId } = run;
	const body = await sendRequest(run);
	const [found] = await completeRecords(run, [recordIn(row, body)]);
	const expected: IDataObject = row.expects ? row.expects(values, found) : { ...values };
	if (row.deletes) expected.deleted = true;
	if (Object.keys(found).length === 0)
		return row.deletes ? { deleted: true } : { success: true, ...expected };
	const isNew = fieldsOf(body).new as boolean | undefined;
	const item = toItem(run, found, isNew);
	if (row.deletes) item.deleted ??= true;
	const comparison = compareItem(run, { ...expected, locationId }, found);
	return withRemarks(call, item, [
		isNew === false && call.isTool && replacedText(run, expected, comparison),
		adviceOn(run, comparison),
		notShownText(run, comparison),
	]);
}

/** A record that was created a little before the clock of n8n says so may still be the one that was written. */
const CLOCKS_DIFFER_BY_MS = 60_000;

/** The record that a write with a lost response has created, in the contact's list; undefined where it is not there. */
async function findWritten(
	run: RowRun,
	lookIn: Endpoint,
	knownBy: string[],
	since: number,
): Promise<IDataObject | undefined> {
	const { call, values, locationId } = run;
	const { contactId } = values;
	const { records } = await listRecords(call.client, lookIn, { contactId, locationId });
	const found = records.find((record) => {
		const created = Date.parse(String(record.dateAdded ?? record.createdAt));
		if (created < since - CLOCKS_DIFFER_BY_MS) return false;
		return knownBy.every((name) => isKeptAs(values[name], record[name]));
	});
	return found && toItem(run, found);
}

/** Writes a record once for each run and item; again only where the platform shows that an earlier request was lost. */
async function writeRecordOnce(
	run: RowRun,
	{ repeatedAs, lookIn, knownBy = [] }: OnceOnly,
): Promise<IDataObject> {
	const { row, call, values } = run;
	return await writeOnce<IDataObject>(
		call,
		{
			purpose: [row.method, row.path, values],
			isNewWishEachTime: true,
			find: lookIn && (async (since) => await findWritten(run, lookIn, knownBy, since)),
			markRepeated: (result) => ({ ...result, [repeatedAs]: true }),
		},
		async () => await writeRecord(run),
	);
}

function compareItem({ row }: RowRun, expected: IDataObject, found: IDataObject): Comparison {
	const labels: Record<string, string> = {};
	for (const { name, displayName } of [...fieldsIn(row), locationField]) labels[name] = displayName;
	return compareWithRecord(expected, { ...found, [idNameOf(row)]: idIn(row, found) }, labels);
}

/** Tells a language model which values of a record that existed are those of the call now. */
function replacedText(
	{ row }: RowRun,
	expected: IDataObject,
	{ otherwise }: Comparison,
): string | undefined {
	const names = Object.keys(expected).filter((name) => !(name in otherwise));
	if (names.length === 0) return undefined;
	return `This ${row.record} existed already, and what was sent has replaced what it had: ${names.join(', ')}.`;
}

/** Says what the record has otherwise. */
function adviceOn({ row }: RowRun, comparison: Comparison): string | undefined {
	const text = differenceText(comparison);
	if (text === '') return undefined;
	const isOfCustomFields = Object.keys(comparison.otherwise).every((name) =>
		name.startsWith('Custom Field '),
	);
	return isOfCustomFields ? text : `${text} Check whether it is the right ${inWords(row.record)}.`;
}

/** Says which values the platform's record does not show after a write: it may have thrown them away. */
function notShownText({ row, values }: RowRun, { notShown }: Comparison): string | undefined {
	const sentInPath = namesInPath(row.path);
	const labels: string[] = [];
	for (const { name, displayName } of fieldsIn(row))
		if (notShown.includes(displayName) && !sentInPath.includes(name)) labels.push(displayName);
	labels.push(...notShown.filter((label) => label.startsWith('Custom Field ')));
	if (labels.length === 0 || Object.keys(values).length === 0) return undefined;
	return `The platform's record does not show what was sent in ${labels.join(', ')}: it may not have been kept.`;
}

/** Takes an item through its row. */
async function runRow(row: ResourceRow, call: PlatformCall): Promise<OperationResult> {
	const zone = await zoneOfDays(row, call);
	const run: RowRun = { row, call, values: readRow(row, { ...call, zone }) };
	run.locationId = await locationOf(row, call);
	if ('contactId' in run.values) run.values.contactId = await contactIdOf(call);
	await checkValues(run);
	if (row.list) return await listRow(run);
	if (row.isRead) return await readRecord(run);
	await resolveCustomFields(run);
	const kept = await row.keep?.(run.values, call);
	if (kept) return await keepRecord(run, kept);
	return row.once ? await writeRecordOnce(run, row.once) : await writeRecord(run);
}

/** The operation that a row describes. */
function operationOf(row: ResourceRow): PlatformOperation {
	const { fields, more = [], below = [], options = [], settings = [], first } = row;
	const properties: INodeProperties[] = [...fields];
	if (row.list) {
		const [returnAll, limit] = limitFields;
		properties.push({ ...returnAll, hint: NOTHING_FOUND }, limit);
	}
	if (more.length > 0)
		properties.push(collectionField(row.isRead ? FILTERS : FIELDS, 'Add field', [...more]));
	properties.push(...below);
	const entries: INodeProperties[] = [...options, ...settings];
	if (fieldsIn(row).some(isTimeInZone)) entries.push(timeZoneField);
	if (first) entries.push(simplifyField);
	const { name, action, description, hint, right, isRead, method, path } = row;
	return operation({
		...{ name, action, description, hint, right, isRead, properties },
		endpoint: { method, path },
		options: entries,
		execute: async (call) => await runRow(row, call),
	});
}

/** A resource of rows, by their names in workflows; its records have its name. @param coded operations that are no rows, the first */
export function resourceOf(
	name: string,
	{ toRead, toWrite, ...common }: Common,
	rows: Record<string, Row>,
	coded: PlatformResource['operations'] = {},
): PlatformResource {
	const operations = { ...coded };
	for (const [key, row] of Object.entries(rows)) {
		const isRead = row.isRead ?? row.method === 'GET';
		const right = isRead ? toRead : toWrite;
		operations[key] = operationOf({
			...{ record: name.toLowerCase(), right },
			...common,
			...row,
			isRead,
		});
	}
	return { name, operations };
}
