import { sourceFiles } from './packageClasses';

// n8n-core, workflow-execute.js: an execution whose failure says "canceled" ends as canceled by a person,
// and n8n's insights skip it.
it('no message of a node has the word by which n8n knows a canceled execution', () => {
	// What a contact reads on a page is no failure of an execution, nor is a value of an output.
	const files = sourceFiles('nodes').filter(({ file }) => !file.includes('bookingPage'));
	const lines = files.flatMap(({ file, text }) => text.split('\n').map((line) => `${file}: ${line.trim()}`));
	const found = lines.filter((line) => /['"`].*canceled.*['"`]/.test(line) && !line.includes("'canceled'"));
	expect(found).toEqual([]);
});
