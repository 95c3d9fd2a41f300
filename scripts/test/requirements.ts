import { existsSync } from 'node:fs';

/** Programs that a suite needs from the system: Debian's package, and where it puts them. */
export interface Requirement {
	aptPackage: string;
	file: string;
}

export const CHROMIUM = { aptPackage: 'chromium', file: '/usr/bin/chromium' };
export const NGINX = { aptPackage: 'nginx', file: '/usr/sbin/nginx' };
export const POSTGRES = { aptPackage: 'postgresql', file: '/usr/lib/postgresql' };
export const REDIS = { aptPackage: 'redis-server', file: '/usr/bin/redis-server' };

/** What to install so that a suite can run on this machine; undefined when everything is there. */
export function unmetReason(requirements: readonly Requirement[]): string | undefined {
	const missing = requirements.filter(({ file }) => !existsSync(file));
	if (missing.length === 0) return undefined;
	return `install with: apt-get install ${missing.map(({ aptPackage }) => aptPackage).join(' ')}`;
}
