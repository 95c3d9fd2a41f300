import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from '../../runtime/process';

const NAME = 'n8n-nodes-empty-trigger';

export const EMPTY_TRIGGER_TYPE = `${NAME}.emptyTrigger`;

const MANIFEST = {
	name: NAME,
	version: '1.0.0',
	keywords: ['n8n-community-node-package'],
	n8n: { n8nNodesApiVersion: 1, credentials: [], nodes: ['EmptyTrigger.node.js'] },
};

/** What n8n itself costs for any community trigger: this one does nothing of its own. */
const NODE = `
exports.EmptyTrigger = class {
	description = {
		displayName: 'Empty Trigger',
		name: 'emptyTrigger',
		group: ['trigger'],
		version: 1,
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

/** A community package with a trigger that does nothing. */
export async function packEmptyTrigger(): Promise<{ tarball: string; remove: () => Promise<void> }> {
	const folder = await mkdtemp(join(tmpdir(), 'bench-package-'));
	const root = join(folder, 'package');
	await mkdir(root);
	await writeFile(join(root, 'package.json'), JSON.stringify(MANIFEST));
	await writeFile(join(root, 'EmptyTrigger.node.js'), NODE);
	const tarball = join(folder, 'package.tgz');
	await run('tar', ['-czf', tarball, '-C', folder, 'package']);
	return { tarball, remove: async () => await rm(folder, { recursive: true, force: true }) };
}
