const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Loads many test files as one: jest loads what they import, some 2,000 modules of n8n-core, anew for each file.
 * A file that cannot be loaded fails, and the others run.
 * @param {string} folder below `test`
 * @param {(file: string) => boolean} isWanted gets a path below the folder
 */
exports.bundle = (folder, isWanted = () => true) => {
	const root = join(__dirname, '..', folder);
	const names = readdirSync(root, { recursive: true }).map((name) => name.replaceAll('\\', '/'));
	for (const file of names.filter((name) => name.endsWith('.test.ts') && isWanted(name)).sort()) {
		describe(`test/${folder}/${file}`, () => {
			try {
				require(join(root, file));
			} catch (error) {
				it('can be loaded', () => {
					throw error;
				});
			}
		});
	}
};
