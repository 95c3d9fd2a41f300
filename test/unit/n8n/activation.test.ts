import { isTakenUpAgain } from '../../../nodes/n8n/activation';

it.each([
	['init', true],
	['leadershipChange', true],
	['activate', false],
	['create', false],
	['update', false],
	['manual', false],
] as const)('an activation by %p takes a workflow up again: %p', (mode, expected) => {
	expect(isTakenUpAgain({ getActivationMode: () => mode } as never)).toBe(expected);
});
