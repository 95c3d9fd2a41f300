import type { IDataObject } from 'n8n-workflow';

import { testKnowledge } from '../../../nodes/knowledgeApi/credentialTest';
import { failed } from '../knowledge/fakeKnowledge';

const BASE_URL = 'https://knowledge.example.com';

/** What n8n's dialog shows, and what was sent. */
async function press(body: unknown, fields: IDataObject = {}) {
	const request = jest.fn(async (_options: IDataObject) => {
		if (body instanceof Error) throw body;
		return await Promise.resolve(body);
	});
	const context = { helpers: { request }, logger: { warn: () => {} } };
	const data = { baseUrl: ` ${BASE_URL}/ `, ...fields };
	const result = await testKnowledge.call(context as never, { data } as never);
	return { ...result, sent: request.mock.calls.map(([options]) => options) };
}

it('is a search that follows no redirect with the header', async () => {
	expect((await press({ results: [] }, { headerName: 'X-Key', headerValue: ' k ' })).sent).toMatchObject([
		{
			uri: `${BASE_URL}/v1/recipes/search`,
			qs: { q: 'appointment', limit: 1 },
			headers: { 'X-Key': 'k' },
			json: true,
			followRedirect: false,
			resolveWithFullResponse: false,
		},
	]);
});

it.each([{ results: [] }, [{ slug: 'a' }], [], { data: { results: [] } }, { items: [{ slug: 'a' }] }, ''])(
	'passes where the node reads the response %j',
	async (body) => expect((await press(body)).status).toBe('OK'),
);

it.each<[unknown, IDataObject, RegExp]>([
	[{ results: {} }, {}, /not a list/],
	['<html>', {}, /'Base URL'/],
	[{ error: 'down' }, {}, /says: "down"/],
	[failed(401, { message: 'no key s3cret' }), { headerName: 'X-Key', headerValue: 's3cret' }, /'Header Name'.*no key \[hidden\]/],
	[{ results: [] }, { headerName: 'X-Key' }, /'Header Value' is empty/],
	[{ results: [] }, { baseUrl: 'no address' }, /'Base URL'.*beginning with https/],
])('shows what is wrong with %j and %j', async (body, fields, shown) => {
	expect(await press(body, fields)).toMatchObject({ status: 'Error', message: expect.stringMatching(shown) as string });
});
