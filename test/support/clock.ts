/** The instant of the file's tests, once one is set. */
let instant: number | undefined;

/** Sets the clock for every test of the file; it stands still. Fake timers of `runClock` begin there, too. */
export function stopClockAt(time: string | number): void {
	beforeEach(() => {
		instant = typeof time === 'number' ? time : Date.parse(time);
		jest.spyOn(Date, 'now').mockReturnValue(instant);
	});
}

let runs = 0;

/**
 * From here on time passes by `jest.advanceTimersByTimeAsync` alone; `AbortSignal.timeout` and `performance.now`
 * obey it, too. Each run of the clock is far from the others, so that `withTimeout` shares no timer with them.
 */
export function runClock(): void {
	jest.useFakeTimers({ doNotFake: ['nextTick', 'performance'], now: instant ?? Date.now() });
	const away = (runs += 1) * 1e12;
	jest.spyOn(performance, 'now').mockImplementation(() => away + Date.now());
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const controller = new AbortController();
		setTimeout(() => controller.abort(), ms);
		return controller.signal;
	});
}

const timeout = AbortSignal.timeout.bind(AbortSignal);

/** From here on, whatever waits for a bounded time waits at most so long. */
export function waitAtMost(ms: number): void {
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((asked) => timeout(Math.min(asked, ms)));
}
