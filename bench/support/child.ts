import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A module of this folder in a process of its own: what it does is not counted as ours. */
export interface Child {
	/** Sends one message and waits for the reply. */
	ask<Reply>(message?: object): Promise<Reply>;
	close(): Promise<void>;
}

/** @param module path of a TypeScript file that replies to each message of its parent */
export async function startChild(module: string, argument: object = {}): Promise<Child> {
	// The loader for TypeScript is among the arguments that a fork takes over from this process.
	const child = fork(module, [JSON.stringify(argument)]);
	const ended = once(child, 'exit').then(([code]) => {
		throw new Error(`${module} ended with code ${String(code)}`);
	});
	ended.catch(() => {});
	const reply = async () => (await Promise.race([once(child, 'message'), ended]))[0] as unknown;
	await reply();
	return {
		async ask<Reply>(message: object = {}) {
			const replied = reply();
			child.send(message);
			return (await replied) as Reply;
		},
		async close() {
			child.disconnect();
			await ended.catch(() => {});
		},
	};
}

/** The other side: tells the parent that it is ready, then replies to it; ends with the parent. */
export function serveParent(reply: (message: never) => Promise<unknown> | unknown): void {
	process.on('message', (message) => {
		void (async () => process.send?.((await reply(message as never)) ?? {}))();
	});
	process.on('disconnect', () => process.exit(0));
	process.send?.({});
}

/** What the parent gave to `startChild`. */
export const argumentOf = <Argument>(): Argument => JSON.parse(process.argv[2]) as Argument;
