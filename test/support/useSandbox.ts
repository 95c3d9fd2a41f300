import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/createSandbox';

/** What a local platform has against the requests it got, each as a line that says what to do. */
export function faultsOfRequests(sandbox: Sandbox): string[] {
	const lines = sandbox.violations().map(({ method, path, violations }) => {
		const request = `${method} ${path}`;
		return violations.includes('unknown path')
			? `No ${request} in the description of the local platform: add it to sandbox/highLevel.yaml (of the contract: openapi.yaml)`
			: `${request}: ${violations.join('; ')}`;
	});
	return [...new Set(lines)];
}

/**
 * A local platform for the tests of a file or a `describe`. Each test finds it as the seed has it, and
 * must not violate the contract, unless it says so.
 */
export function useSandbox({
	mayViolate = false,
	...options
}: SandboxOptions & { mayViolate?: boolean } = {}): Sandbox {
	const sandbox = {} as Sandbox;
	beforeAll(async () => void Object.assign(sandbox, await createSandbox(options)));
	afterEach(async () => {
		const faults = faultsOfRequests(sandbox);
		await sandbox.reset();
		if (!mayViolate) expect(faults).toEqual([]);
	});
	afterAll(async () => await sandbox.close());
	return sandbox;
}
