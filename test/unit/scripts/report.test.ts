import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { REPOSITORY } from '../../../runtime/paths';
import { readReport } from '../../../scripts/test/report';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'report-'))));
afterEach(async () => await rm(folder, { recursive: true }));

const counts = { numPassedTests: 1, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };

async function read(report: object, note?: string, prefix?: string) {
	const file = join(folder, 'report.json');
	await writeFile(file, JSON.stringify({ ...counts, testResults: [], ...report }));
	return await readReport(file, note, prefix);
}

const resultOf = (status: string, file: string, ...titles: string[][]) => ({
	name: join(REPOSITORY, file),
	status: 'failed',
	assertionResults: titles.map((all) => ({ ancestorTitles: all.slice(0, -1), title: all.at(-1), status })),
});
const result = (file: string, ...titles: string[][]) => resultOf('failed', file, ...titles);

describe('readReport', () => {
	it('counts what passed', async () => {
		expect(await read({})).toMatchObject({ passed: 1, failed: 0, skipped: 0, failures: [] });
	});

	it.each(['pending', 'todo'])('counts a test that was left out as failed, and names it (%s)', async (status) => {
		const { failed, failures } = await read({ testResults: [resultOf(status, 'test/unit/a.test.ts', ['books'])] });
		expect([failed, failures]).toEqual([1, ["test/unit/a.test.ts: books (was left out)\n      npx jest test/unit/a.test.ts -t 'books'"]]);
	});

	it('counts a failure of jest itself, and a report that is missing', async () => {
		expect(await read({}, 'exit code 1')).toMatchObject({ failed: 1, note: 'exit code 1' });
		expect(await readReport(join(folder, 'none'), undefined)).toMatchObject({ failed: 1, note: 'jest wrote no report' });
	});

	it('names a failed test, its file, and how to run it alone', async () => {
		const testResults = [result('test/unit/a.test.ts', ['books', "says 'no' (once)"])];
		const { failures } = await read({ testResults, numFailedTests: 1 }, 'exit code 1');
		expect(failures).toEqual([
			"test/unit/a.test.ts: books says 'no' (once)\n      npx jest test/unit/a.test.ts -t 'books says .no. \\(once\\)'",
		]);
	});

	it('names the file of its own where several were loaded as one', async () => {
		const testResults = [result('test/bundled/e2e.test.cjs', ['test/e2e/a.test.ts', 'books'])];
		const { failures } = await read({ testResults }, undefined, 'TZ=UTC ');
		expect(failures).toEqual(["test/e2e/a.test.ts: books\n      TZ=UTC npx jest test/e2e/a.test.ts -t 'books'"]);
	});

	it('names a file that could not be loaded', async () => {
		const { failures, failed } = await read({ testResults: [result('test/unit/a.test.ts')], numRuntimeErrorTestSuites: 1 });
		expect([failed, failures]).toEqual([1, ['test/unit/a.test.ts could not be run\n      npx jest test/unit/a.test.ts']]);
	});
});
