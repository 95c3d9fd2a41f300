/**
 * `--help` of a command: prints how it is called, and ends.
 * @param {string} usage
 */
export function showHelp(usage) {
	if (!process.argv.includes('--help')) return;
	console.log(usage);
	process.exit(0);
}
