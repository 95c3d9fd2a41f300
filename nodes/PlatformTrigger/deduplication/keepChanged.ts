import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { within } from './within';

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Sets a value in static data again and again until n8n has answered.
 *
 * n8n saves static data only when it is marked as changed. But while it creates the execution,
 * n8n 2.41 builds a second workflow over the same static data, and building one takes the mark away
 * (ObservableObject.create), so that a change made in `webhook()` would never be saved. That happens
 * before the first query of the database, the check comes after several; so the first repetition
 * does it, and the later ones cost next to nothing.
 *
 * @param settled resolves when n8n has answered
 * @param forMs when to stop at the latest, in milliseconds
 */
export async function keepChanged(
	staticData: IDataObject,
	key: string,
	value: IDataObject,
	settled: Promise<boolean>,
	forMs: number,
): Promise<void> {
	staticData[key] = value;
	// For each accepted event, so it counts that this timer costs a tenth of the one in `within`;
	// the longer pauses must not keep the process alive.
	if ((await Promise.race([settled, sleep(FIRST_PAUSE_MS)])) !== undefined) return;
	staticData[key] = value;
	let pause = FIRST_PAUSE_MS * 4;
	for (let waited = FIRST_PAUSE_MS; waited < forMs; waited += pause) {
		if ((await within(settled, pause)) !== undefined) return;
		staticData[key] = value;
		pause = Math.min(pause * 4, LONGEST_PAUSE_MS);
	}
}
