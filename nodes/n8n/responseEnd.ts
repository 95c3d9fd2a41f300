/** The parts of n8n's response (Express's, on Node's) that matter to its end. */
export interface EndingResponse {
	statusCode: number;
	writableEnded: boolean;
	end(...args: unknown[]): unknown;
}

/**
 * `end()` is n8n's response. n8n (all versions, 2.41 included) tells a trigger neither that it has
 * started the execution nor that it is about to answer, but it calls `end()` after the one and for the
 * other, also when the sender has hung up by then: on a closed connection Node emits no 'finish'.
 *
 * @param before may hold the response; told whether it is 2xx
 * @param after n8n has answered, whether or not that could be delivered
 */
export function aroundEnd(
	response: EndingResponse,
	before: (confirmed: boolean) => Promise<void> | undefined,
	after: (confirmed: boolean) => void,
): void {
	const end = response.end;
	let called = false;
	response.end = function (this: EndingResponse, ...args: unknown[]) {
		// A second end while the first is held would be a write after the end, which nobody catches.
		if (called) return this;
		called = true;
		// No answer ends with a status below 200.
		const confirmed = response.statusCode < 300;
		const finish = () => {
			end.apply(this, args);
			after(confirmed);
		};
		const held = before(confirmed);
		if (held) void held.then(finish);
		else finish();
		return this;
	};
}
