import { planSteps, STEPS } from '../../../scripts/test/steps';

const planned = (...names: string[]) => planSteps(names).map(({ name }) => name);

describe('planSteps', () => {
	it('adds what a step needs, and keeps the order', () => {
		expect(planned('engine')).toEqual(['engine']);
		expect(planned('faults', 'unit', 'lint')).toEqual(['n8n', 'build', 'unit', 'lint', 'faults']);
	});

	it('takes a name for all that begin with it', () => {
		expect(planned('queue')).toEqual(['n8n', 'build', 'queue-nginx', 'queue']);
		expect(planned('clock')).toHaveLength(5);
	});

	it('without names runs what is quick; with `all` everything but what runs at night', () => {
		expect(planned()).toContain('smoke');
		expect(planned()).not.toContain('e2e');
		expect(planned('quick')).toEqual(planned());
		expect(planned('all')).toEqual(expect.arrayContaining([...planned(), 'tools', 'e2e', 'faults', 'queue', 'browser']));
		expect(planned('all')).not.toContain('versions');
	});

	it('refuses a name that it does not know, instead of running nothing', () => {
		expect(() => planSteps(['untit'])).toThrow('Unknown: untit. There are: quick, all, n8n, build');
	});

	it('waits only for steps that come before', () => {
		for (const [index, { needs, after }] of STEPS.entries()) {
			const before = STEPS.slice(0, index).map(({ name }) => name);
			expect(before).toEqual(expect.arrayContaining([...needs, ...after]));
		}
	});
});
