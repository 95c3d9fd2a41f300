/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs on a developer's machine, never inside n8n */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ExecutionStatus } from '../../../runtime/execution';
import { NODE_24_BIN } from '../../../runtime/paths';

/** A row of n8n's table of executions. */
export interface StoredExecution {
	id: number;
	status: ExecutionStatus;
	/** Milliseconds since the epoch. */
	createdAt: number;
	/** The unique id in the payload that started it. */
	eventId: string;
}

/**
 * Keeps every other process from writing; reading goes on. n8n waits a second for each of its writes
 * and then fails with SQLITE_BUSY. The end of this process ends the lock, too.
 */
export interface DatabaseLock {
	lock(): Promise<void>;
	release(): Promise<void>;
}

const SCRIPT = join(__dirname, 'sqlite.cjs');

/** n8n's SQLite file, looked at and disturbed from outside of n8n. */
export class Database {
	private readonly file: string;

	constructor(userFolder: string) {
		this.file = join(userFolder, '.n8n', 'database.sqlite');
	}

	/** Oldest first. Counted here because n8n's REST interface shows them a hundred at a time. */
	async executions(workflowId: string): Promise<StoredExecution[]> {
		return JSON.parse(await this.run(['executions', this.file, workflowId])) as StoredExecution[];
	}

	/** The workflow's static data as stored: JSON text. */
	async staticData(workflowId: string): Promise<string> {
		return await this.run(['staticData', this.file, workflowId]);
	}

	async setStaticData(workflowId: string, column: string): Promise<void> {
		await this.run(['setStaticData', this.file, workflowId], column);
	}

	/** Prepares a lock, so that it can be put on at a chosen moment. */
	async prepareLock(): Promise<DatabaseLock> {
		const holder = this.start(['lock', this.file]);
		const said = async () => {
			const failed = once(holder, 'exit').then(() => {
				throw new Error('The database could not be locked');
			});
			await Promise.race([once(holder.stdout, 'data'), failed]);
		};
		await said();
		return {
			async lock() {
				holder.stdin.write('now\n');
				await said();
			},
			async release() {
				holder.stdin.end();
				if (holder.exitCode === null) await once(holder, 'exit');
			},
		};
	}

	private async run(args: string[], input = ''): Promise<string> {
		const child = this.start(args);
		const ended = once(child, 'exit') as Promise<[number | null]>;
		child.stdin.end(input);
		const [output, [code]] = await Promise.all([text(child.stdout), ended]);
		if (code !== 0) throw new Error(`sqlite.cjs ${args[0]} ended with ${code}`);
		return output;
	}

	private start(args: string[]) {
		return spawn(join(NODE_24_BIN, 'node'), ['--no-warnings', SCRIPT, ...args], {
			stdio: ['pipe', 'pipe', 'inherit'],
		});
	}
}
