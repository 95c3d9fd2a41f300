import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHookFunctions,
	INodeCredentialTestResult,
	IWebhookFunctions,
} from 'n8n-workflow';
import { authenticationOf } from '../fields/accountFields';
import { readCredential } from '../platformApi/credential';
import { keysOfOneForm, publicKeysText, type FormKeys } from '../platformApi/deliveries';
import { RecentReads } from '../utils/recentReads';
import { readPublicKeys } from '../webhookSignature/publicKeys';
import { triggerKey } from './log';
import { registersAutomatically } from './triggerFields';

export const NO_LOCATION_IDS =
	"One key signs the events of all accounts on this platform, and the trigger knows no location of yours. Enter 'Location IDs' in the CRM Platform (GoHighLevel) Webhook API credential, or turn on 'Accept Other Locations'.";

/** What the CRM Platform (GoHighLevel) Webhook API credential holds. */
export interface SigningCredential extends FormKeys {
	/** The locations whose events start the workflow. */
	locationIds: string[];
}

/** @throws when n8n cannot read the credential */
export async function readSigningCredential(
	context: IHookFunctions | IWebhookFunctions,
): Promise<SigningCredential> {
	const { publicKeys, api, locationIds } = await context.getCredentials('platformWebhookApi');
	return {
		...readFormKeys(publicKeys, api),
		locationIds: String(locationIds ?? '')
			.split(/[\s,]+/)
			.filter(Boolean),
	};
}

/** The keys that can be used, and what is wrong with the first one that cannot. */
function readFormKeys(publicKeys: unknown, api: unknown): FormKeys {
	const { keys, unusable } = readPublicKeys(publicKeysText(publicKeys, api));
	const formKeys = keysOfOneForm(keys, api);
	return { ...formKeys, unusable: unusable ?? formKeys.unusable };
}

/** The CRM Platform (GoHighLevel) Webhook API credential's test. It sends nothing. */
export async function testPublicKeys(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { unusable } = readFormKeys(data?.publicKeys, data?.api);
	return unusable === undefined
		? { status: 'OK', message: 'The keys can be used' }
		: { status: 'Error', message: unusable };
}

/** Where 'Location IDs' is empty, the location is that of the credential for registering events. */
async function readWithLocation(context: IWebhookFunctions): Promise<SigningCredential> {
	const signing = await readSigningCredential(context);
	if (signing.locationIds.length > 0 || !registersAutomatically(context)) return signing;
	const registering = await readCredential(context, authenticationOf(context)).catch(
		() => undefined,
	);
	const locationId = registering?.locationId;
	return { ...signing, locationIds: locationId === undefined ? [] : [locationId] };
}

/** Reading a credential takes n8n one or two isolates, as many as all else that an event needs. */
const MAX_AGE_MS = 10_000;

/** A refusal needs a younger reading, so that what a person adds to a credential counts after this time. */
const MAX_AGE_OF_REFUSAL_MS = 1_000;

const recentReads = new RecentReads<SigningCredential>(MAX_AGE_MS, 1_000);

/**
 * Decides by what is known of the credentials. A refusal, which is thrown, counts only by a reading of the last second.
 *
 * @param decide gets undefined where n8n cannot read them
 */
export async function decideByCredential<T>(
	context: IWebhookFunctions,
	decide: (credential?: SigningCredential) => Promise<T>,
): Promise<T> {
	const credential = await readRecently(context, MAX_AGE_MS);
	if (!credential) return await decide(undefined);
	try {
		return await decide(credential);
	} catch (refusal) {
		const newer = await readRecently(context, MAX_AGE_OF_REFUSAL_MS);
		if (newer === credential) return await Promise.reject(refusal as Error);
		return await decide(newer);
	}
}

/** @returns what was read within this time, or is read now; undefined where n8n cannot read it */
async function readRecently(
	context: IWebhookFunctions,
	maxAgeMs: number,
): Promise<SigningCredential | undefined> {
	const trigger = JSON.stringify([triggerKey(context), context.getMode(), context.getNode()]);
	const read = async () => await readWithLocation(context);
	return await recentReads.get(trigger, read, maxAgeMs).catch(() => undefined);
}
