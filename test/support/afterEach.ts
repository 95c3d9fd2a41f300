import { BoundedMap } from '../../nodes/utils/boundedMap';

/** Made once for all tests: to make one takes 50 times as long as to use it, and none remembers anything. */
const { DateTimeFormat } = Intl;

/** What the nodes remember between two calls, such as the bookings of an execution. All of it is kept in maps of this class. */
const filledMemories = new Set<BoundedMap<unknown, unknown>>();

const setEntry = BoundedMap.prototype.set;
BoundedMap.prototype.set = function (key: unknown, value: unknown) {
	if (!(value instanceof DateTimeFormat)) filledMemories.add(this);
	return setEntry.call(this, key, value);
};

/** For every test of a suite: what it put in the place of clocks, timers and functions ends with it, and so does what the nodes remember. */
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
	for (const memory of filledMemories) memory.clear();
	filledMemories.clear();
});
