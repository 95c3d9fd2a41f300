'use strict';
/**
 * n8n's database, from outside of n8n. A script of its own because only Node 24, n8n's own, brings
 * SQLite; the tests may run on an older one.
 *
 *   node sqlite.cjs <file> <SQL> [<value>…]   prints the rows as JSON
 *   node sqlite.cjs <file>                    locks at the first line of stdin and says so;
 *                                             holds on until stdin ends
 */
const { DatabaseSync } = require('node:sqlite');

/** Longer than any write of n8n, so that the lock is got in the middle of them. */
const PATIENCE_MS = 20_000;

const [file, sql, ...values] = process.argv.slice(2);
const database = new DatabaseSync(file, { timeout: PATIENCE_MS });

if (sql === undefined) {
	process.stdout.write('ready\n');
	process.stdin.once('data', () => {
		database.exec('BEGIN EXCLUSIVE');
		process.stdout.write('locked\n');
	});
	process.stdin.once('end', () => database.close());
} else {
	process.stdout.write(JSON.stringify(database.prepare(sql).all(...values)));
}
