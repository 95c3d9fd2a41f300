import { NodeOperationError } from 'n8n-workflow';

import type { Explanation, StatusTexts } from '../http/explain';
import type { PlatformClient } from './client';

/** The client for what only HighLevel has: contacts, appointments that can be read. @throws NodeOperationError in the contract's form */
export async function highLevelOnly(
	client: PlatformClient,
	what = 'This',
	why = "the platform's API shows no such request",
): Promise<PlatformClient> {
	const { hasContacts, otherForm } = await client.dialect();
	if (hasContacts) return client;
	throw new NodeOperationError(client.node, `${what} works with HighLevel only: ${why}`, {
		description: `Nothing was sent. Contacts and appointments can be entered by ID. ${otherForm}`,
	});
}

/** Where a record is read by its ID: refusals whose words say so, and all others of what cannot be an ID. */
export const missingAt = (missing: Explanation, id: string): StatusTexts => ({
	404: missing,
	...(!/^[\w-]+$/.test(id) && { 400: missing, 422: missing }),
});

export function notFound(what: string, id: string): StatusTexts {
	const missing = {
		message: `The ${what} '${id}' was not found in the location of the credential`,
		whatToDo: `Check '${what[0].toUpperCase()}${what.slice(1)}'. Without the ID, look it up.`,
		forModel: `Look the ${what} up, and use the ${what}Id that a tool returned. Never make one up.`,
	};
	return missingAt(missing, id);
}
