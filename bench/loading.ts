import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { packedTarball } from '../runtime/tarball';
import { UNPACKED } from '../scripts/checks/pack';
import { kilobytes, milliseconds } from './report';
import type { Result } from './result';
import type { Scale } from './scale';
import { alternate } from './support/alternate';
import { bundledPackage } from './support/bundled';
import { builtInPeers, ownPackage, type Loadable } from './support/peerPackages';
import { medianOf, ratiosOf } from './support/spread';

const run = promisify(execFile);

/** In a process of its own, since a module is loaded once. */
async function loadingTime({ entries }: Loadable): Promise<number> {
	const script = join(__dirname, 'support', 'requireTime.cjs');
	const { stdout } = await run(process.execPath, [script, ...entries]);
	return Number(stdout);
}

/** How long n8n takes to load the package, and how large it is, beside others of its kind. */
export async function benchLoading({ rounds }: Scale): Promise<Result> {
	const own = await ownPackage();
	const peers = [...(await builtInPeers()), await bundledPackage(own, UNPACKED)];
	const times = await alternate(
		Object.fromEntries([own, ...peers].map((each) => [each.name, async () => await loadingTime(each)])),
		rounds,
	);
	const figure = ({ name, size }: Loadable) => `${milliseconds(medianOf(times[name]))}, ${kilobytes(size)}`;
	const tarball = (await stat(packedTarball())).size;
	return {
		lines: [
			...peers.map((peer) => ({
				what: 'loading all nodes and credentials; size unpacked',
				ours: figure(own),
				beside: peer.name,
				theirs: figure(peer),
				ratio: ratiosOf(times[own.name], times[peer.name]),
				bound: peer.hasTrigger ? { atMost: 1 } : undefined,
			})),
			{ what: 'size of the tarball', ours: kilobytes(tarball), beside: '', theirs: '' },
		],
	};
}
