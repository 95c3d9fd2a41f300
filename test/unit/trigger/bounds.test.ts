import type * as Claiming from '../../../nodes/PlatformTrigger/deduplicate/claims';
import {
	ABANDONED_AFTER_MS,
	MAX_AGE_ELSEWHERE_MS,
	MAX_AGE_MS,
	MAX_STARTED,
} from '../../../nodes/PlatformTrigger/deduplicate/claims';
import type * as Recording from '../../../nodes/PlatformTrigger/deduplicate/record';

const ASYNC = '../../../nodes/utils/attempt';
const withTimeout = jest.fn(async (_promise: Promise<unknown>, _ms: number): Promise<unknown> => await Promise.resolve());
beforeEach(() => withTimeout.mockClear());

let Claims: typeof Claiming.Claims;
let EventRecord: typeof Recording.EventRecord;
// For these two alone: the mutation tests load this file together with others, which need the real one.
jest.isolateModules(() => {
	jest.doMock(ASYNC, () => ({ ...jest.requireActual<object>(ASYNC), withTimeout }));
	/* eslint-disable @typescript-eslint/no-require-imports */
	({ Claims } = require('../../../nodes/PlatformTrigger/deduplicate/claims') as typeof Claiming);
	({ EventRecord } = require('../../../nodes/PlatformTrigger/deduplicate/record') as typeof Recording);
	/* eslint-enable @typescript-eslint/no-require-imports */
	jest.dontMock(ASYNC);
});

const never = async () => await new Promise<never>(() => {});
const items = { record: never, forget: never };
const waitedSeconds = () => withTimeout.mock.calls.map(([, ms]) => ms / 1_000);

it('a repeat waits for a minute, an execution and a response for two seconds', async () => {
	const claims = new Claims(() => 0);
	const claim = (await claims.claim('event', never)) as Claiming.Claim;
	expect(await claims.claim('event', never)).toBe('busy');
	await claims.begin('event');
	await claims.hold(claim, true);
	expect(waitedSeconds()).toEqual([60, 2, 2]);
});

it('a write of marks takes ten seconds at most, and is tried twice', async () => {
	expect(await new EventRecord().record('trigger', items, ['event'])).toBeUndefined();
	expect(waitedSeconds()).toEqual([10, 10]);
});

it('among workers, marks gather for 150 ms at most, and are looked for three times', async () => {
	const random = jest.spyOn(Math, 'random').mockReturnValue(0).mockReturnValueOnce(1);
	await new EventRecord().record('trigger', items, ['event'], true);
	await new Promise((resolve) => setImmediate(resolve));
	random.mockRestore();
	const look = [0.025, 10];
	expect(waitedSeconds()).toEqual([0.15, 10, 10, ...look, ...look, ...look]);
});

it('50,000 events are remembered for a day, in queue mode for a minute; a start is lost after 15 minutes', () => {
	expect([MAX_STARTED, MAX_AGE_MS / 3_600_000, MAX_AGE_ELSEWHERE_MS / 1_000]).toEqual([50_000, 24, 60]);
	expect(ABANDONED_AFTER_MS / 60_000).toBe(15);
});
