import type { IHookFunctions } from 'n8n-workflow';
import { SerialQueue } from '../../utils/async';
import { APP_UNINSTALLED, readSettings, registersAutomatically, selectedEvents } from '../parameters';
import { recall, remember } from '../trigger/trigger';
import { accountOf, create, listed } from './account';
import type { Account } from './account';
import { registrableEvents, requireEvents, requireKeys } from './activationChecks';
import { compareRegistrations, HOW_TO_REMOVE } from './coverage';
import type { Coverage } from './coverage';

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
	const { registrations, isPart } = await listed(context, account);
	const wanted = { ...account, events };
	const coverage = compareRegistrations(wanted, registrations, recall(context), isPart);
	if (selectedEvents(context).has(APP_UNINSTALLED)) {
		coverage.notices.push(
			`'${APP_UNINSTALLED}' cannot be registered. Enter ${account.url} as the app's notification URL on the platform.`,
		);
	}
	return coverage;
}

function saveAndWarn(context: IHookFunctions, { current, leftOver, notices }: Coverage): void {
	remember(context, [...current, ...leftOver]);
	for (const notice of notices) context.logger.warn(`${context.getNode().name}: ${notice}`);
}

/**
 * checkExists: whether nothing needs to be registered. Also the place where publishing that cannot
 * work is refused, because n8n calls it in every case. A start of n8n 2.41 does not call it.
 */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	await requireKeys(context);
	requireEvents(context);
	if (!registersAutomatically(context)) remember(context);
	if (!registersItself(context)) return true;
	const account = await accountOf(context);
	return await queue.run(account.url, async () => {
		const coverage = await compareWithPlatform(context, account);
		if (coverage.missing.length > 0) return false;
		saveAndWarn(context, coverage);
		return true;
	});
}

/**
 * create, which n8n calls when checkExists says no: registers the events that no registration for this
 * address covers. Compares again, since somebody may have registered since.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	const account = await accountOf(context);
	return await queue.run(account.url, async () => {
		const coverage = await compareWithPlatform(context, account);
		if (coverage.missing.length > 0) {
			coverage.current.push(await create(account, coverage.missing));
		}
		saveAndWarn(context, coverage);
		return true;
	});
}

/** delete: the contract has no endpoint for it, so the log says so, and nothing is forgotten. */
export async function logRemaining(context: IHookFunctions): Promise<boolean> {
	if (!registersItself(context)) return true;
	for (const { id, url } of recall(context)) {
		context.logger.info(
			`${context.getNode().name}: The registration '${id}' for ${url} stays on the platform, and is used again when the workflow is published again. ${HOW_TO_REMOVE}`,
		);
	}
	return true;
}
