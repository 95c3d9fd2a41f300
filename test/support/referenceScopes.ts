import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { resources } from '../../nodes/Platform/resources';
import { DIALECTS, type Right } from '../../nodes/platformApi/dialect';
import type { RequestRecord } from '../../sandbox/http/requestLog';
import { DESCRIPTIONS, nameOf } from '../../sandbox/http/contract';
import type { Form } from '../../sandbox/profile';

const REFERENCE = 'docs/reference.md';

const SCOPES_OF_HIGH_LEVEL = DIALECTS.highLevel.scopes;

/** What each list of the editor reads, but for contacts, of which the page speaks once for all operations. */
const RIGHTS_OF_LISTS: Record<string, Right[]> = {
	getCustomFields: ['readCustomFields'],
	getOpportunityFields: ['readCustomFields'],
	getTags: ['readTags'],
	searchAppointments: [],
	searchCalendars: ['readCalendars'],
	searchContacts: [],
	searchLocations: [],
	searchLostReasons: ['readOpportunities'],
	searchPipelines: ['readOpportunities'],
	searchSlots: ['readCalendars'],
	searchStages: ['readOpportunities'],
	searchTeam: ['readUsers'],
	searchTimeZones: [],
	searchUsers: ['readUsers'],
	searchWebhooks: ['readWebhooks'],
	searchWorkflows: ['readWorkflows'],
};

/** What some calls of an operation read or write beside what its run in operationRuns.ts does. */
const FURTHER_RIGHTS: Record<string, Right[]> = {
	'appointment.book': ['readAppointments'],
	'appointment.reschedule': ['readCalendars'],
	'appointment.offerSlots': ['readCalendars', 'readAppointments', 'writeAppointments'],
	'appointment.askToConfirm': ['readCalendars', 'readAppointments', 'writeAppointments'],
	'contact.get': ['readCustomFields'],
	'contact.getAll': ['readCustomFields'],
	'contact.update': ['readContacts'],
	'message.addInbound': ['readConversations'],
	'message.send': ['readMessages'],
	'opportunity.get': ['readCustomFields'],
	'opportunity.getAll': ['readCustomFields'],
	'user.getAll': ['readLocation'],
	'webhook.create': ['readWebhooks', 'writeWebhooks'],
	'webhook.get': ['readWebhooks'],
	'webhook.getAll': ['readWebhooks'],
};

/**
 * The page names these once for all operations: for a contact from a list, and for a time without an offset. An operation
 * that needs one by itself says so in its own row.
 */
const NAMED_BELOW = [SCOPES_OF_HIGH_LEVEL.readContacts, SCOPES_OF_HIGH_LEVEL.readLocation];

const scopeOf = (right: Right): string =>
	SCOPES_OF_HIGH_LEVEL[right] ?? DIALECTS.contract.scopes[right] ?? right;

/** The methods that fill the lists of fields, those in collections too. */
function listMethodsOf(fields: INodeProperties[]): string[] {
	const text = JSON.stringify(fields);
	const named = /"(?:searchListMethod|loadOptionsMethod|resourceMapperMethod)":"(\w+)"/g;
	return [...text.matchAll(named)].map(([, method]) => method);
}

interface Described {
	operationId?: string;
	security?: Array<Record<string, string[]>>;
}

/** The scopes that the local platform asks for, for these requests, by its description. */
export function scopesOfRequests(form: Form, requests: readonly RequestRecord[]): string[] {
	const methods = Object.values(DESCRIPTIONS[form].paths ?? {}) as unknown as Array<
		Record<string, Described>
	>;
	const operations = methods.flatMap((ofPath) => Object.values(ofPath));
	const scopes = new Set<string>();
	for (const { operationId } of requests) {
		const operation = operations.find((each) => nameOf(each as never) === operationId);
		for (const scope of (operation?.security ?? []).flatMap((each) => Object.values(each).flat()))
			scopes.add(scope);
	}
	return [...scopes];
}

/** The scopes in an operation's row of the page. */
function writtenScopes(resource: string, operation: string): string[] {
	const text = readFileSync(path.join(__dirname, '../..', REFERENCE), 'utf8');
	const rows = [...text.matchAll(/^\| (\w[^|]*) \| (\w[^|]*) \|([^|]*)\|$/gm)];
	const row = rows.find(
		([, ofResource, operations]) =>
			ofResource === resource && operations.replaceAll('†', '').split(', ').includes(operation),
	);
	return [...(row?.[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, scope]) => scope);
}

/**
 * What is wrong with an operation's row in docs/reference.md, each with the line to change; empty where it is right.
 *
 * @param name `task.create`
 * @param requested the scopes of what a run of it has requested from HighLevel
 */
export function faultsOfReference(name: string, requested: string[] = []): string[] {
	const [resource, operation] = name.split('.');
	const { name: resourceName, operations } = resources[resource as keyof typeof resources];
	const { name: operationName, properties, endpoint } = operations[operation];
	const own = endpoint?.right && scopeOf(endpoint.right);
	const rights = [...(FURTHER_RIGHTS[name] ?? [])];
	for (const method of listMethodsOf(properties)) {
		const ofList = RIGHTS_OF_LISTS[method];
		if (!ofList)
			return [`Say in RIGHTS_OF_LISTS of test/support/referenceScopes.ts what '${method}' reads`];
		rights.push(...ofList);
	}
	const needed = new Set([...requested, ...rights.map(scopeOf)]);
	const written = writtenScopes(resourceName, operationName);
	const row = `the row ${resourceName} > ${operationName} of ${REFERENCE}`;
	const missing = [...needed].filter(
		(scope) => !written.includes(scope) && (scope === own || !NAMED_BELOW.includes(scope)),
	);
	const old = written.filter((scope) => !needed.has(scope));
	return [
		...missing.map((scope) => `Add \`${scope}\` to ${row}`),
		...old.map(
			(scope) =>
				`Remove \`${scope}\` from ${row}, or say in FURTHER_RIGHTS of test/support/referenceScopes.ts when it is needed; where its own request needs it, add it to the security of that path in sandbox/highLevel.yaml`,
		),
	];
}
