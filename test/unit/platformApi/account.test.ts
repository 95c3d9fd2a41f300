import type { IDataObject } from 'n8n-workflow';

import { failed, lost, platform, PLATFORM_URL } from './fakePlatform';
import { runClock, stopClockAt } from '../../support/clock';

const NOW = Date.parse('2026-11-21T12:00:00Z');
stopClockAt(NOW);

const MINUTE = 60_000;

const token = (name: string, remainingMs = 60 * MINUTE): IDataObject => ({
	access_token: name,
	refresh_token: 'rt-1',
	expires_in: 3_600,
	locationId: 'loc-1',
	n8n_expires_at: String(NOW + remainingMs),
});

/** A credential as n8n stores it, and what a refresh of its token brings. */
function given(stored: IDataObject) {
	const state = {
		stored,
		fields: {} as IDataObject,
		refreshed: token('new') as IDataObject | Error | Promise<IDataObject>,
	};
	const { client, read, refresh, warn } = platform({ authentication: 'oAuth2' });
	read.mockImplementation(async () => ({
		platformUrl: PLATFORM_URL,
		oauthTokenData: { ...state.stored },
		...state.fields,
	}));
	refresh.mockImplementation(async function (this: { getCredentials(): Promise<IDataObject> }) {
		const refreshed = await state.refreshed;
		if (refreshed instanceof Error) throw refreshed;
		state.stored = refreshed;
		// The core also writes it into the reading that it was given.
		Object.assign((await this.getCredentials()).oauthTokenData as IDataObject, refreshed);
	});
	return { state, read, refresh, warn, account: client.account };
}

const nameOf = (reading: { token: string } | undefined) => reading?.token;
const revoked = Object.assign(new Error('refused'), { code: 'EAUTH' });
const unauthorized = failed(401);

describe('the account of a run', () => {
	it('is read once, and stays as it began after an edit, address and token alike', async () => {
		const { account, read, state } = given(token('old'));
		await Promise.all([account.credential(), account.nextCredential(), account.nextCredential()]);
		state.stored = { ...token('edited'), locationId: 'loc-2' };
		state.fields = { platformUrl: 'https://api.example.org' };
		expect(await account.nextCredential()).toMatchObject({
			token: 'old',
			locationId: 'loc-1',
			platformUrl: PLATFORM_URL,
		});
		expect(read).toHaveBeenCalledTimes(1);
	});

	it('is read again for the next item after a reading that failed', async () => {
		const { account, read } = given(token('old'));
		read.mockRejectedValueOnce(new Error('The database is locked'));
		await expect(account.credential()).rejects.toThrow('The database is locked');
		expect(await account.credential()).toMatchObject({ token: 'old' });
	});

	it.each([
		[
			'an agency',
			{ locationId: '' },
			{},
			": it was for the location 'loc-1', and is now for no location",
		],
		['another user', { userId: 'bob' }, {}, ''],
		['another company', { companyId: 'company-2' }, {}, ''],
		['that of another address', {}, { platformUrl: 'https://api.example.org' }, ''],
	])(
		'that has become %s stops the run when its token is refreshed',
		async (_, tokenData, fields, locations) => {
			const { account, state } = given({
				...token('old', MINUTE),
				companyId: 'company-1',
				userId: 'ada',
			});
			await account.credential();
			const refreshed = { ...token('new'), userId: 'ada', ...tokenData };
			Object.assign(state, { refreshed, fields });
			await expect(account.nextCredential()).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: `The credential was changed during the run${locations}`,
				description: expect.stringContaining('Nothing was changed for this item.'),
			});
		},
	);
});

