import type { IHookFunctions } from 'n8n-workflow';
import { isTakenUpAgain } from '../../n8n/activation';
import { SerialQueue } from '../../utils/serialQueue';
import { readSettings, registersAutomatically } from '../parameters';
import { accountOf, create, listed } from './account';
import type { Account } from './account';
import { registrableEvents, requireEvents, requireKeys } from './activationChecks';
import { compareRegistrations } from './coverage';
import type { Coverage } from './coverage';
import { recall, remember } from '../trigger/memory';

const HOW_TO_REMOVE =
	"If you no longer want it, remove it in the platform's webhook settings, because the platform documents no API call for that.";

const HOW_TO_RENEW =
	"It is treated as this trigger's. If no events arrive, set 'Registration' to 'Manual', publish, set it to 'Automatic' and publish again.";

/** By address: of two registrations at once the second waits, and finds the first. */
const queue = new SerialQueue();

/**
 * Whether the node asks the platform to send its events here. Listening for a test event does not,
 * unless 'Register Test URL' is on: registrations stay.
 */
function registersItself(context: IHookFunctions): boolean {
	if (!registersAutomatically(context)) return false;
	return context.getMode() !== 'manual' || readSettings(context).registerTestUrl;
}

async function compareWithPlatform(context: IHookFunctions, account: Account): Promise<Coverage> {
	const events = registrableEvents(context);
	const known = recall(context)?.registrations ?? [];
	return compareRegistrations({ ...account, events }, await listed(context, account), known);
}

function saveAndWarn(context: IHookFunctions, { url, locationId }: Account, coverage: Coverage): void {
	const { current, leftOver, doubled, doubts } = coverage;
	remember(context, { url, locationId, registrations: [...current, ...leftOver] });
	const warn = (text: string) => context.logger.warn(`${context.getNode().name}: ${text}`);
	for (const { id, locationId: location, url: address } of leftOver) {
		warn(
			`the registration '${id}' of the location '${location}' for ${address} is left over from an earlier address or location. ${HOW_TO_REMOVE}`,
		);
	}
	for (const [event, ids] of doubled) {
		warn(
			`'${event}' is registered ${ids.length} times for the address of this node (${ids.join(', ')}), so the platform may send it that many times. ${HOW_TO_REMOVE}`,
		);
	}
	for (const doubt of doubts) warn(`${doubt}. ${HOW_TO_RENEW}`);
}

async function checkRegistration(context: IHookFunctions): Promise<boolean> {
	await requireKeys(context);
	requireEvents(context);
	if (!registersAutomatically(context)) remember(context, undefined);
	if (!registersItself(context)) return true;
	const account = await accountOf(context);
	return await queue.run(account.url, async () => {
		const coverage = await compareWithPlatform(context, account);
		if (coverage.missing.length > 0) return false;
		saveAndWarn(context, account, coverage);
		return true;
	});
}

/** Whether the platform sends events here, as far as anybody knows. */
function isServed(context: IHookFunctions): boolean {
	return !registersItself(context) || recall(context)?.url === context.getNodeWebhookUrl('default');
}

/**
 * checkExists: whether nothing needs to be registered. Also the place where an activation that
 * cannot work is refused, because n8n calls it in every case. When n8n itself restarts a workflow, a trigger
 * that is registered continues: to verify events it needs neither the platform nor a token.
 */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const failed = (error: Error) => ({ error });
	const checked = await checkRegistration(context).catch(failed);
	if (typeof checked === 'boolean') return checked;
	if (!isTakenUpAgain(context) || !isServed(context)) throw checked.error;
	context.logger.error(
		`${context.getNode().name}: the registration could not be checked when n8n restarted the workflow. Events still start it. ${checked.error.message}`,
	);
	return true;
}

/**
 * create, which n8n calls when checkExists says no: registers the events that no registration for this
 * address covers. Looks again, since somebody may have registered since.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	const account = await accountOf(context);
	return await queue.run(account.url, async () => {
		const coverage = await compareWithPlatform(context, account);
		if (coverage.missing.length > 0) {
			coverage.current.push(await create(account, coverage.missing));
		}
		saveAndWarn(context, account, coverage);
		return true;
	});
}

/** delete: the contract has no endpoint for it, so the log says so, and nothing is forgotten. */
export async function logRemaining(context: IHookFunctions): Promise<boolean> {
	if (!registersItself(context)) return true;
	for (const { id, url } of recall(context)?.registrations ?? []) {
		context.logger.info(
			`${context.getNode().name}: the registration '${id}' for ${url} stays on the platform, and is used again when the workflow is published again. ${HOW_TO_REMOVE}`,
		);
	}
	return true;
}
