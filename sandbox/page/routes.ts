import { randomBytes } from 'node:crypto';

import type { SandboxControl } from '../control';
import type { Platform } from '../platform';
import type { PlatformResponse } from '../responses';
import { showPage } from './page';

type Fields = Record<string, string>;

/** What the page's buttons do, by the name in their form. */
const ACTIONS: Record<string, (control: SandboxControl, fields: Fields) => unknown> = {
	createContact: (control, { locationId, firstName, email }) =>
		control.createContact({ locationId, firstName, lastName: '', ...(email && { email }) }),
	cancelAppointment: (control, { id }) => control.cancelAppointment(id),
	uninstallApp: (control, { locationId }) => control.uninstallApp({ locationId }),
	setNotificationUrl: (control, { url }) => control.setNotificationUrl(/^https?:\/\//.test(url) ? url : null),
	rotateKey: (control) => control.rotateKey(),
};

/** A name that leads to this machine: a page of another site, whose name was made to lead here, is refused. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

const refused = (status: number, body: string): PlatformResponse =>
	({ status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body });

type Headers = Record<string, string | string[] | undefined>;

/** GET / */
export function getPage(platform: Platform, { host }: Headers, note?: string): PlatformResponse {
	if (!LOOPBACK.test(String(host))) return refused(403, 'This page is for the machine that it runs on.');
	const nonce = randomBytes(16).toString('base64');
	const policy = [
		"default-src 'none'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'",
		`script-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
	];
	return {
		status: 200,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'cache-control': 'no-store',
			'content-security-policy': policy.join('; '),
			'referrer-policy': 'same-origin',
			'x-content-type-options': 'nosniff',
		},
		body: showPage(platform.state, note, nonce),
	};
}

/** POST /: a button of the page, then the page again. Forms of other sites are refused: browsers name their origin. */
export function postPage(control: SandboxControl, { host, origin }: Headers, body: Buffer): PlatformResponse {
	if (!LOOPBACK.test(String(host)) || (origin !== undefined && origin !== `http://${String(host)}`)) {
		return refused(403, "This form is not of the platform's own page.");
	}
	const fields: Fields = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
	if (!Object.hasOwn(ACTIONS, String(fields.action))) return refused(400, 'There is no such action.');
	try {
		ACTIONS[fields.action](control, fields);
	} catch (reason) {
		return refused(400, reason instanceof Error ? reason.message : String(reason));
	}
	return { status: 303, headers: { location: '/' } };
}
