'use strict';
/**
 * n8n's executions, from outside of n8n. A script of its own because only Node 24, n8n's own, brings
 * SQLite; the tests may run on an older one.
 *
 *   node sqlite.cjs <file> <workflow> <node>   prints `StoredExecution`s as JSON
 */
const { DatabaseSync } = require('node:sqlite');

const EXECUTIONS = `
	SELECT id, status, ROUND(1000 * unixepoch(createdAt, 'subsec')) AS createdAt,
		iif(start > 1, substr(data, start, instr(substr(data, start), '"') - 1), '') AS eventId,
		instr(data, ?) > 0 AS ran
	FROM (
		SELECT e.id, e.status, e.createdAt, d.data, instr(d.data, '"evt-') + 1 AS start
		FROM execution_entity e JOIN execution_data d ON d.executionId = e.id WHERE e.workflowId = ?
	) ORDER BY id`;

const [file, workflow, node] = process.argv.slice(2);
const database = new DatabaseSync(file, { timeout: 20_000 });
process.stdout.write(JSON.stringify(database.prepare(EXECUTIONS).all(`"${node}":"`, workflow)));
