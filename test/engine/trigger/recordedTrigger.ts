import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { Claims, claims } from '../../../nodes/PlatformTrigger/deduplicate/claims';
import { Marks, marks as writer } from '../../../nodes/PlatformTrigger/deduplicate/confirm';
import { PlatformTrigger } from '../../../nodes/PlatformTrigger/PlatformTrigger.node';
import { createSigningKey } from '../../support/keys';
import { processedData } from '../../support/processedData';
import { startReceiver } from '../../support/webhookContext';
import type { Receiver, ReceiverOptions } from '../../support/webhookContext';
import { EVENT, triggerWith } from './deliveries';

export const key = createSigningKey();

/** All of one test, from the first on. */
export const receivers: Receiver[] = [];
let workflowId = '';
/** In place of a second. */
const FORGET_AFTER_MS = 10;
let workflows = 0;

/** All of one test stand for processes, or lives of one, that share a database. */
export async function start(
	options: Partial<ReceiverOptions> = {},
	settings: IDataObject = {},
): Promise<Receiver> {
	const receiver = await startReceiver({ ...triggerWith(key, { settings: settings as INodeParameters }), workflowId, ...options });
	receivers.push(receiver);
	return receiver;
}

function loadedOnceMore(): PlatformTrigger {
	let nodeType: PlatformTrigger | undefined;
	jest.isolateModules(() => {
		// eslint-disable-next-line @typescript-eslint/no-require-imports
		const loaded = require('../../../nodes/PlatformTrigger/PlatformTrigger.node') as {
			PlatformTrigger: typeof PlatformTrigger;
		};
		nodeType = new loaded.PlatformTrigger();
	});
	if (!nodeType) throw new Error('The package was not loaded');
	return nodeType;
}

const others = [loadedOnceMore(), loadedOnceMore()];

/** One of two other processes of n8n, in turn: the package's modules, loaded once more. */
export function otherProcess(): { nodeType: PlatformTrigger } {
	others.reverse();
	return { nodeType: others[0] };
}

/** What is kept in the process is gone, the database is not. */
export function restart(): void {
	Object.assign(claims, new Claims());
}

export const pause = async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, ms));

export function gate() {
	let open = () => {};
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { open, pass: async () => await opened };
}

export const event = (n: number) => ({ ...EVENT, webhookEventId: `e-${n}` });
export const events = (count: number) => Array.from({ length: count }, (_, n) => event(n));

/** The marks on record, of all triggers of the workflow. */
export const marks = () =>
	[...processedData.rows].flatMap(([row, all]) => (row.startsWith(`${workflowId}:`) ? all : []));

export async function settled(): Promise<void> {
	await Promise.all(receivers.map(async (receiver) => await receiver.settled()));
	// The second marks, which are forgotten a while after the response.
	await pause(FORGET_AFTER_MS + 10);
	while (processedData.calls.open > 0) await pause(1);
	await pause(5);
}

/** To be called once in a file: each test begins with an empty record and a process that remembers nothing. */
export function useRecords(): void {
	beforeEach(() => {
		restart();
		processedData.reset();
		Object.assign(writer, new Marks(10_000, FORGET_AFTER_MS));
		workflowId = `recorded-${(workflows += 1)}`;
	});
	afterEach(async () => {
		await Promise.all(receivers.splice(0).map(async (receiver) => await receiver.close()));
	});
}
