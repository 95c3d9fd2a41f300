import { readFileSync } from 'node:fs';

const WATCH_MS = 1_000;

/**
 * Calls back once when npm, under which this process runs, has ended. Between them may stand a shell, which passes
 * no signal on, and stays when npm is killed: so its parent is watched too, where the system shows it (Linux).
 * @param {() => void} onEnd
 */
export function onEndOfNpm(onEnd) {
	const parents = () => `${process.ppid} ${parentOf(process.ppid)}`;
	const before = parents();
	const timer = setInterval(() => {
		if (parents() === before) return;
		clearInterval(timer);
		onEnd();
	}, WATCH_MS);
	timer.unref();
}

function parentOf(processId) {
	try {
		// proc(5): after the name in parentheses come state and parent.
		const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
		return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
	} catch {
		return undefined;
	}
}
