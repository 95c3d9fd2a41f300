import { type IDataObject, type INodeProperties, NodeOperationError } from 'n8n-workflow';

import { locationField } from '../../fields/accountFields';
import { utcIn } from '../../fields/kinds';
import { entriesOf } from '../../fields/lists';
import {
	collectionField,
	type Field,
	type FieldOf,
	fieldOf,
	KIND,
	limitFields,
	limitOf,
	OPTIONS,
	type Refuse,
} from '../../fields/parameters';
import { FILTERS, timeZoneField } from '../../fields/when';
import { confirmsWrite, fieldsOf, isDeleted, readOptionalObject, readText } from '../../http/body';
import { Listed } from '../../items/operation';
import { writeOnce } from '../../n8n/ledger';
import type { PlatformClient } from '../../platformApi/client';
import type { Right } from '../../platformApi/dialect';
import { type Endpoint, listRecords, requestOf } from '../../platformApi/endpoint';
import { notFound } from '../../platformApi/notFound';
import { CHOICES, type Choice, choicesOf } from '../../platformApi/pickLists';
import { contactIdOf } from '../appointment/appointmentFields';
import {
	operation,
	type PlatformCall,
	type PlatformOperation,
	type PlatformResource,
} from '../platformOperation';
import { unlikeText, withRemarks } from '../remarks';
import { picked, simplify, simplifyField } from '../simplify';

/** A field without a kind is a time, which is read in 'Time Zone'. */
type RowField = INodeProperties & Partial<FieldOf<unknown>>;

/** An operation as data. */
export interface Row
	extends Endpoint,
		Pick<PlatformOperation, 'action' | 'description' | 'hint' | 'name'> {
	/** Each is sent under its name. */
	fields: RowField[];
	/** Optional ones, in a collection. */
	more?: RowField[];
	/** Optional ones, in 'Options'. */
	options?: RowField[];
	/** True where records keep their `id`, as those that the contract has. */
	keepsId?: boolean;
	/** True where the same again in an execution returns the first result. */
	isOnce?: boolean;
	/** What is sent, where that is not the fields as they are. @throws what `refuse` makes */
	shape?: (values: IDataObject, refuse: Refuse) => IDataObject;
	/** Looks on the platform for what would make the call useless. @throws what `refuse` makes */
	check?: (client: PlatformClient, values: IDataObject, refuse: Refuse) => Promise<void>;
	/** What the record should then have, where that is not what was sent. */
	expects?: (values: IDataObject, record: IDataObject) => IDataObject;
	/** Reads a list in its own way. */
	load?: typeof listRecords;
	/** The record's name in a response, and of its ID in the output: a `task` has a `taskId`. */
	record?: string;
	/** The fields that 'Simplify' keeps first, where there is one. */
	first?: string[];
	/** Says that a list is empty, as a sentence. */
	nothing?: string;
}

const FIELDS: Field = { displayName: 'Fields', name: 'fields' };

/** The values of an item by the names of the fields, without empty ones. @throws NodeOperationError that names a field */
function entered(
	{ read, readOrAll, required, zone }: PlatformCall,
	isList: boolean,
	fields: RowField[],
	within?: Field,
): IDataObject {
	// Without its filters, a list would have everybody's records.
	const optional = isList ? readOrAll : read;
	const entries = fields.map((field): [string, unknown] => {
		const readOne = field.required && !field.displayOptions ? required : optional;
		return [field.name, readOne(fieldOf(field[KIND] ?? utcIn(zone), field), within)];
	});
	// An empty list, such as of tags, would empty what the record has.
	const isFilled = (value: unknown) => value !== undefined && [value].flat().length > 0;
	return Object.fromEntries(entries.filter(([, value]) => isFilled(value))) as IDataObject;
}

/** More would hide what the message says. */
const MAX_NAMED = 20;

/** @throws NodeOperationError for a value that is not in the location's list, where that can be read; it names those that are */
async function refuseUnknown(
	client: PlatformClient,
	{ name, displayName }: Field,
	{ [name]: value, pipelineId }: IDataObject,
	locationId: string,
): Promise<void> {
	if (!(name in CHOICES) || typeof value !== 'string') return;
	const choices = entriesOf(
		await choicesOf(client, name as Choice, locationId, pipelineId).catch(() => []),
	);
	if (choices.length === 0 || choices.some((choice) => choice.value === value)) return;
	const named = choices.slice(0, MAX_NAMED).map((choice) => choice.name);
	throw new NodeOperationError(client.node, `'${displayName}' is not in its list: '${value}'`, {
		description: `Nothing was changed. Use the ID of one of these: ${named.join(', ')}.`,
	});
}

