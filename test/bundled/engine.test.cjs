const { readdirSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, '../engine');

// All engine tests as one file: jest loads n8n-core, some 2,000 modules, anew for each file.
for (const file of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.test.ts')).sort()) {
	describe(`test/engine/${file}`, () => void require(join(folder, file)));
}
