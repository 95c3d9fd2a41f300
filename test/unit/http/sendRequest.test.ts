import { Readable } from 'node:stream';

import { sendRequest } from '../../../nodes/http/sendRequest';

it('a refusal has its headers, which may say how long to wait', async () => {
	const headers = { 'retry-after': '5' };
	const httpRequestWithAuthentication = async () =>
		await Promise.resolve({ statusCode: 429, headers, body: { message: 'Slow down' } });
	const context = { helpers: { httpRequestWithAuthentication } } as never;

	const sent = sendRequest(
		context,
		{ credentialType: 'knowledgeApi', request: { url: 'https://api.example.com/' } },
		new AbortController().signal,
	);

	const response = { status: 429, headers, data: { message: 'Slow down' } };
	await expect(sent).rejects.toMatchObject({ response });
});

it('a refusal whose body breaks off is told by its status', async () => {
	const body = new Readable({
		read() {
			this.destroy(new Error('The connection ended'));
		},
	});
	const httpRequestWithAuthentication = async () =>
		await Promise.resolve({ statusCode: 404, headers: {}, body });
	const context = { helpers: { httpRequestWithAuthentication } } as never;
	const request = { url: 'https://api.example.com/' };

	const sent = sendRequest(
		context,
		{ credentialType: 'knowledgeApi', request },
		new AbortController().signal,
	);

	await expect(sent).rejects.toMatchObject({ response: { status: 404, data: '' } });
});
