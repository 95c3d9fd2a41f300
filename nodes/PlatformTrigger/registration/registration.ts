import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { readCredential } from '../../shared/credential';
import { pathSegment } from '../../shared/pathSegment';
import type { Meanings } from '../../shared/platformErrors';
import { readId, readList, readObject } from '../../shared/read';
import { platformRequest } from '../../shared/transport';
import { readSettings } from '../parameters';
import {
	registrableEvents,
	requireEvents,
	requireKeys,
	requireReachable,
} from './activationChecks';
import { compareRegistrations } from './coverage';
import type { Coverage } from './coverage';
import { readKnown, readRegistration } from './records';
import type { KnownRegistration } from './records';

/** Contract: Endpoints, Interface B custom webhooks, column Scope. */
const LIST_SCOPE = 'webhooks.readonly';
const CREATE_SCOPE = 'webhooks.write';

/** The key in the node's static data. */
const STORED_REGISTRATIONS_KEY = 'registrations';

const HOW_TO_REMOVE =
	"The platform's API cannot remove a registration; if it is no longer wanted, remove it in the platform's webhook settings.";

interface Wanted {
	url: string;
	locationId: string;
	events: Set<string>;
}

/** Registrations under way in this process, by address: a second one waits and finds the first. */
const underWay = new Map<string, Promise<unknown>>();

async function serially<T>(key: string, task: () => Promise<T>): Promise<T> {
	const run = Promise.resolve(underWay.get(key)).then(task, task);
	underWay.set(key, run);
	try {
		return await run;
	} finally {
		if (underWay.get(key) === run) underWay.delete(key);
	}
}

/**
 * Whether the node asks the platform to send its events here. Listening for a test event does not,
 * unless the person wants it: what is registered stays.
 */
function registersItself(this: IHookFunctions): boolean {
	if (this.getNodeParameter('registration') !== 'automatic') return false;
	return this.getMode() !== 'manual' || readSettings.call(this).registerTestUrl;
}

/** Everything that can be found wrong before the platform is asked. */
async function wantedRegistration(this: IHookFunctions): Promise<Wanted> {
	const url = this.getNodeWebhookUrl('default');
	if (!url) throw new NodeOperationError(this.getNode(), 'n8n gave no webhook address for this node', {
			description: 'Save the workflow, then publish it again.',
		});
	const { platformUrl, locationId, label } = await readCredential.call(this);
	requireReachable.call(this, url, platformUrl);
	if (!locationId) {
		throw new NodeOperationError(
			this.getNode(),
			`The ${label} credential belongs to no location, so there is nowhere to register the webhook`,
			{
				description:
					'Webhooks are registered per location. With OAuth2, connect the credential again and choose a location instead of the agency on the consent page; with a token, enter the location in the credential.',
			},
		);
	}
	return { url, locationId, events: registrableEvents.call(this) };
}

function pathOf({ locationId }: Wanted): string {
	return `/locations/${pathSegment(locationId, 'Location ID')}/customWebhooks`;
}

/** What the platform's refusals mean here, where the location comes from the credential alone. */
function meaningsFor({ locationId }: Wanted, scope: string): Meanings {
	return {
		403: {
			message: `The credential may not use the webhooks of the location '${locationId}': the scope '${scope}' is missing, or its token belongs to another location`,
			whatToDo: `Check that the credential names the location that its token belongs to. If it does, add the scope '${scope}' where the app or the token is set up and in the credential, then connect the credential again.`,
		},
		404: {
			message: `The platform knows no location '${locationId}' for this credential`,
			whatToDo: 'Check that the credential names the location that its token belongs to.',
		},
	};
}

async function survey(this: IHookFunctions, wanted: Wanted): Promise<Coverage> {
	const body = await platformRequest.call(this, {
		method: 'GET',
		path: pathOf(wanted),
		scope: LIST_SCOPE,
		meanings: meaningsFor(wanted, LIST_SCOPE),
	});
	let listed: IDataObject[];
	try {
		listed = readList(body, 'customWebhooks', 'webhooks');
	} catch (error) {
		// Without the list, a second registration could be made, and never be removed.
		throw new NodeOperationError(this.getNode(), error instanceof Error ? error : String(error));
	}
	const known = readKnown(this.getWorkflowStaticData('node')[STORED_REGISTRATIONS_KEY]);
	return compareRegistrations(wanted, listed.map(readRegistration), known);
}

