/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { readFile, readdir } from 'node:fs/promises';

/** A process, told apart from a later one with the same id by the moment of its start. */
interface Seen {
	parent: number;
	startedAt: string;
	isZombie: boolean;
	commandLine: string;
}

async function look(processId: number): Promise<Seen | undefined> {
	try {
		const status = await readFile(`/proc/${processId}/stat`, 'utf8');
		// proc(5): behind the name in parentheses stand state (3), parent (4) … start time (22).
		const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
		const commandLine = await readFile(`/proc/${processId}/cmdline`, 'utf8');
		return {
			parent: Number(fields[1]),
			startedAt: fields[19],
			isZombie: fields[0] === 'Z',
			commandLine: commandLine.replaceAll('\0', ' ').trim(),
		};
	} catch {
		// It ended while it was looked at.
		return undefined;
	}
}

/** Collects everything that a process starts, itself included, however it is grouped. */
export class ProcessTree {
	private readonly seen = new Map<number, Seen>();

	constructor(readonly root: number) {}

	/** Looks once; to be called again and again while the root runs. */
	async observe(): Promise<void> {
		const ids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number);
		const all = new Map<number, Seen>();
		for (const id of ids) {
			const found = await look(id);
			if (found) all.set(id, found);
		}
		const isInTree = (id: number): boolean => {
			const parent = all.get(id)?.parent;
			return id === this.root || this.seen.has(id) || (parent ? isInTree(parent) : false);
		};
		for (const [id, found] of all) if (isInTree(id) && !this.seen.has(id)) this.seen.set(id, found);
	}

	/** Command lines of all that were ever seen. */
	commandLines(): string[] {
		return [...this.seen.values()].map(({ commandLine }) => commandLine);
	}

	/** Those that still live. */
	async living(): Promise<string[]> {
		const alive: string[] = [];
		for (const [id, { startedAt, commandLine }] of this.seen) {
			const now = await look(id);
			if (now && now.startedAt === startedAt && !now.isZombie) alive.push(`${id} ${commandLine}`);
		}
		return alive;
	}
}
