const { readdirSync } = require('node:fs');
const { join } = require('node:path');

const TESTS = new RegExp(`^(${process.env.MUTATION_TESTS}).*\\.test\\.ts$`);
const folder = join(__dirname, '..');

// All test files of a room as one: n8n's modules are loaded once for each change, not once for each file.
for (const file of readdirSync(folder, { recursive: true })
	.filter((name) => TESTS.test(name))
	.sort()) {
	describe(file, () => void require(join(folder, file)));
}
