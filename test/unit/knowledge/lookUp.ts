import type { IDataObject } from 'n8n-workflow';

import { act, type Given } from '../platform/nodeOnPlatform';
import { PLATFORM_URL } from '../platformApi/fakePlatform';

/** One lookup of the Knowledge node; all requests get the same response. */
export const lookUp = async (
	name: string,
	parameters: IDataObject = {},
	response: unknown = [],
	given: Given = {},
) =>
	await act(name, parameters, {
		type: 'knowledge',
		responses: () => response,
		...given,
		credential: { baseUrl: PLATFORM_URL, ...given.credential },
	});
