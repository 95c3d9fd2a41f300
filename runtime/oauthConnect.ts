import type { N8nApi } from './api';

/** What n8n's callback page says; the second text in the first n8n 2. */
const CONNECTED = /Connection successful|Account connected/;

export interface ConsentChoice {
	/** The option on the consent page: a location's id, or `agency`. */
	choice: string;
	/** Which button to press; default `allow`. */
	decision?: 'allow' | 'deny';
}

/**
 * Connects an OAuth2 credential as a person would: n8n's "Connect" button, the platform's consent
 * page, its form, and n8n's callback.
 * @throws Error with what the page said when n8n does not report the account as connected
 */
export async function connectOAuth2(
	api: N8nApi,
	credentialId: string,
	{ choice, decision = 'allow' }: ConsentChoice,
): Promise<void> {
	const query = { id: credentialId };
	const consentUrl = await api.session.call<string>({ path: '/oauth2-credential/auth', query });
	const callbackUrl = await giveConsent(consentUrl, { choice, decision });
	// With n8n's cookies: it binds the callback to the browser that pressed "Connect".
	const callback = await api.session.fetch(callbackUrl);
	const page = await callback.text();
	if (!callback.ok || !CONNECTED.test(page)) {
		throw new Error(`n8n did not connect the account (${callback.status}): ${visibleText(page)}`);
	}
}

/** Opens the consent page and submits its form. Returns the address the platform redirects to. */
async function giveConsent(consentUrl: string, fields: Required<ConsentChoice>): Promise<string> {
	const opened = await fetch(consentUrl);
	const page = await opened.text();
	const action = /<form[^>]*\saction="([^"]*)"/.exec(page)?.[1];
	if (!opened.ok || action === undefined) {
		throw new Error(`The consent page shows no form (${opened.status}): ${visibleText(page)}`);
	}
	const submitted = await fetch(new URL(decodeEntities(action), consentUrl), {
		method: 'POST',
		redirect: 'manual',
		body: new URLSearchParams({ ...hiddenInputs(page), ...fields }),
	});
	const target = submitted.headers.get('location');
	if (target === null) {
		const text = visibleText(await submitted.text());
		throw new Error(`The consent page did not redirect (${submitted.status}): ${text}`);
	}
	return new URL(target, consentUrl).href;
}

function hiddenInputs(page: string): Record<string, string> {
	const inputs = page.match(/<input\b[^>]*\btype="hidden"[^>]*>/g) ?? [];
	return Object.fromEntries(
		inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value')]),
	);
}

function attribute(tag: string, name: string): string {
	return decodeEntities(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
}

/** The platform escapes by character code. */
const decodeEntities = (text: string) =>
	text.replace(/&#(\d+);/g, (_entity, code: string) => String.fromCharCode(Number(code)));

/** For messages: a page's text without scripts, styles and tags. */
const visibleText = (page: string) =>
	page.replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]+>/g, ' ').replace(/\s+/g, ' ').slice(0, 500);
