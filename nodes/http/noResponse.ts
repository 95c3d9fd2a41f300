import { causesOf, wasNotSent } from './failure';

/** Why a request got no response that can be read, in words. */
interface Reason {
	reason?: string;
	/** Beside checking the address. */
	whatToDo?: string;
	/** Whether the connection never stood, so that nothing was sent. */
	isUnsent?: boolean;
	/** Whether something responded. */
	isGarbled?: boolean;
}

const WHAT_A_CERTIFICATE_NEEDS =
	'The certificate must be valid for the host name. For a certificate authority of your own, set NODE_EXTRA_CA_CERTS where n8n runs.';

/** By the code or the words of Node's sockets, OpenSSL, the HTTP parser and the HTTP client; the first that fits. */
const REASONS: Array<[RegExp, Reason]> = [
	[
		/wrong.version.number|packet.length.too.long/i,
		{ reason: 'no TLS on this port', whatToDo: 'If the server has no TLS, begin the address with http://', isUnsent: true },
	],
	// Alerts about the client's certificate are left out: they may come after the request was sent.
	[
		/unsupported.protocol|alert.(protocol.version|handshake.failure)|unrecognized.name|before secure TLS/i,
		{ reason: 'no TLS connection', whatToDo: 'The server or a proxy ended the TLS handshake: check the host name and the port.', isUnsent: true },
	],
	[
		/^(CERT_|DEPTH_ZERO|ERR_TLS_CERT|SELF_SIGNED|UNABLE_TO_)/,
		{ reason: 'certificate not trusted', whatToDo: WHAT_A_CERTIFICATE_NEEDS, isUnsent: true },
	],
	[/^ERR_INVALID_URL/, { reason: 'no web address', isUnsent: true }],
	[/^ECONNREFUSED/, { reason: 'nothing listens on this port' }],
	[/^(ENOTFOUND|EAI_AGAIN)/, { reason: 'host name not found' }],
	[/^(ECONNABORTED|ETIMEDOUT)/, { reason: 'no response in time' }],
	[/^HPE_/, { reason: 'no HTTP', isGarbled: true }],
	[/^Z_/, { reason: 'not compressed as it says', isGarbled: true }],
	[/^ERR_BAD_RESPONSE/, { reason: 'it broke off', isGarbled: true }],
	[/^(ECONNRESET|EPIPE)/, { reason: 'connection ended' }],
];

/** Why no response could be read, with the code where there is one, and n8n's own advice where it refused to send. */
export function noResponseOf(error: unknown): Reason & { code?: string; advice?: string } {
	const causes = causesOf(error);
	const levels = causes.filter(({ code }) => typeof code === 'string' && Number.isNaN(Number(code)));
	if (levels.length === 0) {
		// Such as for an address that n8n's administrator has blocked.
		const advice = causes.map(({ description }) => description).find((text): text is string => typeof text === 'string' && text !== '');
		return { reason: error instanceof Error ? error.message : 'no response', advice, isUnsent: true };
	}
	const texts = levels.map(({ code, message }) => `${String(code)} ${String(message)}`);
	const found = REASONS.find(([words]) => texts.some((text) => words.test(text)))?.[1];
	return { ...found, isUnsent: found?.isUnsent ?? wasNotSent(error), code: String(levels[0].code) };
}
