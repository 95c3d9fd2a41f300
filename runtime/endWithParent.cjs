'use strict';
/**
 * Loaded into a child with `node --require`: ends the child's whole process group when the parent is
 * gone, however it went (SIGKILL included, which no handler in the parent can catch).
 */
const { isMainThread } = require('node:worker_threads');

const WATCH_MS = 500;
const parent = Number(process.env.RUNTIME_PARENT_PID);

// Worker threads and forked children load this file too, but the parent is not theirs.
if (isMainThread && process.ppid === parent) {
	const watch = () => process.ppid !== parent && process.kill(-process.pid, 'SIGKILL');
	setInterval(watch, WATCH_MS).unref();
}