const without = (record: IDataObject, ...names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** The operation that a row describes. */
function operationOf(row: Row): PlatformOperation {
	const { fields, more = [], options = [], record = '', endpoint, list, first, keepsId } = row;
	const isList = list !== undefined;
	const isRead = isList || endpoint.startsWith('GET');
	const within = isRead ? FILTERS : FIELDS;
	const idName = `${record}Id`;
	const all = [...fields, ...more, ...options, locationField];
	const [, missing] = /^[^?]*\{((?!location|workflow)\w+)Id\}/.exec(endpoint) ?? [];

	const recordIn = (body: unknown) =>
		without(readOptionalObject(body, record), 'traceId', 'succeded', 'succeeded');
	const idIn = (found: IDataObject) => readText(found, 'id', '_id', idName);

	return operation({
		...row,
		isRead,
		properties: [
			...fields,
			...(isList ? limitFields : []),
			...(more.length > 0 ? [collectionField(within, 'Add field', [...more])] : []),
		],
		options: [
			...options,
			...(all.some((field) => !(KIND in field)) ? [timeZoneField] : []),
			...(first ? [simplifyField] : []),
		],
		async execute(call) {
			const { client, isSimple, isTool, refuse } = call;
			if (row.right) await client.requires(row.right);
			const isShort = first !== undefined && isSimple;
			const max = limitOf(call);
			const given = {
				...entered(call, isList, fields),
				...entered(call, isList, more, within),
				...entered(call, isList, options, OPTIONS),
			};
			const values = row.shape?.(given, refuse) ?? given;
			if (endpoint.startsWith('PUT') && !requestOf(row, values).body)
				throw refuse('There is nothing to change', `Add a field in '${within.displayName}'.`);
			const isPlaced = endpoint.includes('{locationId}');
			// What is written is compared with the lists of the location.
			const locationId =
				isPlaced || !isRead
					? await call.locationId()
					: (await client.account.credential()).locationId;
			if ('contactId' in values) values.contactId = await contactIdOf(call);
			for (const field of isRead ? [] : all)
				await refuseUnknown(client, field, values, String(locationId));
			await row.check?.(client, values, refuse);
			const sent = isPlaced ? { ...values, locationId } : values;

			/** With its IDs under the names that other operations take them from. */
			const toItem = (found: IDataObject, created?: boolean): IDataObject => {
				if (keepsId) return isShort ? simplify(found, ...first) : found;
				const said = {
					...values,
					...found,
					created,
					[idName]: idIn(found),
					deleted: isDeleted(found) || undefined,
				};
				const ids = picked(said, ['created', 'contactId', idName, 'deleted']);
				const named = { ...ids, ...found, ...ids };
				if (!isShort) return named;
				return simplify({ ...named, id: undefined, _id: undefined }, ...Object.keys(ids), ...first);
			};
			const key = JSON.stringify([endpoint, sent, max]);
			if (isList) {
				const { records, hidden } = await client.readOnce(
					key,
					async () => await (row.load ?? listRecords)(client, row, sent, max),
				);
				return new Listed(
					records.map((found) => toItem(found)),
					row.nothing ?? '',
					hidden,
				);
			}
			// What is read or created has an ID.
			const isNamed = (body: unknown) => confirmsWrite(body) && idIn(recordIn(body)) !== undefined;
			const { body: filled, ...request } = requestOf(row, sent);
			const send = async () =>
				await client.request({
					...request,
					// Where its fields are optional, an endpoint takes an empty body.
					body: filled ?? (isRead || more.length === 0 ? undefined : {}),
					accepts: !isRead && idName in values ? undefined : isNamed,
					statuses: missing ? notFound(missing, String(values[`${missing}Id`])) : row.statuses,
				});
			const change = async () => {
				const body = await (isRead ? client.readOnce(key, send) : send());
				const found = recordIn(body);
				const deleted = row.name === 'Delete' ? { deleted: true } : undefined;
				const expected = { ...(row.expects?.(values, found) ?? values), ...deleted };
				if (!isRead && Object.keys(found).length === 0)
					return deleted ?? { success: true, ...expected };
				const asked = isRead ? {} : without(expected, 'customFields');
				const isNew = fieldsOf(body).new as boolean | undefined;
				const labels = Object.fromEntries(all.map((field) => [field.name, field.displayName]));
				const unlike = unlikeText(
					{ ...expected, locationId },
					{ ...found, [idName]: idIn(found) },
					labels,
				);
				return withRemarks(call, toItem({ ...asked, ...found }, isNew), [
					isNew === false &&
						isTool &&
						`This ${record} existed already, and what was sent has replaced what it had: ${Object.keys(expected).join(', ')}.`,
					unlike && `${unlike} Check whether it is the right ${record}.`,
				]);
			};
			return await (row.isOnce ? writeOnce(call, { purpose: values }, change) : change());
		},
	});
}

/** What the rows of a resource have in common. */
interface Common extends Pick<Row, 'first' | 'keepsId'> {
	toRead?: Right;
	toWrite?: Right;
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
		operations[key] = operationOf({
			record: name.toLowerCase(),
			right: row.endpoint.startsWith('GET') ? toRead : toWrite,
			...common,
			...row,
		});
	}
	return { name, operations };
}
