import { N8nApi } from '../../../runtime/api';

const respond = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const UNREADABLE = respond(500, { message: "Cannot read properties of undefined (reading 'resultData')" });
const ENDED = respond(200, { data: { id: '7', status: 'success', data: '[{"resultData":"1"},{"runData":"2"},{"Node":"3"},[]]' } });

describe('waitForExecution', () => {
	const responses = (...list: Response[]) =>
		jest.spyOn(globalThis, 'fetch').mockImplementation(async () => list.shift()!.clone());
	afterEach(() => jest.restoreAllMocks());
	const wait = async () => await new N8nApi('http://127.0.0.1:9').waitForExecution('7', 5_000);

	it('waits through the 500 with which n8n 2.20 responds while it runs', async () => {
		responses(respond(404, {}), UNREADABLE, ENDED);
		expect(await wait()).toMatchObject({ status: 'success' });
	});

	it('fails at once with any other', async () => {
		responses(respond(500, { message: 'database is gone' }));
		await expect(wait()).rejects.toThrow('returned 500: database is gone');
	});
});
