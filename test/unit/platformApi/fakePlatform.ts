import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialTestResult,
} from 'n8n-workflow';

import { PlatformClient } from '../../../nodes/platformApi/client';
import type { Authentication } from '../../../nodes/platformApi/credential';

export const PLATFORM_URL = 'https://api.example.com';

export const node: INode = {
	id: '1',
	name: 'CRM Platform',
	type: 'n8n-nodes-crm-platform.platform',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** The error of n8n's request helper for a status outside 2xx. */
export const failed = (status: number, data: unknown = {}, headers: IDataObject = {}) =>
	Object.assign(new Error(`Request failed with status code ${status}`), {
		response: { status, data, headers },
	});

/** Its error where no response came. */
export const lost = (code = 'ECONNRESET') => Object.assign(new Error(`lost: ${code}`), { code });

export const rejection = async (promise: Promise<unknown>) =>
	await promise.then(
		() => {
			throw new Error('It was not refused');
		},
		(error: unknown) => error as Error & { description: string; httpCode: string | null },
	);

/** As n8n stores it that refreshes without a lease. */
export const WITHOUT_LEASE = {
	oauthTokenData: { access_token: 'token-1', expires_in: 3_600, locationId: 'loc-1' },
};

interface Given {
	authentication?: Authentication;
	/** Over a complete credential. */
	credential?: IDataObject;
	/** Responses to the requests in turn; an Error is what the request helper rejects with. */
	responses?: unknown[];
	context?: object;
}

interface Sent extends IHttpRequestOptions {
	type: string;
	oauth2: IDataObject;
	/** The status after which n8n's core would send the request again by itself. */
	retryStatus: number;
	token: unknown;
}

/** n8n's context for a node, with a platform that responds as told and remembers the requests. */
export function platform({
	authentication = 'accessToken',
	credential = {},
	responses = [],
	context = {},
}: Given = {}) {
	const sent: Sent[] = [];
	const read = jest.fn(
		async (): Promise<IDataObject> => ({
			platformUrl: PLATFORM_URL,
			...(authentication === 'oAuth2'
				? { oauthTokenData: { access_token: 'token-1', locationId: 'loc-1' } }
				: { accessToken: 'token-1', locationId: 'loc-1' }),
			...credential,
		}),
	);
	const warn = jest.fn();
	const rest = [...responses];
	const load = { now: 0, most: 0 };
	async function httpRequestWithAuthentication(
		this: { getCredentials(type: string): Promise<unknown> },
		type: string,
		options: IHttpRequestOptions,
		how: { oauth2: IDataObject; preAuthenticationRetryStatusCode: number },
	): Promise<unknown> {
		const { accessToken, oauthTokenData } = (await this.getCredentials(type)) as IDataObject;
		const token = accessToken ?? (oauthTokenData as IDataObject).access_token;
		const { oauth2, preAuthenticationRetryStatusCode: retryStatus } = how;
		sent.push({ ...options, type, oauth2, retryStatus, token });
		if (rest.length === 0) throw new Error('No response is left');
		const next = rest.shift();
		load.most = Math.max(load.most, ++load.now);
		await sleep(0);
		load.now--;
		if (next instanceof Error) throw next;
		const isWhole = typeof next === 'object' && next !== null && 'headers' in next;
		return options.returnFullResponse && !isWhole ? { body: next, headers: {} } : next;
	}
	const refresh = jest.fn(async () => {});
	const n8n = {
		getNode: () => node,
		getCredentials: read,
		helpers: { httpRequestWithAuthentication, refreshOAuth2Token: refresh },
		logger: { warn },
		...context,
	};
	const client = new PlatformClient(n8n as unknown as IExecuteFunctions, authentication);
	return { client, sent, read, refresh, warn, load };
}

/** The result of a credential's test in n8n's dialog, and what was sent. @param response the request helper rejects with an Error */
export async function pressTest(
	test: (this: never, credential: never) => Promise<INodeCredentialTestResult>,
	data: IDataObject,
	response: unknown,
) {
	const request = jest.fn(async (_options: IDataObject) => {
		if (response instanceof Error) throw response;
		return response;
	});
	const context = { helpers: { request }, logger: { warn: () => {} } };
	const result = await test.call(context as never, { data } as never);
	return { ...result, sent: request.mock.calls.map(([options]) => options) };
}
