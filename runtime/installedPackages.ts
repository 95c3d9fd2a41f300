import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { N8nApi } from './api';
import type { N8n } from './n8n';
import { NODE_24_BIN } from './paths';
import { run } from './process';

interface LoadedNode {
	name: string;
	displayName: string;
	version: number | number[];
}

/** Run by Node 24, which brings its own SQLite. */
const INSERT = `
const { DatabaseSync } = require('node:sqlite');
const [file, rows] = process.argv.slice(1);
const { name, version, nodes } = JSON.parse(rows);
const now = new Date().toISOString().replace('T', ' ').replace('Z', '');
const database = new DatabaseSync(file, { timeout: 5000 });
database.exec('BEGIN IMMEDIATE');
database
	.prepare(
		'INSERT OR REPLACE INTO installed_packages (packageName, installedVersion, createdAt, updatedAt) VALUES (?, ?, ?, ?)',
	)
	.run(name, version, now, now);
const insert = database.prepare(
	'INSERT OR REPLACE INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)',
);
for (const node of nodes) insert.run(node.displayName, node.name, node.version, name);
database.exec('COMMIT');
database.close();
`;

/**
 * Lists an installed package under Settings > Community nodes.
 *
 * n8n loads whatever is in its folder, but lists only what its own installer has entered in the database,
 * and that takes packages from npm's registry only. Needs SQLite, and an n8n that serves its editor (the
 * loaded nodes are read from there).
 * @param packageName as in its package.json
 */
export async function listAsInstalled(n8n: N8n, api: N8nApi, packageName: string): Promise<void> {
	const folder = join(n8n.userFolder, '.n8n', 'nodes', 'node_modules', packageName);
	const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
		version: string;
	};
	const loaded = await api.session.fetch(`${n8n.url}/types/nodes.json`);
	if (!loaded.ok) throw new Error(`n8n did not say which nodes it has loaded (${loaded.status})`);
	const nodes = ((await loaded.json()) as LoadedNode[])
		.filter(({ name }) => name.startsWith(`${packageName}.`))
		.map(({ name, displayName, version }) => ({
			name,
			displayName,
			version: Math.max(...[version].flat()),
		}));
	if (nodes.length === 0) throw new Error(`n8n has loaded no node of ${packageName}`);
	const database = join(n8n.userFolder, '.n8n', 'database.sqlite');
	const rows = JSON.stringify({ name: packageName, version: manifest.version, nodes });
	await run(join(NODE_24_BIN, 'node'), ['--no-warnings', '-e', INSERT, database, rows]);
}
