import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { resolveLocationId } from '../../shared/location';
import { currentText } from '../parameters';
import { listWebhooks } from '../resources/webhook/getAll.operation';
import { entriesOf, matching } from './results';

/** The webhooks registered in the location chosen in the node, else in the credential's. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const locationId = await resolveLocationId.call(this, {
		locationId: currentText.call(this, 'locationId'),
	});
	return matching(entriesOf(await listWebhooks.call(this, locationId)), filter);
}
