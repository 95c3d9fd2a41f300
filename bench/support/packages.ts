import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from '../../runtime/process';

const EMPTY = 'n8n-nodes-empty-trigger';
const BEFORE = 'n8n-nodes-crm-platform-before';

export const EMPTY_TRIGGER_TYPE = `${EMPTY}.emptyTrigger`;
export const BEFORE_TRIGGER_TYPE = `${BEFORE}.platformTrigger`;

const MANIFEST = {
	name: EMPTY,
	version: '1.0.0',
	keywords: ['n8n-community-node-package'],
	n8n: { n8nNodesApiVersion: 1, credentials: [], nodes: ['EmptyTrigger.node.js'] },
};

/**
 * What n8n itself costs for any community trigger: this one does nothing of its own. For version 1, n8n
 * evaluates an expression before it calls the trigger; for version 2 it does not.
 */
const NODE = `
exports.EmptyTrigger = class {
	description = {
		displayName: 'Empty Trigger',
		name: 'emptyTrigger',
		group: ['trigger'],
		version: [1, 2],
		description: 'Accepts everything',
		defaults: { name: 'Empty Trigger' },
		inputs: [],
		outputs: ['main'],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				responseMode: 'onReceived',
				responseData: 'Workflow started',
			},
		],
		properties: [],
	};

	async webhook() {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
};
`;

export interface Packed {
	tarball: string;
	remove: () => Promise<void>;
}

/** @param fill writes the package into an empty folder */
async function pack(fill: (root: string) => Promise<void>): Promise<Packed> {
	const folder = await mkdtemp(join(tmpdir(), 'bench-package-'));
	const root = join(folder, 'package');
	await mkdir(root);
	await fill(root);
	const tarball = join(folder, 'package.tgz');
	await run('tar', ['-czf', tarball, '-C', folder, 'package']);
	return { tarball, remove: async () => await rm(folder, { recursive: true, force: true }) };
}

/** A community package with a trigger that does nothing. */
export async function packEmptyTrigger(): Promise<Packed> {
	return await pack(async (root) => {
		await writeFile(join(root, 'package.json'), JSON.stringify(MANIFEST));
		await writeFile(join(root, 'EmptyTrigger.node.js'), NODE);
	});
}

/** The package of another commit under another name, so that one n8n runs both. */
export async function packBefore(tarball: string): Promise<Packed> {
	return await pack(async (root) => {
		await run('tar', ['-xzf', tarball, '-C', root, '--strip-components=1']);
		const file = join(root, 'package.json');
		const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
		await writeFile(file, JSON.stringify({ ...manifest, name: BEFORE }));
	});
}
