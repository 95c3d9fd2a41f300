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
		const refused = new NodeApiError(node, {}, { message: 'No', httpCode });
		const load = jest.fn(async () => 'found').mockRejectedValueOnce(refused);
		const once = onceEach();
		const asked = ['a', 'a'].map(async (key) => await once(key, load));
		const both = (await Promise.allSettled(asked)).map(({ status }) => status);
		expect(both).toEqual(['rejected', 'rejected']);
		await once('a', load).catch(() => {});
		expect(load).toHaveBeenCalledTimes(times);
		expect(await once('b', load)).toBe('found');
	},
);
