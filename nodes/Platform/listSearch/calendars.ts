import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { resolveLocationId } from '../../shared/location';
import { currentText } from '../parameters';
import { listCalendars } from '../resources/calendar/getAll.operation';
import { entriesOf, matching } from './results';

/** The calendars of the location chosen in the node, else of the credential's. */
export async function searchCalendars(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const locationId = await resolveLocationId.call(this, {
		locationId: currentText.call(this, 'locationId'),
	});
	return matching(entriesOf(await listCalendars.call(this, locationId)), filter);
}
