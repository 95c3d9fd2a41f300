import { execa } from 'execa';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NODE_24_BIN } from '../../../runtime/paths';
import { Executions } from '../executions';

const SCRIPT = join(__dirname, 'sqlite.cjs');
const NODE_24 = join(NODE_24_BIN, 'node');

const EXECUTIONS = `
	SELECT id, status, ROUND(1000 * unixepoch(createdAt, 'subsec')) AS createdAt,
		iif(start > 1, substr(data, start, instr(substr(data, start), '"') - 1), '') AS eventId,
		instr(data, ?) > 0 AS ran
	FROM (
		SELECT e.id, e.status, e.createdAt, d.data, instr(d.data, '"evt-') + 1 AS start
		FROM execution_entity e JOIN execution_data d ON d.executionId = e.id WHERE e.workflowId = ?
	) ORDER BY id`;

/** n8n's SQLite file, looked at and disturbed from outside of n8n. */
export class Database {
	private readonly file: string;

	readonly executions = new Executions(async (workflowId, node = '') => await this.query(EXECUTIONS, `"${node}":"`, workflowId));

	constructor(userFolder: string) {
		this.file = join(userFolder, '.n8n', 'database.sqlite');
	}

	/** The workflow's static data as stored: JSON text. */
	async staticData(workflowId: string): Promise<string> {
		const sql = `SELECT ifnull(staticData, '') AS column FROM workflow_entity WHERE id = ?`;
		const [row] = await this.query<{ column: string }>(sql, workflowId);
		return row.column;
	}

	async setStaticData(workflowId: string, column: string): Promise<void> {
		await this.query('UPDATE workflow_entity SET staticData = ? WHERE id = ?', column, workflowId);
	}

	/** Puts the text into each of n8n's records of processed items in a workflow. */
	async setProcessed(workflowId: string, value: string): Promise<void> {
		await this.query('UPDATE processed_data SET value = ? WHERE workflowId = ?', value, workflowId);
	}

	/**
	 * Prepares a lock, so that it can be put on at a chosen moment. It keeps every other process from writing;
	 * reading goes on. n8n waits a second for each of its writes and then fails with SQLITE_BUSY.
	 * The end of this process ends the lock, too.
	 */
	async prepareLock() {
		const holder = spawn(NODE_24, ['--no-warnings', SCRIPT, this.file], {
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

	private async query<Row>(sql: string, ...values: string[]): Promise<Row[]> {
		const { stdout } = await execa(NODE_24, ['--no-warnings', SCRIPT, this.file, sql, ...values]);
		return JSON.parse(stdout) as Row[];
	}
}
