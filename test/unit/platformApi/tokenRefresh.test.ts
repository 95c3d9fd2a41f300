import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Authentication } from '../../../nodes/platformApi/credential';
import { CredentialOfRun, isDueForRefresh } from '../../../nodes/platformApi/tokenRefresh';

const MINUTE = 60_000;

function token(name: string, remainingMs: number): IDataObject {
	return {
		access_token: name,
		refresh_token: 'refresh',
		expires_in: 3_600,
		n8n_expires_at: String(Date.now() + remainingMs),
		locationId: 'loc-1',
	};
}

/** What n8n gives a node: a stored credential, and a way to refresh its token. */
function given(stored: IDataObject, { authentication = 'oAuth2' as Authentication, canRefresh = true } = {}) {
	const state = { stored, refreshed: token('new', 60 * MINUTE) as IDataObject | Error };
	const read = jest.fn(async () =>
		await Promise.resolve({ platformUrl: 'https://api.example.com', oauthTokenData: { ...state.stored } }),
	);
	const refresh = jest.fn(async () => {
		await Promise.resolve();
		if (state.refreshed instanceof Error) throw state.refreshed;
		state.stored = state.refreshed;
	});
	const warn = jest.fn();
	const context = {
		getNode: () => ({ name: 'CRM Platform', type: 'platform', typeVersion: 1 }),
		getCredentials: read,
		helpers: canRefresh ? { refreshOAuth2Token: refresh } : {},
		logger: { warn },
	} as unknown as IExecuteFunctions;
	return { state, read, refresh, warn, credential: new CredentialOfRun(context, authentication) };
}

const nameOf = ({ tokenData }: { tokenData: IDataObject }) => tokenData.access_token;

describe('the credential of a run', () => {
	it('is read once for all items while its token lasts', async () => {
		const { credential, read, refresh } = given(token('old', 60 * MINUTE));
		await Promise.all([credential.fresh(), credential.fresh(), credential.known()]);
		await credential.fresh({ strict: true });
		expect(read).toHaveBeenCalledTimes(1);
		expect(refresh).not.toHaveBeenCalled();
	});

	it('is read again after a reading that failed', async () => {
		const { credential, read } = given(token('old', 60 * MINUTE));
		read.mockRejectedValueOnce(new Error('The database is locked'));
		await expect(credential.known()).rejects.toThrow('locked');
		expect(nameOf(await credential.known())).toBe('old');
		await credential.known();
		expect(read).toHaveBeenCalledTimes(2);
	});

	it('gets a new token before the old one expires, once for all items', async () => {
		const { credential, refresh } = given(token('old', MINUTE));
		const all = await Promise.all([credential.fresh(), credential.fresh(), credential.fresh()]);
		expect(all.map(nameOf)).toEqual(['new', 'new', 'new']);
		expect(nameOf(await credential.fresh())).toBe('new');
		expect(refresh).toHaveBeenCalledTimes(1);
		expect(refresh).toHaveBeenCalledWith('platformOAuth2Api', { tokenType: 'Bearer' });
	});

	it('gets another one when the new one expires, too', async () => {
		const { credential, state, refresh } = given(token('old', MINUTE));
		state.refreshed = { ...token('short', MINUTE), expires_in: 120 };
		expect(nameOf(await credential.fresh())).toBe('short');
		state.refreshed = token('new', 60 * MINUTE);
		expect(nameOf(await credential.fresh())).toBe('new');
		expect(refresh).toHaveBeenCalledTimes(2);
	});

	it('takes the token that somebody else has just refreshed', async () => {
		const { credential, state, refresh } = given(token('old', MINUTE));
		await credential.known();
		state.stored = token('by another process', 60 * MINUTE);
		expect(nameOf(await credential.fresh())).toBe('by another process');
		expect(refresh).not.toHaveBeenCalled();
	});

	it.each<[string, Parameters<typeof given>[1]]>([
		['n8n has no lease for it', { canRefresh: false }],
		['the token is a fixed one', { authentication: 'accessToken' }],
	])('is not refreshed where %s', async (_, options) => {
		const { credential, read, refresh } = given(token('old', MINUTE), options);
		expect(nameOf(await credential.fresh())).toBe('old');
		expect(read).toHaveBeenCalledTimes(1);
		expect(refresh).not.toHaveBeenCalled();
	});
});

describe('a refresh that does not succeed', () => {
	const refused = Object.assign(new Error('refused'), { code: 'EAUTH' });

	it('leaves the call with the token that still is valid, and says so in the log', async () => {
		const { credential, state, warn } = given(token('old', MINUTE));
		state.refreshed = refused;
		expect(nameOf(await credential.fresh())).toBe('old');
		expect(warn.mock.calls).toEqual([
			['The access token could not be refreshed before it expires', { credentialType: 'platformOAuth2Api' }],
		]);
	});

	it('is tried once for one token', async () => {
		const { credential, state, refresh } = given(token('old', MINUTE));
		state.refreshed = refused;
		await credential.fresh();
		await credential.fresh();
		expect(refresh).toHaveBeenCalledTimes(1);
	});

	it('is told where the token is what is asked for', async () => {
		const { credential, state, warn } = given(token('old', MINUTE));
		state.refreshed = refused;
		await expect(credential.fresh({ strict: true })).rejects.toMatchObject({
			message: expect.stringContaining('no longer accepts this connection') as string,
		});
		expect(warn).not.toHaveBeenCalled();
	});

	it('may also be one that brings the old token again', async () => {
		const same = { ...token('old', MINUTE), error: 'invalid_grant' };
		const { credential, state, warn } = given(token('old', MINUTE));
		state.refreshed = same;
		const kept = await credential.fresh();
		expect([nameOf(kept), 'refreshBroughtNone' in kept]).toEqual(['old', false]);
		await expect(credential.fresh({ strict: true })).rejects.toMatchObject({
			message: expect.stringContaining('no longer accepts this connection') as string,
		});
		expect(warn).not.toHaveBeenCalled();
	});
});

describe('after a refusal', () => {
	it.each<[string, string, boolean, boolean]>([
		['a new token', 'new', true, false],
		['no new one', 'old', true, true],
		['no new one, by an n8n that does not tell', 'old', false, false],
	])('it is seen whether there is %s', async (_, name, canRefresh, expected) => {
		const { credential, state } = given(token('old', 60 * MINUTE), { canRefresh });
		const used = await credential.known();
		state.stored = token(name, 60 * MINUTE);
		const now = await credential.afterRefresh(used);
		expect([nameOf(now), now.refreshBroughtNone]).toEqual([name, expected]);
	});

	it('a reading that fails counts as no new token', async () => {
		const { credential, read } = given(token('old', 60 * MINUTE));
		const used = await credential.known();
		read.mockRejectedValueOnce(new Error('The database is locked'));
		expect(await credential.afterRefresh(used)).toMatchObject({ ...used, refreshBroughtNone: true });
	});
});

it('a token that has just expired is due, however short it lived', () => {
	const now = 1_800_000_000_000;
	const short = { refresh_token: 'r', expires_in: 5, n8n_expires_at: String(now) };
	expect(isDueForRefresh(short, now)).toBe(true);
	expect(isDueForRefresh(short, now - 1)).toBe(false);
});
