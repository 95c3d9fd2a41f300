import { setTimeout as delay } from 'node:timers/promises';

import { SerialQueue } from '../../../nodes/utils/serialQueue';

it('has a task wait for the one before it, also one that fails, not for those of another key, and keeps nothing at the end', async () => {
	const done: string[] = [];
	const queue = new SerialQueue();
	const { last } = queue as unknown as { last: Map<string, unknown> };
	const run = async (key: string, name: string, ms: number) =>
		await queue.run(key, async () => {
			done.push(name);
			await delay(ms);
			done.push(`${name} ends`);
			if (name === 'a') throw new Error("The task 'a' fails");
			return name;
		});
	const runs = [run('k', 'a', 20), run('k', 'b', 20), run('l', 'other', 1)];
	// Its failure is its own, and ends no other task.
	await expect(runs[0]).rejects.toThrow("The task 'a' fails");
	runs.push(run('k', 'c', 1));
	expect(await Promise.all(runs.slice(1))).toEqual(['b', 'other', 'c']);
	expect(done.join()).toBe('a,other,other ends,a ends,b,b ends,c,c ends');
	expect(last.size).toBe(0);
});
