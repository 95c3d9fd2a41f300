import { WebSocket } from 'undici';
import { waitFor } from '../../../runtime/polling';
import type { N8n } from '../../../runtime/n8n';

/** For n8n's environment: its inspector, once asked for, takes a free port. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect-port=0' };

const LISTENING = /Debugger listening on (ws:\/\/\S+)/;

/** Node's own view of a process, where the system's would show what the next collection gives back. */
export class Inspector {
	private count = 0;

	private readonly waiting = new Map<number, (result: unknown) => void>();

	private constructor(private readonly socket: WebSocket) {
		socket.addEventListener('message', ({ data }) => {
			const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
			this.waiting.get(id)?.(result);
			this.waiting.delete(id);
		});
	}

	/** n8n must run with `INSPECTABLE`. */
	static async open(n8n: Pick<N8n, 'pid' | 'log'>): Promise<Inspector> {
		const before = n8n.log().length;
		// On this signal Node opens its inspector, and says where.
		process.kill(n8n.pid, 'SIGUSR1');
		const address = await waitFor('the inspector', () => LISTENING.exec(n8n.log().slice(before))?.[1]);
		const socket = new WebSocket(address);
		await new Promise((resolve, reject) => {
			socket.addEventListener('open', resolve);
			socket.addEventListener('error', reject);
		});
		return new Inspector(socket);
	}

	/** Resident memory after a collection of garbage, in MB, isolates included. */
	async keptMb(collections = 3): Promise<number> {
		// What a collection finalizes, isolates among it, is given back by the next one.
		for (let turn = 0; turn < collections; turn++) await this.call('HeapProfiler.collectGarbage');
		const expression = 'process.memoryUsage.rss()';
		const { result } = (await this.call('Runtime.evaluate', { expression })) as { result: { value: number } };
		return Math.round(result.value / 1024 / 1024);
	}

	close(): void {
		this.socket.close();
	}

	private async call(method: string, params: object = {}): Promise<unknown> {
		const id = (this.count += 1);
		return await new Promise((resolve) => {
			this.waiting.set(id, resolve);
			this.socket.send(JSON.stringify({ id, method, params }));
		});
	}
}
