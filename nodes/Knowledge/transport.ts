import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { sendWithRetry } from '../shared/http';
import type { RunScope } from '../shared/router';
import { readCredential } from './credential';
import { notJson, toNodeApiError, type LookUpTarget } from './lookUpErrors';
import { turnToSend } from './pace';

/** A search takes a second or two; half a minute covers a cold server and still ends. */
const TIMEOUT_MS = 30_000;

export interface LookUp {
	/** Path below the base URL, its segments already encoded. */
	path: string;
	query?: IDataObject;
	/** What is asked for by name, for the message of a 404. */
	target?: LookUpTarget;
}

/**
 * Sends one look-up of Interface A. The same look-up is sent once a run, however many items ask.
 *
 * @returns the parsed JSON: an object or an array
 * @throws NodeApiError, with what to check
 */
export async function lookUp(
	this: IExecuteFunctions,
	run: RunScope,
	{ path, query = {}, target }: LookUp,
): Promise<object> {
	const key = `${path}?${JSON.stringify(query)}`;
	return await run.once(key, async () => {
		const { baseUrl, secret, decrypted } = await readCredential.call(this, run);
		await turnToSend.call(this, run);
		const request: IHttpRequestOptions = {
			method: 'GET',
			url: `${baseUrl}${path}`,
			qs: query,
			json: true,
			timeout: TIMEOUT_MS,
			// A header of one's own would follow a redirect to another host.
			disableFollowRedirect: true,
		};
		const body: unknown = await sendWithRetry(
			request,
			async (options) =>
				await this.helpers.httpRequestWithAuthentication.call(this, decrypted.type, options, {
					credentialsDecrypted: decrypted,
				}),
		).catch((error: unknown) => {
			throw toNodeApiError(this.getNode(), error, { baseUrl, path, target, secret });
		});
		if (typeof body !== 'object' || body === null) throw notJson(this.getNode(), baseUrl);
		return body;
	});
}
