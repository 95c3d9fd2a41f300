import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NONE = { delayMs: 0, diskFull: false };

/** Makes n8n's starts of executions slow, or the disk full, from the next one on. */
export class StartFaults {
	/** For n8n's environment. */
	readonly env: Record<string, string>;

	private readonly folder = mkdtempSync(join(tmpdir(), 'start-faults-'));

	private readonly file = join(this.folder, 'faults.json');

	constructor() {
		this.env = { EXTERNAL_HOOK_FILES: join(__dirname, 'hooks.cjs'), START_FAULTS: this.file };
		this.set(NONE);
	}

	set(faults: Partial<typeof NONE>): void {
		const next = `${this.file}.next`;
		writeFileSync(next, JSON.stringify({ ...NONE, ...faults }));
		// n8n must never read half of it.
		renameSync(next, this.file);
	}

	remove(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}
