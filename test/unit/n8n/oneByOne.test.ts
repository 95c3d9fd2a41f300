import { setTimeout as delay } from 'node:timers/promises';
import { OneByOne } from '../../../nodes/n8n/oneByOne';

it('begins a call when the one before it has ended, in the order of the calls', async () => {
	const calls = new OneByOne();
	const seen: string[] = [];
	const call = (name: string, ms: number) => async () => {
		seen.push(`${name} begins`);
		await delay(ms);
		seen.push(`${name} ends`);
		return name;
	};
	const results = [calls.run(call('a', 20)), calls.run(call('b', 1)), calls.run(call('c', 1))];
	expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
	expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

it('passes a failure to its own caller only', async () => {
	const calls = new OneByOne();
	const failed = calls.run(async () => await Promise.reject(new Error('refused')));
	const next = calls.run(async () => await Promise.resolve('next'));
	await expect(failed).rejects.toThrow('refused');
	expect(await next).toBe('next');
});
