import {
	UserError,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
} from 'n8n-workflow';

import { headerFault } from '../http/header';
import { resultOfTest, type Headers } from '../n8n/credentialTest';
import type { RequestContext } from '../n8n/refreshStoredToken';
import { CREDENTIAL, KnowledgeClient, searchRecipes } from './client';

/** Headers with that of the credential, where one is given. @throws UserError for half of one, and for what is no header */
export function signed({ headerName, headerValue }: ICredentialDataDecryptedObject, headers: Headers): Headers {
	const [name, value] = [headerName, headerValue].map((typed) => String(typed ?? '').trim());
	if (name === '' && value === '') return headers;
	const labels = ['Header Name', 'Header Value'] as const;
	const [filled, empty] = name === '' ? [...labels].reverse() : labels;
	const half = `'${filled}' is filled in, but '${empty}' is empty. Fill in both or neither.`;
	const fault = name === '' || value === '' ? half : headerFault(name, value, ...labels);
	if (fault) throw new UserError(fault);
	return { ...headers, [name]: value };
}

/** The test of the Knowledge API credential: a search, as the node sends and reads it. */
export async function testKnowledge(this: ICredentialTestFunctions, { data = {} }: ICredentialsDecrypted): ReturnType<typeof resultOfTest> {
	const test = async (context: RequestContext) => await searchRecipes(new KnowledgeClient(context), { q: 'appointment', limit: 1 });
	return await resultOfTest(this, CREDENTIAL, data, (headers) => signed(data, headers), test);
}
