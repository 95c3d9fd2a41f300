/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs under Jest, never inside n8n */
import path from 'node:path';
import { unmetReason } from '../../../scripts/test/requirements';

const requirement = (program: string) => ({
	title: `the program ${program}`,
	programs: [program],
	aptPackage: `${program}-package`,
});

describe('unmetReason', () => {
	it('is silent when all programs are there', () => {
		const { dir, base } = path.parse(process.execPath);
		const before = process.env.PATH;
		process.env.PATH = dir;
		try {
			expect(unmetReason([requirement(base)])).toBeUndefined();
			expect(unmetReason([])).toBeUndefined();
		} finally {
			process.env.PATH = before;
		}
	});

	it('names each missing program and the packages to install', () => {
		expect(unmetReason([requirement('no-such-a'), requirement('no-such-b')])).toBe(
			'not found: the program no-such-a, the program no-such-b; ' +
				'install with: apt-get install no-such-a-package no-such-b-package',
		);
	});
});
