import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { readList } from '../../../shared/read';
import type { Operation, RunScope } from '../../../shared/router';
import { simplify } from '../../../shared/simplify';
import type { PlatformContext } from '../../../shared/transport';
import { platformRequest } from '../../../shared/transport';
import { limited, limitFields } from '../../fields/limit';
import { simplifyField } from '../../fields/simplify';
import { isOn } from '../../parameters';

const properties: INodeProperties[] = updateDisplayOptions(
	{ show: { resource: ['installedLocation'], operation: ['getAll'] } },
	[...limitFields, simplifyField],
);

/** Contract: GET {platform_url}/oauth/installedLocations; neither request nor answer is shown. */
export async function listInstalledLocations(this: PlatformContext): Promise<IDataObject[]> {
	const body = await platformRequest.call(this, {
		method: 'GET',
		path: '/oauth/installedLocations',
		scope: 'locations.readonly',
	});
	return readList(body, 'locations', 'installedLocations');
}

async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
	run: RunScope,
): Promise<IDataObject[]> {
	const locations = await run.once('installedLocations', async () =>
		await listInstalledLocations.call(this),
	);
	const chosen = limited.call(this, locations, itemIndex);
	return isOn.call(this, 'simplify', itemIndex, true)
		? chosen.map((location) => simplify(location, 'id', '_id', 'locationId', 'name'))
		: chosen;
}

export const getAll: Operation = { properties, execute };
