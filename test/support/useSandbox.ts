import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/createSandbox';

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
		const violations = sandbox.violations();
		await sandbox.reset();
		if (!mayViolate) expect(violations).toEqual([]);
	});
	afterAll(async () => await sandbox.close());
	return sandbox;
}
