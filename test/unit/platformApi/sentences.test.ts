import path from 'node:path';

import { failed, lost, node, PLATFORM_URL } from './fakePlatform';
import { UnclearResponse } from '../../../nodes/http/readFailure';
import type { PlatformCredential } from '../../../nodes/platformApi/credential';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import { toPlatformError, type RequestExpectations } from '../../../nodes/platformApi/errors';
import { NOT_RECORDED } from './refusalsNotRecorded';
import recordedRefusals from '../../support/recorded/refusals.json';
import { expectSavedText, HOW_TO_SAVE } from '../../support/savedText';

/*
 * What a person reads of each failure of a request, what a model is told in place of it, and what the code that handles
 * the failure knows of it. The file shows all of it, so that no sentence, status or piece of advice changes unseen.
 */

const FILE = 'sentences.txt';

const ofToken = {
	authentication: 'accessToken',
	dialect: DIALECTS.highLevel,
	platformUrl: DIALECTS.highLevel.platformUrl,
	apiVersion: '',
	token: 's3cret-token',
	tokenData: {},
	decrypted: {},
} as unknown as PlatformCredential;
const ofApp: PlatformCredential = { ...ofToken, authentication: 'oAuth2' };
const ofContract: PlatformCredential = {
	...ofToken,
	dialect: DIALECTS.contract,
	platformUrl: PLATFORM_URL,
	apiVersion: '2021-07-28',
};

interface Sender {
	title: string;
	credential: PlatformCredential;
	request: RequestExpectations;
}

const OPERATION: Sender = {
	title: 'An operation that writes',
	credential: ofToken,
	request: { isRead: false, method: 'PUT', path: '/contacts/con-1', right: 'writeContacts' },
};

const READ: Sender = {
	title: "An operation that reads, through the app's connection",
	credential: ofApp,
	request: {
		isRead: true,
		method: 'GET',
		path: '/calendars/cal-1/free-slots',
		right: 'readCalendars',
		rights: ['readCalendars', 'readContacts'],
	},
};

const TYPED: Sender = {
	title: 'API Request, at an address that somebody entered,',
	credential: ofContract,
	request: { isRead: true, path: '/contacts/con-1', isTypedPath: true, version: 'v3' },
};

/** With these, words can mean something of their own. */
const STATUSES = [400, 401, 403, 404, 422];

/** With words that say nothing, the status decides. */
const ALL_STATUSES = [...STATUSES, 405, 409, 410, 429, 500];

interface Refusal {
	words: string;
	body: object | string;
	/** With which the platform sends the words. */
	status: number;
}

const refusal = (status: number, message: string): Refusal => ({
	status,
	words: message,
	body: { message },
});

const RECORDED = recordedRefusals
	.filter(({ _path }) => _path !== '/oauth/token')
	.map(({ status, message, text, meta }) => ({
		status,
		words: String(text ?? message),
		body: text ?? { message, meta },
	}));

const REFUSALS: Refusal[] = [
	...NOT_RECORDED.map(({ status, words }) => refusal(status, words)),
	...RECORDED,
];

/** What the code knows of most failures: the file shows it where it is something else. */
const MOST_FAILURES = 'outcomeUnknown false, isOfPlatform true';

/** All that a failure says, on lines of its own. */
function linesOf(error: unknown, { request, credential }: Sender): string {
	const { message, description, context } = toPlatformError(node, error, request, credential);
	const { forModel, ...facts } = context;
	const lines = [message, `person: ${description}`];
	if (typeof forModel === 'string') lines.push(`model: ${forModel}`);
	const known = Object.entries(facts)
		.filter(([name, value]) => name !== 'apiWords' && value !== undefined && value !== '')
		.map(([name, value]) => `${name} ${JSON.stringify(value)}`)
		.join(', ');
	if (known !== MOST_FAILURES) lines.push(`code: ${known}`);
	return lines.map((line) => `\t\t${line}\n`).join('');
}

/** What is said to each of the failures, once for those of which the same is said. */
function sectionOf(title: string, failures: Array<[name: string | number, lines: string]>): string {
	const namesByLines = new Map<string, Array<string | number>>();
	for (const [name, lines] of failures)
		namesByLines.set(lines, [...(namesByLines.get(lines) ?? []), name]);
	const parts = [...namesByLines].map(([lines, names]) => `\t${names.join(', ')}\n${lines}`);
	return `${title}\n${parts.join('')}`;
}

/** Words with each status that may come with them. */
function sentencesByStatus(): string {
	return REFUSALS.map(({ words, body }) => {
		const statuses = words === '' ? ALL_STATUSES : STATUSES;
		return sectionOf(
			`${OPERATION.title} is refused: "${words}"`,
			statuses.map((status) => [status, linesOf(failed(status, body), OPERATION)]),
		);
	}).join('\n');
}

function sentencesOfRefusals(sender: Sender): string {
	return sectionOf(
		`${sender.title} is refused`,
		REFUSALS.map(({ status, words, body }) => [
			`${status} "${words}"`,
			linesOf(failed(status, body), sender),
		]),
	);
}

const CODES = [
	'ECONNREFUSED',
	'ENOTFOUND',
	'ECONNRESET',
	'ETIMEDOUT',
	'ERR_INVALID_URL',
	'CERT_HAS_EXPIRED',
	'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
	'HPE_INVALID_CONSTANT',
	'ERR_BODY_TOO_LARGE',
	'Z_DATA_ERROR',
	'ERR_BAD_RESPONSE',
];

function sentencesWithoutResponse(sender: Sender): string {
	const failures: Array<[string, unknown]> = [
		...CODES.map((code): [string, unknown] => [code, lost(code)]),
		['an unclear success', new UnclearResponse({ error: 'x' })],
		['a redirect', failed(302, '', { location: 'https://sso.example.com/login' })],
		['a redirect to nowhere', failed(302)],
		['a web page of a proxy', failed(407, '<html>')],
		['a web page for what is too large', failed(413, '<html>')],
	];
	return sectionOf(
		`${sender.title} gets no response of the platform`,
		failures.map(([name, failure]) => [name, linesOf(failure, sender)]),
	);
}

const ofTokenEndpoint = (status: number, data: unknown) => ({
	config: { url: 'https://api.example.com/oauth/token' },
	response: { status, data },
});

function sentencesWithoutToken(): string {
	const failures: Array<[string, unknown]> = [
		['invalid_client', ofTokenEndpoint(401, { error: 'invalid_client' })],
		['invalid_grant', ofTokenEndpoint(400, { error: 'invalid_grant' })],
		['Location is not active', ofTokenEndpoint(400, { message: 'Location is not active' })],
		['status 503', ofTokenEndpoint(503, '')],
		['status 429', ofTokenEndpoint(429, { message: 'Too many for this refresh token' })],
		['status 200 without a token', ofTokenEndpoint(200, {})],
		['a web page with 403', { code: 'EAUTH', status: 403, body: '<html>Sign in</html>' }],
		['OAuth credentials not connected', new Error('OAuth credentials not connected')],
	];
	return sectionOf(
		'There is no token',
		failures.map(([name, failure]) => [
			name,
			linesOf(failure, { ...OPERATION, credential: ofApp }),
		]),
	);
}

it(`failures are told as ${FILE} says (${HOW_TO_SAVE})`, () => {
	const sentences = [
		sentencesByStatus(),
		...[READ, TYPED].map(sentencesOfRefusals),
		...[OPERATION, TYPED].map(sentencesWithoutResponse),
		sentencesWithoutToken(),
	].join('\n');

	expectSavedText(sentences, path.join(__dirname, FILE));
});
