import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { choiceOf, OPTIONS } from '../../fields/parameters';
import { readId, readOptionalObject, readText } from '../../http/body';
import { type Endpoint, requestOf } from '../../platformApi/endpoint';
import type { PlatformCall } from '../platformOperation';
import type { ExistingRecord } from '../rows/row';

/* A contact may have one opportunity in a pipeline only, unless the location allows several. */

/** Nothing of another time is changed unasked, by a language model neither: it is told which opportunity there is. */
export const WHEN_EXISTS = choiceOf({
	displayName: 'When It Exists',
	name: 'whenExists',
	type: 'options',
	default: 'stop',
	description:
		'What to do where the contact has an opportunity in the pipeline already, and the location allows no second one',
	options: [
		{
			name: 'Return It',
			value: 'return',
			description: 'Return that one as it is, with <code>created: false</code>',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'Stop with a message that names that one',
		},
		{
			name: 'Update',
			value: 'update',
			description:
				'Write the fields into that one, <i>Status</i> too: one that was won or lost is open again',
		},
	],
});

/** get-opportunity */
const GET_OPPORTUNITY: Endpoint = {
	method: 'GET',
	path: '/opportunities/{opportunityId}',
	right: 'readOpportunities',
};

/** update-opportunity, which takes no contact */
const UPDATE_OPPORTUNITY: Endpoint = {
	method: 'PUT',
	path: '/opportunities/{opportunityId}',
	right: 'writeOpportunities',
};

/** The ID of the opportunity for which the platform refused to create a second one; undefined for another refusal. */
function existingIdIn(refusal: unknown): string | undefined {
	if (!(refusal instanceof NodeApiError)) return undefined;
	const id = refusal.context.existingOpportunityId;
	return typeof id === 'string' && id !== '' ? id : undefined;
}

/** The opportunity to put out where the platform takes no second one, as 'When It Exists' says; undefined to stop. */
export async function existingOpportunity(
	refusal: unknown,
	values: IDataObject,
	{ client, read }: PlatformCall,
): Promise<ExistingRecord | undefined> {
	const opportunityId = existingIdIn(refusal);
	const whenExists = read(WHEN_EXISTS, OPTIONS) ?? 'stop';
	if (opportunityId === undefined || whenExists === 'stop') return undefined;

	const readExisting = async () => {
		const body = await client.request(requestOf(GET_OPPORTUNITY, { opportunityId }));
		return readOptionalObject(body, 'opportunity');
	};
	const existing = await readExisting();
	// What the platform names is not written to on its word alone.
	const isOfContact = readText(existing, 'contactId') === values.contactId;
	if (!isOfContact) return undefined;
	if (whenExists === 'return') return { record: existing, isUpdated: false };

	const changes = { ...values };
	delete changes.contactId;
	const body = await client.request(requestOf(UPDATE_OPPORTUNITY, { opportunityId, ...changes }));
	const updated = readOptionalObject(body, 'opportunity');
	// A platform may say no more than that it is done.
	const record = readId(updated) === undefined ? await readExisting() : updated;
	return { record, isUpdated: true };
}
