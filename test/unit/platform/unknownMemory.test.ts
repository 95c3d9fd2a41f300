import { NodeApiError } from 'n8n-workflow';

import type { Write } from '../../../nodes/Platform/resources/appointment/unknownOutcome';
import { writeOnce } from '../../../nodes/Platform/resources/appointment/unknownOutcome';
import { node } from '../platformApi/fakePlatform';

const error = new NodeApiError(node, { message: 'No response' });
const slot = { start: 1, end: 2 };
const write = async (name: string, send: Write['send']) =>
	await writeOnce({ keys: name.split(' or '), sendOnceMore: false, conflictMeansDone: false, send }, slot);
const lose = async (name: string) =>
	await expect(write(name, async () => await Promise.resolve({ kind: 'unknown', error }))).rejects.toBe(error);
const outcomeOf = async (name: string) =>
	await write(name, async () => await Promise.resolve({ kind: 'taken', error })).then(
		({ kind }) => kind,
		({ message }: Error) => message.split(':')[0],
	);

it('remembers a thousand lost responses', async () => {
	for (let request = 0; request < 1_000; request++) await lose(`lost ${request}`);
	expect(await outcomeOf('lost 0')).toBe('Outcome unknown');
	await lose('one more');
	expect(await outcomeOf('lost 0')).toBe('taken');
	expect(await outcomeOf('lost 1')).toBe('Outcome unknown');
	expect(await outcomeOf('lost 999')).toBe('Outcome unknown');
});

it('knows a request by either of its names, until it is done', async () => {
	await lose('one or other');
	expect([await outcomeOf('one'), await outcomeOf('other')]).toEqual(['Outcome unknown', 'Outcome unknown']);
	await write('one or other', async () => await Promise.resolve({ kind: 'done', record: {} }));
	expect([await outcomeOf('one'), await outcomeOf('other')]).toEqual(['taken', 'taken']);
});

it.each([new TypeError('A mistake of ours'), new NodeApiError(node, { message: 'Refused' })])(
	'hands on what is thrown where nothing was lost before: %s',
	async (thrown) => {
		await expect(write('first', async () => await Promise.reject(thrown))).rejects.toBe(thrown);
	},
);

it('hands on what has nothing to do with the platform, after a lost response too', async () => {
	await lose('again');
	const mistake = new TypeError('A mistake of ours');
	await expect(write('again', async () => await Promise.reject(mistake))).rejects.toBe(mistake);
});
