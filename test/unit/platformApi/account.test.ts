import type { IDataObject } from 'n8n-workflow';

import { failed, lost, platform, PLATFORM_URL, rejection } from './fakePlatform';
import { runClock, stopClockAt } from '../../support/clock';

/* The account of a run: which token its requests have, and when that is refreshed. */

const NOW = Date.parse('2026-11-21T12:00:00Z');
stopClockAt(NOW);

const MINUTE = 60_000;

/** The data of a token for the location loc-1, as n8n stores it. */
const token = (name: string, remainingMs = 60 * MINUTE): IDataObject => ({
	access_token: name,
	refresh_token: 'rt-1',
	expires_in: 3_600,
	locationId: 'loc-1',
	n8n_expires_at: String(NOW + remainingMs),
});

/** What n8n has of the credential; a test may change it during a run. */
interface StoredCredential {
	tokenData: IDataObject;
	/** Its other fields. */
	fields: IDataObject;
	/** What the next refresh of the token brings. */
	refreshBrings: IDataObject | Error | Promise<IDataObject>;
}

/** A run whose credential has this token; a refresh brings the token 'new' unless the test says otherwise. */
function runWith(tokenData: IDataObject) {
	const stored: StoredCredential = { tokenData, fields: {}, refreshBrings: token('new') };
	const { client, read, refresh, warn } = platform({ authentication: 'oAuth2' });
	read.mockImplementation(async () => ({
		platformUrl: PLATFORM_URL,
		oauthTokenData: { ...stored.tokenData },
		...stored.fields,
	}));
	refresh.mockImplementation(async function (this: { getCredentials(): Promise<IDataObject> }) {
		const refreshed = await stored.refreshBrings;
		if (refreshed instanceof Error) throw refreshed;
		stored.tokenData = refreshed;
		// The core also writes it into the reading that it was given.
		Object.assign((await this.getCredentials()).oauthTokenData as IDataObject, refreshed);
	});
	return { account: client.account, stored, read, refresh, warn };
}

/** The token endpoint refuses the connection. */
const revoked = Object.assign(new Error('refused'), { code: 'EAUTH' });
const unauthorized = failed(401);

describe('the account of a run', () => {
	it('is read once for all items', async () => {
		const { account, read } = runWith(token('old'));

		await Promise.all([account.credential(), account.nextCredential(), account.nextCredential()]);

		expect(read).toHaveBeenCalledTimes(1);
	});

	it('stays as it began after an edit, address and token alike', async () => {
		const { account, stored } = runWith(token('old'));
		await account.credential();

		stored.tokenData = { ...token('edited'), locationId: 'loc-2' };
		stored.fields = { platformUrl: 'https://api.example.org' };

		expect(await account.nextCredential()).toMatchObject({
			token: 'old',
			locationId: 'loc-1',
			platformUrl: PLATFORM_URL,
		});
	});

	it('is read again for the next item after a reading that failed', async () => {
		const { account, read } = runWith(token('old'));
		read.mockRejectedValueOnce(new Error('The database is locked'));

		await expect(account.credential()).rejects.toThrow('The database is locked');

		expect(await account.credential()).toMatchObject({ token: 'old' });
	});

	describe('stops the run when its token is refreshed and', () => {
		const ADAS = { companyId: 'company-1', userId: 'ada' };
		const message = 'The credential was changed during the run';
		const description = expect.stringContaining('Nothing was changed for this item.');

		it('has become that of an agency', async () => {
			const { account, stored } = runWith({ ...token('old', MINUTE), ...ADAS });
			await account.credential();
			stored.refreshBrings = { ...token('new'), ...ADAS, locationId: '' };

			await expect(account.nextCredential()).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: `${message}: it was for the location 'loc-1', and is now for no location`,
				description,
			});
		});

		it.each([{ userId: 'bob' }, { companyId: 'company-2' }])(
			'has become that of another user or company: %j',
			async (other) => {
				const { account, stored } = runWith({ ...token('old', MINUTE), ...ADAS });
				await account.credential();
				stored.refreshBrings = { ...token('new'), ...ADAS, ...other };

				await expect(account.nextCredential()).rejects.toMatchObject({
					name: 'NodeOperationError',
					message,
					description,
				});
			},
		);

		it('has become that of another address', async () => {
			const { account, stored } = runWith({ ...token('old', MINUTE), ...ADAS });
			await account.credential();
			stored.refreshBrings = { ...token('new'), ...ADAS };
			stored.fields = { platformUrl: 'https://api.example.org' };

			await expect(account.nextCredential()).rejects.toMatchObject({
				name: 'NodeOperationError',
				message,
				description,
			});
		});
	});
});

