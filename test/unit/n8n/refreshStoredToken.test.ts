import { tokenExpiresAt } from '../../../nodes/n8n/refreshStoredToken';

it.each([
	[{ n8n_expires_at: '1767225600000' }, 1_767_225_600_000],
	[{ n8n_expires_at: 0 }, 0],
	...[undefined, 'soon', 1e16].map((n8n_expires_at): [object, undefined] => [
		{ n8n_expires_at },
		undefined,
	]),
	// n8n's note of a refused refresh is no token.
	[{ n8n_expires_at: 1_767_225_600_000, error: 'server_error' }, undefined],
])('of the token data %j the expiry is %p', (tokenData, expected) => {
	expect(tokenExpiresAt(tokenData as never)).toBe(expected);
});
