const { readdirSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, '../engine');

// All engine tests as one file: jest loads n8n-core, some 2,000 modules, anew for each file.
// The profiles are a suite of their own.
const isWanted = (file) => file.endsWith('.test.ts') && !file.startsWith('profiles');
for (const file of readdirSync(folder, { recursive: true }).filter(isWanted).sort()) {
	describe(`test/engine/${file}`, () => void require(join(folder, file)));
}
