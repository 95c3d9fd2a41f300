/**
 * `npm run save-texts`: tests compare texts with files, such as what the editor shows; this writes these files anew, for a
 * change that is meant. Words behind it choose some of the tests by their paths, such as `editorTexts`. Read what has
 * changed before you commit.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { REPOSITORY } from '../runtime/paths';
import { run } from '../runtime/process';

const FOLDER = path.join('test', 'unit');

/** The files of tests that use test/support/savedText.ts, below the repository. */
function filesWithSavedTexts(): string[] {
	const files = readdirSync(path.join(REPOSITORY, FOLDER), { recursive: true, encoding: 'utf8' });
	return files
		.filter((file) => file.endsWith('.test.ts'))
		.map((file) => path.join(FOLDER, file))
		.filter((file) => readFileSync(path.join(REPOSITORY, file), 'utf8').includes('/savedText'));
}

async function saveTexts(words: readonly string[]): Promise<void> {
	const isChosen = (file: string) =>
		words.length === 0 || words.some((word) => file.includes(word));
	const chosen = filesWithSavedTexts().filter(isChosen);
	if (chosen.length === 0)
		throw new Error(`No test with saved texts has ${words.join(' or ')} in its path.`);
	const jest = path.join(REPOSITORY, 'node_modules', 'jest', 'bin', 'jest.js');
	await run(process.execPath, [jest, '--runTestsByPath', ...chosen], {
		cwd: REPOSITORY,
		env: { SAVE_TEXTS: '1' },
		stdio: 'inherit',
	});
}

saveTexts(process.argv.slice(2)).catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
