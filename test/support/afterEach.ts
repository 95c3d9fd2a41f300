/** For every test of a suite: what it put in the place of clocks, timers and functions ends with it. */
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});
