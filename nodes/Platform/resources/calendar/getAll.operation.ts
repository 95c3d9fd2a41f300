import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { resolveLocationId } from '../../../shared/location';
import { readList } from '../../../shared/read';
import type { Operation, RunScope } from '../../../shared/router';
import { simplify } from '../../../shared/simplify';
import type { PlatformContext } from '../../../shared/transport';
import { platformRequest } from '../../../shared/transport';
import { limited, limitFields } from '../../fields/limit';
import { locationField } from '../../fields/location';
import { simplifyField } from '../../fields/simplify';
import { isOn, optionalText } from '../../parameters';

const properties: INodeProperties[] = updateDisplayOptions(
	{ show: { resource: ['calendar'], operation: ['getAll'] } },
	[locationField, ...limitFields, simplifyField],
);

/** Contract: GET /calendars/, with the slash at the end. */
export async function listCalendars(
	this: PlatformContext,
	locationId: string,
): Promise<IDataObject[]> {
	const body = await platformRequest.call(this, {
		method: 'GET',
		path: '/calendars/',
		query: { locationId },
		scope: 'calendars.readonly',
	});
	return readList(body, 'calendars');
}

async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
	run: RunScope,
): Promise<IDataObject[]> {
	const locationId = await resolveLocationId.call(this, {
		locationId: optionalText.call(this, 'locationId', itemIndex),
		itemIndex,
	});
	const calendars = await run.once(`calendars ${locationId}`, async () =>
		await listCalendars.call(this, locationId),
	);
	const chosen = limited.call(this, calendars, itemIndex);
	return isOn.call(this, 'simplify', itemIndex, true)
		? chosen.map((calendar) => simplify(calendar, 'id', 'name'))
		: chosen;
}

export const getAll: Operation = { properties, execute };
