'use strict';
/**
 * What the fault tests do to n8n's database from outside of n8n. A script of its own because only
 * Node 24, n8n's own, brings SQLite; the tests may run on an older one.
 *
 *   node sqlite.cjs executions <file> <workflow id>      prints JSON, oldest first
 *   node sqlite.cjs staticData <file> <workflow id>      prints the column as it is
 *   node sqlite.cjs setStaticData <file> <workflow id>   takes the column's text from stdin
 *   node sqlite.cjs setProcessed <file> <workflow id>    takes the text of each such record from stdin
 *   node sqlite.cjs lock <file>                          locks at the first line of stdin and says so;
 *                                                        holds on until stdin ends
 */
const { readFileSync } = require('node:fs');
const { DatabaseSync } = require('node:sqlite');

/** Longer than any write of n8n, so that the lock is got in the middle of them. */
const PATIENCE_MS = 20_000;

/** A payload's unique id is the first such text in the execution's data, which begins with the trigger's item. */
const EVENT_ID = /"(evt-[^"]+)"/;

const [command, file, workflowId] = process.argv.slice(2);
const database = new DatabaseSync(file, { timeout: PATIENCE_MS });

const commands = {
	executions() {
		const rows = database
			.prepare(
				`SELECT e.id, e.status, e.createdAt, d.data FROM execution_entity e
				JOIN execution_data d ON d.executionId = e.id WHERE e.workflowId = ? ORDER BY e.id`,
			)
			.all(workflowId)
			.map(({ id, status, createdAt, data }) => ({
				id,
				status,
				createdAt: Date.parse(`${createdAt.replace(' ', 'T')}Z`),
				eventId: EVENT_ID.exec(data)?.[1] ?? '',
			}));
		process.stdout.write(JSON.stringify(rows));
	},
	staticData() {
		const { staticData } = database
			.prepare('SELECT staticData FROM workflow_entity WHERE id = ?')
			.get(workflowId);
		process.stdout.write(staticData ?? '');
	},
	setStaticData() {
		database
			.prepare('UPDATE workflow_entity SET staticData = ? WHERE id = ?')
			.run(readFileSync(0, 'utf8'), workflowId);
	},
	setProcessed() {
		database
			.prepare('UPDATE processed_data SET value = ? WHERE workflowId = ?')
			.run(readFileSync(0, 'utf8'), workflowId);
	},
	lock() {
		process.stdout.write('ready\n');
		process.stdin.once('data', () => {
			database.exec('BEGIN EXCLUSIVE');
			process.stdout.write('locked\n');
		});
		process.stdin.once('end', () => database.close());
	},
};

commands[command]();
