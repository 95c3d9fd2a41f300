import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { authenticationOf } from '../../fields/account';
import { CREDENTIALS, readCredential } from '../../platformApi/credential';
import { BoundedMap } from '../../utils/boundedMap';
import { readPublicKeys, type PublicKeys } from '../../webhookSignature/publicKeys';
import { triggerKey } from './log';

const KEY_CREDENTIAL = 'platformWebhookApi';

/**
 * Reading a credential (database, decryption, an isolate) costs n8n many times the verification. A
 * changed or revoked one takes effect within this time.
 */
const KEPT_MS = 1_000;

const readings = new BoundedMap<string, { began: number; value: Promise<unknown> }>(1_000);

/**
 * Keeps what was read of a credential until KEPT_MS after the reading **began**. Calls that come while it
 * is under way share it. What a reading throws goes to those who share it, and is not kept.
 */
async function kept<T>(context: IWebhookFunctions, credential: string, read: () => Promise<T>): Promise<T> {
	const credentialId = context.getNode().credentials?.[credential]?.id;
	const key = JSON.stringify([triggerKey(context), credential, credentialId, context.getMode()]);
	const known = readings.get(key);
	if (known && performance.now() - known.began < KEPT_MS) return (await known.value) as T;
	const reading = { began: performance.now(), value: read() };
	readings.set(key, reading);
	reading.value.catch(() => {
		if (readings.get(key) === reading) readings.delete(key);
	});
	return await reading.value;
}

/** The text of 'Public Keys' in the trigger's credential. */
export async function readKeyText(context: IHookFunctions | IWebhookFunctions): Promise<string> {
	const { publicKeys } = await context.getCredentials(KEY_CREDENTIAL);
	return String(publicKeys ?? '');
}

/**
 * The keys that events may be signed with, at most {@link KEPT_MS} old.
 *
 * @throws what n8n throws when the credential cannot be read
 */
export async function knownKeys(context: IWebhookFunctions): Promise<PublicKeys> {
	return await kept(context, KEY_CREDENTIAL, async () => readPublicKeys(await readKeyText(context)));
}

/**
 * The location that the credential for registering events belongs to, at most {@link KEPT_MS} old;
 * undefined for an agency's.
 *
 * @throws NodeOperationError, or what n8n throws, when the credential cannot be read
 */
export async function knownLocation(context: IWebhookFunctions): Promise<string | undefined> {
	const authentication = authenticationOf(context);
	const read = async () => (await readCredential(context, authentication)).locationId;
	return await kept(context, CREDENTIALS[authentication].type, read);
}
