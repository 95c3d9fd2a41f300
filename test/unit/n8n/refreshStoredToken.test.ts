import { refreshesUnderLease, refreshStoredToken, tokenExpiresAt } from '../../../nodes/n8n/refreshStoredToken';

const TYPE = 'platformOAuth2Api';

it.each([
	['with the lease', { expires_in: 3_600, n8n_expires_at: '1767225600000' }, true],
	['before the lease, which notes no expiry', { expires_in: 3_600 }, false],
	['with a token that says nothing of its life', {}, true],
])('n8n %s', (_when, tokenData, isLeased) => {
	expect(refreshesUnderLease(tokenData)).toBe(isLeased);
});

it.each([
	[{ n8n_expires_at: 1_767_225_600_000 }, 1_767_225_600_000],
	[{ n8n_expires_at: '1767225600000' }, 1_767_225_600_000],
	[{ n8n_expires_at: 0 }, 0],
	...[undefined, null, 'soon', 1e16].map((n8n_expires_at): [object, undefined] => [{ n8n_expires_at }, undefined]),
	// What n8n notes for a refused refresh is none.
	[{ n8n_expires_at: 1_767_225_600_000, error: 'server_error' }, undefined],
])('of the token data %j the expiry is %p', (tokenData, expected) => {
	expect(tokenExpiresAt(tokenData as never)).toBe(expected);
});

it('a refresh gives the core the reading that was judged, in a copy, and everything else as it is', async () => {
	const judged = { oauthTokenData: { access_token: 'judged' } };
	const newer = { oauthTokenData: { access_token: 'newer' } };
	const node = { name: 'Node' };
	interface Asking {
		getNode(): object;
		getCredentials(type: string): Promise<typeof judged>;
	}
	const core = jest.fn(async function (this: Asking, ..._given: unknown[]): Promise<void> {
		const reading = await this.getCredentials(TYPE);
		expect([reading, this.getNode()]).toEqual([judged, node]);
		// The core writes the new token into its copy.
		reading.oauthTokenData.access_token = 'fresh';
	});
	const context = {
		getNode: () => node,
		getCredentials: async (_type: string) => await Promise.resolve(newer),
		helpers: { refreshOAuth2Token: core },
	};
	await refreshStoredToken(context as never, TYPE, judged);
	// Any other type in the token response would make the core put the token into the URL.
	expect(core.mock.calls).toEqual([[TYPE, { tokenType: 'Bearer' }]]);
	expect([judged.oauthTokenData.access_token, await context.getCredentials(TYPE)]).toEqual(['judged', newer]);
});
