import { execa } from 'execa';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ExecutionStatus } from '../../../runtime/execution';
import { NODE_24_BIN } from '../../../runtime/paths';

/** A row of n8n's table of executions. */
export interface StoredExecution {
	id: number;
	status: ExecutionStatus;
	/** Milliseconds since the epoch. */
	createdAt: number;
	/** The unique id in the payload that started it; empty once it has ended at the trigger. */
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
const NODE_24 = join(NODE_24_BIN, 'node');

/** n8n's SQLite file, looked at and disturbed from outside of n8n. */
export class Database {
	private readonly file: string;

	constructor(userFolder: string) {
		this.file = join(userFolder, '.n8n', 'database.sqlite');
	}

	/** Oldest first. Counted here because n8n's REST interface shows them a hundred at a time. */
	async executions(workflowId: string): Promise<StoredExecution[]> {
		return JSON.parse(await this.run('executions', workflowId)) as StoredExecution[];
	}

	/** The workflow's static data as stored: JSON text. */
	async staticData(workflowId: string): Promise<string> {
		return await this.run('staticData', workflowId);
	}

	async setStaticData(workflowId: string, column: string): Promise<void> {
		await this.run('setStaticData', workflowId, column);
	}

	/** Puts the text into each of n8n's records of processed items in a workflow. */
	async setProcessed(workflowId: string, value: string): Promise<void> {
		await this.run('setProcessed', workflowId, value);
	}

	/** Prepares a lock, so that it can be put on at a chosen moment. */
	async prepareLock(): Promise<DatabaseLock> {
		const holder = spawn(NODE_24, ['--no-warnings', SCRIPT, 'lock', this.file], {
			stdio: ['pipe', 'pipe', 'inherit'],
		});
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

	private async run(command: string, workflowId: string, input = ''): Promise<string> {
		const args = ['--no-warnings', SCRIPT, command, this.file, workflowId];
		const { stdout } = await execa(NODE_24, args, { input, stripFinalNewline: false });
		return stdout;
	}
}
