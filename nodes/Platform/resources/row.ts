import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';

import { locationOf } from '../../fields/accountFields';
import { instantIn } from '../../fields/kinds';
import { entriesOf } from '../../fields/lists';
import {
	collectionField,
	type Field,
	fieldOf,
	type FieldOf,
	fieldsAt,
	KIND,
	limitFields,
	limitOf,
	type Refuse,
} from '../../fields/parameters';
import { FILTERS, timeZoneField, timeZoneOf } from '../../fields/when';
import { readId, readObject, readOptionalObject } from '../../http/body';
import { Listed } from '../../items/operation';
import { once } from '../../n8n/ledger';
import { CHOICES, type Choice, choicesOf } from '../../platformApi/pickLists';
import type { PlatformClient } from '../../platformApi/client';
import { accountKeyOf } from '../../platformApi/credential';
import type { Right } from '../../platformApi/dialect';
import { differencesOf } from '../../platformApi/contacts';
import { type Endpoint, listRecords, requestOf } from '../../platformApi/endpoint';
import { notFound } from '../../platformApi/notFound';
import { formatUtc } from '../../time/times';
import { contactIdOf } from '../appointment/appointmentFields';
import { operation, type PlatformOperation, type PlatformResource } from '../platformOperation';
import { withRemarks } from '../remarks';
import { isSimplified, simplify, simplifyField } from '../simplify';

/** A field without a kind is a time, which is read in 'Time Zone'. */
type RowField = INodeProperties & Partial<FieldOf<unknown>>;

/** An operation as data, of HighLevel only. */
export interface Row
	extends Endpoint,
		Pick<PlatformOperation, 'action' | 'askForLess' | 'description' | 'hint' | 'name'> {
	/** Each is sent under its name. */
	fields: RowField[];
	/** Optional ones, in a collection. */
	more?: RowField[];
	/** True where the location's ID goes into the body. */
	withLocation?: boolean;
	/** True where the same again in an execution returns the first result. */
	isOnce?: boolean;
	/** What is sent, where that is not the fields as they are. @throws what `refuse` makes */
	shape?: (values: IDataObject, refuse: Refuse) => IDataObject;
	/** Looks on the platform for what would make the call useless. @throws what `refuse` makes */
	check?: (client: PlatformClient, values: IDataObject, refuse: Refuse) => Promise<void>;
	/** The record's name in a response, and of its ID in the output: a `task` has a `taskId`. */
	record?: string;
	/** The fields that 'Simplify' keeps first, where there is one. */
	first?: string[];
	/** Says that a list is empty, as a sentence. */
	nothing?: string;
}

const FIELDS: Field = { displayName: 'Fields', name: 'fields' };

/** More would hide what the message says. */
const MAX_NAMED = 20;

/** @throws NodeOperationError for a value that is not in the location's list, where that can be read; it names those that are */
async function refuseUnknown(
	client: PlatformClient,
	{ name, displayName }: Field,
	values: IDataObject,
	locationId: string,
): Promise<void> {
	const value = values[name];
	if (!(name in CHOICES) || typeof value !== 'string') return;
	const load = async () => await choicesOf(client, name as Choice, locationId, values.pipelineId);
	const unread = async () => await load().catch(() => []);
	const choices = entriesOf(await client.once(`${name} ${values.pipelineId}`, unread));
	if (choices.length === 0 || choices.some((choice) => choice.value === value)) return;
	const named = choices.slice(0, MAX_NAMED).map((choice) => choice.name);
	throw new NodeOperationError(client.node, `'${displayName}' is not in its list: '${value}'`, {
		description: `Nothing was changed. Use the ID of one of these: ${named.join(', ')}.`,
	});
}

