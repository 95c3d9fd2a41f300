/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error, no-console -- runs on a developer's machine, never inside n8n */

/** How often a step that takes long says so. */
const TELL_MS = 10_000;

/** Runs one step of the demo with a line before and after it. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
	const started = Date.now();
	const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
	console.log(`  ${title} …`);
	const timer = setInterval(() => console.log(`  ${title} … ${seconds()} s`), TELL_MS);
	try {
		const result = await work();
		console.log(`  ✓ ${title}, ${seconds()} s`);
		return result;
	} catch (error) {
		console.log(`  ✗ ${title}, ${seconds()} s`);
		throw error;
	} finally {
		clearInterval(timer);
	}
}
