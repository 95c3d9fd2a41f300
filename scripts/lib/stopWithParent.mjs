const WATCH_MS = 1_000;

/**
 * Under npm: when npm is ended by its process id alone, the shell between it and this process does not
 * pass the signal on. So the loss of the parent counts as SIGTERM, and whoever handles that tidies up.
 */
export function stopWithParent() {
	if (process.env.npm_lifecycle_event === undefined) return;
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
	}, WATCH_MS);
	timer.unref();
}
