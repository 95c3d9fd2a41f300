import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Processes that work in a folder, or have its path in their command line or environment, as
 * `<pid> <command line>`. Reads Linux's /proc; zombies, which hold nothing, show none of it.
 */
export function processesUsing(folder: string): string[] {
	const ids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
	return ids.flatMap((id) => {
		try {
			const commandLine = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
			const environment = readFileSync(`/proc/${id}/environ`, 'utf8');
			const seen = [commandLine, environment, readlinkSync(`/proc/${id}/cwd`)];
			return seen.some((text) => text.includes(folder)) ? [`${id} ${commandLine}`] : [];
		} catch {
			// It has ended, or belongs to somebody else.
			return [];
		}
	});
}
