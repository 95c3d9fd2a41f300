import { once } from 'node:events';
import { WebSocket, type MessageEvent } from 'undici';

import { waitFor } from '../../../runtime/polling';
import type { N8n } from '../../../runtime/n8n';

/** For n8n's environment: its inspector, once asked for, takes a free port. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect-port=0' };

const LISTENING = /Debugger listening on (ws:\/\/\S+)/;

/** By n8n's process, which tells its address once. */
const addresses = new Map<number, string>();

/**
 * Resident memory of an `INSPECTABLE` n8n after collections of garbage, in MB, isolates included: Node's own
 * view of a process, where the system's would show what the next collection gives back.
 */
export async function keptMb(n8n: N8n, collections = 3): Promise<number> {
	if (!addresses.has(n8n.pid)) {
		const before = n8n.log().length;
		// On this signal Node opens its inspector, and says where.
		process.kill(n8n.pid, 'SIGUSR1');
		addresses.set(
			n8n.pid,
			await waitFor('the inspector', () => LISTENING.exec(n8n.log().slice(before))?.[1]),
		);
	}
	const socket = new WebSocket(addresses.get(n8n.pid)!);
	await once(socket, 'open');
	const call = async <Result>(method: string, params: object = {}): Promise<Result> => {
		socket.send(JSON.stringify({ id: 1, method, params }));
		const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
		return (JSON.parse(data) as { result: Result }).result;
	};
	// Objects that one collection finalizes, such as isolates, are freed by the next one.
	for (let turn = 0; turn < collections; turn++) await call('HeapProfiler.collectGarbage');
	const { result } = await call<{ result: { value: number } }>('Runtime.evaluate', {
		expression: 'process.memoryUsage.rss()',
	});
	// An n8n that ends waits for an inspector that is in use.
	socket.close();
	return Math.round(result.value / 1024 / 1024);
}
