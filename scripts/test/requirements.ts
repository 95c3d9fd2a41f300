/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on a developer's machine, never inside n8n */
import { accessSync, constants, readdirSync } from 'node:fs';
import path from 'node:path';

/** A program that a suite needs from the system, and Debian's package that brings it. */
export interface Requirement {
	title: string;
	/** One of these must be there. */
	programs: string[];
	aptPackage: string;
}

export const CHROMIUM: Requirement = {
	title: 'Chromium',
	programs: ['chromium', 'chromium-browser', 'google-chrome'],
	aptPackage: 'chromium',
};
export const POSTGRES: Requirement = {
	title: 'the PostgreSQL server',
	programs: ['postgres'],
	aptPackage: 'postgresql',
};
export const REDIS: Requirement = {
	title: 'the Redis server',
	programs: ['redis-server'],
	aptPackage: 'redis-server',
};
export const NGINX: Requirement = { title: 'nginx', programs: ['nginx'], aptPackage: 'nginx' };

/** Debian keeps servers off the PATH of ordinary users, and PostgreSQL off everybody's. */
function folders(): string[] {
	const searched = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
	return [...searched, '/usr/local/sbin', '/usr/sbin', ...postgresFolders()];
}

function postgresFolders(): string[] {
	const base = '/usr/lib/postgresql';
	try {
		return readdirSync(base).map((version) => path.join(base, version, 'bin'));
	} catch {
		return [];
	}
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

const isThere = ({ programs }: Requirement) =>
	folders().some((folder) => programs.some((program) => isExecutable(path.join(folder, program))));

/**
 * Why a suite cannot run on this machine, and what to install so that it can.
 *
 * @returns undefined when everything is there
 */
export function unmetReason(requirements: readonly Requirement[]): string | undefined {
	const missing = requirements.filter((requirement) => !isThere(requirement));
	if (missing.length === 0) return undefined;
	const titles = missing.map(({ title }) => title).join(', ');
	const packages = missing.map(({ aptPackage }) => aptPackage).join(' ');
	return `not found: ${titles}; install with: apt-get install ${packages}`;
}
