/** How often a step that takes long says so. */
const TELL_MS = 10_000;

/**
 * Runs one step with a line before and after it, and lines between when it takes long.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
	const started = Date.now();
	const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
	console.log(`  ${title} …`);
	const timer = setInterval(() => console.log(`  ${title} … ${seconds()}`), TELL_MS);
	try {
		const result = await work();
		console.log(`  ✓ ${title}, ${seconds()}`);
		return result;
	} catch (error) {
		console.log(`  ✗ ${title}, ${seconds()}`);
		throw error;
	} finally {
		clearInterval(timer);
	}
}
