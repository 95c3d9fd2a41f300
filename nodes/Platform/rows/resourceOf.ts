import type { INodeProperties } from 'n8n-workflow';

import { collectionField } from '../../fields/parameters';
import { limitFields } from '../../fields/limitFields';
import { timeZoneField } from '../../fields/timeZoneField';
import { operation, type PlatformOperation, type PlatformResource } from '../platformOperation';
import { simplifyField } from '../simplify';
import { collectionOf, isTimeInZone } from './readRow';
import { fieldsIn, type ResourceDefaults, type ResourceRow, type Row } from './row';
import { runRow } from './runRow';

/** What the editor shows for a row, without 'Options'. */
function propertiesOf(row: ResourceRow): INodeProperties[] {
	const { fields, more = [], below = [] } = row;
	const properties: INodeProperties[] = [...fields];
	if (row.list) properties.push(...limitFields);
	const button = row.isRead ? 'Add filter' : 'Add field';
	if (more.length > 0) properties.push(collectionField(collectionOf(row), button, [...more]));
	properties.push(...below);
	return properties;
}

/** The entries of 'Options' for a row. */
function optionsOf(row: ResourceRow): INodeProperties[] {
	const { options = [], settings = [], first, deletes } = row;
	const entries: INodeProperties[] = [...options, ...settings];
	if (fieldsIn(row).some(isTimeInZone)) entries.push(timeZoneField);
	if (first && !deletes) entries.push(simplifyField);
	return entries;
}

/** The operation that a row describes. */
function operationOf(row: ResourceRow): PlatformOperation {
	const { name, action, description, hint, right, isRead, method, path, list } = row;
	return operation({
		name,
		action,
		description,
		hint,
		right,
		isRead,
		endpoint: { method, path, right, list },
		properties: propertiesOf(row),
		options: optionsOf(row),
		execute: async (call) => await runRow(row, call),
	});
}

/** The name of a resource's records, as it stands in their IDs: that of `Custom Field` is `customField`. */
function recordNameOf(resource: string): string {
	const joined = resource.replaceAll(' ', '');
	return joined.charAt(0).toLowerCase() + joined.slice(1);
}

/** A row with what its resource says of all. */
function rowOfResource(
	resource: string,
	{ toRead, toWrite, ...defaults }: ResourceDefaults,
	row: Row,
): ResourceRow {
	const isRead = row.isRead ?? row.method === 'GET';
	const right = isRead ? toRead : toWrite;
	return { record: recordNameOf(resource), right, ...defaults, ...row, isRead };
}

/**
 * A resource of rows, by their names in workflows; its records have its name.
 *
 * @param coded operations that are no rows, the first
 */
export function resourceOf(
	name: string,
	defaults: ResourceDefaults,
	rows: Record<string, Row>,
	coded: PlatformResource['operations'] = {},
): PlatformResource {
	const operations = { ...coded };
	for (const [key, row] of Object.entries(rows))
		operations[key] = operationOf(rowOfResource(name, defaults, row));
	return { name, operations };
}
