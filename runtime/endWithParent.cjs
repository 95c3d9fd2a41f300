'use strict';
/**
 * Loaded into a child with `node --require`: ends the child's whole process group when the parent is
 * gone, however it went (SIGKILL included, which no handler in the parent can catch).
 *
 * The parent holds the other end of the pipe on descriptor 3; the kernel closes it with the parent.
 */
const { Socket } = require('node:net');
const { isMainThread } = require('node:worker_threads');

const PIPE_DESCRIPTOR = 3;

// Worker threads and forked children load this file too, but the pipe is not theirs.
if (isMainThread && Number(process.env.RUNTIME_PARENT_PID) === process.ppid) {
	const pipe = new Socket({ fd: PIPE_DESCRIPTOR, readable: true, writable: false });
	pipe.on('error', () => {});
	pipe.on('close', () => process.kill(-process.pid, 'SIGKILL'));
	pipe.resume();
	pipe.unref();
}
