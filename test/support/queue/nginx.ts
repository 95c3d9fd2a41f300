import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { example } from './compose';
import { NGINX, requireProgram } from '../../../runtime/programs';
import { serverFolder, startServer } from './server';

/** Response header that names the processors that were asked (`127.0.0.1:<port>`), the last one responded. */
export const SERVED_BY = 'x-served-by';

export interface NginxOptions {
	port: number;
	mainPort: number;
	webhookPorts: readonly number[];
}

/**
 * nginx with the shipped configuration, at other addresses.
 * @throws Error when it does not start, or the shipped file no longer has what is replaced
 */
export async function startNginx(parent: string, options: NginxOptions) {
	const folder = await serverFolder(parent, 'nginx');
	const configuration = join(folder, 'nginx.conf');
	await writeFile(configuration, moved(options, folder));
	const server = await startServer({
		name: 'nginx',
		command: requireProgram(NGINX),
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

function moved(options: NginxOptions, folder: string): string {
	const replacements: Array<[string, string]> = [
		['worker_processes auto;', `worker_processes 1;\npid ${folder}/nginx.pid;`],
		['listen 80;', `listen 127.0.0.1:${options.port};\nadd_header ${SERVED_BY} $upstream_addr always;`],
		['access_log off;', `access_log off;\n${temporaryPaths(folder)}`],
		['server n8n-main:5678', `server 127.0.0.1:${options.mainPort}`],
		...options.webhookPorts.map((port, index): [string, string] => [
			`server n8n-webhook-${index + 1}:5678`,
			`server 127.0.0.1:${port}`,
		]),
	];
	return replacements.reduce((text, [shipped, here]) => {
		if (!text.includes(shipped)) throw new Error(`nginx.conf has no '${shipped}'`);
		return text.replace(shipped, here.replaceAll('$', '$$$$'));
	}, example('nginx.conf'));
}

/** Debian's nginx is built with folders that only the system's own nginx may write to. */
function temporaryPaths(folder: string): string {
	return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
		.map((kind) => `${kind}_temp_path ${folder}/${kind};`)
		.join('\n');
}
