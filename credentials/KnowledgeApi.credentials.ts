import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	INodePropertyTypeOptions,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { textField } from '../nodes/fields/declare';

/** RFC 9110, 5.6.2: the characters of a header's name. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** RFC 9110, 5.5: visible characters, spaces and tabs; a line break would begin another header. */
const HEADER_VALUE = /^[\t\x20-\x7E\x80-\xFF]+$/;

/** Wrong values of these make a server wait, or mix up requests (RFC 9110, 7.6.1 and 8.6; RFC 9112). */
const OF_CONNECTION =
	/^(connection|content-(encoding|length|type)|expect|host|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

/** The value is masked whatever the API calls it; n8n's lint knows secrets by their names only. */
const MASKED: INodePropertyTypeOptions = { password: true };

const CHECK_BASE_URL =
	"Something responds at this address, but not the knowledge API. Check 'Base URL': it is the part of the address before /v1.";

/** Whether the API asks for authentication is not documented, so a header is optional. */
export class KnowledgeApi implements ICredentialType {
	name = 'knowledgeApi';

	displayName = 'Knowledge API';

	documentationUrl =
		'https://github.com/n8n-nodes-crm-platform/n8n-nodes-crm-platform/blob/main/docs/credentials.md#knowledge-api';

	icon: Icon = { light: 'file:../nodes/Knowledge/knowledge.svg', dark: 'file:../nodes/Knowledge/knowledge.dark.svg' };

	properties: INodeProperties[] = [
		textField('Base URL', 'baseUrl', {
			required: true,
			placeholder: 'e.g. https://knowledge.example.com',
			description: 'Address of the knowledge API, without /v1',
		}),
		textField('Header Name', 'headerName', {
			placeholder: 'e.g. X-API-Key',
			description: 'Header to send with each request. Leave empty if the API needs none.',
		}),
		textField('Header Value', 'headerValue', {
			typeOptions: MASKED,
			placeholder: 'e.g. kb_live_4f7a…',
			description: 'Value of that header',
		}),
	];

	/**
	 * Adds the header, where one is given.
	 *
	 * @throws UserError when only one half is given, or when it cannot be sent as a header
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const name = String(credentials.headerName ?? '').trim();
		const value = String(credentials.headerValue ?? '').trim();
		if (name === '' && value === '') return request;
		const fault = faultOf(name, value);
		if (fault) throw new UserError(fault);
		return { ...request, headers: { ...request.headers, [name]: value } };
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim() }}',
			url: '/v1/recipes/search',
			qs: { q: 'appointment', limit: 1 },
			json: true,
			// A header of one's own would follow a redirect to another host.
			disableFollowRedirect: true,
		},
		// n8n goes through rules of both kinds, though its type allows a list of one kind only.
		rules: [
			// A page of some other site also comes with 200; only the contract's response has this key.
			{ type: 'responseSuccessBody', properties: { key: 'results', value: undefined, message: CHECK_BASE_URL } },
			{ type: 'responseCode', properties: { value: 404, message: CHECK_BASE_URL } },
			{ type: 'responseCode', properties: { value: 401, message: checkHeader(401) } },
			{ type: 'responseCode', properties: { value: 403, message: checkHeader(403) } },
		] as ICredentialTestRequest['rules'],
	};
}

function checkHeader(status: number): string {
	return `The knowledge API refused the request (HTTP ${status}). Check 'Header Name' and 'Header Value'.`;
}

/** What is wrong with the header; undefined for one that can be sent. */
function faultOf(name: string, value: string): string | undefined {
	if (name === '') return "'Header Value' is filled in, but 'Header Name' is empty. Fill in both or neither.";
	if (!HEADER_NAME.test(name)) {
		return "'Header Name' cannot be sent. Use letters, digits and hyphens only, such as X-API-Key, without a colon or spaces.";
	}
	if (OF_CONNECTION.test(name)) {
		return `'Header Name' cannot be ${name}: n8n sets this header itself. Enter the header that the API expects its key in.`;
	}
	if (value === '') return "'Header Name' is filled in, but 'Header Value' is empty. Fill in both or neither.";
	if (HEADER_VALUE.test(value)) return undefined;
	return "'Header Value' cannot be sent. It must be one line of Latin characters: paste it again, without line breaks.";
}
