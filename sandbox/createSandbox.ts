import { createControl, type SandboxControl } from './control';
import { loadContract, type ContractCheck } from './http/contract';
import { createServer } from './http/server';
import { PlatformState } from './platform';
import { profileOf, type ProfileChoice } from './profile';
import { defaultSeed, type Seed } from './seed';

/** A running local platform: both interfaces of the contract, and what tests and the demo do to it. */
export interface Sandbox extends SandboxControl {
	/** Platform URL, marketplace URL and base URL of the knowledge API in one, without a slash at the end */
	url: string;
	/** Stops everything; afterwards the process can end. */
	close(): Promise<void>;
}

export interface SandboxOptions {
	/** Default 0: any free port */
	port?: number;
	seed?: Seed;
	/** How it behaves where the contract is silent; default `usual` */
	profile?: ProfileChoice;
	/** A note beside the form for a new contact on the platform's page */
	note?: string;
}

let contract: Promise<ContractCheck> | undefined;

/**
 * Starts a local platform on the loopback interface, where its well-known secrets belong.
 *
 * @throws Error when the port is taken, or is none
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, seed = defaultSeed, profile = 'usual', note } = options;
	// Compiled once a process: it holds no state of a sandbox.
	contract ??= loadContract();
	const newState = () => new PlatformState(seed, profileOf(profile));
	const platform = { state: newState() };
	const reset = async () => {
		const previous = platform.state;
		platform.state = newState();
		await previous.dispose();
	};
	const control = createControl(platform, reset);
	const app = createServer(platform, await contract, control, note);
	const url = await app.listen({ port, host: '127.0.0.1' });
	return {
		url,
		...control,
		async close() {
			await platform.state.dispose();
			await app.close();
		},
	};
}
