const { readdirSync } = require('node:fs');
const { join } = require('node:path');

const { E2E_ALONE } = require('../../scripts/test/steps');
const { shareN8n } = require('../support/harness');

const folder = join(__dirname, '..', 'e2e');
const isShared = (file) => file.endsWith('.test.ts') && !E2E_ALONE.includes(file.replace('.test.ts', ''));

// One n8n for all of them: to start one takes longer than most of these files.
shareN8n();
for (const file of readdirSync(folder).filter(isShared).sort()) {
	describe(`test/e2e/${file}`, () => void require(join(folder, file)));
}
