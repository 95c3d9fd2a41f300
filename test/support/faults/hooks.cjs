'use strict';
/**
 * n8n's own extension point (EXTERNAL_HOOK_FILES), called in each start before n8n writes the execution. While the
 * file named by DISK_FULL exists, SQLite may not take another page, and reports the disk as full.
 */
const { existsSync } = require('node:fs');

async function beforeStart() {
	const { manager } = this.dbCollections.Workflow;
	const isFull = existsSync(process.env.DISK_FULL);
	// The bound belongs to the connection that writes. It never falls below the present size.
	await manager.query(`PRAGMA max_page_count = ${isFull ? 1 : 0x7fffffff}`);
}

module.exports = { workflow: { preExecute: [beforeStart] } };
