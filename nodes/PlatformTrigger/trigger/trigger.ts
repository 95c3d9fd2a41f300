import type { IDataObject, IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { toAuthentication } from '../../fields/account';
import { CREDENTIALS, readCredential } from '../../platformApi/credential';
import { BoundedMap } from '../../utils/boundedMap';
import { readPublicKeys } from '../../webhookSignature/publicKeys';
import type { PublicKeys } from '../../webhookSignature/publicKeys';

/** The workflow and the node's id, which a rename does not change. */
export function triggerKey(context: IWebhookFunctions | IExecuteFunctions): string {
	return `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
}

/** A flood of forged requests must not become a flood of log lines. */
const LOG_INTERVAL_MS = 60_000;

/** By trigger and reason; beyond it, counts that were silent longest are dropped. */
const tallies = new BoundedMap<string, { loggedAt: number; silent: number }>(1_000);

/**
 * One line a minute for each reason, with its count. Never body, signature or key material.
 *
 * @param intervalMs Infinity for one line in the life of the process
 */
export function tellOperator(
	context: IWebhookFunctions | IExecuteFunctions,
	reason: string,
	what: string,
	text: string,
	intervalMs = LOG_INTERVAL_MS,
): void {
	const key = `${triggerKey(context)}:${reason}`;
	const now = Date.now();
	const tally = tallies.get(key);
	// A clock that was set back must not silence the line until it catches up.
	if (tally && Math.abs(now - tally.loggedAt) < intervalMs) {
		tally.silent += 1;
		return;
	}
	tallies.set(key, { loggedAt: now, silent: 0 });
	const times = tally?.silent ? ` (${tally.silent + 1} times since the last such line)` : '';
	const { id, name } = context.getWorkflow();
	context.logger.warn(
		`${context.getNode().name} in workflow '${name ?? ''}' (${id ?? ''}) ${what}${times}: ${text}`,
	);
}

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
async function kept<T>(
	context: IWebhookFunctions,
	credential: string,
	read: () => Promise<T>,
): Promise<T> {
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
	const authentication = toAuthentication(context.getNodeParameter('authentication'));
	const read = async () => (await readCredential(context, authentication)).locationId;
	return await kept(context, CREDENTIALS[authentication].type, read);
}

/** What the node knows of a registration that it made or adopted. */
export interface KnownRegistration {
	/** Empty where the platform did not tell. */
	id: string;
	/** The registration's scope: other locations and other addresses are not this node's concern. */
	locationId: string;
	url: string;
	events: string[];
}

/**
 * Bookkeeping of registrations: what is decided for a delivery must not depend on it. n8n saves static
 * data as a whole, so others overwrite it, with anything. It is kept in the workflow's part by the node's
 * id, which a rename does not change, the test URL's apart; and it is written only when it has changed.
 */
function staticData(context: IHookFunctions | IWebhookFunctions): { data: IDataObject; key: string } {
	const data: unknown = context.getWorkflowStaticData('global');
	const test = context.getMode() === 'manual' ? ':test' : '';
	return {
		data: typeof data === 'object' && data !== null ? (data as IDataObject) : {},
		key: `platformTrigger:${context.getNode().id}${test}`,
	};
}

/** The registrations that the node remembers. */
export function recall(context: IHookFunctions | IWebhookFunctions): KnownRegistration[] {
	const { data, key } = staticData(context);
	const { registrations } = (data[key] ?? {}) as { registrations?: KnownRegistration[] };
	return Array.isArray(registrations) ? registrations : [];
}

/** @param registrations undefined forgets */
export function remember(context: IHookFunctions, registrations?: KnownRegistration[]): void {
	const { data, key } = staticData(context);
	const memory = registrations && { registrations };
	if (JSON.stringify(data[key]) !== JSON.stringify(memory)) data[key] = memory as unknown as IDataObject;
}

function normalizedUrl(url: string): string {
	try {
		return new URL(url).href.replace(/\/+$/, '');
	} catch {
		return url;
	}
}

/** Whether a registration is for this address, in another spelling too: host's case, port, last slash. */
export function isSameUrl(a: string, b: string): boolean {
	return normalizedUrl(a) === normalizedUrl(b);
}
