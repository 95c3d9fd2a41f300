import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { headerFault } from '../http/header';
import { contextOfTest, resultOfTest } from '../n8n/credentialTest';
import { CREDENTIAL, KnowledgeClient } from './client';
import { searchRecipes } from './lookUps';

/**
 * Headers with that of the credential, where one is given.
 *
 * @throws UserError when only one half is given, or when it cannot be sent as a header
 */
export function signed(
	{ headerName, headerValue }: ICredentialDataDecryptedObject,
	headers: IHttpRequestOptions['headers'],
): IHttpRequestOptions['headers'] {
	const [name, value] = [headerName, headerValue].map((typed) => String(typed ?? '').trim());
	if (name === '' && value === '') return headers;
	const [filled, empty] = name === '' ? ['Header Value', 'Header Name'] : ['Header Name', 'Header Value'];
	const isHalf = name === '' || value === '';
	const fault = isHalf
		? `'${filled}' is filled in, but '${empty}' is empty. Fill in both or neither.`
		: headerFault(name, value, 'Header Name', 'Header Value');
	if (fault) throw new UserError(fault);
	return { ...headers, [name]: value };
}

/** The test of the Knowledge API credential: a search, as the node sends and reads it. */
export async function testKnowledge(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const context = contextOfTest(this, { ...CREDENTIAL, data }, (headers) => signed(data, headers));
	return await resultOfTest(searchRecipes(new KnowledgeClient(context), { q: 'appointment', limit: 1 }));
}
