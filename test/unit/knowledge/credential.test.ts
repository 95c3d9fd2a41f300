import type { IHttpRequestOptions } from 'n8n-workflow';

import { KnowledgeApi } from '../../../credentials/KnowledgeApi.credentials';

const credential = new KnowledgeApi();
const request: IHttpRequestOptions = { url: '/v1/use-cases', headers: { Accept: 'application/json' } };

const headersWith = async (fields: Record<string, string>) =>
	(await credential.authenticate({ baseUrl: 'http://127.0.0.1', ...fields }, request)).headers;

describe('the header of the Knowledge API credential', () => {
	it('is added beside the others', async () => {
		expect(await headersWith({ headerName: ' X-API-Key ', headerValue: ' k ' })).toEqual({
			Accept: 'application/json',
			'X-API-Key': 'k',
		});
		expect(request.headers).toEqual({ Accept: 'application/json' });
	});

	it.each([
		['absent', {}],
		['empty', { headerName: '', headerValue: '' }],
		['blank', { headerName: ' ', headerValue: ' ' }],
	])('is left out where it is %s', async (_, fields) => {
		expect(await headersWith(fields)).toEqual({ Accept: 'application/json' });
	});

	it.each([
		['X-API-Key:', 'k', "'Header Name' cannot be sent"],
		['X API Key', 'k', "'Header Name' cannot be sent"],
		['Clé', 'k', "'Header Name' cannot be sent"],
		['X-Key\r\nHost', 'k', "'Header Name' cannot be sent"],
		['X-Key', 'k\r\nHost: x', "'Header Value' cannot be sent"],
		['X-Key', 'k\u0000', "'Header Value' cannot be sent"],
		['X-Key', 'kΩ', "'Header Value' cannot be sent"],
		['Content-Length', '5', "'Header Name' cannot be Content-Length"],
		['transfer-encoding', 'k', "'Header Name' cannot be transfer-encoding"],
		['X-Key', '', "'Header Value' is empty"],
		['', 'k', "'Header Name' is empty"],
	])('is refused as %j: %j', async (headerName, headerValue, text) => {
		const refusal = headersWith({ headerName, headerValue });
		await expect(refusal).rejects.toThrow(text);
		await expect(refusal).rejects.not.toThrow('k\r\n');
	});
});

it('the test of the credential is a search with limit 1', () => {
	expect(credential.test.request).toMatchObject({
		url: '/v1/recipes/search',
		qs: { limit: 1 },
		disableFollowRedirect: true,
	});
	expect(credential.test.request.qs).toHaveProperty('q');
});

it('the value is masked', () => {
	const value = credential.properties.find(({ name }) => name === 'headerValue');
	expect(value?.typeOptions?.password).toBe(true);
});
