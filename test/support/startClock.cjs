/**
 * Sets the clock of whatever loads it, a test file or (with --require) Node, to the same instant on any
 * day, or to that of TEST_CLOCK. From there it runs.
 */
const start = Date.parse(process.env.TEST_CLOCK ?? '2026-11-21T12:00:00Z');

const { Date: Original } = globalThis;
const { now } = Original;
const shift = start - now();
Original.now = () => now() + shift;

// By Date.now, which a test may mock.
const Moved = new Proxy(Original, {
	apply: () => new Moved().toString(),
	construct: (target, given, newTarget) =>
		Reflect.construct(target, given.length > 0 ? given : [Moved.now()], newTarget),
});
Original.prototype.constructor = Moved;
globalThis.Date = Moved;
