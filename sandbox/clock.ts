/** Where the sandbox reads the time: `now()` gives milliseconds since 1970. */
export interface Clock {
	now(): number;
}
