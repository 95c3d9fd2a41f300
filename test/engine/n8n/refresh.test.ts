import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { refreshStoredToken } from '../../../nodes/n8n/storedToken';
import { withReading } from '../../../nodes/n8n/requestContext';
import { VIOLATION_JOURNAL } from '../../../sandbox/http/requestLog';
import { contextOf } from '../../support/context';
import { CredentialStore } from '../../support/credentialStore';
import { useSandbox } from '../../support/useSandbox';
import { oauthCredential } from '../platform/platform';

const TYPE = 'platformOAuth2Api';

const sandbox = useSandbox({ mayViolate: true });
let store: CredentialStore;
beforeEach(() => void (store = new CredentialStore(oauthCredential(sandbox))));

/** Runs code with n8n-core's own `this`. @returns how many refreshes the platform saw */
async function refreshesOf(
	work: (context: IExecuteFunctions) => Promise<unknown>,
): Promise<number> {
	const parameters = { authentication: 'oAuth2' };
	await work(
		contextOf('execute', {
			type: 'platform',
			parameters,
			credentials: oauthCredential(sandbox),
			store,
		}).context,
	);
	return sandbox.tokenRequests().length;
}

describe('a token that another process has just refreshed', () => {
	const judge = async (context: IExecuteFunctions) => {
		const judged = await context.getCredentials<ICredentialDataDecryptedObject>(TYPE);
		store.write(TYPE, oauthCredential(sandbox)[TYPE]);
		return structuredClone(judged);
	};

	it('is not refreshed again', async () => {
		const count = await refreshesOf(async (context) => {
			await refreshStoredToken(context, TYPE, await judge(context));
		});
		expect(count).toBe(0);
	});

	it('of a reading that stays as it was judged is written to the store alone', async () => {
		const read = async (context: IExecuteFunctions) =>
			await context.getCredentials<ICredentialDataDecryptedObject>(TYPE);
		await refreshesOf(async (context) => {
			const judged = structuredClone(await read(context));
			const before = structuredClone(judged);
			await refreshStoredToken(context, TYPE, judged);
			expect(judged).toEqual(before);
			expect(await read(context)).not.toEqual(before);
		});
	});

	it('is still refreshed again by the core alone', async () => {
		const count = await refreshesOf(async (context) => {
			await judge(context);
			await context.helpers.refreshOAuth2Token.call(context, TYPE, { tokenType: 'Bearer' });
		});
		expect(count).toBe(1);
	});
});

describe('a request whose credential is edited just before it is sent', () => {
	const tokensSent = async (
		sign: (
			context: IExecuteFunctions,
			reading: ICredentialDataDecryptedObject,
		) => IExecuteFunctions,
	) => {
		await refreshesOf(async (context) => {
			const reading = await context.getCredentials<ICredentialDataDecryptedObject>(TYPE);
			store.write(TYPE, oauthCredential(sandbox, { locationId: 'loc-summit' })[TYPE]);
			const url = `${sandbox.url}/calendars/?locationId=loc-harbor`;
			const options = { url, headers: { Version: '2021-07-28' } };
			const signing = sign(context, reading);
			await context.helpers.httpRequestWithAuthentication
				.call(signing, TYPE, options, {
					oauth2: { tokenType: 'Bearer', skipTokenRefresh: true },
				})
				.catch(() => {});
		});
		return sandbox.requests().map(({ status }) => status);
	};

	it('is signed with the reading', async () => {
		expect(await tokensSent(withReading)).toEqual([200]);
	});

	it('is still signed with what is stored by the core alone', async () => {
		// Not the node, but the core violates the contract here.
		const journal = process.env[VIOLATION_JOURNAL];
		delete process.env[VIOLATION_JOURNAL];
		expect(await tokensSent((context) => context)).not.toEqual([200]);
		if (journal !== undefined) process.env[VIOLATION_JOURNAL] = journal;
	});
});
