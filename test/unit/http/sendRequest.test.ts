import { Readable } from 'node:stream';

import { sendRequest } from '../../../nodes/http/sendRequest';

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
