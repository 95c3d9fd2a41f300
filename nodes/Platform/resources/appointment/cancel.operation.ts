import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeApiError, updateDisplayOptions } from 'n8n-workflow';

import { pathSegment } from '../../../shared/pathSegment';
import type { Meaning } from '../../../shared/platformErrors';
import type { Operation } from '../../../shared/router';
import { platformRequest } from '../../../shared/transport';
import { requiredText } from '../../parameters';
import { eventIdField, EVENT_ID } from './eventId';

const properties: INodeProperties[] = updateDisplayOptions(
	{ show: { resource: ['appointment'], operation: ['cancel'] } },
	[
		eventIdField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'When Already Cancelled',
					name: 'whenAlreadyCancelled',
					type: 'options',
					options: [
						{
							name: 'Stop',
							value: 'stop',
							description: 'Stop with a message that says so',
						},
						{
							name: 'Treat as Done',
							value: 'done',
							description: 'Return an item with deleted: true and alreadyCancelled: true',
						},
					],
					default: 'stop',
					description: 'What to do when the platform has no such appointment any more',
				},
			],
		},
	],
);

/** How a platform may say that nothing is left to cancel; the contract shows no status for it. */
const GONE = [404, 409, 410] as const;

function alreadyCancelled(eventId: string): Meaning {
	return {
		message: `The appointment '${eventId}' is not there to be cancelled: it is already cancelled, or belongs to another location`,
		whatToDo:
			"Check 'Appointment ID'. If a repeated cancellation is fine, set 'When Already Cancelled' in the options to 'Treat as Done'.",
	};
}

function isGone(error: unknown): boolean {
	return error instanceof NodeApiError && GONE.some((status) => error.httpCode === String(status));
}

/** Contract: DELETE /calendars/events/{eventId}, without `appointments` in the path. */
async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const eventId = requiredText.call(this, EVENT_ID, itemIndex);
	const options = this.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const sending = platformRequest.call(this, {
		method: 'DELETE',
		path: `/calendars/events/${pathSegment(eventId, EVENT_ID.label)}`,
		scope: 'calendars.write',
		meanings: Object.fromEntries(GONE.map((status) => [status, alreadyCancelled(eventId)])),
		howToCheck: 'Look at the appointment on the platform. Cancelling it once more does no harm.',
		itemIndex,
	});
	return await sending.then(
		(): IDataObject => ({ deleted: true, eventId }),
		async (error: unknown): Promise<IDataObject> => {
			if (options.whenAlreadyCancelled === 'done' && isGone(error)) {
				return { deleted: true, eventId, alreadyCancelled: true };
			}
			return await Promise.reject(error);
		},
	);
}

export const cancel: Operation = { properties, execute };
