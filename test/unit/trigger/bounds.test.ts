import type * as Claiming from '../../../nodes/PlatformTrigger/deduplicate/claims';
import {
	ABANDONED_AFTER_MS,
	MAX_AGE_ELSEWHERE_MS,
	MAX_AGE_MS,
	MAX_BEGUN,
	MAX_STARTED,
} from '../../../nodes/PlatformTrigger/deduplicate/claims';
import type * as Marking from '../../../nodes/PlatformTrigger/deduplicate/marks';

const ASYNC = '../../../nodes/utils/attempt';
const withTimeout = jest.fn(async (_promise: Promise<unknown>, _ms: number): Promise<unknown> => await Promise.resolve());
beforeEach(() => withTimeout.mockClear());

let Claims: typeof Claiming.Claims;
let Marks: typeof Marking.Marks;
// For these two alone: the mutation tests load this file together with others, which need the real one.
jest.isolateModules(() => {
	jest.doMock(ASYNC, () => ({ ...jest.requireActual<object>(ASYNC), withTimeout }));
	/* eslint-disable @typescript-eslint/no-require-imports */
	({ Claims } = require('../../../nodes/PlatformTrigger/deduplicate/claims') as typeof Claiming);
	({ Marks } = require('../../../nodes/PlatformTrigger/deduplicate/marks') as typeof Marking);
	/* eslint-enable @typescript-eslint/no-require-imports */
	jest.dontMock(ASYNC);
});

const never = async () => await new Promise<never>(() => {});
const target = { trigger: 'trigger', items: { record: never, forget: never }, onLoss: () => {} };
const waitedSeconds = () => withTimeout.mock.calls.map(([, ms]) => ms / 1_000);

it('a repeat waits for a minute, and a response for two seconds', async () => {
	const claims = new Claims(() => 0);
	const claim = (await claims.claim('event', never)) as Claiming.Claim;
	expect(await claims.claim('event', never)).toBe('busy');
	await claims.hold(claim);
	expect(waitedSeconds()).toEqual([60, 2]);
});

it('a write of marks takes ten seconds at most, and is tried twice', async () => {
	const onLoss = jest.fn();
	await new Marks().record({ ...target, onLoss }, ['event']);
	expect(waitedSeconds()).toEqual([10, 10]);
	expect(onLoss).toHaveBeenCalledTimes(1);
});

it('what is to be closed gathers for a second, and is tried again for a minute', async () => {
	const onLoss = jest.fn();
	new Marks().closeSoon({ ...target, onLoss }, 'event', ['event?']);
	await new Promise((resolve) => setImmediate(resolve));
	const writes = [10, 10];
	expect(waitedSeconds()).toEqual([1, 2, 4, 8, 16, 32].flatMap((after) => [after, ...writes]));
	expect(onLoss).toHaveBeenCalledTimes(1);
});

it('among workers, marks gather for 150 ms at most, and are looked for three times', async () => {
	const random = jest.spyOn(Math, 'random').mockReturnValue(0).mockReturnValueOnce(1);
	await new Marks().record(target, ['event'], true);
	await new Promise((resolve) => setImmediate(resolve));
	random.mockRestore();
	const look = [0.025, 10];
	expect(waitedSeconds()).toEqual([0.15, 10, 10, ...look, ...look, ...look]);
});

it('50,000 events are remembered for a day, in queue mode for a minute; a start is lost after 15 minutes', () => {
	expect([MAX_STARTED, MAX_AGE_MS / 3_600_000, MAX_AGE_ELSEWHERE_MS / 1_000]).toEqual([50_000, 24, 60]);
	expect([MAX_BEGUN, ABANDONED_AFTER_MS / 60_000]).toEqual([5_000, 15]);
});
