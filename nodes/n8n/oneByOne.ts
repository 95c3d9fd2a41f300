/**
 * n8n 1.x refreshes a token for each refused call by itself, without a lease. Calls at once that meet
 * an expired token would use the same refresh token; where it is good for one refresh, all but one
 * of them would be refused. So there the calls of a run go out one after the other.
 */
export class OneByOne {
	private last: Promise<unknown> = Promise.resolve();

	async run<T>(call: () => Promise<T>): Promise<T> {
		const turn = this.last.then(call, call);
		this.last = turn;
		return await turn;
	}
}
