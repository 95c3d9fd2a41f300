import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

import { REPOSITORY } from '../../../runtime/paths';
import rooms from '../../mutation/rooms.json';
import { checkRelease } from '../../../scripts/checks/release';

const WORKFLOWS = path.join(REPOSITORY, '.github', 'workflows');
interface Job {
	permissions?: Record<string, string>;
	environment?: string;
	strategy?: { matrix: { rooms: string[] } };
	steps: Array<{ run?: string; uses?: string }>;
}

const textOf = (file: string) => readFileSync(path.join(WORKFLOWS, file), 'utf8');
const jobsOf = (file: string) => (parse(textOf(file)) as { jobs: Record<string, Job> }).jobs;

it.each(readdirSync(WORKFLOWS))(
	'%s pins its actions by commit, with the version beside it',
	(file) => {
		const loose = textOf(file)
			.split('\n')
			.filter((line) => /\buses:/.test(line) && !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line));
		expect(loose).toEqual([]);
	},
);

it('the mutation tests of a night cover credentials/ and every room of nodes/', () => {
	const named = jobsOf('nightly.yml').mutation.strategy!.matrix.rooms.join(' ').split(' ').sort();
	expect(named).toEqual(['credentials', ...readdirSync(path.join(REPOSITORY, 'nodes'))].sort());
	expect(Object.keys(rooms).sort()).toEqual(named);
});

it('the job that may publish runs nothing of the repository, and waits for a person', () => {
	const jobs = jobsOf('publish.yml');
	const mayPublish = Object.entries(jobs).filter(([, job]) => job.permissions?.['id-token']);
	expect(mayPublish).toMatchObject([['publish', { environment: 'npm' }]]);
	expect(jobs.publish.steps.map(({ run, uses }) => run ?? uses?.split('@')[0])).toEqual([
		'actions/setup-node',
		'actions/download-artifact',
		expect.stringMatching(/^npm publish .* --ignore-scripts$/),
	]);
});

describe('a release', () => {
	const owned = {
		version: '1.2.3',
		author: { name: 'Ada', email: 'ada@crm.dev' },
		bugs: { url: 'https://crm.dev/bugs' },
	};
	const check = (
		changed: object,
		{ tag = 'v1.2.3', packed = '1.2.3', heading = '[1.2.3] - 2026-11-23' } = {},
	) =>
		checkRelease(
			tag,
			{ ...owned, ...changed },
			packed,
			`# Changelog\n\n## ${heading}\n\n- New.\n\n## [1.2.2] - 2026-11-01\n\n- Old.\n`,
		);

	it('that is ready has the notes of its version', () => {
		expect(check({})).toEqual({ notes: '- New.', findings: [] });
	});

	it.each([
		['no mail address', check({ author: { name: 'Ada', email: 'ada@example.invalid' } })],
		['The tag is v1.2.4', check({}, { tag: 'v1.2.4' })],
		['no dated entry', check({}, { heading: '[1.2.3] - Unreleased' })],
		['was built as 1.2.3-g1a2b3c4', check({}, { packed: '1.2.3-g1a2b3c4' })],
	])('that is not ready is refused: %s', (finding, { findings }) => {
		expect(findings).toEqual([expect.stringContaining(finding)]);
	});
});
