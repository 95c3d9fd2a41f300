import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NONE = { delayMs: 0, diskFull: false };

/** Makes n8n's starts of executions slow, or the disk full, from the next one on. */
export function prepareStartFaults() {
	const folder = mkdtempSync(join(tmpdir(), 'start-faults-'));
	const file = join(folder, 'faults.json');
	const set = (faults: Partial<typeof NONE>) => {
		const next = `${file}.next`;
		writeFileSync(next, JSON.stringify({ ...NONE, ...faults }));
		// n8n must never read half of it.
		renameSync(next, file);
	};
	set(NONE);
	return {
		/** For n8n's environment. */
		env: { EXTERNAL_HOOK_FILES: join(__dirname, 'hooks.cjs'), START_FAULTS: file },
		set,
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}
