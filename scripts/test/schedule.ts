/** What of a step says when it may run. */
interface Scheduled {
	name: string;
	needs: readonly string[];
	after: readonly string[];
	cores: 1 | 2;
}

const CORES = 2;

/**
 * Runs steps in their order, side by side as far as there are cores. One that waits for others lets
 * those behind it go first; one that waits for cores does not.
 *
 * @param run gets the step, and the first of those it waits for that is broken; resolves with whether
 *   the step is broken itself
 */
export async function runInOrder<T extends Scheduled>(
	steps: readonly T[],
	run: (step: T, broken: string | undefined) => Promise<boolean>,
): Promise<void> {
	const waiting = [...steps];
	const running = new Map<string, Promise<void>>();
	const broken = new Set<string>();
	let free = CORES;
	const isAwaited = (name: string) => running.has(name) || waiting.some((step) => step.name === name);
	const waitsFor = ({ needs, after }: T) => [...needs, ...after];

	function start(step: T): void {
		waiting.splice(waiting.indexOf(step), 1);
		free -= step.cores;
		const cause = waitsFor(step).find((name) => broken.has(name));
		const ended = run(step, cause).then((isBroken) => {
			if (isBroken) broken.add(step.name);
			free += step.cores;
			running.delete(step.name);
		});
		running.set(step.name, ended);
	}

	while (waiting.length > 0 || running.size > 0) {
		for (const step of [...waiting]) {
			if (waitsFor(step).some(isAwaited)) continue;
			if (step.cores > free) break;
			start(step);
		}
		await Promise.race(running.values());
	}
}
