import type { EndingResponse } from './responseEnd';

/**
 * Lets `webhook()` throw after it has answered by itself. In the editor's test mode a thrown error is
 * how a person sees why a delivery was refused; n8n (2.41) then answers it once more with `json()`
 * or `send()`, on a response that has ended, which would throw a second error.
 */
export function silenceResponse(response: EndingResponse): void {
	Object.assign(response, { json: () => response, send: () => response });
}
