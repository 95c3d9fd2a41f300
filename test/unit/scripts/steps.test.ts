import { namesOf, planSteps, STEPS } from '../../../scripts/test/steps';

const planned = (...names: string[]) => planSteps(names).flatMap(namesOf);

describe('planSteps', () => {
	it('runs everything but what must be named', () => {
		expect(planned()).toEqual([
			'build',
			'lint',
			'typecheck',
			'scanner',
			'unit',
			'engine',
			'e2e',
			'faults',
			'queue',
			'browser',
		]);
		expect(planned('compat')).toEqual(['build', 'older-n8n', 'compat']);
	});

	it('adds what a step needs, keeps the order, and of suites that run together only the named', () => {
		expect(planned('unit')).toEqual(['unit']);
		expect(planned('engine', 'unit')).toEqual(['unit', 'engine']);
		expect(planned('faults', 'lint')).toEqual(['build', 'lint', 'faults']);
	});

	it('holds unit and engine tests to a coverage only when both run', () => {
		const floor = (...names: string[]) =>
			planSteps(names).flatMap((step) =>
				step.kind === 'suites' ? (step.argumentsForAll ?? []) : [],
			);
		expect(floor('unit', 'engine')).toEqual([expect.stringContaining('--coverageThreshold=')]);
		expect(floor()).toEqual(floor('unit', 'engine'));
		expect(floor('unit')).toEqual([]);
	});

	it('refuses a name that it does not know, instead of running nothing', () => {
		expect(() => planSteps(['untit'])).toThrow('Unknown: untit. There are: build, lint');
	});

	it('needs only steps that run before', () => {
		for (const [index, step] of STEPS.entries()) {
			const before = STEPS.slice(0, index).flatMap(namesOf);
			expect(before).toEqual(expect.arrayContaining(step.needs));
		}
	});
});
