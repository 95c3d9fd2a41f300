import { lost, node, platform, rejection } from './fakePlatform';
import { type Endpoint, requestOf } from '../../../nodes/platformApi/endpoint';
import { CHOICES } from '../../../nodes/platformApi/pickLists';
import { listRecords } from '../../../nodes/platformApi/readPages';
import { listUsers } from '../../../nodes/platformApi/users';

const TASKS: Endpoint = { method: 'GET', path: '/tasks', isPaged: true, list: 'tasks' };

const highLevel = (...responses: unknown[]) =>
	platform({ credential: { api: 'highLevel', platformUrl: '' }, responses });

it('records that the platform counts, but does not send, are told of', async () => {
	const { client, warn } = highLevel(
		{ tasks: [{ id: 'task-1' }], meta: { total: 2 } },
		{ tasks: [], meta: { total: 2 } },
	);

	const { records } = await listRecords(client, TASKS, {});

	expect(records).toEqual([{ id: 'task-1' }]);
	expect(warn.mock.calls).toEqual([
		[expect.stringContaining(`${node.name}: The platform says that 1 more records were not read.`)],
	]);
});

it('a record that a later page repeats, changed meanwhile, is put out once', async () => {
	const { client } = highLevel(
		{ tasks: [{ id: 'task-1', title: 'Call' }], meta: { total: 2 } },
		{ tasks: [{ id: 'task-1', title: 'Call back' }, { id: 'task-2' }], meta: { total: 2 } },
	);

	const { records } = await listRecords(client, TASKS, {});

	expect(records).toEqual([{ id: 'task-1', title: 'Call' }, { id: 'task-2' }]);
});

it('records without an ID are told apart by what they hold', async () => {
	const { client } = highLevel({ tasks: [{ title: 'Call' }, { title: 'Write' }] }, { tasks: [] });

	const { records } = await listRecords(client, TASKS, {});

	expect(records).toEqual([{ title: 'Call' }, { title: 'Write' }]);
});

it('users are searched in their company and their location, by the hundred', async () => {
	const tokenData = { access_token: 'token-1', locationId: 'loc-1', companyId: 'company-1' };
	const { client, sent } = platform({
		authentication: 'oAuth2',
		credential: { api: 'highLevel', oauthTokenData: tokenData },
		responses: [
			{ users: [{ id: 'user-1' }], count: 2 },
			{ users: [{ id: 'user-2' }], count: 2 },
		],
	});

	const { records } = await listUsers(client, CHOICES.assignedTo, { locationId: 'loc-1' });

	expect(records).toEqual([{ id: 'user-1' }, { id: 'user-2' }]);
	const query = { companyId: 'company-1', locationId: 'loc-1', limit: '100' };
	expect(sent.map(({ qs }) => qs)).toEqual([
		{ ...query, skip: '0' },
		{ ...query, skip: '1' },
	]);
});

it('a write of unknown outcome says how to check it, as its endpoint does', async () => {
	const howToCheck = 'Look for it with Task > Get Many.';
	const { client } = highLevel(lost());

	const request = requestOf({ method: 'POST', path: '/tasks', howToCheck }, { title: 'Call' });

	expect((await rejection(client.request(request))).description).toContain(howToCheck);
});
