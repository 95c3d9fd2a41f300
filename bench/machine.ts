import { cpus, loadavg, release, totalmem, type } from 'node:os';

/** In one line: what the figures were measured on, and how busy it was with other things. */
export function describeMachine(): string {
	const cores = cpus();
	const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
	const day = new Date().toISOString().slice(0, 10);
	const load = `load ${loadavg()[0].toFixed(1)} at the start`;
	return `${cores.length} cores (${cores[0].model}), ${memory}, ${type()} ${release()}, Node ${process.versions.node}, n8n 2.41.1; ${day}, ${load}`;
}
