import type { DeliveryResponse } from '../exchange';

/**
 * Calls back, once or more, with what n8n answers to a delivery: true for 2xx, false for all else.
 *
 * n8n ends the response only after it has created the execution, or has failed to, and it does so
 * even when the sender has hung up by then: on a closed connection Node then emits no 'finish'. So
 * the call of `end` is the moment of truth, and a closed connection by itself means nothing. The
 * events stand in for it in case the call passes us by. There is no call as long as n8n does not
 * answer.
 */
export function whenAnswered(
	response: DeliveryResponse,
	callback: (confirmed: boolean) => void,
): void {
	const tell = () => callback(response.statusCode >= 200 && response.statusCode < 300);
	const end = response.end;
	response.end = function (this: DeliveryResponse, ...args: unknown[]) {
		tell();
		return end.apply(this, args);
	};
	response.once('finish', tell);
	response.once('close', () => {
		if (response.writableEnded) tell();
	});
}
