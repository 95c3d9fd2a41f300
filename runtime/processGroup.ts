/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Time for processes that are ending already. */
const PATIENCE_MS = 3_000;
const POLL_MS = 100;

/**
 * The processes of a group that still live after a short wait, as command lines. Read from /proc,
 * so on systems without it the answer is always empty.
 */
export async function livingInGroup(groupId: number): Promise<string[]> {
	const deadline = Date.now() + PATIENCE_MS;
	let living = await membersOf(groupId);
	while (living.length > 0 && Date.now() < deadline) {
		await wait(POLL_MS);
		living = await membersOf(groupId);
	}
	return living;
}

async function membersOf(groupId: number): Promise<string[]> {
	const entries = await readdir('/proc').catch(() => []);
	const members = await Promise.all(
		entries.filter((entry) => /^\d+$/.test(entry)).map(async (id) => await member(id, groupId)),
	);
	return members.filter((commandLine) => commandLine !== undefined);
}

async function member(processId: string, groupId: number): Promise<string | undefined> {
	try {
		const status = await readFile(`/proc/${processId}/stat`, 'utf8');
		// proc(5): after the name in parentheses come state, parent and process group.
		const [state, , group] = status.slice(status.lastIndexOf(')') + 2).split(' ');
		// A zombie has ended; in a container nobody may ever collect it.
		if (Number(group) !== groupId || state === 'Z') return undefined;
		const commandLine = await readFile(`/proc/${processId}/cmdline`, 'utf8');
		return commandLine.replaceAll('\0', ' ').trim().slice(0, 120);
	} catch {
		// It ended while it was looked at.
		return undefined;
	}
}
