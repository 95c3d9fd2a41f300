import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { toAuthentication } from '../../fields/authentication';
import { CREDENTIALS, readCredential } from '../../platformApi/credential';
import { TtlCache } from '../../utils/ttlCache';
import { readPublicKeys } from '../../webhookSignature/publicKeys';
import type { PublicKeys } from '../../webhookSignature/publicKeys';

const KEY_CREDENTIAL = 'platformWebhookApi';

/**
 * Reading a credential (database, decryption, an isolate) costs n8n many times the verification. A
 * changed or revoked one takes effect within this time.
 */
const KEPT_MS = 1_000;

const keptKeys = new TtlCache<PublicKeys>(KEPT_MS);
const keptLocations = new TtlCache<string | undefined>(KEPT_MS);

function cacheKey(context: IWebhookFunctions, credential: string): string {
	const { id, credentials } = context.getNode();
	const credentialId = credentials?.[credential]?.id;
	return JSON.stringify([context.getWorkflow().id, id, credential, credentialId, context.getMode()]);
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
	const read = async () => readPublicKeys(await readKeyText(context));
	return await keptKeys.get(cacheKey(context, KEY_CREDENTIAL), read);
}

/**
 * The location that the credential for registering events belongs to, at most {@link KEPT_MS} old;
 * undefined for an agency's.
 *
 * @throws NodeOperationError, or what n8n throws, when the credential cannot be read
 */
export async function knownLocation(context: IWebhookFunctions): Promise<string | undefined> {
	const authentication = toAuthentication(context.getNodeParameter('authentication'));
	const read = async () => (await readCredential(context, authentication)).locationId;
	return await keptLocations.get(cacheKey(context, CREDENTIALS[authentication].type), read);
}
