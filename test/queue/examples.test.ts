import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

import { N8N_SCRIPT, REPOSITORY } from '../../runtime/paths';

const FOLDER = join(REPOSITORY, 'examples', 'queue-mode');

interface Service {
	command?: string;
	environment?: Record<string, unknown>;
	depends_on?: Record<string, { condition: string }>;
	healthcheck?: { test: string[] };
	networks?: { default: { ipv4_address: string } };
	extra_hosts?: string[];
}

interface Compose {
	services: Record<string, Service>;
}

interface Traefik {
	http: {
		routers: Record<string, { rule: string; service: string }>;
		services: Record<
			string,
			{
				failover?: { service: string; fallback: string };
				loadBalancer?: { healthCheck?: { path: string } };
			}
		>;
	};
}

/** What cannot be run without Docker or Traefik: at least it is read, and held against n8n. */
describe('examples/queue-mode', () => {
	const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
	const n8nServices = Object.entries(compose.services).filter(([name]) => name.startsWith('n8n-'));

	it('starts each kind of process', () => {
		const commands = n8nServices.map(([, { command }]) => command?.split(' ')[0]);
		expect(commands.sort()).toEqual(['start', 'webhook', 'webhook', 'worker']);
	});

	it('gives n8n only settings that this n8n knows', () => {
		const known = settingsOfN8n();
		for (const [, { environment }] of n8nServices) {
			expect(Object.keys(environment ?? {})).not.toHaveLength(0);
			expect(Object.keys(environment ?? {}).filter((name) => !known.has(name))).toEqual([]);
		}
	});

	it('builds on the version that is tested', () => {
		const pinned = join(REPOSITORY, 'runtime', 'pinned', 'package.json');
		const { dependencies } = JSON.parse(readFileSync(pinned, 'utf8')) as {
			dependencies: { n8n: string };
		};
		expect(read('Dockerfile')).toContain(`n8nio/n8n:${dependencies.n8n}\n`);
	});

	it('nginx and Traefik know the services by the names that compose gives them', () => {
		for (const file of ['nginx.conf', 'traefik.yaml']) {
			const hosts = [...read(file).matchAll(/\b(n8n-[\w-]+):5678/g)].map(([, host]) => host);
			const names = n8nServices.map(([name]) => name).filter((name) => name !== 'n8n-worker');
			expect([...new Set(hosts)].sort()).toEqual(names.sort());
		}
	});

	it('the others start when main has brought the database up to date', () => {
		expect(compose.services['n8n-main'].healthcheck?.test.join(' ')).toContain('/healthz/readiness');
		for (const [name, { depends_on: awaited }] of n8nServices) {
			if (name === 'n8n-main') continue;
			expect(awaited).toEqual({ 'n8n-main': { condition: 'service_healthy' } });
		}
	});

	it('nginx finds the services at the addresses that compose gives them', () => {
		const fixed = n8nServices.flatMap(([name, { networks }]) =>
			networks ? [`${name}:${networks.default.ipv4_address}`] : [],
		);
		expect(new Set(fixed).size).toBe(3);
		expect(compose.services.nginx.extra_hosts).toEqual(fixed);
	});

	it('Traefik sends the same paths to the webhook processors as nginx', () => {
		const rules = Object.values((parse(read('traefik.yaml')) as Traefik).http.routers)
			.filter(({ service }) => service !== 'main')
			.map(({ rule }) => rule);
		const endpoints = /[/(|](webhook|mcp|form|webhook-waiting|form-waiting)(?=[/|)])/g;
		const named = (text: string) =>
			[...new Set([...text.matchAll(endpoints)].map(([, endpoint]) => endpoint))].sort();
		const locations = read('nginx.conf').match(/^\s*location .*$/gm) ?? [];
		expect(named(rules.join(' '))).toEqual(named(locations.join(' ')));
		expect(named(rules.join(' '))).toHaveLength(5);
	});

	it('Traefik asks the webhook processors whether they are ready', () => {
		const { services } = (parse(read('traefik.yaml')) as Traefik).http;
		for (const name of ['processor-1', 'processor-2']) {
			expect(services[name].loadBalancer?.healthCheck?.path).toBe('/healthz/readiness');
		}
	});

	it('Traefik gives each half of the paths another processor, with the other one behind it', () => {
		const { routers, services } = (parse(read('traefik.yaml')) as Traefik).http;
		for (const { service } of Object.values(routers)) expect(services).toHaveProperty(service);
		const [first, second] = ['first-half', 'second-half'].map((name) => services[name].failover!);
		expect([first.service, first.fallback]).toEqual([second.fallback, second.service]);
	});
});

function read(file: string): string {
	return readFileSync(join(FOLDER, file), 'utf8');
}

/** Names of environment variables in the published code of n8n's configuration. */
function settingsOfN8n(): Set<string> {
	const requireFromN8n = createRequire(realpathSync(N8N_SCRIPT));
	const folder = dirname(requireFromN8n.resolve('@n8n/config'));
	const names = new Set<string>();
	for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
		if (!file.endsWith('.js')) continue;
		for (const [, name] of readFileSync(join(folder, file), 'utf8').matchAll(/'([A-Z][A-Z0-9_]+)'/g)) {
			names.add(name);
		}
	}
	return names;
}
