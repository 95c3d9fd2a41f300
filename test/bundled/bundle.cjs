const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Loads many test files as one: jest loads what they import, some 2,000 modules of n8n-core, anew for each file.
 * A file that cannot be loaded fails, and the others run. Throws when no file is wanted.
 * @param {string} folder below `test`
 * @param {(file: string) => boolean} isWanted gets a path below the folder
 */
exports.bundle = (folder, isWanted = () => true) => {
	const root = join(__dirname, '..', folder);
	const names = readdirSync(root, { recursive: true }).map((name) => name.replaceAll('\\', '/'));
	const files = names.filter((name) => name.endsWith('.test.ts') && isWanted(name)).sort();
	if (files.length === 0) throw new Error(`No file of test/${folder} is wanted by ${isWanted}`);
	for (const file of files) {
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