describe('an early refresh', () => {
	it('brings a new token, once for all items, and another one a minute later at the earliest', async () => {
		const now = jest.spyOn(Date, 'now');
		const { account, state, refresh, warn } = given(token('old', MINUTE));
		state.refreshed = token('short', MINUTE);
		const all = await Promise.all([account.nextCredential(), account.nextCredential()]);
		expect(all.map(nameOf)).toEqual(['short', 'short']);
		expect([refresh.mock.calls, warn.mock.calls]).toEqual([
			[['platformOAuth2Api', { tokenType: 'Bearer' }]],
			[],
		]);
		state.refreshed = token('new');
		now.mockReturnValue(NOW + MINUTE - 1);
		expect(nameOf(await account.nextCredential())).toBe('short');
		now.mockReturnValue(NOW + MINUTE);
		expect(nameOf(await account.nextCredential())).toBe('new');
		now.mockRestore();
	});

	it('is left to an n8n without a lease, also after a refusal, and the token that it stores is used', async () => {
		const { account, refresh, state } = given({
			...token('old', MINUTE),
			n8n_expires_at: undefined,
		});
		const used = await account.nextCredential();
		expect(await account.renewedCredential(used, unauthorized)).toBeUndefined();
		expect(refresh).not.toHaveBeenCalled();
		state.stored = { ...state.stored, access_token: 'newer' };
		expect([used, await account.nextCredential()].map(nameOf)).toEqual(['old', 'newer']);
	});

	it.each([
		['is refused', revoked, 'no longer accepts this connection'],
		[
			'is refused with 200',
			{ ...token('old', MINUTE), error: 'invalid_grant' },
			'no longer accepts this connection',
		],
		[
			'brings no token',
			{ ...token('old', MINUTE), message: 'Try later' },
			'did not refresh the token (no new token in its response)',
		],
	])(
		'that %s leaves the calls with the stored token, and explains all refusals of it',
		async (_, refreshed, message) => {
			const { account, state, refresh, warn } = given(token('old', MINUTE));
			state.refreshed = refreshed;
			expect(nameOf(await account.nextCredential())).toBe('old');
			expect(warn.mock.calls).toEqual([
				[
					'The access token could not be refreshed before it expires',
					{ credentialType: 'platformOAuth2Api' },
				],
			]);
			for (const _item of [1, 2]) {
				await expect(
					account.renewedCredential(await account.credential(), unauthorized),
				).rejects.toMatchObject({ message: expect.stringContaining(message) });
			}
			expect(refresh).toHaveBeenCalledTimes(1);
		},
	);

	it('gets ten seconds in all, then the calls go out', async () => {
		const { account, state, refresh } = given(token('old', 3 * MINUTE));
		state.refreshed = new Promise(() => {});
		runClock();
		const first = jest.fn();
		void account.nextCredential().then((used) => first(nameOf(used)));
		await jest.advanceTimersByTimeAsync(9_999);
		expect(first).not.toHaveBeenCalled();
		// Calls share their timers, which come up to a sixteenth later.
		await jest.advanceTimersByTimeAsync(10_001 / 16);
		expect(first).toHaveBeenCalledWith('old');
		const late = account.nextCredential();
		await jest.advanceTimersByTimeAsync(1);
		expect(nameOf(await late)).toBe('old');
		expect(refresh).toHaveBeenCalledTimes(1);
	});
});

describe('after a refusal', () => {
	it.each([
		[403, 'lasts', {}, 0],
		[403, 'names no expiry', { n8n_expires_at: null }, 1],
		[403, 'expires now', token('old', 0), 1],
		[404, 'has expired', token('old', -MINUTE), 0],
	])('%d with a token that %s', async (status, _, more, count) => {
		const stored = { ...token('old'), ...more };
		const { account, refresh } = given(stored);
		await account.renewedCredential(await account.credential(), failed(status)).catch(() => {});
		expect(refresh).toHaveBeenCalledTimes(count);
	});

	it.each([
		['503', failed(503), 'new', 2],
		['429', failed(429), 'new', 2],
		['no response, after which the refresh token may be used up', lost(), undefined, 1],
		['a refusal', revoked, undefined, 1],
	])('the next item asks the token endpoint again after %s', async (_, failure, name, count) => {
		const { account, state, refresh } = given(token('old'));
		const used = await account.credential();
		const ask = async () =>
			await account.renewedCredential(used, unauthorized).catch(() => undefined);
		state.refreshed = Object.assign(failure, { config: { url: '/oauth/token' } });
		expect(await ask()).toBeUndefined();
		state.refreshed = token('new');
		expect(nameOf(await ask())).toBe(name);
		expect(refresh).toHaveBeenCalledTimes(count);
	});

	it('a new token is there once for all items, and none follows at once', async () => {
		// The new token does not name the user.
		const { account, state, refresh } = given({ ...token('old'), userId: 'ada' });
		const used = await account.nextCredential();
		const renewed = await Promise.all([
			account.renewedCredential(used, unauthorized),
			account.renewedCredential(used, unauthorized),
		]);
		state.refreshed = token('newer');
		const next = await account.nextCredential();
		expect(
			[...renewed, next, await account.renewedCredential(next, unauthorized)].map(nameOf),
		).toEqual(['new', 'new', 'new', undefined]);
		expect(refresh).toHaveBeenCalledTimes(1);
	});
});
