import type { IWebhookFunctions } from 'n8n-workflow';
import { readPublicKeys } from '../../webhookSignature/publicKeys';
import type { PublicKeys } from '../../webhookSignature/publicKeys';
import { verifySignature } from '../../webhookSignature/signature';
import { TtlCache } from './ttlCache';
import { unproven } from './receive';
import type { Received } from './receive';
import type { Rejection } from './rejection';

export const KEY_CREDENTIAL = 'platformWebhookApi';

/**
 * Reading a credential (database, decryption, an isolate) costs n8n many times the verification. A
 * changed or revoked one takes effect within this time.
 */
const KEYS_KEPT_MS = 1_000;

const keptKeys = new TtlCache<PublicKeys>(KEYS_KEPT_MS);

function keptAs(this: IWebhookFunctions): string {
	const { id, credentials } = this.getNode();
	const credentialId = credentials?.[KEY_CREDENTIAL]?.id;
	return JSON.stringify([this.getWorkflow().id, id, credentialId, this.getMode()]);
}

async function readKeys(this: IWebhookFunctions): Promise<PublicKeys> {
	const { publicKeys } = await this.getCredentials(KEY_CREDENTIAL);
	return readPublicKeys(String(publicKeys ?? ''));
}

function undecided(reason: string, text: string): Rejection {
	const whatNow = 'The platform was asked to send the delivery again later.';
	return { kind: 'rejected', status: 503, reason, text: `${text} ${whatNow}` };
}

/**
 * Verifies the bytes with the keys of the credential. It refuses only if all keys could be used:
 * otherwise the unusable key might be the right one, and the delivery is worth a retry.
 *
 * @returns why it is refused, if it is
 */
export async function verify(
	this: IWebhookFunctions,
	{ rawBody, signature }: Received,
): Promise<Rejection | undefined> {
	let known: PublicKeys;
	try {
		known = await keptKeys.get(keptAs.call(this), async () => await readKeys.call(this));
	} catch {
		return undecided(
			'credential',
			"The Platform Webhook API credential could not be read. Check that the node has one and may use it, and that n8n's database works.",
		);
	}
	const verdict = verifySignature(rawBody, signature, known.keys);
	if (verdict.valid) return undefined;
	return known.unusable ? undecided('key', known.unusable.message) : unproven(verdict.reason);
}
