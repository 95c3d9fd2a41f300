import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { NGINX, requireProgram } from '../../../runtime/programs';
import { example } from './compose';
import { serverFolder, startServer } from './server';

interface NginxOptions {
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
	await writeFile(configuration, localConfiguration(options, folder));
	const server = await startServer({
		name: 'nginx',
		command: requireProgram(NGINX),
		folder,
		port: options.port,
		// One process: a worker of its own would outlive a master that was killed.
		args: [
			...`-p ${folder} -e stderr -c ${configuration} -g`.split(' '),
			'daemon off; master_process off;',
		],
	});
	return { url: `http://127.0.0.1:${options.port}`, stop: async () => void (await server.stop()) };
}

function localConfiguration(
	{ port, mainPort, webhookPorts }: NginxOptions,
	folder: string,
): string {
	// Debian's nginx is built with folders that only the system's own nginx may write to.
	const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
	const temporaryPaths = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n');
	const replacements = {
		'worker_processes auto;': `worker_processes 1;\npid ${folder}/nginx.pid;`,
		'listen 80;': `listen 127.0.0.1:${port};`,
		// Tests kill the processor that has served a page.
		'access_log off;': `access_log off;\n${temporaryPaths}\nadd_header X-Served-By $upstream_addr always;`,
		'n8n-main:5678': `127.0.0.1:${mainPort}`,
		'n8n-webhook-1:5678': `127.0.0.1:${webhookPorts[0]}`,
		'n8n-webhook-2:5678': `127.0.0.1:${webhookPorts[1]}`,
	};
	return Object.entries(replacements).reduce((text, [shipped, here]) => {
		if (!text.includes(shipped)) throw new Error(`nginx.conf has no '${shipped}'`);
		return text.replace(shipped, here);
	}, example('nginx.conf'));
}
