/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const NAME = 'n8n-nodes-empty-trigger';

export const EMPTY_TRIGGER_TYPE = `${NAME}.emptyTrigger`;

const MANIFEST = {
	name: NAME,
	version: '1.0.0',
	keywords: ['n8n-community-node-package'],
	n8n: { n8nNodesApiVersion: 1, credentials: [], nodes: ['EmptyTrigger.node.js'] },
};

/** Characters: of five thousand events, as our trigger stores them. */
const MOST_NOTED = 55_000;

/**
 * What n8n itself costs for any community trigger: this one does nothing of its own. With `diligent`
 * it does what no trigger that checks signatures and drops duplicates gets round, and nothing more:
 * it reads a credential, and notes each event that it accepts in the static data.
 */
const NODE = `
exports.EmptyTrigger = class {
	description = {
		displayName: 'Empty Trigger',
		name: 'emptyTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Accepts or rejects everything',
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
		credentials: [{ name: 'httpHeaderAuth', required: false }],
		properties: [
			{ displayName: 'Reject', name: 'reject', type: 'boolean', default: false },
			{ displayName: 'Diligent', name: 'diligent', type: 'boolean', default: false },
		],
	};

	async webhook() {
		const reject = this.getNodeParameter('reject');
		if (this.getNodeParameter('diligent')) {
			await this.getCredentials('httpHeaderAuth');
			if (!reject) {
				const data = this.getWorkflowStaticData('node');
				const event = Math.random().toString(36).slice(2, 13);
				const noted = ((data.noted ?? '') + event).slice(-${MOST_NOTED});
				data.noted = noted;
				// Again, or n8n forgets that there is something to save while it creates the execution.
				setTimeout(() => {
					data.noted = noted;
				}, 1);
			}
		}
		if (!reject) return { workflowData: [[{ json: this.getBodyData() }]] };
		const response = this.getResponseObject();
		response.statusCode = 401;
		response.end();
		return { noWebhookResponse: true };
	}
};
`;

/** Packs a community package with a trigger that does nothing. @returns path of the tarball */
export async function packEmptyTrigger(): Promise<{ tarball: string; remove: () => Promise<void> }> {
	const folder = await mkdtemp(join(tmpdir(), 'empty-trigger-'));
	const root = join(folder, 'package');
	await mkdir(root);
	await writeFile(join(root, 'package.json'), JSON.stringify(MANIFEST));
	await writeFile(join(root, 'EmptyTrigger.node.js'), NODE);
	const tarball = join(folder, `${NAME}.tgz`);
	await run('tar', ['-czf', tarball, '-C', folder, 'package']);
	return { tarball, remove: async () => await rm(folder, { recursive: true, force: true }) };
}
