import { DateTime } from 'luxon';

import { html, Html } from '../nodes/bookingPage/html';
import { isActive } from './calendars/appointmentBook';
import type { PlatformState } from './platform';
import type { Calendar } from './seed';

/** The page shows the newest entries of long lists. */
const SHOWN = 30;
const DELIVERIES_SHOWN = 5;

/** How often the page asks for what is new. */
const REFRESH_MS = 2_000;

const STYLE = `
:root{color-scheme:light dark}body{font:15px/1.45 system-ui,sans-serif;max-width:76rem;margin:1.5rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin:0}h2{font-size:1.15rem;margin:1.8rem 0 .4rem}h3{font-size:1rem;margin:1rem 0 .2rem}p{margin:.3rem 0}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .6rem .25rem 0;border-bottom:1px solid #8885;vertical-align:top}code,small{overflow-wrap:anywhere}section{overflow-x:auto}
form{display:inline-flex;gap:.5rem;flex-wrap:wrap;align-items:center;margin:.2rem .6rem .2rem 0}button,input,select{font:inherit;padding:.25rem .6rem}button{white-space:nowrap}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(30rem,1fr));gap:0 2.5rem}.bad{color:#c00;font-weight:600}.canceled{text-decoration:line-through;opacity:.7}small{opacity:.75}
@media(prefers-color-scheme:dark){.bad{color:#ff8a80}}@media(max-width:34rem){.grid{display:block}}
`;

const SCRIPT = new Html(`
setInterval(async () => {
	const shown = document.getElementById('state');
	if (document.hidden || shown.contains(document.activeElement)) return;
	const text = await fetch('/').then((response) => response.text()).catch(() => '');
	const next = new DOMParser().parseFromString(text, 'text/html').getElementById('state');
	if (next && next.innerHTML !== shown.innerHTML) shown.replaceWith(next);
}, ${REFRESH_MS});
`);

const newest = <T>(list: readonly T[], count = SHOWN): T[] => list.slice(-count).reverse();

/** The time of day on this machine. */
const clockOf = (at: string) =>
	html`<time datetime="${at}">${DateTime.fromISO(at).toFormat('HH:mm:ss')}</time>`;

const hidden = (name: string, value: string) =>
	html`<input type="hidden" name="${name}" value="${value}">`;

/** A button that calls a function of the control interface: with the field `argument`, or with an object of all fields. */
const action = (name: string, label: string, fields: Html = html``) =>
	html`<form method="post" action="/">${hidden('action', name)}${fields}<button>${label}</button></form>`;

/**
 * The platform as a person sees it, at `/`: outside the contract, for the demo.
 *
 * @param note what to know before creating a contact
 */
export function showPage(state: PlatformState, note: string | undefined): string {
	const { locations, calendars } = state.seed;
	const choice = locations.map(({ id, name }) => html`<option value="${id}">${name}</option>`);
	const content = html`<p>Everything on it is made up. It forgets everything when it ends.</p>
<h2>Do something</h2>
<div>${action(
		'createContact',
		'Create a contact',
		html`<input name="firstName" aria-label="First name" placeholder="First name" required maxlength="100">
<input name="email" type="email" aria-label="Email" placeholder="Email (optional)" maxlength="200"><select name="locationId" aria-label="Location">${choice}</select>`,
	)}</div>
${note !== undefined && html`<p><strong>${note}</strong></p>`}
<div>${locations.map(({ id, name }) => action('uninstallApp', `Uninstall the app from ${name}`, hidden('locationId', id)))}
${action('rotateKey', 'Rotate the signing key')}</div>
<section id="state">
<div class="grid"><div>${contacts(state)}${webhooks(state)}<h2>Signing key</h2><p>As the webhook credential takes it:</p><pre>${state.signer.publicKeyPem()}</pre></div><div>${calendars.map((one) => calendar(state, one))}</div></div>
${requests(state)}
</section>
<script>${SCRIPT}</script>`;
	return htmlDocument('Local CRM platform', STYLE, content);
}

function contacts(state: PlatformState): Html {
	const rows = newest([...state.contacts.values()]).map(
		({ id, firstName, lastName, email, locationId }) =>
			html`<tr><td>${firstName} ${lastName}</td><td><code>${id}</code><br><small>${email}</small></td><td><code>${locationId}</code></td></tr>`,
	);
	return html`<h2>Contacts</h2>${table(['Name', 'Contact ID, email', 'Location ID'], rows, 'There are no contacts.')}`;
}