const without = (record: IDataObject, ...names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** A record with its IDs under the names that other operations take them from. @param first the fields that 'Simplify' keeps first */
export const itemOf = (found: IDataObject, ids: IDataObject, first?: string[]): IDataObject =>
	first
		? simplify({ ...ids, ...without(found, 'id', '_id') }, ...Object.keys(ids), ...first)
		: { ...ids, ...found };

/** The operation that a row describes. */
function operationOf({
	fields,
	more = [],
	withLocation,
	isOnce,
	shape = (values) => values,
	check,
	record = '',
	first,
	nothing = '',
	...rest
}: Row): PlatformOperation {
	const { endpoint, right, list, howToCheck, ...texts } = rest;
	const [isRead, isDeletion] = [endpoint.startsWith('GET'), texts.name === 'Delete'];
	const within = isRead ? FILTERS : FIELDS;
	const isList = list !== undefined;
	const idName = `${record}Id`;
	const all = [...fields, ...more];
	const [, missing] = isRead || isDeletion ? (/^[^?]*\{(\w+)Id\}/.exec(endpoint) ?? []) : [];

	return operation({
		...texts,
		isRead,
		properties: [
			...fields,
			...(list ? limitFields : []),
			...(more.length > 0 ? [collectionField(within, 'Add field', [...more])] : []),
		],
		options: [
			...(all.some((field) => !(KIND in field)) ? [timeZoneField] : []),
			...(first ? [simplifyField] : []),
		],
		async execute(context, itemIndex, { api: client, memoize }) {
			await client.requires('readContacts');
			const { refuse } = fieldsAt(context, itemIndex);
			const kept = first && isSimplified(context, itemIndex) ? first : undefined;
			const max = limitOf(context, itemIndex);
			const values = shape(
				{
					...entered(context, itemIndex, fields, isList),
					...entered(context, itemIndex, more, isList, within),
				},
				refuse,
			);
			const isChange = ([name, value]: [string, unknown]) =>
				value !== undefined && !endpoint.includes(`{${name}}`);
			if (endpoint.startsWith('PUT') && !Object.entries(values).some(isChange))
				throw refuse('There is nothing to change', `Add a field in '${within.displayName}'.`);
			const locationId = await locationOf(context, client, itemIndex);
			if (withLocation ?? endpoint.includes('{locationId}')) values.locationId = locationId;
			if (values.contactId !== undefined)
				values.contactId = await contactIdOf(context, client, itemIndex);
			for (const field of isRead ? [] : all) await refuseUnknown(client, field, values, locationId);
			await check?.(client, values, refuse);

			const toItem = (found: IDataObject) => {
				const contactId = found.contactId ?? values.contactId;
				const id = readId(found) ?? found[idName] ?? values[idName];
				return itemOf(found, { contactId, [idName]: id }, kept);
			};
			const statuses = missing ? notFound(missing, String(values[`${missing}Id`])) : undefined;
			const target = { endpoint, right, howToCheck, statuses };
			const key = JSON.stringify([endpoint, values, max]);
			if (list) {
				const load = async () => await listRecords(client, { ...target, list }, values, max);
				const { records, hidden } = await memoize(key, load);
				return new Listed(records.map(toItem), nothing, hidden);
			}
			const send = async () => await client.request(requestOf(target, values));
			if (isRead) return toItem(readObject(await memoize(key, send), record));
			const write = async () => {
				const body = readOptionalObject(await send(), record);
				const found = without(body, 'traceId', 'succeded', 'succeeded');
				if (isDeletion) return { deleted: true };
				if (Object.keys(found).length === 0) return { success: true, ...values };
				// Of tags, a response may have others.
				const differences = differencesOf({ ...values, tags: undefined }, found);
				const remark = `The platform has other values than were sent: ${differences.join('; ')}.`;
				const remarks = differences.length > 0 ? [remark] : [];
				return withRemarks(context, itemIndex, toItem(found), remarks);
			};
			if (!isOnce) return await write();
			const account = accountKeyOf(await client.account.credential());
			return await once(context, { account, purpose: values, itemIndex }, write);
		},
	});
}

/** The values of an item by the names of the fields. @throws NodeOperationError that names a field */
function entered(
	context: IExecuteFunctions,
	itemIndex: number,
	fields: RowField[],
	isList: boolean,
	within?: Field,
): IDataObject {
	const { read, readOrAll, required } = fieldsAt(context, itemIndex);
	const zone = timeZoneOf(context, itemIndex);
	// Without its filters, a list would have everybody's records.
	const optional = isList ? readOrAll : read;
	const entries = fields.map((field) => {
		const known = fieldOf<unknown>(field[KIND] ?? instantIn(zone), field);
		const value =
			field.required && !field.displayOptions ? required(known, within) : optional(known, within);
		const isTime = !(KIND in field) && typeof value === 'number';
		return [field.name, isTime ? formatUtc(value) : value];
	});
	return Object.fromEntries(entries) as IDataObject;
}

/** What the rows of a resource have in common. */
interface Common extends Pick<Row, 'first' | 'record'> {
	toRead?: Right;
	toWrite?: Right;
}

/** Operations from rows, by their names in workflows. */
export function operationsOf(
	{ toRead, toWrite, ...common }: Common,
	rows: Record<string, Row>,
): PlatformResource['operations'] {
	const operations = Object.entries(rows).map(([name, row]) => {
		const right = row.endpoint.startsWith('GET') ? toRead : toWrite;
		return [name, operationOf({ ...common, right, ...row })];
	});
	return Object.fromEntries(operations) as PlatformResource['operations'];
}
