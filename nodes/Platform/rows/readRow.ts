import type { IDataObject } from 'n8n-workflow';

import type { Kind } from '../../fields/valueKinds';
import { utcIn } from '../../fields/timeKinds';
import { modelArgumentOf } from '../../fields/modelArguments';
import { type Field, fieldOf, KIND, KIND_IN_ZONE, OPTIONS } from '../../fields/parameters';
import { FILTERS } from '../../fields/slotFilters';
import { usableZone } from '../../fields/timeZoneField';
import { fieldsOf } from '../../http/body';
import { requestOf } from '../../platformApi/endpoint';
import { locationZone } from '../../platformApi/locations';
import { isInstantOfDay } from '../../time/times';
import type { PlatformCall } from '../platformOperation';
import { FIELDS, type ResourceRow, type RowField } from './row';

/* Reads the fields of an item. Nothing is asked of the platform, but for the time zone of a day. */

const isDay = ({ typeOptions }: RowField): boolean => typeOptions?.dateOnly === true;

/** True for a time whose kind follows from 'Time Zone'. */
export const isTimeInZone = (field: RowField): boolean =>
	field.type === 'dateTime' && !(KIND in field) && !isDay(field);

/** The collection in which a row's optional fields stand. */
export const collectionOf = (row: ResourceRow): Field => (row.isRead ? FILTERS : FIELDS);

/** An empty list, such as of tags, would empty what the record has. */
function isFilled(value: unknown): boolean {
	return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

/** True for a filter that a model may leave out. The fields at the top say whose records are listed: without them, a list would have everybody's. */
function mayBeLeftOut({ node }: PlatformCall, { name }: RowField, within?: Field): boolean {
	if (!within) return false;
	const stored = fieldsOf(node.parameters[within.name])[name];
	return modelArgumentOf(stored)?.isOptional === true;
}

/** The value of one field as its kind reads it. @throws NodeOperationError that names the field */
function readField(row: ResourceRow, call: PlatformCall, field: RowField, within?: Field): unknown {
	const { read, readOrAll, required, zone } = call;
	const kind: Kind<unknown> = field[KIND] ?? field[KIND_IN_ZONE]?.(zone) ?? utcIn(zone);
	const readable = fieldOf(kind, field);
	// A field that is shown for some choices only is required by `shape`.
	if (field.required && !field.displayOptions) return required(readable, within);
	// A filter that an expression leaves empty would widen the list without a word.
	const standsForAll = row.list !== undefined && !mayBeLeftOut(call, field, within);
	return standsForAll ? readOrAll(readable, within) : read(readable, within);
}

/** The values of some fields of an item by their names, without empty ones. @throws NodeOperationError that names a field */
function readFields(
	row: ResourceRow,
	call: PlatformCall,
	fields: RowField[],
	within?: Field,
): IDataObject {
	const values: IDataObject = {};
	for (const field of fields) {
		const value = readField(row, call, field, within);
		if (isFilled(value)) values[field.name] = value as IDataObject[string];
	}
	return values;
}

/** What stands in a field of an item, as n8n gives it. */
interface EnteredValue {
	field: RowField;
	value: unknown;
}

/** What stands in those fields of a row that are asked for, of the required ones and of 'Fields' or 'Filters'. */
export function enteredValues(
	row: ResourceRow,
	call: PlatformCall,
	isAskedFor: (field: RowField) => boolean,
): EnteredValue[] {
	const values: EnteredValue[] = [];
	for (const field of row.fields) {
		if (isAskedFor(field)) values.push({ field, value: call.entered(field) });
	}
	for (const field of row.more ?? []) {
		if (isAskedFor(field)) values.push({ field, value: call.entered(field, collectionOf(row)) });
	}
	return values;
}

/** The zone in which an instant is a day. The platform is asked for it only where one was entered in a field for a day. */
export async function zoneOfDays(row: ResourceRow, call: PlatformCall): Promise<string> {
	const days = enteredValues(row, call, isDay);
	const needsZone = days.some(({ value }) => isInstantOfDay(value));
	return needsZone ? usableZone(call, await locationZone(call.client)) : call.zone;
}

/** What a person is to do where nothing would be changed: the fields that were added may all be empty, such as by an expression. */
function whatToFillIn({ below = [] }: ResourceRow, { collection }: PlatformCall): string {
	if (Object.keys(collection(FIELDS)).length === 0)
		return `Add a field in '${FIELDS.displayName}'.`;
	const wayToEmpty = below.map(({ displayName }) => ` To remove a value, use '${displayName}'.`);
	return `What was added in '${FIELDS.displayName}' is empty, and an empty field changes nothing.${wayToEmpty.join('')}`;
}

/** What is sent for an item. @throws NodeOperationError that names a field; nothing has been sent */
export function readRow(row: ResourceRow, call: PlatformCall): IDataObject {
	const { fields, more = [], below = [], options = [] } = row;
	const entered = {
		...readFields(row, call, fields),
		...readFields(row, call, more, collectionOf(row)),
		...readFields(row, call, below),
		...readFields(row, call, options, OPTIONS),
	};
	// The row's functions read them, some of them after the request: what cannot be used is refused before.
	readFields(row, call, row.settings ?? [], OPTIONS);
	const values = row.shape ? row.shape(entered, call.refuse) : entered;
	if (row.updates && !requestOf(row, values).body)
		throw call.refuse(
			'There is nothing to change',
			whatToFillIn(row, call),
			'Fill in what is to change.',
		);
	return values;
}

/** The location of an item, where the row needs it: as a part of the request, or to compare values with its lists. */
export async function locationOf(
	row: ResourceRow,
	call: PlatformCall,
): Promise<string | undefined> {
	if (row.locationIn || !row.isRead) return await call.locationId();
	return (await call.client.account.credential()).locationId;
}
