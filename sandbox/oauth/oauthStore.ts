import { randomBytes } from 'node:crypto';

import type { Clock } from '../clock';
import type { Profile } from '../profiles/switches';
import { OAuthError, InvalidGrantError } from '../httpError';
import type { OAuthApp, PrivateToken } from '../seed';

export type TokenLevel = 'location' | 'agency';

/** What a valid token allows. */
export interface Access {
	kind: 'oauth' | 'private';
	level: TokenLevel;
	/** Absent on the agency level */
	locationId?: string;
	userId?: string;
	scopes: readonly string[];
}

/** What a user has allowed an app to do. */
export interface Consent {
	level: TokenLevel;
	locationId?: string;
	userId: string;
	scopes: readonly string[];
}

/** Answer of the token endpoint (exchange_token in sandbox/openapi.yaml). */
export interface TokenResponse {
	access_token: string;
	refresh_token: string;
	token_type: Profile['tokenType'];
	/** Seconds */
	expires_in: number;
	locationId?: string;
	userId: string;
}

/** One call of the token endpoint, for tests that count refreshes. */
export interface TokenRequest {
	at: string;
	grantType: string;
	/** `issued`, or the code of the refusal */
	outcome: string;
	locationId?: string;
}

interface Grant extends Consent {
	clientId: string;
	revoked: boolean;
}

interface IssuedToken {
	grant: Grant;
	/** Milliseconds since 1970 */
	expiresAt: number;
}

interface AuthorizationCode extends IssuedToken {
	redirectUri: string;
	used: boolean;
}

/** The contract says: a few minutes. */
const CODE_LIFETIME_MS = 5 * 60_000;
/** "Long inactivity" of the contract; each refresh starts it anew. */
const REFRESH_LIFETIME_MS = 90 * 24 * 3_600_000;
const TOKEN_REQUEST_LOG_LIMIT = 10_000;

const secret = (prefix: string) => `${prefix}-${randomBytes(24).toString('base64url')}`;

/** Codes, tokens and grants. */
export class OAuthStore {
	private readonly codes = new Map<string, AuthorizationCode>();
	private readonly accessTokens = new Map<string, IssuedToken>();
	private readonly refreshTokens = new Map<string, IssuedToken>();
	private readonly grants = new Set<Grant>();
	private readonly privateTokens: Map<string, PrivateToken>;
	private readonly tokenRequests: TokenRequest[] = [];

	constructor(
		private readonly apps: readonly OAuthApp[],
		privateTokens: readonly PrivateToken[],
		private readonly clock: Clock,
		private readonly platform: { readonly profile: Profile },
	) {
		this.privateTokens = new Map(privateTokens.map((token) => [token.token, token]));
	}

	app(clientId: string): OAuthApp | undefined {
		return this.apps.find((app) => app.clientId === clientId);
	}

	/** The user consented. @returns a code, single use, bound to the redirect URI */
	authorize(clientId: string, redirectUri: string, consent: Consent): string {
		const code = secret('code');
		const grant: Grant = { ...consent, clientId, revoked: false };
		const expiresAt = this.clock.now() + CODE_LIFETIME_MS;
		this.codes.set(code, { grant, redirectUri, expiresAt, used: false });
		return code;
	}

	/** @throws OAuthError invalid_client */
	checkClient(clientId: string, clientSecret: string): OAuthApp {
		const app = this.app(clientId);
		if (!app || app.clientSecret !== clientSecret) {
			throw new OAuthError('invalid_client', 'client_id or client_secret is wrong');
		}
		return app;
	}

	/** @throws OAuthError invalid_grant when the code is unknown, used, expired or another's */
	exchangeCode(clientId: string, code: string, redirectUri: string): TokenResponse {
		const found = this.codes.get(code);
		if (
			!found ||
			found.used ||
			found.grant.revoked ||
			found.expiresAt <= this.clock.now() ||
			found.grant.clientId !== clientId ||
			found.redirectUri !== redirectUri
		) {
			throw new OAuthError('invalid_grant', 'The code is not valid, was used or has expired');
		}
		found.used = true;
		return this.issue(found.grant);
	}

