import type { KeyObject } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';
import { headerValues, readRawBody } from './exchange';
import type { DeliveryRequest } from './exchange';
import { FreshReads } from './freshReads';
import { parsePublicKeys, PublicKeyFormatError } from './publicKeys';
import { REASON_TEXTS, SIGNATURE_HEADER, verifySignature } from './signature';
import type { RejectionReason } from './signature';

export const KEY_CREDENTIAL = 'platformWebhookApi';

export type Verification =
	| { kind: 'verified'; rawBody: Buffer }
	| { kind: 'rejected'; reason: RejectionReason; text: string }
	/** The keys could not be read for a passing reason, so the delivery is worth a retry. */
	| { kind: 'undecided'; text: string };

type Rejection = Extract<Verification, { kind: 'rejected' }>;

type Keys = { kind: 'keys'; keys: KeyObject[] } | Exclude<Verification, { kind: 'verified' }>;

/** What n8n throws when the node has no such credential, or it has been deleted or locked away. */
const NO_CREDENTIAL = /^(NodeOperationError|UserError|Credential\w*Error)$/;

function reject(reason: RejectionReason, text = REASON_TEXTS[reason]): Rejection {
	return { kind: 'rejected', reason, text };
}

/**
 * n8n looks a credential up in its database, decrypts it and makes an isolate for its expressions,
 * which together cost many times the verification.
 */
const credentialReads = new FreshReads<ICredentialDataDecryptedObject>();

/** What n8n makes the credential depend on: the node, what is chosen in it, and how it is run. */
function credentialKey(this: IWebhookFunctions): string {
	const { id, credentials } = this.getNode();
	const credentialId = credentials?.[KEY_CREDENTIAL]?.id;
	return JSON.stringify([this.getWorkflow().id, id, credentialId, this.getMode()]);
}

/**
 * The keys as they are in the credential now, so that a change takes effect on the next delivery.
 */
async function readKeys(this: IWebhookFunctions): Promise<Keys> {
	try {
		const { publicKeys } = await credentialReads.read(
			credentialKey.call(this),
			async () => await this.getCredentials(KEY_CREDENTIAL),
		);
		return { kind: 'keys', keys: parsePublicKeys(String(publicKeys ?? '')) };
	} catch (error) {
		if (error instanceof PublicKeyFormatError) return reject('missingKey', error.message);
		if (error instanceof Error && NO_CREDENTIAL.test(error.constructor.name)) {
			return reject('missingKey');
		}
		return {
			kind: 'undecided',
			text: 'The Platform Webhook API credential could not be read from the database of n8n. Check the database; the platform was asked to send the delivery again later.',
		};
	}
}

/**
 * Reads the body's bytes and verifies them, at the least cost for what is plainly forged: without a
 * well-formed header neither the body nor the credential is read.
 */
export async function verifyDelivery(
	this: IWebhookFunctions,
	request: DeliveryRequest,
): Promise<Verification> {
	const header = headerValues(request, SIGNATURE_HEADER);
	const atFirstSight = verifySignature(undefined, header, []);
	if (!atFirstSight.valid && atFirstSight.reason !== 'missingBody') {
		return reject(atFirstSight.reason);
	}
	const rawBody = await readRawBody(request);
	if (!rawBody) return reject('missingBody');
	const keys = await readKeys.call(this);
	if (keys.kind !== 'keys') return keys;
	const verdict = verifySignature(rawBody, header, keys.keys);
	return verdict.valid ? { kind: 'verified', rawBody } : reject(verdict.reason);
}
