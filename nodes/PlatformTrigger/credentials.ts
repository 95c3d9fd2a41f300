import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { authenticationOf } from '../fields/account';
import { CREDENTIALS, readCredential } from '../platformApi/credential';
import { RecentReads } from '../utils/boundedMap';
import { readPublicKeys } from '../webhookSignature/publicKeys';
import { triggerKey } from './log';

const KEY_CREDENTIAL = 'platformWebhookApi';

/** The usable keys, and 'Location IDs'. @throws when n8n cannot read the credential */
export async function readKeys(context: IHookFunctions | IWebhookFunctions) {
	const { publicKeys, locationIds } = await context.getCredentials(KEY_CREDENTIAL);
	const ids = String(locationIds ?? '').split(/[\s,]+/);
	return { ...readPublicKeys(String(publicKeys ?? '')), locationIds: ids.filter((id) => id !== '') };
}

/** Reading a credential costs n8n much more than a verification, so a changed one takes effect within this time. */
const KEPT_MS = 1_000;

const keys = new RecentReads<Awaited<ReturnType<typeof readKeys>>>(KEPT_MS, 1_000);
const locations = new RecentReads<string | undefined>(KEPT_MS, 1_000);

const keyOf = (context: IWebhookFunctions, credential: string) =>
	JSON.stringify([triggerKey(context), context.getNode().credentials?.[credential]?.id, context.getMode()]);

/** Like {@link readKeys}, at most {@link KEPT_MS} old. */
export async function recentKeys(context: IWebhookFunctions) {
	return await keys.get(keyOf(context, KEY_CREDENTIAL), async () => await readKeys(context));
}

/** Reads the location of the credential for registering events likewise; undefined for an agency's. @throws when it cannot be read */
export async function recentLocation(context: IWebhookFunctions): Promise<string | undefined> {
	const authentication = authenticationOf(context);
	const read = async () => (await readCredential(context, authentication)).locationId;
	return await locations.get(keyOf(context, CREDENTIALS[authentication].type), read);
}
