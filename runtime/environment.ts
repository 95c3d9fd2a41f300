import { delimiter, join } from 'node:path';

import { NODE_24_BIN, OTHER_RELEASE, RUNTIME } from './paths';

/** Variables of the developer's own shell that n8n's processes need; all others would change what is tested. */
const INHERITED = ['LANG', 'LC_ALL', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'SYSTEMROOT'] as const;

/**
 * The environment of a local n8n: loopback only, nothing sent to anybody, everything else as n8n
 * ships it. What a caller adds in `startN8n({ env })` wins over it.
 */
export function n8nEnvironment(
	userFolder: string,
	port: number,
	brokerPort: number,
): Record<string, string> {
	const url = `http://127.0.0.1:${port}`;
	return {
		...Object.fromEntries(
			INHERITED.flatMap((name) =>
				process.env[name] === undefined ? [] : [[name, process.env[name]]],
			),
		),
		// n8n starts its task runner as `node`, which must be the same Node 24.
		PATH: `${NODE_24_BIN}${delimiter}${process.env.PATH ?? ''}`,
		HOME: userFolder,
		N8N_USER_FOLDER: userFolder,
		// Compiled bytecode, shared by all n8n processes; saves about a second a start.
		NODE_COMPILE_CACHE: join(RUNTIME, 'compile-cache'),

		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_EDITOR_BASE_URL: url,
		N8N_WEBHOOK_URL: url,
		N8N_SECURE_COOKIE: 'false',
		// The broker between n8n and its task runner; its fixed default port allows one n8n a machine.
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		// A worker's health endpoint; `n8n start` and `n8n webhook` ignore it.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',

		// Everything that would call home.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		// Older versions have no such module, and do not start with the name of one that they do not know.
		N8N_DISABLED_MODULES: OTHER_RELEASE === undefined ? 'mcp-registry' : '',
		// n8n asks npm for updates of installed packages when their list is read.
		npm_config_offline: 'true',
		npm_config_update_notifier: 'false',
	};
}
