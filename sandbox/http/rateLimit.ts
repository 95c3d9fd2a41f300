import { errorBody } from '../profiles/bodies';
import type { Profile } from '../profiles/switches';
import type { Answer } from '../httpError';

/** Low, so that a client meets the limit in a short test. */
const EVERY = 10;

/** Rate limits are not shown: where there is one, every tenth request is turned away. */
export class RateLimit {
	private count = 0;

	answer(path: string, { rateLimit, errorBody: shape }: Profile): Answer | undefined {
		if (rateLimit === 'none' || path.startsWith('/oauth/token') || ++this.count % EVERY !== 0) return undefined;
		const { headers, body } = errorBody(shape, 429, 'Too many requests');
		if (rateLimit === 'bare') return { status: 429, body, headers };
		return { status: 429, body, headers: { ...headers, 'retry-after': '0' } };
	}
}
