import {
	canRefreshStoredToken,
	refreshStoredToken,
	tokenExpiresAt,
} from '../../../nodes/n8n/refreshStoredToken';

const TYPE = 'platformOAuth2Api';

it.each([
	['with the lease', { refreshOAuth2Token: async () => {} }, true],
	['before the lease', {}, false],
	['with something else under that name', { refreshOAuth2Token: true }, false],
])('n8n %s', (_when, helpers, canRefresh) => {
	expect(canRefreshStoredToken({ helpers } as never)).toBe(canRefresh);
});

it('the expiry that n8n notes for a refused refresh is none', () => {
	expect(tokenExpiresAt({ n8n_expires_at: 1_767_225_600_000, error: 'server_error' })).toBeUndefined();
});

it.each([
	[1_767_225_600_000, 1_767_225_600_000],
	['1767225600000', 1_767_225_600_000],
	[0, 0],
	[undefined, undefined],
	[null, undefined],
	['soon', undefined],
	[Number.POSITIVE_INFINITY, undefined],
	[1e16, undefined],
])('a stored expiry of %p is read as %p', (stored, expected) => {
	expect(tokenExpiresAt({ n8n_expires_at: stored })).toBe(expected);
});

describe('a refresh', () => {
	interface Asking {
		getCredentials: (type: string) => Promise<{ oauthTokenData: { access_token: string } }>;
		getNode: () => object;
	}
	const judged = { oauthTokenData: { access_token: 'judged' } };
	const node = { name: 'Node' };

	/** Refreshes, and lets the core's function do what `work` does. */
	async function refresh(work: (asking: Asking, ...given: unknown[]) => Promise<void>) {
		const context = {
			getNode: () => node,
			getCredentials: async () => await Promise.resolve({ oauthTokenData: { access_token: 'newer' } }),
			helpers: {
				async refreshOAuth2Token(this: Asking, ...given: unknown[]) {
					await work(this, ...given);
				},
			},
		};
		await refreshStoredToken(context as never, TYPE, judged);
		return context;
	}

	it('gives the core the reading that was judged, and everything else as it is', async () => {
		const context = await refresh(async (asking, ...given) => {
			expect(await asking.getCredentials(TYPE)).toEqual(judged);
			expect(asking.getNode()).toBe(node);
			// Any other type in the token response would make the core put the token into the URL.
			expect(given).toEqual([TYPE, { tokenType: 'Bearer' }]);
		});
		expect(await context.getCredentials()).toEqual({ oauthTokenData: { access_token: 'newer' } });
		expect.assertions(4);
	});

	it('leaves the judged reading as it was, whatever the core writes into its own', async () => {
		await refresh(async (asking) => {
			(await asking.getCredentials(TYPE)).oauthTokenData.access_token = 'fresh';
		});
		expect(judged.oauthTokenData.access_token).toBe('judged');
	});

	it('passes on that it failed', async () => {
		const failing = refresh(async () => await Promise.reject(new Error('invalid_grant')));
		await expect(failing).rejects.toThrow('invalid_grant');
	});
});
