import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program of the system that a suite needs. */
export interface Program {
	/** Names that it may have. */
	names: readonly string[];
	/** Debian's package. */
	aptPackage: string;
}

export const CHROMIUM: Program = {
	names: ['chromium', 'chromium-browser', 'google-chrome'],
	aptPackage: 'chromium',
};
export const NGINX: Program = { names: ['nginx'], aptPackage: 'nginx' };
export const POSTGRES: Program = { names: ['postgres'], aptPackage: 'postgresql' };
export const REDIS: Program = { names: ['redis-server'], aptPackage: 'redis-server' };

const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** Where the program is; undefined where it is not installed. Debian puts servers into folders that are seldom on PATH. */
function findProgram({ names }: Program): string | undefined {
	const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS).sort() : [];
	return [
		...(process.env.PATH ?? '').split(delimiter),
		...['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'],
		...versions.reverse().map((version) => join(POSTGRES_VERSIONS, version, 'bin')),
	]
		.flatMap((folder) => names.map((name) => join(folder, name)))
		.find((file) => existsSync(file));
}

/**
 * Where the program is.
 * @throws Error that says what to install
 */
export function requireProgram(program: Program): string {
	const file = findProgram(program);
	if (file === undefined) throw new Error(unmetReason([program]));
	return file;
}

/** The packages to install; undefined when everything is there. */
export function unmetReason(programs: readonly Program[]): string | undefined {
	const missing = programs.filter((program) => findProgram(program) === undefined);
	const packages = missing.map(({ aptPackage }) => aptPackage).join(' ');
	return missing.length > 0 ? `install with: apt-get install ${packages}` : undefined;
}
