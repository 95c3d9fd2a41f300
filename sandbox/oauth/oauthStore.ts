import { randomBytes } from 'node:crypto';

import type { Clock } from '../platform';
import type { Profile } from '../profile';
import { oauthRefusal } from '../refusal';
import type { OAuthApp, PrivateToken, Seed } from '../seed';

/** What a user has allowed an app to do. */
export interface Consent {
	level: 'location' | 'agency';
	/** Absent on the agency level */
	locationId?: string;
	userId?: string;
	scopes: readonly string[];
}

/** What a valid token allows; `none` on operations that need none. */
export interface Access extends Consent {
	kind: 'oauth' | 'private' | 'none';
}

/** Response of the token endpoint (exchange_token in sandbox/openapi.yaml). */
export interface TokenResponse {
	access_token: string;
	refresh_token: string;
	token_type: 'Bearer';
	/** Seconds */
	expires_in: number;
	locationId?: string;
	userId?: string;
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

	constructor(private readonly platform: { seed: Seed; clock: Clock; profile: Profile }) {
		this.privateTokens = new Map(platform.seed.privateTokens.map((token) => [token.token, token]));
	}

	app(clientId: string): OAuthApp | undefined {
		return this.platform.seed.apps.find((app) => app.clientId === clientId);
	}

	/** The user consented. @returns a code, single use, bound to the redirect URI */
	authorize(clientId: string, redirectUri: string, consent: Consent): string {
		const code = secret('code');
		const grant: Grant = { ...consent, clientId, revoked: false };
		const expiresAt = this.platform.clock.now() + CODE_LIFETIME_MS;
		this.codes.set(code, { grant, redirectUri, expiresAt, used: false });
		return code;
	}

	/** @throws Refusal invalid_client */
	checkClient(clientId: string, clientSecret: string): OAuthApp {
		const app = this.app(clientId);
		if (!app || app.clientSecret !== clientSecret) {
			throw oauthRefusal('invalid_client', 'client_id or client_secret is wrong');
		}
		return app;
	}

	/** @throws Refusal invalid_grant when the code is unknown, used, expired or another's */
	exchangeCode(clientId: string, code: string, redirectUri: string): TokenResponse {
		const found = this.codes.get(code);
		if (
			!found ||
			found.used ||
			!this.isValid(found) ||
			found.grant.clientId !== clientId ||
			found.redirectUri !== redirectUri
		) {
			throw oauthRefusal('invalid_grant', 'The code is not valid, was used or has expired');
		}
		found.used = true;
		return this.issue(found.grant);
	}

	/** The refresh token ends with it; access tokens stay. @throws Refusal */
	refresh(clientId: string, refreshToken: string): TokenResponse {
		const found = this.refreshTokens.get(refreshToken);
		if (!found || !this.isValid(found) || found.grant.clientId !== clientId) {
			const message = 'The refresh token is not valid, was used, was revoked or has expired';
			throw oauthRefusal('invalid_grant', message, { ofRefresh: true });
		}
		this.refreshTokens.delete(refreshToken);
		return this.issue(found.grant);
	}

	/** Tokens without the consent page, for tests. @param expiresIn seconds */
	issueFor(clientId: string, consent: Consent, expiresIn?: number): TokenResponse {
		return this.issue({ ...consent, clientId, revoked: false }, expiresIn);
	}

	private isValid({ grant, expiresAt }: IssuedToken): boolean {
		return !grant.revoked && expiresAt > this.platform.clock.now();
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
		if (issued.expiresAt <= this.platform.clock.now()) return 'expired';
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
		for (const token of tokens) token.expiresAt = this.platform.clock.now();
		return tokens.length;
	}

	/** The user takes access back; private tokens stay. @returns how many grants */
	revoke(which: { locationId?: string }): number {
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

	private issue(grant: Grant, expiresIn = this.platform.profile.tokenLifetimeSeconds): TokenResponse {
		this.grants.add(grant);
		const now = this.platform.clock.now();
		const response: TokenResponse = {
			access_token: secret('at'),
			refresh_token: secret('rt'),
			token_type: 'Bearer',
			expires_in: expiresIn,
			...(grant.locationId === undefined ? {} : { locationId: grant.locationId }),
			userId: grant.userId,
		};
		this.accessTokens.set(response.access_token, { grant, expiresAt: now + expiresIn * 1_000 });
		this.refreshTokens.set(response.refresh_token, { grant, expiresAt: now + REFRESH_LIFETIME_MS });
		return response;
	}
}

function matches(grant: Grant, locationId: string | undefined): boolean {
	return locationId === undefined || grant.locationId === locationId;
}
