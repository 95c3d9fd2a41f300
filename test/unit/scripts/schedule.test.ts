import { runInOrder } from '../../../scripts/test/schedule';

interface Told {
	name: string;
	needs?: string[];
	after?: string[];
	cores?: 1 | 2;
	breaks?: boolean;
}

/** What happened, in order: `+a` for a start, `-a` for an end; `!a b` when `a` was told that `b` is broken. */
async function happens(...steps: Told[]): Promise<string[]> {
	const happened: string[] = [];
	const all = steps.map((step) => ({ needs: [], after: [], cores: 1 as const, ...step }));
	await runInOrder(all, async ({ name, breaks = false }, broken) => {
		happened.push(broken ? `!${name} ${broken}` : `+${name}`);
		await new Promise(setImmediate);
		happened.push(`-${name}`);
		return breaks || broken !== undefined;
	});
	return happened;
}

describe('runInOrder', () => {
	it('runs two at a time', async () => {
		expect(await happens({ name: 'a' }, { name: 'b' }, { name: 'c' })).toEqual(['+a', '+b', '-a', '+c', '-b', '-c']);
	});

	it('gives a step for both cores the machine, and lets nothing overtake it', async () => {
		expect(await happens({ name: 'a' }, { name: 'b', cores: 2 }, { name: 'c' })).toEqual(['+a', '-a', '+b', '-b', '+c', '-c']);
	});

	it('lets others go first while a step waits for one', async () => {
		expect(await happens({ name: 'a' }, { name: 'b', needs: ['a'] }, { name: 'c' })).toEqual(['+a', '+c', '-a', '+b', '-c', '-b']);
	});

	it('tells a step what it waited for in vain, and those that wait for it in turn', async () => {
		const found = await happens({ name: 'a', breaks: true }, { name: 'b', after: ['a'] }, { name: 'c', needs: ['b'] });
		expect(found).toEqual(['+a', '-a', '!b a', '-b', '!c b', '-c']);
	});

	it('does not wait for what is not to run', async () => {
		expect(await happens({ name: 'a', after: ['z'] })).toEqual(['+a', '-a']);
	});
});
