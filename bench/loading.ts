import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { compared, milliseconds, type Line } from './report';
import type { Scale } from './scale';
import { alternate } from './support/alternate';
import { builtInPeers, ownPackage, type Loadable } from './support/peerPackages';

const run = promisify(execFile);

/** In a process of its own, since a module is loaded once. */
async function loadingTime({ entries }: Loadable): Promise<number> {
	const script = join(__dirname, 'support', 'requireTime.cjs');
	const { stdout } = await run(process.execPath, [script, ...entries]);
	return Number(stdout);
}

/** How long n8n takes to load the package, beside others of its kind. */
export async function benchLoading({ rounds }: Scale): Promise<Line[]> {
	const own = await ownPackage();
	const peers = builtInPeers();
	const times = await alternate(
		Object.fromEntries([own, ...peers].map((each) => [each.name, async () => await loadingTime(each)])),
		rounds,
	);
	return peers.map(({ name, hasTrigger }) => {
		const line = { what: 'loading all nodes and credentials', beside: name, bound: hasTrigger ? { atMost: 1 } : undefined };
		return compared(line, times[own.name], times[name], milliseconds);
	});
}
