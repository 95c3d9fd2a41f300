import { STATUS_CODES } from 'node:http';

import { Refusal } from '../refusal';

/** `{ statusCode, message, error }`: the official common-schemas.json. A 422 lists its texts. */
export function refusalBody({ status, message }: Refusal): object {
	return {
		statusCode: status,
		message: status === 422 ? message.split('; ') : message,
		error: STATUS_CODES[status],
	};
}

/** Every response in JSON has it beside its data. */
export function traced<Response extends { body?: unknown }>(response: Response, id: number): Response {
	const { body } = response;
	return typeof body === 'object' && body !== null ? { ...response, body: { ...body, traceId: `trace-${id}` } } : response;
}

/** A request that the description does not allow: a wrong Version is 401, as clients report, everything else 422. */
export function invalidRequest(violations: readonly string[]): Refusal {
	const ofVersion = violations.find((text) => /^\/header\b.*version/i.test(text));
	if (ofVersion !== undefined) {
		return new Refusal(401, ofVersion.includes('required') ? 'version header was not found.' : 'version header is invalid.');
	}
	const texts = violations.map((text) => text.replace(/^\/(query|requestBody|path)\/?\s*/, ''));
	return new Refusal(422, texts.join('; '));
}