	/** What becomes of the tokens before is not shown. @throws InvalidGrantError */
	refresh(clientId: string, refreshToken: string): TokenResponse {
		const found = this.refreshTokens.get(refreshToken);
		if (
			!found ||
			found.grant.revoked ||
			found.expiresAt <= this.clock.now() ||
			found.grant.clientId !== clientId
		) {
			throw new InvalidGrantError();
		}
		const { oldRefreshToken, oldAccessToken } = this.platform.profile;
		if (oldRefreshToken === 'ends') this.refreshTokens.delete(refreshToken);
		if (oldAccessToken === 'ends') this.endAccess(found.grant);
		return this.issue(found.grant);
	}

	/** Tokens without the consent page, for tests. @param expiresIn seconds */
	issueFor(clientId: string, consent: Consent, expiresIn?: number): TokenResponse {
		return this.issue({ ...consent, clientId, revoked: false }, expiresIn);
	}

	/** @returns undefined for a token that never was, or whose access was taken back */
	access(token: string): Access | 'expired' | undefined {
		const own = this.privateTokens.get(token);
		if (own) {
			const { locationId, scopes } = own;
			return { kind: 'private', level: 'location', locationId, scopes };
		}
		const issued = this.accessTokens.get(token);
		if (!issued || issued.grant.revoked) return undefined;
		if (issued.expiresAt <= this.clock.now()) return 'expired';
		const { level, locationId, userId, scopes } = issued.grant;
		return { kind: 'oauth', level, locationId, userId, scopes };
	}

	/** Locations whose users gave an app access that was not taken back. */
	installedLocationIds(): string[] {
		const ids = [...this.grants]
			.filter(({ revoked, locationId }) => !revoked && locationId !== undefined)
			.map(({ locationId }) => locationId as string);
		return [...new Set(ids)];
	}

	/** Access tokens (and on request refresh tokens) run out now. @returns how many */
	expire(which: { locationId?: string; refreshTokens?: boolean }): number {
		const tokens = [
			...this.accessTokens.values(),
			...(which.refreshTokens ? this.refreshTokens.values() : []),
		].filter(({ grant }) => matches(grant, which.locationId));
		for (const token of tokens) token.expiresAt = this.clock.now();
		return tokens.length;
	}

	/** The user takes access back; private tokens stay unless named. @returns how many grants */
	revoke(which: { locationId?: string; privateToken?: string }): number {
		if (which.privateToken !== undefined) {
			return this.privateTokens.delete(which.privateToken) ? 1 : 0;
		}
		const grants = [...this.grants].filter((grant) => matches(grant, which.locationId));
		for (const grant of grants) {
			grant.revoked = true;
			this.grants.delete(grant);
		}
		return grants.length;
	}

	note(request: Omit<TokenRequest, 'at'>): void {
		if (this.tokenRequests.length >= TOKEN_REQUEST_LOG_LIMIT) this.tokenRequests.shift();
		this.tokenRequests.push({ at: new Date().toISOString(), ...request });
	}

	requests(): TokenRequest[] {
		return [...this.tokenRequests];
	}

	private endAccess(grant: Grant): void {
		for (const token of this.accessTokens.values()) {
			if (token.grant === grant) token.expiresAt = this.clock.now();
		}
	}

	private issue(
		grant: Grant,
		expiresIn = this.platform.profile.tokenLifetimeSeconds,
	): TokenResponse {
		this.grants.add(grant);
		const now = this.clock.now();
		const response: TokenResponse = {
			access_token: secret('at'),
			refresh_token: secret('rt'),
			token_type: this.platform.profile.tokenType,
			expires_in: expiresIn,
			...(grant.locationId === undefined ? {} : { locationId: grant.locationId }),
			userId: grant.userId,
		};
		this.accessTokens.set(response.access_token, { grant, expiresAt: now + expiresIn * 1_000 });
		this.refreshTokens.set(response.refresh_token, {
			grant,
			expiresAt: now + REFRESH_LIFETIME_MS,
		});
		return response;
	}
}

function matches(grant: Grant, locationId: string | undefined): boolean {
	return locationId === undefined || grant.locationId === locationId;
}