function calendar(
	{ appointments, contacts: known }: PlatformState,
	{ id, name, timeZone, locationId }: Calendar,
): Html {
	const own = appointments.all().filter(({ calendarId }) => calendarId === id);
	const byStart = newest(own).sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime));
	const rows = byStart.map((one) => {
		const start = DateTime.fromISO(one.startTime, { zone: timeZone })
			.setLocale('en-US')
			.toFormat('ccc, LLL d, h:mm a');
		return html`<tr><td class="${!isActive(one) && 'canceled'}">${start}</td><td>${known.get(one.contactId)?.firstName ?? one.contactId}</td>
<td>${one.title}<br><small><code>${one.id}</code></small></td><td>${one.appointmentStatus}</td>
<td>${isActive(one) && action('cancelAppointment', 'Cancel', hidden('argument', one.id))}</td></tr>`;
	});
	return html`<h2>${name}</h2><p><code>${id}</code> <small>of ${locationId}, ${timeZone}</small></p>
${table(['Starts', 'Contact', 'Title', 'Status', ''], rows, 'No appointments.')}`;
}

function webhooks({
	profile: { form },
	registrations,
	deliveries,
	events: { notificationUrl = '', testUrl = '' },
}: PlatformState): Html {
	const deliveriesTo = (wanted: string) => {
		const rows = newest(
			deliveries.all().filter(({ url }) => url === wanted),
			DELIVERIES_SHOWN,
		).map(({ type, attempts, state }) => {
			const last = attempts.at(-1);
			return html`<tr><td>${last && clockOf(last.at)}</td><td>${type}</td><td>${attempts.length}</td><td>${last?.status ?? last?.error}</td>
<td class="${state === 'failed' && 'bad'}">${state}</td></tr>`;
		});
		return table(
			['At', 'Event', 'Attempts', 'Response', 'State'],
			rows,
			'Nothing has been delivered.',
		);
	};
	const hooks = registrations.all().map(
		({
			id,
			name,
			url,
			actions,
			locationId,
		}) => html`<h3>${name} <small><code>${id}</code> of ${locationId}</small></h3>
<p><code>${url}</code><br>${actions.join(', ')}</p>${deliveriesTo(url)}`,
	);
	const field = (label: string, url: string) =>
		html`<input name="argument" type="url" size="40" aria-label="${label}" placeholder="${label}" value="${url}">`;
	// HighLevel has no registrations: it sends all events to the address in the app's settings.
	const registered = hooks.length > 0 ? hooks : html`<p>None is registered.</p>`;
	return html`<h2>Webhooks</h2>${form === 'contract' && registered}
<h3>${form === 'contract' ? 'App uninstalled' : 'All events of the app'}</h3>${action('setNotificationUrl', 'Save', field('Webhook URL of the app', notificationUrl))}${notificationUrl !== '' && deliveriesTo(notificationUrl)}
${action('setTestUrl', 'Save', field('Test URL, while you build a workflow', testUrl))}${testUrl !== '' && deliveriesTo(testUrl)}`;
}

function requests({ requestLog }: PlatformState): Html {
	const rows = newest(requestLog.requests).map(
		({ at, method, path, query, status, durationMs, violations = [] }) => {
			const asked = Object.entries(query)
				.map(([name, value]) => `${name}=${String(value)}`)
				.join('&');
			const response = status === 0 ? 'none' : (status ?? 'under way');
			return html`<tr><td>${clockOf(at)}</td><td>${method} ${path}${asked !== '' && html` <small>${asked}</small>`}</td>
<td class="${(status ?? 0) >= 400 && 'bad'}">${response}</td><td>${durationMs !== undefined && html`${durationMs}&nbsp;ms`}</td><td class="bad">${violations.join('; ')}</td></tr>`;
		},
	);
	return html`<h2>Requests</h2>${table(['At', 'Request', 'Response', 'Took', 'Against the contract'], rows, 'Nobody has asked anything yet.')}`;
}

/** A table, or one sentence instead of an empty one. */
function table(heads: string[], rows: readonly Html[], empty: string): Html {
	if (rows.length === 0) return html`<p>${empty}</p>`;
	const cells = heads.map((head) => html`<th>${head}</th>`);
	return html`<table><thead><tr>${cells}</tr></thead><tbody>${rows}</tbody></table>`;
}

/** A whole page. Its empty icon keeps browsers from asking for /favicon.ico, which the contract does not know. */
export function htmlDocument(title: string, style: string, content: Html): string {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`.text;
}
