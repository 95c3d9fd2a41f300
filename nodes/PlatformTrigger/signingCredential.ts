import type { KeyObject } from 'node:crypto';
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHookFunctions,
	INodeCredentialTestResult,
	IWebhookFunctions,
} from 'n8n-workflow';
import { authenticationOf } from '../fields/accountFields';
import { readCredential } from '../platformApi/credential';
import { formOfKeys, publicKeysText, type Deliveries } from '../platformApi/deliveries';
import { RecentReads } from '../utils/boundedMap';
import { readPublicKeys } from '../webhookSignature/publicKeys';
import { triggerKey } from './log';
import { registersAutomatically } from './triggerFields';

export const NO_LOCATION_IDS =
	"One key signs the events of all accounts on this platform, and the trigger knows no location of yours. Enter 'Location IDs' in the CRM Platform (GoHighLevel) Webhook API credential, or turn on 'Accept Other Locations'.";

/** What the CRM Platform (GoHighLevel) Webhook API credential holds. */
export interface SigningCredential {
	/** Those that can be used. */
	keys: readonly KeyObject[];
	/** What is wrong with the first key that cannot be used. */
	unusable?: string;
	/** The form of the API whose deliveries these keys sign. */
	form: Deliveries;
	/** The locations whose events start the workflow. */
	locationIds: string[];
}

/** @throws when n8n cannot read the credential */
export async function readSigningCredential(
	context: IHookFunctions | IWebhookFunctions,
): Promise<SigningCredential> {
	const { publicKeys, api, locationIds } = await context.getCredentials('platformWebhookApi');
	const { keys, unusable } = readPublicKeys(publicKeysText(publicKeys, api));
	return {
		keys,
		unusable,
		form: formOfKeys(keys, api),
		locationIds: String(locationIds ?? '')
			.split(/[\s,]+/)
			.filter(Boolean),
	};
}

/** The CRM Platform (GoHighLevel) Webhook API credential's test. It sends nothing. */
export async function testPublicKeys(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { unusable } = readPublicKeys(publicKeysText(data?.publicKeys, data?.api));
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

/** A reading takes an isolate or two of n8n, an event without it two. */
const KEPT_MS = 10_000;

/** A refusal needs a younger reading, so that what is added to a credential takes effect within this time. */
const REFUSING_MS = 1_000;

const recent = new RecentReads<SigningCredential>(KEPT_MS, 1_000);

/**
 * Decides by what is known of the credentials. A refusal, which is thrown, counts only by a reading of the last second.
 *
 * @param decide gets undefined where n8n cannot read them
 */
export async function decideByCredential<T>(
	context: IWebhookFunctions,
	decide: (credential?: SigningCredential) => Promise<T>,
): Promise<T> {
	const key = JSON.stringify([triggerKey(context), context.getMode(), context.getNode()]);
	const read = async (ms: number) =>
		await recent.get(key, async () => await readWithLocation(context), ms).catch(() => undefined);
	const credential = await read(KEPT_MS);
	const decided = decide(credential);
	if (!credential) return await decided;
	return await decided.catch(async (refusal: Error) => {
		const newer = await read(REFUSING_MS);
		return newer === credential ? await Promise.reject(refusal) : await decide(newer);
	});
}
