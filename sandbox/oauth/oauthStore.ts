import { randomBytes } from 'node:crypto';

import type { Clock } from '../clock';
import type { Profile } from '../profile';
import { oauthRefusal } from '../refusal';
import type { OAuthApp, Seed } from '../seed';

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
	/** HighLevel's, here and below */
	scope?: string;
	userType?: 'Company' | 'Location';
	companyId?: string;
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

/** A code or token. */
interface Issued {
	grant: Grant;
	/** Milliseconds since 1970 */
	expiresAt: number;
	/** Of a code */
	redirectUri?: string;
}

/** The contract says: a few minutes. */
const CODE_LIFETIME_MS = 5 * 60_000;
/** "Long inactivity" of the contract; each refresh starts it anew. */
const REFRESH_LIFETIME_MS = 90 * 24 * 3_600_000;

const secret = (prefix: string) => `${prefix}-${randomBytes(24).toString('base64url')}`;

const isOf = (locationId: string | undefined) => (grant: Grant) =>
	locationId === undefined || grant.locationId === locationId;

/** Codes, tokens and grants. */
export class OAuthStore {
	private readonly codes = new Map<string, Issued>();
	private readonly accessTokens = new Map<string, Issued>();
	private readonly refreshTokens = new Map<string, Issued>();
	private readonly grants = new Set<Grant>();
	private readonly tokenRequests: TokenRequest[] = [];
	/** Locations from which somebody has removed the app */
	readonly uninstalled = new Set<string>();

	constructor(private readonly platform: { seed: Seed; clock: Clock; profile: Profile }) {}

	app(clientId: string): OAuthApp | undefined {
		return this.platform.seed.apps.find((app) => app.clientId === clientId);
	}

	/** The user consented. @returns a code, single use, bound to the redirect URI */
	authorize(clientId: string, redirectUri: string, consent: Consent): string {
		const code = secret('code');
		const grant: Grant = { ...consent, clientId, revoked: false };
		this.codes.set(code, { grant, redirectUri, expiresAt: this.platform.clock.now() + CODE_LIFETIME_MS });
		return code;
	}

	/** @throws Refusal invalid_client */
	checkClient(clientId: string, clientSecret: string): void {
		if (this.app(clientId)?.clientSecret === clientSecret) return;
		throw oauthRefusal('invalid_client', 'client_id or client_secret is wrong');
	}

	/** @throws Refusal invalid_grant when the code is unknown, used, expired or another's */
	exchangeCode(clientId: string, code: string, redirectUri: string): TokenResponse {
		const found = this.codes.get(code);
		if (!this.isValid(found, clientId) || found.redirectUri !== redirectUri) {
			throw oauthRefusal('invalid_grant', 'The code is not valid, was used or has expired');
		}
		this.codes.delete(code);
		return this.issue(found.grant);
	}

	/** The refresh token ends with it; access tokens stay. @throws Refusal */
	refresh(clientId: string, refreshToken: string): TokenResponse {
		const found = this.refreshTokens.get(refreshToken);
		if (!this.isValid(found, clientId)) {
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

	/** A token of a location, of what an agency was allowed. */
	mint({ kind: _, ...agency }: Access, locationId: string): TokenResponse {
		const clientId = this.platform.seed.apps[0].clientId;
		return this.issue({ ...agency, level: 'location', locationId, clientId, revoked: false });
	}

	/** @returns undefined for a token that never was, has expired, or whose access was taken back */
	access(token: string): Access | undefined {
		const own = this.platform.seed.privateTokens.find((one) => one.token === token);
		if (own) return { kind: 'private', level: 'location', locationId: own.locationId, scopes: own.scopes };
		const issued = this.accessTokens.get(token);
		return this.isValid(issued) ? { kind: 'oauth', ...issued.grant } : undefined;
	}

	/** Locations whose users gave an app access that was not taken back. */
	installedLocationIds(): string[] {
		return [...new Set([...this.grants].flatMap(({ locationId }) => locationId ?? []))];
	}

	/** Access tokens (and on request refresh tokens) run out now. @returns how many */
	expire(which: { locationId?: string; refreshTokens?: boolean }): number {
		const kinds = which.refreshTokens ? [this.accessTokens, this.refreshTokens] : [this.accessTokens];
		const tokens = kinds.flatMap((kind) => [...kind.values()]);
		const expiring = tokens.filter(({ grant }) => isOf(which.locationId)(grant));
		for (const token of expiring) token.expiresAt = this.platform.clock.now();
		return expiring.length;
	}

	/** The user takes access back; private tokens stay. @returns how many grants */
	revoke(which: { locationId?: string }): number {
		const grants = [...this.grants].filter(isOf(which.locationId));
		for (const grant of grants) {
			grant.revoked = true;
			this.grants.delete(grant);
		}
		return grants.length;
	}

	note(request: Omit<TokenRequest, 'at'>): void {
		this.tokenRequests.push({ at: new Date().toISOString(), ...request });
	}

	requests(): TokenRequest[] {
		return [...this.tokenRequests];
	}

	private isValid(issued: Issued | undefined, clientId = issued?.grant.clientId): issued is Issued {
		if (!issued || issued.grant.revoked || issued.grant.clientId !== clientId) return false;
		return issued.expiresAt > this.platform.clock.now();
	}

	private issue(grant: Grant, expiresIn = this.platform.profile.tokenLifetimeSeconds): TokenResponse {
		this.grants.add(grant);
		const { clock, profile, seed } = this.platform;
		const now = clock.now();
		const { locationId, userId } = grant;
		const [access_token, refresh_token] = [secret('at'), secret('rt')];
		this.accessTokens.set(access_token, { grant, expiresAt: now + expiresIn * 1_000 });
		this.refreshTokens.set(refresh_token, { grant, expiresAt: now + REFRESH_LIFETIME_MS });
		const location = locationId === undefined ? {} : { locationId };
		const tokens = { access_token, refresh_token, token_type: 'Bearer', expires_in: expiresIn, ...location, userId } as const;
		if (profile.form === 'contract') return tokens;
		const userType = grant.level === 'agency' ? 'Company' : 'Location';
		return { ...tokens, scope: grant.scopes.join(' '), userType, companyId: seed.companyId };
	}
}
