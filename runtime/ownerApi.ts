/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on a developer's machine, never inside n8n */
import { setTimeout as delay } from 'node:timers/promises';

import { N8nApiError, Session } from './http';
import { APPEAR_MS, POLL_MS } from './polling';
import { newOwner } from './restTypes';
import type { Owner } from './restTypes';

/** What n8n's owner does: sets n8n up, logs in, makes API keys, looks at the settings. */
export class OwnerApi {
	readonly session: Session;

	constructor(baseUrl: string) {
		this.session = new Session(baseUrl);
	}

	/** Makes the first user of a fresh n8n and logs in as it. Waits until n8n has finished booting. */
	async setUpOwner(owner: Owner = newOwner()): Promise<Owner> {
		await untilFound(async () => {
			await this.session.call({ method: 'POST', path: '/owner/setup', body: owner });
		});
		await this.login(owner);
		return owner;
	}

	async login({ email, password }: Pick<Owner, 'email' | 'password'>): Promise<void> {
		await untilFound(async () => {
			const body = { emailOrLdapLoginId: email, password };
			await this.session.call({ method: 'POST', path: '/login', body });
		});
	}

	/**
	 * A key for n8n's public API (`/api/v1`, header `X-N8N-API-KEY`), without expiry.
	 * @param scopes e.g. `['credential:delete']`
	 */
	async createApiKey(label: string, scopes: readonly string[]): Promise<string> {
		const body = { label, scopes, expiresAt: null };
		const call = { method: 'POST', path: '/api-keys', body } as const;
		return (await this.session.call<{ rawApiKey: string }>(call)).rawApiKey;
	}

	/** Names and versions of the community packages that Settings > Community nodes shows. */
	async listCommunityPackages(): Promise<
		Array<{ packageName: string; installedVersion: string; failedLoading?: boolean }>
	> {
		return await this.session.call({ path: '/community-packages' });
	}
}

async function untilFound(attempt: () => Promise<void>): Promise<void> {
	const deadline = Date.now() + APPEAR_MS;
	for (;;) {
		try {
			return await attempt();
		} catch (error) {
			const notYet = error instanceof N8nApiError && error.status === 404;
			if (!notYet || Date.now() > deadline) throw error;
		}
		await delay(POLL_MS);
	}
}
