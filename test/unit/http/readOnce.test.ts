import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { createReadOnce } from '../../../nodes/http/readOnce';
import { node } from '../platformApi/fakePlatform';

const refusal = (httpCode: string) => new NodeApiError(node, {}, { message: 'No', httpCode });

it.each<[Error, number]>([
	[refusal('404'), 1],
	[new NodeOperationError(node, 'No'), 1],
	[refusal('408'), 2],
	[refusal('429'), 2],
	[Object.assign(refusal('400'), { context: { apiWords: 'Command timed out' } }), 2],
	[refusal('503'), 2],
	[new Error('The database is busy'), 2],
])(
	'what fails with %p for all who ask at once is asked for so often in all: %i',
	async (refused, times) => {
		const load = jest.fn(async () => 'found').mockRejectedValueOnce(refused);
		const readOnce = createReadOnce();
		const asked = ['a', 'a'].map(async (key) => await readOnce(key, load));
		const both = (await Promise.allSettled(asked)).map(({ status }) => status);
		expect(both).toEqual(['rejected', 'rejected']);
		await readOnce('a', load).catch(() => {});
		expect(load).toHaveBeenCalledTimes(times);
		expect(await readOnce('b', load)).toBe('found');
	},
);
