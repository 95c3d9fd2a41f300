import type { IDataObject } from 'n8n-workflow';

import { testKnowledge } from '../../../nodes/knowledgeApi/credentialTest';
import { BASE_URL, failed } from '../knowledge/fakeKnowledge';
import { pressTest } from '../platformApi/fakePlatform';

const press = async (body: unknown, fields: IDataObject = {}) => await pressTest(testKnowledge, { baseUrl: ` ${BASE_URL}/ `, ...fields }, body);

it('is a search that follows no redirect with the header', async () => {
	expect((await press({ results: [] }, { headerName: 'X-Key', headerValue: ' k ' })).sent).toMatchObject([
		{
			...{ uri: `${BASE_URL}/v1/recipes/search`, qs: { q: 'appointment', limit: 1 }, headers: { 'X-Key': 'k' } },
			...{ json: true, followRedirect: false, resolveWithFullResponse: false },
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
