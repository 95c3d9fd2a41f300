import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/createSandbox';
import { SCOPES_OF } from '../../../sandbox/seed';
import type { CredentialSet } from '../../support/credentialStore';
import { runNode, type RunRequest, type RunResult } from '../../support/engine';

export const ZONE = 'America/New_York';

/** A private integration token of Harbor Dental with every scope, unless something else is given. */
export function tokenCredential(
	sandbox: Pick<Sandbox, 'form' | 'url'>,
	overrides: Record<string, string> = {},
): CredentialSet {
	return {
		platformTokenApi: {
			api: sandbox.form(),
			accessToken: 'pit-harbor',
			platformUrl: sandbox.url,
			locationId: 'loc-harbor',
			apiVersion: '2021-07-28',
			...overrides,
		},
	};
}

interface OAuthOptions {
	level?: 'location' | 'agency';
	locationId?: string;
	/** How long the token still lives, as n8n noted it; an hour by default. */
	remainingSeconds?: number;
	tokenData?: IDataObject;
}

/** An OAuth2 credential as n8n stores it after the consent page. */
export function oauthCredential(sandbox: Sandbox, options: OAuthOptions = {}): CredentialSet {
	const { level, locationId, remainingSeconds = 3_600, tokenData } = options;
	const api = sandbox.form();
	const scopes = [...SCOPES_OF[api]];
	const issued = sandbox.issueToken({ level, locationId, scopes, expiresIn: 3_600 });
	const n8n_expires_at = String(Date.now() + remainingSeconds * 1_000);
	return {
		platformOAuth2Api: {
			api,
			platformUrl: `${sandbox.url}/`,
			marketplaceUrl: `${sandbox.url}//`,
			clientId: 'demo-client',
			clientSecret: 'demo-client-secret',
			scope: scopes.join(' '),
			apiVersion: '2021-07-28',
			oauthTokenData: { ...issued, n8n_expires_at, ...tokenData } as never,
		},
	};
}

/** Runs one operation, named `<resource>.<operation>`, in n8n's engine against a sandbox. */
export async function act(
	sandbox: Sandbox,
	name: string,
	parameters: IDataObject,
	{ items, credentials, store, node }: Partial<RunRequest> = {},
): Promise<RunResult> {
	const [resource, operation] = name.split('.');
	const set = credentials ?? tokenCredential(sandbox);
	const authentication = 'platformOAuth2Api' in set ? 'oAuth2' : 'accessToken';
	const all = { authentication, resource, operation, ...parameters } as never;
	return await runNode({ type: 'platform', parameters: all, credentials: set, store, items, node });
}

/**
 * A slot of the calendar `cal-onboarding` (Mon-Fri 09:00-17:00 in New York, 30 minutes).
 *
 * @param time wall time such as `10:00`, on the second Monday from now plus so many days
 */
export function slotAt(time: string, plusDays = 0): { startTime: string; endTime: string } {
	const [hour, minute] = time.split(':').map(Number);
	const start = monday().plus({ days: plusDays }).set({ hour, minute });
	return { startTime: iso(start), endTime: iso(start.plus({ minutes: 30 })) };
}

export function monday(): DateTime {
	return DateTime.now().setZone(ZONE).startOf('week').plus({ weeks: 2 });
}

const iso = (time: DateTime) => time.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'+00:00'");

/** The fields of a booking for Ada. */
export const bookingForAda: IDataObject = {
	calendarId: { __rl: true, mode: 'id', value: 'cal-onboarding' },
	contactId: 'contact-ada',
};
