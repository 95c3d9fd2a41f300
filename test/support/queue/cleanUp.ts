/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** What has been started, undone in reverse order; each step is tried even if another one fails. */
export class CleanUp {
	private readonly steps: Array<() => Promise<unknown>> = [];

	add(step: () => Promise<unknown>): void {
		this.steps.push(step);
	}

	/** @throws AggregateError of everything that went wrong, after all steps were tried */
	async run(): Promise<void> {
		const failures: unknown[] = [];
		for (const step of this.steps.splice(0).reverse()) {
			await step().catch((failure: unknown) => failures.push(failure));
		}
		if (failures.length > 0) throw new AggregateError(failures, 'Could not clean up');
	}
}

/**
 * Processes that work in a folder or were started with its path, as `<pid> <command line>`.
 * Reads Linux's /proc; zombies, which hold nothing, have no command line and are left out.
 */
export function processesUsing(folder: string): string[] {
	return readdirSync('/proc')
		.filter((entry) => /^\d+$/.test(entry))
		.map((pid) => ({ pid, command: commandLine(pid), folder: workingFolder(pid) }))
		.filter((found) => found.command.includes(folder) || found.folder.startsWith(folder))
		.map(({ pid, command }) => `${pid} ${command}`);
}

function commandLine(pid: string): string {
	try {
		return readFileSync(join('/proc', pid, 'cmdline'), 'utf8').replaceAll('\0', ' ').trim();
	} catch {
		return '';
	}
}

function workingFolder(pid: string): string {
	try {
		return readlinkSync(join('/proc', pid, 'cwd'));
	} catch {
		return '';
	}
}
