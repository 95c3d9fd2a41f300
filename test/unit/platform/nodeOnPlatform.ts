import type { IDataObject, IHttpRequestOptions, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { Platform } from '../../../nodes/Platform/Platform.node';
import { loadOptionsContext } from '../../support/engine';
import { executeContext } from '../items/executeContext';
import { PLATFORM_URL } from '../platformApi/fakePlatform';

/** What the editor stores for a field with a list. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value }) as INodeParameters;

/** Of the location loc-1. */
export const PRIVATE_TOKEN = { accessToken: 'token-1', locationId: 'loc-1' };

export interface Given {
	/** The platform's bodies, in turn or by request; an Error is what n8n's request helper rejects with. */
	answers?: unknown[] | ((request: Sent) => unknown);
	/** Over the platform's address; with `oauthTokenData` for OAuth2. */
	credential?: IDataObject;
	/** Over n8n's own. */
	helpers?: object;
	items?: IDataObject[];
	binary?: INodeExecutionData['binary'];
	node?: Partial<INode>;
	timezone?: string;
}

export interface Sent {
	credential: string;
	method?: string;
	path: string;
	qs?: IDataObject;
	body?: unknown;
}

const authenticationOf = ({ credential = PRIVATE_TOKEN }: Given) =>
	'oauthTokenData' in credential ? 'oAuth2' : 'accessToken';

const inTurn = (answers: unknown[]) => () => (answers.length > 0 ? answers.shift() : new Error('No answer is left'));

/** Puts a platform that answers as told in place of n8n's own way there. */
function connect(context: object & { helpers: object }, { answers = [], credential = PRIVATE_TOKEN, helpers }: Given): Sent[] {
	const sent: Sent[] = [];
	const answerTo = typeof answers === 'function' ? answers : inTurn([...answers]);
	Object.assign(context, { getCredentials: async () => ({ platformUrl: PLATFORM_URL, ...credential }) });
	Object.assign(context.helpers, helpers, {
		async httpRequestWithAuthentication(type: string, { method, url, qs, body, returnFullResponse }: IHttpRequestOptions) {
			const request = { credential: type, method, path: url.replace(PLATFORM_URL, ''), qs, body };
			sent.push(request);
			const next = await answerTo(request);
			if (next instanceof Error) throw next;
			return returnFullResponse ? { body: next, headers: {} } : next;
		},
	});
	return sent;
}

/** Runs the node, as n8n does, with `calendar.getAll` for Calendar > Get Many. */
export async function act(name: string, parameters: IDataObject = {}, given: Given = {}) {
	const [resource, operation] = name.split('.');
	const context = executeContext({
		nodeType: new Platform(),
		parameters: { authentication: authenticationOf(given), resource, operation, ...parameters } as INodeParameters,
		...given,
	});
	context.getInputData()[0].binary = given.binary;
	const sent = connect(context, given);
	let error: (Error & { description: string }) | undefined;
	const [items] = await new Platform().execute.call(context).catch((failure: typeof error) => {
		error = failure;
		return [[]];
	});
	return { items, json: items.map(({ json }) => json), error, sent };
}

/** What a list of the editor shows while the node is being filled in, here Appointment > Book. */
export async function search(
	method: keyof Platform['methods']['listSearch'],
	parameters: IDataObject = {},
	{ filter, ...given }: Given & { filter?: string } = {},
) {
	const context = loadOptionsContext({
		type: 'platform',
		parameters: { authentication: authenticationOf(given), resource: 'appointment', operation: 'book', ...parameters } as INodeParameters,
		settings: { timezone: given.timezone },
	});
	const sent = connect(context, given);
	const { results } = await new Platform().methods.listSearch[method].call(context as never, filter);
	return { results, sent };
}
