import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { authenticationOf } from '../fields/account';
import { CREDENTIALS, readCredential } from '../platformApi/credential';
import { RecentReads } from '../utils/boundedMap';
import { readPublicKeys, type PublicKeys } from '../webhookSignature/publicKeys';
import { triggerKey } from './log';

const KEY_CREDENTIAL = 'platformWebhookApi';

/**
 * Reading a credential (database, decryption, an isolate) costs n8n many times the verification. A
 * changed or revoked one takes effect within this time.
 */
const KEPT_MS = 1_000;

/** What the Platform Webhook API credential says. */
export interface KnownKeys extends PublicKeys {
	/** 'Location IDs'. */
	locationIds: string[];
}

const keys = new RecentReads<KnownKeys>(KEPT_MS, 1_000);
const locations = new RecentReads<string | undefined>(KEPT_MS, 1_000);

/** Of a credential, as one trigger uses it. */
const keyOf = (context: IWebhookFunctions, credential: string) =>
	JSON.stringify([triggerKey(context), context.getNode().credentials?.[credential]?.id, context.getMode()]);

/** What is in the trigger's credential. @throws what n8n throws when it cannot be read */
export async function readKeys(context: IHookFunctions | IWebhookFunctions): Promise<KnownKeys> {
	const { publicKeys, locationIds } = await context.getCredentials(KEY_CREDENTIAL);
	const ids = String(locationIds ?? '').split(/[\s,]+/);
	return { ...readPublicKeys(String(publicKeys ?? '')), locationIds: ids.filter((id) => id !== '') };
}

/**
 * The keys that events may be signed with, at most {@link KEPT_MS} old.
 *
 * @throws what n8n throws when the credential cannot be read
 */
export async function knownKeys(context: IWebhookFunctions): Promise<KnownKeys> {
	return await keys.get(keyOf(context, KEY_CREDENTIAL), async () => await readKeys(context));
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
	return await locations.get(keyOf(context, CREDENTIALS[authentication].type), read);
}
