import { DECISION_PATH } from '../sandbox/oauth/consent';
import type { N8nApi } from './api';

/** What n8n's callback page says; the second text in the first n8n 2. */
const CONNECTED = /Connection successful|Account connected/;

interface ConsentChoice {
	/** The option on the consent page: a location's id, or `agency`. */
	choice: string;
	/** Which button to press. */
	decision?: 'allow' | 'deny';
}

/**
 * Connects an OAuth2 credential: n8n's "Connect" button, the form of the platform's consent page, whose hidden fields
 * are what the page was opened with, and n8n's callback.
 * @throws Error with what the page said when n8n does not report the account as connected
 */
export async function connectOAuth2(
	api: N8nApi,
	credentialId: string,
	{ choice, decision = 'allow' }: ConsentChoice,
): Promise<void> {
	const opened = await api.session.call<string>({ path: '/oauth2-credential/auth', query: { id: credentialId } });
	const consent = new URL(opened);
	const body = new URLSearchParams([...consent.searchParams, ['choice', choice], ['decision', decision]]);
	const submitted = await fetch(new URL(DECISION_PATH, consent), { method: 'POST', redirect: 'manual', body });
	const target = submitted.headers.get('location');
	if (target === null) throw new Error(`The consent page did not redirect: ${await submitted.text()}`);
	// With n8n's cookies: it binds the callback to the browser that pressed "Connect".
	const callback = await api.session.fetch(new URL(target, consent).href);
	const page = await callback.text();
	if (callback.ok && CONNECTED.test(page)) return;
	const text = page.replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]+>/g, ' ').replace(/\s+/g, ' ');
	throw new Error(`n8n did not connect the account (${callback.status}): ${text.slice(0, 500)}`);
}
