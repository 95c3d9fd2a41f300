import { DateTime } from 'luxon';

import type { Appointment } from '../calendars/appointmentBook';
import type { RequestRecord } from '../http/requestLog';
import type { PlatformState } from '../platform';
import type { Calendar } from '../seed';
import type { Delivery } from '../webhooks/deliveries';
import { html, table, type Html } from './html';

/** Of long lists the page shows the newest. */
const SHOWN = 30;
const DELIVERIES_SHOWN = 5;

/** How often the page asks for what is new. */
const REFRESH_MS = 2_000;

const newest = <T>(list: readonly T[], count = SHOWN): T[] => list.slice(-count).reverse();

/** The time of day on this machine. */
const clockOf = (at: string) => html`<time datetime="${at}">${DateTime.fromISO(at).toFormat('HH:mm:ss')}</time>`;

/**
 * The platform as a person sees it, at `/`: outside the contract, for the demo.
 *
 * @param note what to know before creating a contact
 * @param nonce allows the page's one script
 */
export function showPage(state: PlatformState, note: string | undefined, nonce: string): string {
	const { locations } = state.seed;
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Local CRM platform</title>
<link rel="icon" href="data:,">
<style>
:root{color-scheme:light dark}body{font:15px/1.45 system-ui,sans-serif;max-width:76rem;margin:1.5rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin:0}h2{font-size:1.15rem;margin:1.8rem 0 .4rem}h3{font-size:1rem;margin:1rem 0 .2rem}p{margin:.3rem 0}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .6rem .25rem 0;border-bottom:1px solid #8885;vertical-align:top}code,small{overflow-wrap:anywhere}section{overflow-x:auto}
form{display:inline-flex;gap:.5rem;flex-wrap:wrap;align-items:center;margin:.2rem .6rem .2rem 0}button,input,select{font:inherit;padding:.25rem .6rem}button{white-space:nowrap}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(30rem,1fr));gap:0 2.5rem}.bad{color:#c00;font-weight:600}.canceled{text-decoration:line-through;opacity:.7}small{opacity:.75}
@media(prefers-color-scheme:dark){.bad{color:#ff8a80}}@media(max-width:34rem){.grid{display:block}}
</style>
</head>
<body>
<h1>Local CRM platform</h1>
<p>Everything on it is made up. It forgets everything when it ends.</p>
<h2>Do something</h2>
<div>${action('createContact', 'Create a contact', html`<input name="firstName" aria-label="First name" placeholder="First name" required maxlength="100">
<input name="email" type="email" aria-label="Email" placeholder="Email (optional)" maxlength="200">${choice(state)}`)}</div>
${note !== undefined && html`<p><strong>${note}</strong></p>`}
<div>${locations.map(({ id, name }) => action('uninstallApp', `Uninstall the app from ${name}`, hidden('locationId', id)))}
${action('rotateKey', 'Rotate the signing key')}</div>
<section id="state">
<div class="grid"><div>${contacts(state)}${webhooks(state)}${signingKey(state)}</div><div>${state.seed.calendars.map((one) => calendar(state, one))}</div></div>
${requests(state)}
</section>
<script nonce="${nonce}">
setInterval(async () => {
	const shown = document.getElementById('state');
	if (document.hidden || shown.contains(document.activeElement)) return;
	const text = await fetch('/').then((response) => response.text()).catch(() => '');
	const next = new DOMParser().parseFromString(text, 'text/html').getElementById('state');
	if (next && next.innerHTML !== shown.innerHTML) shown.replaceWith(next);
}, ${REFRESH_MS});
</script>
</body>
</html>
`.text;
}

const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`;

/** A button, which posts what it does. */
function action(name: string, label: string, fields: Html = html``): Html {
	return html`<form method="post" action="/">${hidden('action', name)}${fields}<button>${label}</button></form>`;
}

function choice({ seed }: PlatformState): Html {
	const options = seed.locations.map(({ id, name }) => html`<option value="${id}">${name}</option>`);
	return html`<select name="locationId" aria-label="Location">${options}</select>`;
}

function contacts(state: PlatformState): Html {
	const rows = newest([...state.contacts.values()]).map(
		({ id, firstName, lastName, email, locationId }) =>
			html`<tr><td>${firstName} ${lastName}</td><td><code>${id}</code><br><small>${email}</small></td><td><code>${locationId}</code></td></tr>`,
	);
	return html`<h2>Contacts</h2>${table(['Name', 'Contact ID, email', 'Location ID'], rows, 'There are no contacts.')}`;
}

function calendar(state: PlatformState, { id, name, timeZone, locationId }: Calendar): Html {
	const own = state.appointments.all().filter(({ calendarId }) => calendarId === id);
	const byStart = newest(own).sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime));
	const rows = byStart.map((one) => appointment(state, one, timeZone));
	return html`<h2>${name}</h2><p><code>${id}</code> <small>of ${locationId}, ${timeZone}</small></p>
${table(['Starts', 'Contact', 'Title', 'Status', ''], rows, 'No appointments.')}`;
}

function appointment(state: PlatformState, one: Appointment, zone: string): Html {
	const contact = state.contacts.get(one.contactId);
	const isActive = state.appointments.isActive(one);
	const start = DateTime.fromISO(one.startTime, { zone }).setLocale('en-US').toFormat('ccc, LLL d, h:mm a');
	return html`<tr><td class="${!isActive && 'canceled'}">${start}</td><td>${contact?.firstName ?? one.contactId}</td>
<td>${one.title}<br><small><code>${one.id}</code></small></td><td>${one.appointmentStatus}</td>
<td>${isActive && action('cancelAppointment', 'Cancel', hidden('id', one.id))}</td></tr>`;
}

function webhooks({ registrations, deliveries, events }: PlatformState): Html {
	const all = deliveries.all();
	const deliveriesTo = (url: string) =>
		table(
			['At', 'Event', 'Attempts', 'Response', 'State'],
			newest(all.filter((one) => one.url === url), DELIVERIES_SHOWN).map(delivery),
			'Nothing has been delivered.',
		);
	const hooks = registrations.all().map(
		({ id, name, url, actions, locationId }) => html`<h3>${name} <small><code>${id}</code> of ${locationId}</small></h3>
<p><code>${url}</code><br>${actions.join(', ')}</p>${deliveriesTo(url)}`,
	);
	const { notificationUrl = '' } = events;
	const field = html`<input name="url" type="url" size="40" aria-label="Notification URL" placeholder="Notification URL of the app" value="${notificationUrl}">`;
	return html`<h2>Webhooks</h2>${hooks.length > 0 ? hooks : html`<p>None is registered.</p>`}
<h3>App uninstalled</h3>${action('setNotificationUrl', 'Save', field)}${notificationUrl !== '' && deliveriesTo(notificationUrl)}`;
}

function delivery({ type, attempts, state }: Delivery): Html {
	const last = attempts.at(-1);
	const response = last?.status ?? last?.error;
	return html`<tr><td>${last && clockOf(last.at)}</td><td>${type}</td><td>${attempts.length}</td><td>${response}</td>
<td class="${state === 'failed' && 'bad'}">${state}</td></tr>`;
}

function signingKey({ signer }: PlatformState): Html {
	return html`<h2>Signing key</h2><p>Key ${signer.keyNumber}, as the webhook credential takes it:</p><pre>${signer.publicKeyPem()}</pre>`;
}

function requests({ requestLog }: PlatformState): Html {
	const rows = newest(requestLog.requests()).map(request);
	return html`<h2>Requests</h2>${table(['At', 'Request', 'Response', 'Took', 'Against the contract'], rows, 'Nobody has asked anything yet.')}`;
}

function request({ at, method, path, query, status, durationMs, violations = [] }: RequestRecord): Html {
	const asked = Object.entries(query).map(([name, value]) => `${name}=${String(value)}`).join('&');
	const response = status === 0 ? 'none' : (status ?? 'under way');
	return html`<tr><td>${clockOf(at)}</td><td>${method} ${path}${asked !== '' && html` <small>${asked}</small>`}</td>
<td class="${(status ?? 0) >= 400 && 'bad'}">${response}</td><td>${durationMs !== undefined && html`${durationMs}&nbsp;ms`}</td><td class="bad">${violations.join('; ')}</td></tr>`;
}
