import { sleep, type IDataObject } from 'n8n-workflow';

import { act, bookingForAda, oauthCredential, slotAt } from './platform';
import { COMMAND_TIMED_OUT } from '../../../sandbox/http/faults';
import { CredentialStore, type CredentialSet } from '../../support/credentialStore';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

const refreshes = () => sandbox.tokenRequests().map(({ outcome }) => outcome);
const list = async (credentials: CredentialSet, store?: CredentialStore) =>
	await act(sandbox, 'calendar.getAll', {}, { credentials, store });

it('the token of OAuth2 is sent as Bearer, whatever token_type the platform named', async () => {
	await list(oauthCredential(sandbox, { tokenData: { token_type: 'mac' } }));
	expect(sandbox.requests()[0].headers.authorization).toMatch(/^Bearer \S+$/);
});

describe('refresh before expiry', () => {
	it('happens when less than five minutes remain, and the new token is used and stored', async () => {
		const credentials = oauthCredential(sandbox, { remainingSeconds: 299 });
		const store = new CredentialStore(credentials);
		expect((await list(credentials, store)).error).toBeUndefined();
		expect(refreshes()).toEqual(['issued']);
		const stored = store.read('platformOAuth2Api').oauthTokenData as unknown as IDataObject;
		const [request] = sandbox.requests({ operationId: 'list_calendars' });
		expect(request.headers.authorization).toBe(`Bearer ${String(stored.access_token)}`);
		expect(Number(stored.n8n_expires_at)).toBeGreaterThan(Date.now() + 3_000_000);
	});

	it('happens once for many executions at once, also when they start while it is under way', async () => {
		const credentials = oauthCredential(sandbox, { remainingSeconds: 60 });
		const store = new CredentialStore(credentials);
		const runs = await Promise.all(
			Array.from({ length: 30 }, async (_, index) => {
				await sleep(index * 3);
				return await list(credentials, store);
			}),
		);
		expect(runs.map(({ error }) => error)).toEqual(runs.map(() => undefined));
		expect(refreshes()).toEqual(['issued']);
	});
});

describe('a refused token', () => {
	it.each([
		{ what: 'although n8n thinks it valid', status: 401, tokenData: {} },
		{
			what: 'where n8n notes no expiry, with 403',
			status: 403,
			tokenData: { n8n_expires_at: null },
		},
	])(
		'$what ($status) is refreshed once, and the write is sent again',
		async ({ status, tokenData }) => {
			const credentials = oauthCredential(sandbox, { tokenData });
			if (status === 401) sandbox.expireTokens({});
			else
				sandbox.addFault({
					path: '/calendars',
					status,
					body: { message: 'The token has expired' },
				});
			const { error } = await act(
				sandbox,
				'appointment.book',
				{ ...bookingForAda, ...slotAt('10:00') },
				{ credentials },
			);
			expect(error).toBeUndefined();
			expect(refreshes()).toEqual(['issued']);
			expect(sandbox.appointments()).toHaveLength(1);
		},
	);

	it("is not what a gateway's 401 means: a write is sent once, also where n8n notes no expiry", async () => {
		const credentials = oauthCredential(sandbox, { tokenData: { n8n_expires_at: undefined } });
		sandbox.addFault({ ...COMMAND_TIMED_OUT, method: 'POST', times: 2 });
		const slot = { ...bookingForAda, ...slotAt('10:00') };
		const { error } = await act(sandbox, 'appointment.book', slot, { credentials });
		expect(error?.message).toContain('Outcome unknown');
		const posts = sandbox.requests({ operationId: 'create_appointment' });
		expect(posts).toHaveLength(1);
	});
});
