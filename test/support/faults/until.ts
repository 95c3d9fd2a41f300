import { waitFor } from '../../../runtime/polling';

/** Of a machine that has other things to do as well. */
const PATIENCE_MS = 180_000;

/** Looks closely, for what is to be met in the middle. @throws Error that names it after a while */
export async function until(
	what: string,
	happened: () => boolean | Promise<boolean>,
	timeoutMs = PATIENCE_MS,
	intervalMs = 5,
): Promise<void> {
	await waitFor(what, happened, { timeoutMs, intervalMs });
}