describe('a refresh of a token that is about to expire', () => {
	it('brings a new token, once for all items', async () => {
		const { account, refresh, warn } = runWith(token('old', MINUTE));

		const [first, second] = await Promise.all([account.nextCredential(), account.nextCredential()]);

		expect(first.token).toBe('new');
		expect(second.token).toBe('new');
		expect(refresh.mock.calls).toEqual([['platformOAuth2Api', { tokenType: 'Bearer' }]]);
		expect(warn).not.toHaveBeenCalled();
	});

	it.each([
		{ minutes: 5, lifetimeS: 3_600 },
		// Of a short life, the first half is left.
		{ minutes: 2, lifetimeS: 240 },
	])(
		'comes where a token of $lifetimeS s is valid for less than $minutes minutes',
		async ({ minutes, lifetimeS }) => {
			const lasting = runWith({ ...token('old', minutes * MINUTE), expires_in: lifetimeS });
			const ending = runWith({ ...token('old', minutes * MINUTE - 1), expires_in: lifetimeS });

			await lasting.account.nextCredential();
			await ending.account.nextCredential();

			expect(lasting.refresh).not.toHaveBeenCalled();
			expect(ending.refresh).toHaveBeenCalledTimes(1);
		},
	);

	it('may bring one that names a user where the old one names none', async () => {
		const { account, stored } = runWith(token('old', MINUTE));
		stored.refreshBrings = { ...token('new'), userId: 'ada', companyId: 'company-1' };

		expect(await account.nextCredential()).toMatchObject({ token: 'new' });
	});

	it('is followed by another one a minute later at the earliest', async () => {
		const { account, stored } = runWith(token('old', MINUTE));
		stored.refreshBrings = token('short', MINUTE);
		await account.nextCredential();
		stored.refreshBrings = token('new');

		jest.spyOn(Date, 'now').mockReturnValue(NOW + MINUTE - 1);
		expect(await account.nextCredential()).toMatchObject({ token: 'short' });
		jest.spyOn(Date, 'now').mockReturnValue(NOW + MINUTE);
		expect(await account.nextCredential()).toMatchObject({ token: 'new' });
	});

	it('gets ten seconds in all, then the requests go out', async () => {
		const { account, stored, refresh } = runWith(token('old', 3 * MINUTE));
		stored.refreshBrings = new Promise(() => {});
		runClock();
		const goesOutWith = jest.fn();

		void account.nextCredential().then((used) => goesOutWith(used.token));
		await jest.advanceTimersByTimeAsync(9_999);
		expect(goesOutWith).not.toHaveBeenCalled();
		// Calls share their timers, which come up to a sixteenth later.
		await jest.advanceTimersByTimeAsync(10_001 / 16);
		expect(goesOutWith).toHaveBeenCalledWith('old');

		const later = account.nextCredential();
		await jest.advanceTimersByTimeAsync(1);
		expect(await later).toMatchObject({ token: 'old' });
		expect(refresh).toHaveBeenCalledTimes(1);
	});

	it('that takes longer than ten seconds fails what needs a token that lasts, and says why', async () => {
		const { account, stored } = runWith(token('old', 3 * MINUTE));
		stored.refreshBrings = new Promise(() => {});
		runClock();

		const failure = rejection(account.lastingCredential());
		await jest.advanceTimersByTimeAsync(11_000);

		expect((await failure).message).toBe(
			'The platform did not refresh the token (no response in time)',
		);
	});

	it.each([
		{
			how: 'is refused',
			refreshBrings: revoked,
			message: 'no longer accepts this connection',
		},
		{
			how: 'is refused with 200',
			refreshBrings: { ...token('old', MINUTE), error: 'invalid_grant' },
			message: 'no longer accepts this connection',
		},
		{
			how: 'brings no token',
			refreshBrings: { ...token('old', MINUTE), message: 'Try later' },
			message: 'did not refresh the token (no new token in its response)',
		},
	])(
		'that $how leaves the requests with the stored token, and explains each refusal of it',
		async ({ refreshBrings, message }) => {
			const { account, stored, refresh, warn } = runWith(token('old', MINUTE));
			stored.refreshBrings = refreshBrings;

			const used = await account.nextCredential();
			const first = account.renewedCredential(used, unauthorized);
			await expect(first).rejects.toThrow(message);
			const second = account.renewedCredential(await account.credential(), unauthorized);
			await expect(second).rejects.toThrow(message);

			expect(used.token).toBe('old');
			expect(refresh).toHaveBeenCalledTimes(1);
			expect(warn.mock.calls).toEqual([
				[
					'The access token could not be refreshed before it expires',
					{ credentialType: 'platformOAuth2Api' },
				],
			]);
		},
	);
});

