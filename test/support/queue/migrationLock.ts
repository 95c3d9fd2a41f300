import { waitFor } from '../../../runtime/polling';
import type { Postgres } from './postgres';

/** The end of the lock if nobody releases it. */
const LONGEST_S = 120;

const HOLDERS = `pg_locks l JOIN pg_class c ON c.oid = l.relation
	WHERE c.relname = 'migrations' AND l.mode = 'AccessExclusiveLock' AND l.granted`;

/**
 * Holds the table in which n8n notes what it has migrated. A process that starts meanwhile waits for
 * it, as it waits for another process's migrations after an upgrade; running ones do not notice.
 * @returns a function that releases it
 * @throws Error when the lock is not granted
 */
export async function holdMigrations({ query }: Postgres): Promise<() => Promise<void>> {
	const holding = query(
		`BEGIN; LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(${LONGEST_S})`,
	).catch(() => 'ended by the release');
	const isHeld = async () => (await query(`SELECT 1 FROM ${HOLDERS}`)).length > 0;
	await waitFor('the lock of the migrations table', isHeld);
	return async () => {
		await query(`SELECT pg_terminate_backend(l.pid) FROM ${HOLDERS}`);
		await holding;
	};
}
