import type { Sandbox } from '../../../sandbox/createSandbox';

type Requests = ReturnType<Sandbox['control']['requests']>;

/** What the platform was asked while something ran. */
export async function requestsDuring<T>(
	{ control }: Sandbox,
	work: () => Promise<T>,
): Promise<{ result: T; requests: Requests }> {
	const afterId = control.requests().at(-1)?.id;
	const result = await work();
	return { result, requests: control.requests({ afterId }) };
}
