import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second whatever the kernel's own clock (USER_HZ, proc(5)). */
const TICK_MS = 10;

/** CPU time that processes have used so far, threads included, in milliseconds; from Linux's /proc. */
export function cpuTimeOf(pids: readonly number[]): number {
	return pids.reduce((sum, pid) => sum + ticks(pid) * TICK_MS, 0);
}

function ticks(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name before it stands in brackets and may hold blanks; utime and stime are fields 14 and 15.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return Number(fields[11]) + Number(fields[12]);
}
