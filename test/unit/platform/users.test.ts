import type { IDataObject } from 'n8n-workflow';

import { byId, HIGH_LEVEL, onHighLevel, search, type Sent } from './nodeOnPlatform';
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

const ofCalendar = { calendarId: byId('cal-1') };
const withoutCalendar = { operation: 'get' };

it.each([
	{ what: 'the team of the calendar, by name', parameters: ofCalendar, names: ['Grace', 'user-8'] },
	{
		what: 'all users, where there is no calendar',
		parameters: withoutCalendar,
		names: ['Grace', 'Riley'],
	},
])("'Assigned User' of an appointment lists $what", async ({ parameters, names }) => {
	const users = [
		{ id: 'grace', name: 'Grace' },
		{ id: 'riley', name: 'Riley' },
	];
	const teamMembers = [{ userId: 'grace' }, { userId: 'user-8' }];
	const responses = ({ path }: Sent) =>
		path.startsWith('/calendars/') ? { calendar: { id: 'cal-1', teamMembers } } : { users };

	const { results } = await search('searchTeam', parameters, { credential: HIGH_LEVEL, responses });

	expect(results.map(({ name }) => name)).toEqual(names);
});

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

it('where the search is refused for another reason, no other list stands in for it', async () => {
	const refusal = failed(422, { message: 'Odd' });

	const { error, sent } = await listUsers({ companyId: 'com-1' }, 2, refusal);

	expect(error?.description).toContain('"Odd"');
	expect(sent.map(({ path }) => path)).toEqual(['/users/search']);
});

it('users that were searched are cut to the limit', async () => {
	const found = { users: users(3), count: 3 };

	const { json } = await onHighLevel('user.getAll', { limit: 2 }, [found], {
		location: { companyId: 'com-1' },
	});

	expect(json.map(({ userId }) => userId)).toEqual(['user-0', 'user-1']);
});

it('with a fixed token, the company is that of the record of the location', async () => {
	const found = { users: users(1), count: 1 };

	const { sent } = await onHighLevel('user.getAll', { returnAll: true }, [found], {
		location: { companyId: 'com-1' },
	});

	expect(sent).toMatchObject([{ path: '/users/search', qs: { companyId: 'com-1' } }]);
});

it('the old list is cut to the limit, too', async () => {
	const { json } = await onHighLevel('user.getAll', { limit: 1 }, [{ users: users(2) }]);

	expect(json.map(({ userId }) => userId)).toEqual(['user-0']);
});

it('users of another location are left out', async () => {
	const found = { users: [{ id: 'mine' }, { id: 'other', locationId: 'loc-2' }], count: 2 };

	const { json } = await listUsers({ companyId: 'com-1' }, 2, found);

	expect(json.map(({ userId }) => userId)).toEqual(['mine']);
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
