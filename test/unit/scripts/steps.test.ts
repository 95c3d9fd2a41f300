import { planSteps, STEPS } from '../../../scripts/test/steps';

const planned = (...names: string[]) => planSteps(names).flatMap((step) => step.names);

describe('planSteps', () => {
	it('adds what a step needs, keeps the order, and of suites that run together only the named', () => {
		expect(planned('engine')).toEqual(['engine']);
		expect(planned('faults', 'unit', 'lint')).toEqual(['build', 'lint', 'unit', 'faults']);
	});

	it('holds unit and engine tests to a coverage when both run', () => {
		const holds = (...names: string[]) => String(planSteps(names)[0].args).includes('coverageThreshold');
		expect(holds('unit', 'engine')).toBe(true);
		expect(holds('unit')).toBe(false);
	});

	it('refuses a name that it does not know, instead of running nothing', () => {
		expect(() => planSteps(['untit'])).toThrow('Unknown: untit. There are: build, lint');
	});

	it('needs only steps that run before', () => {
		for (const [index, step] of STEPS.entries()) {
			const before = STEPS.slice(0, index).flatMap(({ names }) => names);
			expect(before).toEqual(expect.arrayContaining([...step.needs]));
		}
	});
});
