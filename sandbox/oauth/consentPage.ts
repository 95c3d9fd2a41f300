import type { Location } from '../seed';

/** What the consent page was opened with; carried through its form. */
export interface ConsentRequest {
	client_id: string;
	redirect_uri: string;
	scope: string;
	state?: string;
}

export const DECISION_PATH = '/oauth/chooselocation/decision';

const escape = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** The page on which a user chooses a location (or the agency) and allows or denies the scopes. */
export function consentPage(
	appName: string,
	locations: readonly Location[],
	request: ConsentRequest,
): string {
	const hidden = Object.entries(request).map(
		([name, value]) => `<input type="hidden" name="${name}" value="${escape(String(value))}">`,
	);
	const scopes = scopeNames(request.scope).map((scope) => `<li><code>${escape(scope)}</code></li>`);
	const choices = [...locations, { id: 'agency', name: 'The whole agency' }].map(
		({ id, name }, index) =>
			`<label><input type="radio" name="choice" value="${escape(id)}"${index === 0 ? ' checked' : ''}> ${escape(name)}</label>`,
	);
	return page(
		`Allow access for “${appName}”?`,
		`<form method="post" action="${DECISION_PATH}">
${hidden.join('\n')}
<fieldset><legend>Where should it have access?</legend>
${choices.join('<br>\n')}
</fieldset>
<p>It asks for these scopes:</p>
<ul>
${scopes.join('\n')}
</ul>
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>`,
	);
}

/** Shown instead of a redirect when the redirect address itself cannot be trusted. */
export function consentRefusedPage(message: string): string {
	return page('Cannot connect', `<p>${escape(message)}</p>`);
}

export function scopeNames(scope: string): string[] {
	return scope.split(' ').filter((name) => name !== '');
}

function page(title: string, content: string): string {
	// The empty icon keeps browsers from asking for /favicon.ico, which the contract does not know.
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}h1{font-size:1.5rem}fieldset{border:1px solid #bbb;border-radius:6px}button{font:inherit;padding:.4rem 1.2rem;margin-right:.5rem}</style>
</head>
<body>
<h1>${escape(title)}</h1>
${content}
</body>
</html>
`;
}
