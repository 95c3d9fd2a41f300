/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on a developer's machine, never inside n8n */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { REPOSITORY } from '../runtime/paths';
import { packedTarball } from '../runtime/tarball';
import { unpackedFolder } from '../scripts/checks/pack';
import { kilobytes, milliseconds, type Line } from './report';
import type { Scale } from './scale';
import { alternate } from './support/alternate';
import { bundledPackage } from './support/bundled';
import { builtInPeers, communityPackages, ownPackage, type Loadable } from './support/peerPackages';
import { medianOf, ratiosOf } from './support/spread';

const run = promisify(execFile);

/** Times as long as a package with a fraction of the operations. */
const SLOWEST = 8;

/** In a process of its own, since a module is loaded once. */
async function loadingTime({ entries }: Loadable): Promise<number> {
	const script = join(__dirname, 'support', 'requireTime.cjs');
	const { stdout } = await run(process.execPath, [script, ...entries]);
	return Number(stdout);
}

/** How long n8n takes to load the package, and how large it is, beside others of its kind. */
export async function benchLoading({ rounds }: Scale): Promise<Line[]> {
	const own = await ownPackage();
	const bundled = await bundledPackage(own, unpackedFolder(REPOSITORY));
	const { found, missing } = await communityPackages();
	const peers = [...(await builtInPeers()), ...found];
	const times = await alternate(
		Object.fromEntries(
			[own, bundled, ...peers].map((each) => [each.name, async () => await loadingTime(each)]),
		),
		rounds,
	);
	const ours = times[own.name];
	const bound = (peer: Loadable) => ({
		text: 'smaller or faster',
		holds: own.size <= peer.size || medianOf(ours) <= medianOf(times[peer.name]),
	});
	const tarball = (await stat(packedTarball())).size;

	const figure = ({ name, size }: Loadable) =>
		`${milliseconds(medianOf(times[name]))}, ${kilobytes(size)}`;
	const what = 'loading all nodes and credentials; size unpacked';
	return [
		...peers.map((peer) => ({
			what,
			ours: figure(own),
			beside: peer.name,
			theirs: figure(peer),
			ratio: ratiosOf(ours, times[peer.name]),
			bound: bound(peer),
			...(peer.lacks !== undefined && {
				unreachable: { why: peer.lacks, floor: { atMost: SLOWEST } },
			}),
		})),
		...missing.map((name) => ({
			what,
			ours: figure(own),
			beside: name,
			theirs: 'not in this registry',
			bound: { text: 'smaller or faster', holds: false },
			unreachable: { why: 'not in this registry' },
		})),
		{
			what,
			ours: figure(own),
			beside: bundled.name,
			theirs: figure(bundled),
			ratio: ratiosOf(ours, times[bundled.name]),
		},
		{ what: 'size of the tarball', ours: kilobytes(tarball), beside: '', theirs: '' },
	];
}
