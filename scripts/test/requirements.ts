/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on a developer's machine, never inside n8n */
import { accessSync, constants, readdirSync } from 'node:fs';
import path from 'node:path';

/** A program that a suite needs from the system, and Debian's package that brings it. */
export interface Requirement {
	title: string;
	isThere: () => boolean;
	aptPackage: string;
}

/** Chromium under the names that distributions give it. */
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

export const CHROMIUM: Requirement = {
	title: 'Chromium',
	isThere: () => searchedFolders().some((folder) => anyExecutable(folder, BROWSERS)),
	aptPackage: 'chromium',
};

// The queue suite starts these three from where Debian installs them.
export const POSTGRES: Requirement = {
	title: 'the PostgreSQL server',
	isThere: () => postgresFolders().some((folder) => anyExecutable(folder, ['initdb'])),
	aptPackage: 'postgresql',
};
export const REDIS: Requirement = {
	title: 'the Redis server',
	isThere: () => anyExecutable('/usr/bin', ['redis-server']),
	aptPackage: 'redis-server',
};
export const NGINX: Requirement = {
	title: 'nginx',
	isThere: () => anyExecutable('/usr/sbin', ['nginx']),
	aptPackage: 'nginx',
};

const searchedFolders = () => (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);

function postgresFolders(): string[] {
	const base = '/usr/lib/postgresql';
	try {
		return readdirSync(base).map((version) => path.join(base, version, 'bin'));
	} catch {
		return [];
	}
}

function anyExecutable(folder: string, names: readonly string[]): boolean {
	return names.some((name) => {
		try {
			accessSync(path.join(folder, name), constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
}

/**
 * Why a suite cannot run on this machine, and what to install so that it can.
 *
 * @returns undefined when everything is there
 */
export function unmetReason(requirements: readonly Requirement[]): string | undefined {
	const missing = requirements.filter(({ isThere }) => !isThere());
	if (missing.length === 0) return undefined;
	const titles = missing.map(({ title }) => title).join(', ');
	const packages = missing.map(({ aptPackage }) => aptPackage).join(' ');
	return `not found: ${titles}; install with: apt-get install ${packages}`;
}
