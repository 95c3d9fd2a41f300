import type { IDataObject } from 'n8n-workflow';

import { HIGH_LEVEL, onHighLevel, type Sent } from './nodeOnPlatform';
import { failed } from '../platformApi/fakePlatform';

const users = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ id: `user-${index}`, name: `User ${index}` }));

/** Runs User > Get Many with an OAuth2 token of this company, where the location has as many users. */
async function listUsers(company: IDataObject, count: number, searched?: unknown) {
	const all = users(count);
	const respond = ({ path, qs = {} }: Sent) => {
		if (path === '/users/') return { users: all };
		const skip = Number(qs.skip);
		return searched ?? { users: all.slice(skip, skip + Number(qs.limit)), count };
	};
	return await onHighLevel('user.getAll', { returnAll: true }, respond, {
		credential: {
			...HIGH_LEVEL,
			oauthTokenData: { access_token: 'token-1', locationId: 'loc-1', ...company },
		},
	});
}

it('users are searched by the company of the token, all pages', async () => {
	const { json, sent } = await listUsers({ companyId: 'com-1' }, 130);
	expect(json).toHaveLength(130);
	const query = { companyId: 'com-1', locationId: 'loc-1', limit: '100' };
	expect(sent).toMatchObject([
		{ path: '/users/search', qs: { ...query, skip: '0' } },
		{ path: '/users/search', qs: { ...query, skip: '100' } },
	]);
});

it('without a known company, users are listed in the old way', async () => {
	const { json, sent } = await listUsers({}, 2);
	expect(json.map(({ userId }) => userId)).toEqual(['user-0', 'user-1']);
	expect(sent).toMatchObject([{ path: '/users/', qs: { locationId: 'loc-1' } }]);
});

it.each([400, 401, 403, 404])(
	'where the search is refused with %d, users are listed in the old way',
	async (status) => {
		const refusal = failed(status, { message: 'Not for this app' });
		const { json, sent } = await listUsers({ companyId: 'com-1' }, 2, refusal);
		expect(json).toHaveLength(2);
		expect(sent.map(({ path }) => path)).toEqual(['/users/search', '/users/']);
	},
);
