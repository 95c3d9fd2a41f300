'use strict';
/**
 * n8n's own extension point (EXTERNAL_HOOK_FILES), called in each start before n8n writes the
 * execution. The file named by START_FAULTS says what is to go wrong with the start:
 *
 *   delayMs   the start takes so much longer
 *   diskFull  SQLite may not take another page, and reports the disk as full
 */
const { readFileSync } = require('node:fs');
const { setTimeout: pause } = require('node:timers/promises');

async function beforeStart() {
	const { delayMs, diskFull } = JSON.parse(readFileSync(process.env.START_FAULTS, 'utf8'));
	if (delayMs > 0) await pause(delayMs);
	const { manager } = this.dbCollections.Workflow;
	// The bound belongs to the connection that writes. It never falls below the present size.
	await manager.query(`PRAGMA max_page_count = ${diskFull ? 1 : 0x7fffffff}`);
}

module.exports = { workflow: { preExecute: [beforeStart] } };
