import { NodeApiError } from 'n8n-workflow';

import { onceEach } from '../../../nodes/http/onceEach';
import { node } from '../platformApi/fakePlatform';

it.each([
	['404', 1],
	['408', 2],
	['503', 2],
])(
	'what fails with %s for all who ask at once is asked for so often in all: %i',
	async (httpCode, times) => {
		const once = onceEach();
		const refused = new NodeApiError(node, {}, { message: 'No', httpCode });
		const load = jest.fn(async () => 'found').mockRejectedValueOnce(refused);
		const asked = async () =>
			await Promise.allSettled(['a', 'a'].map(async (key) => await once(key, load)));
		const told = [...(await asked()), ...(await asked())].map(({ status }) => status);
		const later = times > 1 ? 'fulfilled' : 'rejected';
		expect(told).toEqual(['rejected', 'rejected', later, later]);
		expect(load).toHaveBeenCalledTimes(times);
		expect(await once('b', load)).toBe('found');
	},
);