/** Stores ids with their scope, and tells the operator what only the operator can mend. */
function conclude(this: IHookFunctions, coverage: Coverage): void {
	const { current, leftOver, doubled } = coverage;
	const known = [...current.filter(({ id }) => id !== ''), ...leftOver];
	this.getWorkflowStaticData('node')[STORED_REGISTRATIONS_KEY] = known as unknown as IDataObject[];
	for (const { id, locationId, url } of leftOver) {
		this.logger.warn(
			`${this.getNode().name}: the registration '${id}' of the location '${locationId}' for ${url} is left over from an earlier address or location. ${HOW_TO_REMOVE}`,
		);
	}
	for (const [event, ids] of doubled) {
		this.logger.warn(
			`${this.getNode().name}: '${event}' is registered ${ids.length} times for the address of this node (${ids.join(', ')}), so the platform may send it as often. ${HOW_TO_REMOVE}`,
		);
	}
}

/**
 * checkExists: whether nothing needs to be registered. Also the place where an activation that
 * cannot work is refused, because n8n calls it in every case.
 *
 * @throws NodeOperationError or NodeApiError that says what is missing
 */
export async function isRegistered(this: IHookFunctions): Promise<boolean> {
	await requireKeys.call(this);
	requireEvents.call(this);
	if (!registersItself.call(this)) return true;
	const wanted = await wantedRegistration.call(this);
	return await serially(wanted.url, async () => {
		const coverage = await survey.call(this, wanted);
		if (coverage.missing.length > 0) return false;
		conclude.call(this, coverage);
		return true;
	});
}

/**
 * create: registers the events that no registration for this address covers. Looks again, since
 * somebody may have registered since checkExists.
 * Contract: Interface B custom webhooks, POST /locations/{locationId}/customWebhooks.
 */
export async function register(this: IHookFunctions): Promise<boolean> {
	if (!registersItself.call(this)) return true;
	const wanted = await wantedRegistration.call(this);
	return await serially(wanted.url, async () => {
		const coverage = await survey.call(this, wanted);
		if (coverage.missing.length > 0) {
			coverage.current.push(await create.call(this, wanted, coverage.missing));
		}
		conclude.call(this, coverage);
		return true;
	});
}

async function create(
	this: IHookFunctions,
	wanted: Wanted,
	events: string[],
): Promise<KnownRegistration> {
	const { url, locationId } = wanted;
	const answer = await platformRequest.call(this, {
		method: 'POST',
		path: pathOf(wanted),
		scope: CREATE_SCOPE,
		meanings: meaningsFor(wanted, CREATE_SCOPE),
		howToCheck: 'Publish the workflow again: what has been registered is found and used.',
		body: {
			name: `n8n: ${this.getWorkflow().name ?? 'workflow'} (${this.getNode().name})`,
			url,
			actions: events,
		},
	});
	let id: string | undefined;
	try {
		id = readId(readObject(answer, 'customWebhook', 'webhook'));
	} catch {
		// Registered all the same: the next activation finds it in the list.
		id = undefined;
	}
	return { id: id ?? '', locationId, url, events };
}

/** delete: the contract has no endpoint for it, so the operator is told, and nothing is forgotten. */
export async function leaveRegistered(this: IHookFunctions): Promise<boolean> {
	if (!registersItself.call(this)) return true;
	const known = readKnown(this.getWorkflowStaticData('node')[STORED_REGISTRATIONS_KEY]);
	for (const { id, url } of known) {
		this.logger.info(
			`${this.getNode().name}: the registration '${id}' for ${url} stays on the platform, and is used again when the workflow is published again. ${HOW_TO_REMOVE}`,
		);
	}
	return true;
}
