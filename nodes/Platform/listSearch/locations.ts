import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { chooseLocation, isAgencyLevel } from '../../shared/location';
import { knownCredential } from '../../shared/tokenRefresh';
import { listInstalledLocations } from '../resources/installedLocation/getAll.operation';
import { entriesOf, matching } from './results';

/**
 * A credential of one location can be used for that one only, so only that one is offered, under
 * its name where the platform tells it. A private token may not say which it is, and offers the
 * installed ones.
 *
 * @throws NodeOperationError for a credential of an agency, which can be used for none
 */
export async function searchLocations(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const credential = await knownCredential.call(this);
	const { locationId } = credential;
	if (isAgencyLevel(credential)) chooseLocation.call(this, credential, {});
	if (locationId === undefined) {
		return matching(entriesOf(await listInstalledLocations.call(this)), filter);
	}
	const fallback: INodeListSearchItems = {
		name: `${locationId} (location of the credential)`,
		value: locationId,
	};
	// Without the scope locations.readonly the id still is a good answer.
	const installed = await listInstalledLocations.call(this).then(entriesOf, () => []);
	const own = installed.find(({ value }) => value === locationId);
	return matching([own ?? fallback], filter);
}
