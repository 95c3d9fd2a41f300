import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

import { REPOSITORY } from '../../../runtime/paths';
import { checkRelease } from '../../../scripts/checks/release';

const GITHUB = path.join(REPOSITORY, '.github');
interface Job {
	permissions?: Record<string, string>;
	environment?: string;
	strategy?: { matrix: { rooms: string[] } };
	steps: Array<{ run?: string; uses?: string }>;
}

const jobsOf = (workflow: string) =>
	(
		parse(readFileSync(path.join(GITHUB, 'workflows', `${workflow}.yml`), 'utf8')) as {
			jobs: Record<string, Job>;
		}
	).jobs;

const workflows = readdirSync(path.join(GITHUB, 'workflows')).map((file) =>
	path.basename(file, '.yml'),
);

it.each(workflows)('%s pins its actions by commit, with the version beside it', (workflow) => {
	const text = readFileSync(path.join(GITHUB, 'workflows', `${workflow}.yml`), 'utf8');
	const loose = text
		.split('\n')
		.filter((line) => /\buses:/.test(line) && !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line));
	expect(loose).toEqual([]);
});

it('the mutation tests of a night cover credentials/ and every room of nodes/', () => {
	const rooms = Object.keys(
		JSON.parse(
			readFileSync(path.join(REPOSITORY, 'test', 'mutation', 'rooms.json'), 'utf8'),
		) as object,
	).sort();
	const nightly = jobsOf('nightly').mutation.strategy!.matrix.rooms.flatMap((names) =>
		names.split(' '),
	);
	expect(rooms).toEqual(['credentials', ...readdirSync(path.join(REPOSITORY, 'nodes'))].sort());
	expect(nightly.sort()).toEqual(rooms);
});

it('the job that may publish runs nothing of the repository, and waits for a person', () => {
	const jobs = Object.entries(jobsOf('publish'));
	const mayPublish = jobs.filter(([, { permissions }]) => permissions?.['id-token']);
	expect(mayPublish).toMatchObject([['publish', { environment: 'npm' }]]);
	const steps = jobsOf('publish').publish.steps.map(({ run, uses }) => run ?? uses?.split('@')[0]);
	expect(steps).toEqual([
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
	const changelog =
		'# Changelog\n\n## [1.2.3] - 2026-11-23\n\n- New.\n\n## [1.2.2] - 2026-11-01\n\n- Old.\n';
	const check = (
		changed: object,
		rest: { tag?: string; packed?: string; changelog?: string } = {},
	) =>
		checkRelease(
			rest.tag ?? 'v1.2.3',
			{ ...owned, ...changed },
			rest.packed ?? '1.2.3',
			rest.changelog ?? changelog,
		);

	it('that is ready has the notes of its version', () => {
		expect(check({})).toEqual({ notes: '- New.', findings: [] });
	});

	it.each([
		[
			'the address of nobody',
			check({ author: { name: 'Ada', email: 'ada@example.invalid' } }),
			'no mail address',
		],
		['no address', check({ author: { name: 'Ada' } }), 'no mail address'],
		['no place for bugs', check({ bugs: undefined }), "no 'bugs'"],
		['another tag', check({}, { tag: 'v1.2.4' }), 'The tag is v1.2.4'],
		['no date', check({}, { changelog: '## [1.2.3] - Unreleased\n' }), 'no dated entry'],
		[
			'a build of another commit',
			check({}, { packed: '1.2.3-g1a2b3c4' }),
			'was built as 1.2.3-g1a2b3c4',
		],
	])('with %s is refused', (_, { findings }, finding) => {
		expect(findings).toEqual([expect.stringContaining(finding)]);
	});
});
