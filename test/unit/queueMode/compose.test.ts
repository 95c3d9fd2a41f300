import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { REPOSITORY } from '../../../runtime/paths';
import { composeServices, example } from '../../support/queue/compose';

/** Without Docker the files cannot run, so they are compared with n8n and nginx.conf. */
describe('examples/queue-mode/compose.yaml', () => {
	const services = composeServices();
	const n8n = Object.entries(services).filter(([name]) => name.startsWith('n8n-'));

	it('gives n8n only settings that n8n knows', () => {
		const known = settingsOfN8n();
		for (const [, { environment = {} }] of n8n) {
			expect(environment.EXECUTIONS_MODE).toBe('queue');
			expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
		}
	});

	it('builds on the version that is tested', () => {
		const pinned = join(REPOSITORY, 'runtime', 'pinned', 'package.json');
		const { dependencies } = JSON.parse(readFileSync(pinned, 'utf8')) as {
			dependencies: { n8n: string };
		};
		for (const file of ['Dockerfile', '../docker/Dockerfile'])
			expect(example(file)).toContain(`n8nio/n8n:${dependencies.n8n}\n`);
	});

	it('nginx knows main and the processors by name, at the addresses that they have', () => {
		const hosts = [...example('nginx.conf').matchAll(/\b(n8n-[\w-]+):5678/g)].map(
			([, host]) => host,
		);
		const fixed = n8n.flatMap(([name, { networks }]) =>
			networks ? [`${name}:${networks.default.ipv4_address}`] : [],
		);
		expect(hosts.sort()).toEqual(fixed.map((entry) => entry.split(':')[0]).sort());
		expect(services.nginx.extra_hosts).toEqual(fixed);
	});
});

/** Names of environment variables in the published code of n8n's configuration. */
function settingsOfN8n(): Set<string> {
	const folder = dirname(createRequire(require.resolve('n8n-core')).resolve('@n8n/config'));
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
		name.endsWith('.js'),
	);
	const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
	return new Set(
		texts.flatMap((text) => [...text.matchAll(/'([A-Z][A-Z0-9_]+)'/g)].map(([, name]) => name)),
	);
}
