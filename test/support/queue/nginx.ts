import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { REPOSITORY } from '../../../runtime/paths';
import { serverFolder, startServer } from './server';

/** The configuration that users are given is the one that is tested. */
const EXAMPLE = join(REPOSITORY, 'examples', 'queue-mode', 'nginx.conf');

/** `hash`: as shipped. `round-robin`: nginx's default, the case without our configuration. */
export type Routing = 'hash' | 'round-robin';

/** Response header that names the webhook processor which answered (`127.0.0.1:<port>`); set for the tests only. */
export const SERVED_BY = 'x-served-by';

export interface NginxOptions {
	/** Also the name of its folder below `parent`. */
	name: string;
	port: number;
	routing: Routing;
	mainPort: number;
	webhookPorts: readonly number[];
}

export interface Nginx {
	readonly url: string;
	stop(): Promise<void>;
}

/**
 * nginx with the shipped configuration, its placeholders filled in.
 * @throws Error when it does not start, or the shipped file no longer has what is replaced
 */
export async function startNginx(parent: string, options: NginxOptions): Promise<Nginx> {
	const folder = await serverFolder(parent, options.name);
	const configuration = join(folder, 'nginx.conf');
	await writeFile(configuration, fillIn(await readFile(EXAMPLE, 'utf8'), options, folder));
	const server = await startServer({
		name: 'nginx',
		command: '/usr/sbin/nginx',
		// One process: a worker of its own would outlive a master that was killed.
		args: ['-p', folder, '-e', 'stderr', '-c', configuration, '-g', 'daemon off; master_process off;'],
		folder,
		port: options.port,
	});
	return {
		url: `http://127.0.0.1:${options.port}`,
		stop: async () => {
			await server.stop();
		},
	};
}

function fillIn(example: string, options: NginxOptions, folder: string): string {
	let text = example;
	function replace(pattern: RegExp, replacement: string): void {
		if (!pattern.test(text)) throw new Error(`${EXAMPLE} has no ${String(pattern)}`);
		text = text.replace(pattern, replacement);
	}

	replace(/worker_processes auto;/, `worker_processes 1;\npid ${folder}/nginx.pid;`);
	replace(/listen 80;/, `listen 127.0.0.1:${options.port};\n${forTests()}`);
	replace(/server n8n-main:5678/, `server 127.0.0.1:${options.mainPort}`);
	replace(/access_log off;/, `access_log off;\n${temporaryPaths(folder)}`);
	options.webhookPorts.forEach((port, index) => {
		replace(new RegExp(`server n8n-webhook-${index + 1}:5678`), `server 127.0.0.1:${port}`);
	});
	// Fewer processors than the example has: the further ones do not exist.
	text = text.replace(/^\s*server n8n-webhook-\d+:5678.*\n/gm, '');
	if (options.routing === 'round-robin') {
		replace(/hash \$asked_path consistent;/, '');
		// The readiness checks would take every second turn.
		replace(/auth_request \/n8n-ready;/g, '');
	}
	return text;
}

function forTests(): string {
	return `add_header ${SERVED_BY} $upstream_addr always;`;
}

/** Debian's nginx is built with folders that only the system's own nginx may write to. */
function temporaryPaths(folder: string): string {
	return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
		.map((kind) => `${kind}_temp_path ${folder}/${kind};`)
		.join('\n');
}
