import { NodeOperationError } from 'n8n-workflow';

import type { PlatformClient } from './client';

/**
 * Where everything passes that only HighLevel documents: contacts, and appointments that can be read.
 *
 * @param what it is that needs HighLevel
 * @throws NodeOperationError before anything is sent, in the contract's form
 */
export async function highLevelOnly(client: PlatformClient, what = 'This'): Promise<PlatformClient> {
	const { hasContacts, otherForm } = await client.dialect();
	if (hasContacts) return client;
	throw new NodeOperationError(client.node, `${what} works with HighLevel only: the platform's API shows no such request`, {
		description: `Nothing was sent. Contacts and appointments can be entered by ID. ${otherForm}`,
	});
}
