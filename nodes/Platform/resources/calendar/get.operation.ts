import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { pathSegment } from '../../../shared/pathSegment';
import { readObject } from '../../../shared/read';
import type { Operation, RunScope } from '../../../shared/router';
import { simplify } from '../../../shared/simplify';
import { platformRequest } from '../../../shared/transport';
import { calendarNotFound } from '../../booking/meanings';
import { calendarField } from '../../fields/calendar';
import { simplifyField } from '../../fields/simplify';
import { isOn, requiredText } from '../../parameters';

const properties: INodeProperties[] = updateDisplayOptions(
	{ show: { resource: ['calendar'], operation: ['get'] } },
	[calendarField(), simplifyField],
);

/** Contract: GET /calendars/{calendarId}. */
async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
	run: RunScope,
): Promise<IDataObject> {
	const calendarId = requiredText.call(this, { name: 'calendarId', label: 'Calendar' }, itemIndex);
	const body = await run.once(`calendar ${calendarId}`, async () =>
		await platformRequest.call(this, {
			method: 'GET',
			path: `/calendars/${pathSegment(calendarId, 'Calendar')}`,
			scope: 'calendars.readonly',
			meanings: { 404: calendarNotFound(calendarId) },
		}),
	);
	const calendar = readObject(body, 'calendar');
	return isOn.call(this, 'simplify', itemIndex, true)
		? simplify(calendar, 'id', 'name')
		: calendar;
}

export const get: Operation = { properties, execute };
