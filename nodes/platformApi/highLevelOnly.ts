import { NodeOperationError } from 'n8n-workflow';

import type { PlatformClient } from './client';

/**
 * Where everything passes that only HighLevel documents: contacts, and appointments that can be read.
 *
 * @throws NodeOperationError before anything is sent, in the contract's form
 */
export async function highLevelOnly(client: PlatformClient): Promise<PlatformClient> {
	const { hasContacts, otherForm } = await client.dialect();
	if (hasContacts) return client;
	throw new NodeOperationError(client.node, "This works with HighLevel only: the platform's API shows no such request", {
		description: `Nothing was sent. Contacts and appointments can be entered by ID. ${otherForm}`,
	});
}
