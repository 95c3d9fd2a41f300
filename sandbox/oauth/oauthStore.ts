import { randomBytes } from 'node:crypto';

import type { Profile } from '../profile';
import { oauthRefusal } from '../responses';
import type { Seed } from '../seed';

/** The consent of a user. */
export interface Consent {
	level: 'location' | 'agency';
	/** Absent on the agency level */
	locationId?: string;
	userId?: string;
	scopes: readonly string[];
}

/** The rights of a valid token; `none` on operations that need no token. */
export interface Access extends Consent {
	kind: 'oauth' | 'private' | 'none';
}

/** The form of POST /oauth/token. */
export interface TokenForm {
	client_id: string;
	client_secret: string;
	grant_type: 'authorization_code' | 'refresh_token';
	code?: string;
	redirect_uri?: string;
	refresh_token?: string;
}

/** One call of the token endpoint, for tests that count refreshes. */
export interface TokenRequest {
	grantType: TokenForm['grant_type'];
	/** `issued`, or the code of the refusal */
	outcome: string;
}

interface Grant extends Consent {
	isRevoked?: boolean;
}

/** A code or token. */
interface Issued {
	grant: Grant;
	/** Milliseconds since 1970 */
	expiresAt: number;
	/** Set for a code */
	redirectUri?: string;
}

/** The contract says: a few minutes. */
const CODE_LIFETIME_MS = 5 * 60_000;
/** "Long inactivity" of the contract; each refresh starts it anew. */
const REFRESH_LIFETIME_MS = 90 * 24 * 3_600_000;

const secret = (prefix: string) => `${prefix}-${randomBytes(24).toString('base64url')}`;

/** Codes, tokens and grants of the one app. */
export class OAuthStore {
	/** Calls of the token endpoint, oldest first */
	readonly requests: TokenRequest[] = [];
	/** Locations from which somebody has removed the app */
	readonly uninstalled = new Set<string>();
	private readonly codes = new Map<string, Issued>();
	private readonly accessTokens = new Map<string, Issued>();
	private readonly refreshTokens = new Map<string, Issued>();
	private readonly grants = new Set<Grant>();

	constructor(private readonly platform: { seed: Seed; profile: Profile }) {}

	/** The consent of the first user of a location, or of the agency. */
	consent(locationId: string | undefined, scopes: readonly string[]): Consent {
		const user = this.platform.seed.users.find(
			({ locationIds }) => !locationId || locationIds.includes(locationId),
		);
		return { level: locationId ? 'location' : 'agency', locationId, userId: user?.id, scopes };
	}

	/** The user consented. @returns a code, single use, bound to the redirect URI */
	authorize(redirectUri: string, grant: Consent): string {
		const code = secret('code');
		this.codes.set(code, { grant, redirectUri, expiresAt: Date.now() + CODE_LIFETIME_MS });
		return code;
	}

	/** A code or a refresh token ends with it; access tokens stay. @throws Refusal invalid_client, invalid_grant */
	exchange(form: TokenForm) {
		const request = { grantType: form.grant_type, outcome: 'invalid_client' };
		this.requests.push(request);
		const { clientId, clientSecret } = this.platform.seed.app;
		if (form.client_id !== clientId || form.client_secret !== clientSecret) {
			throw oauthRefusal('invalid_client', 'client_id or client_secret is wrong');
		}
		request.outcome = 'invalid_grant';
		const ofCode = form.grant_type === 'authorization_code';
		const [kept, given = ''] = ofCode
			? [this.codes, form.code]
			: [this.refreshTokens, form.refresh_token];
		const found = kept.get(given);
		if (!this.isValid(found) || (ofCode && found.redirectUri !== form.redirect_uri)) {
			const what = ofCode ? 'code' : 'refresh token';
			throw oauthRefusal(
				'invalid_grant',
				`The ${what} is not valid, was used, was revoked or has expired`,
				!ofCode,
			);
		}
		request.outcome = 'issued';
		kept.delete(given);
		return this.issue(found.grant);
	}

	/** @returns undefined for a token that never was, has expired, or whose access was taken back */
	access(token: string): Access | undefined {
		const own = this.platform.seed.privateTokens.find((one) => one.token === token);
		if (own) return { ...own, kind: 'private', level: own.locationId ? 'location' : 'agency' };
		const issued = this.accessTokens.get(token);
		return this.isValid(issued) ? { ...issued.grant, kind: 'oauth' } : undefined;
	}

	/** Locations whose users gave the app access that was not taken back. */
	installedLocationIds(): string[] {
		return [...this.grants].flatMap(({ locationId, isRevoked }) =>
			isRevoked ? [] : (locationId ?? []),
		);
	}

	/** Access tokens, and on request refresh tokens, run out now. */
	expire({ refreshTokens = false }): void {
		const tokens = [
			...this.accessTokens.values(),
			...(refreshTokens ? this.refreshTokens.values() : []),
		];
		for (const token of tokens) token.expiresAt = Date.now();
	}

	/** Somebody removes the app from a location; private tokens stay. */
	uninstall(locationId: string): void {
		this.uninstalled.add(locationId);
		for (const grant of this.grants) grant.isRevoked ||= grant.locationId === locationId;
	}

	/** The response of the token endpoint. @param expiresIn seconds */
	issue(grant: Grant, expiresIn = this.platform.profile.tokenLifetimeSeconds) {
		this.grants.add(grant);
		const { profile, seed } = this.platform;
		const { locationId, userId, level } = grant;
		const [access_token, refresh_token] = [secret('at'), secret('rt')];
		this.accessTokens.set(access_token, { grant, expiresAt: Date.now() + expiresIn * 1_000 });
		this.refreshTokens.set(refresh_token, { grant, expiresAt: Date.now() + REFRESH_LIFETIME_MS });
		const userType = level === 'agency' ? 'Company' : 'Location';
		return {
			access_token,
			refresh_token,
			token_type: 'Bearer',
			expires_in: expiresIn,
			userId,
			...(locationId !== undefined && { locationId }),
			...(profile.form === 'highLevel' && {
				scope: grant.scopes.join(' '),
				userType,
				companyId: seed.companyId,
				refreshTokenId: refresh_token.slice(-8),
				...(level === 'agency' && { isBulkInstallation: true }),
			}),
		};
	}

	private isValid(issued: Issued | undefined): issued is Issued {
		return issued !== undefined && !issued.grant.isRevoked && issued.expiresAt > Date.now();
	}
}
