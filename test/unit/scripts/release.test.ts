import { checkRelease } from '../../../scripts/checks/release';

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
