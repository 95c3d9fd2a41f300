import { recorded } from './recorded';

/** A refusal that the live service was seen to send. */
export interface Refusal {
	status: number;
	/** A list of words where several fields are wrong. */
	message?: string | string[];
	error?: string;
	meta?: object;
	/** A body that is no JSON. */
	text?: string;
	/** Where it was seen, if that says more than the words. */
	_path?: string;
	_when?: string;
	/** True where a booking that is refused so may be accepted at another time. */
	_mayFitOtherTime?: boolean;
}

/** All but those of the token endpoint, which n8n meets on the way to a credential. */
export const REFUSALS = recorded<Refusal[]>('refusals').filter(
	({ _path }) => _path !== '/oauth/token',
);

/** The body of the response. */
export function bodyOf({ status, text, message, error, meta }: Refusal): unknown {
	return text ?? { statusCode: status, message, error, meta };
}

/** The platform's own words, the first of several. */
export const wordsOf = ({ message, text }: Refusal): string => [message ?? text ?? ''].flat()[0];