describe('an n8n without a lease', () => {
	const WITHOUT_EXPIRY = { ...token('old', MINUTE), n8n_expires_at: undefined };

	it('refreshes the token itself, also after a refusal', async () => {
		const { account, refresh } = runWith(WITHOUT_EXPIRY);
		const used = await account.nextCredential();

		const renewed = await account.renewedCredential(used, unauthorized);

		expect(used.token).toBe('old');
		expect(renewed).toBeUndefined();
		expect(refresh).not.toHaveBeenCalled();
	});

	it('is asked for the token that it stores after that', async () => {
		const { account, stored } = runWith(WITHOUT_EXPIRY);
		await account.renewedCredential(await account.nextCredential(), unauthorized);
		stored.tokenData = { ...WITHOUT_EXPIRY, access_token: 'newer' };

		expect(await account.nextCredential()).toMatchObject({ token: 'newer' });
	});
});

describe('a refused request', () => {
	it.each([
		{ status: 403, tokenThat: 'lasts', tokenData: token('old'), refreshes: 0 },
		{
			status: 403,
			tokenThat: 'names no expiry',
			tokenData: { ...token('old'), n8n_expires_at: null },
			refreshes: 1,
		},
		{ status: 403, tokenThat: 'expires now', tokenData: token('old', 0), refreshes: 1 },
		{ status: 404, tokenThat: 'has expired', tokenData: token('old', -MINUTE), refreshes: 0 },
	])(
		'with $status and a token that $tokenThat is followed by $refreshes refreshes',
		async ({ status, tokenData, refreshes }) => {
			const { account, refresh } = runWith(tokenData);
			const used = await account.credential();

			await account.renewedCredential(used, failed(status)).catch(() => {});

			expect(refresh).toHaveBeenCalledTimes(refreshes);
		},
	);

	it('brings a new token once for all items, and none follows at once', async () => {
		// The new token does not name the user.
		const { account, stored, refresh } = runWith({ ...token('old'), userId: 'ada' });
		const used = await account.nextCredential();

		const [first, second] = await Promise.all([
			account.renewedCredential(used, unauthorized),
			account.renewedCredential(used, unauthorized),
		]);
		stored.refreshBrings = token('newer');
		const next = await account.nextCredential();
		const afterNext = await account.renewedCredential(next, unauthorized);

		expect(first?.token).toBe('new');
		expect(second?.token).toBe('new');
		expect(next.token).toBe('new');
		expect(afterNext).toBeUndefined();
		expect(refresh).toHaveBeenCalledTimes(1);
	});

	/** A refresh that fails with the error, of two items one after the other; the second would succeed. */
	async function refreshForTwoItems(failure: Error) {
		const { account, stored, refresh } = runWith(token('old'));
		const used = await account.credential();
		const renew = async () =>
			await account.renewedCredential(used, unauthorized).catch(() => undefined);
		stored.refreshBrings = Object.assign(failure, { config: { url: '/oauth/token' } });
		const first = await renew();
		stored.refreshBrings = token('new');
		const second = await renew();
		return { first, second, refreshes: refresh.mock.calls.length };
	}

	it.each([503, 429])(
		'where the token endpoint fails with %i, is followed by another refresh for the next item',
		async (status) => {
			const { first, second, refreshes } = await refreshForTwoItems(failed(status));

			expect(first).toBeUndefined();
			expect(second?.token).toBe('new');
			expect(refreshes).toBe(2);
		},
	);

	it.each([
		{ how: 'does not respond, after which the refresh token may be used up', failure: lost() },
		{ how: 'refuses', failure: revoked },
	])(
		'where the token endpoint $how, is not followed by another refresh for the next item',
		async ({ failure }) => {
			const { first, second, refreshes } = await refreshForTwoItems(failure);

			expect(first).toBeUndefined();
			expect(second).toBeUndefined();
			expect(refreshes).toBe(1);
		},
	);
});
