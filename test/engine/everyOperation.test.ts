import { type IDataObject, type INodeParameters, isResourceLocatorValue } from 'n8n-workflow';

import { oauthCredential } from './platform/platform';
import type { Sandbox } from '../../sandbox/createSandbox';
import type { ProfileChoice } from '../../sandbox/profile';
import { runNode } from '../support/engine';
import { FORMS } from '../support/forms';
import { allRuns, FIRST_APPOINTMENT, HIGH_LEVEL_RUNS } from '../support/operationRuns';
import { missingInSchema, schemaFile } from '../support/outputSchemas';
import { faultsOfReference, scopesOfRequests } from '../support/referenceScopes';
import { faultsOfRequests, useSandbox } from '../support/useSandbox';

/* Each operation once in n8n's engine, with its output schema and its row in docs/reference.md. */

/** What an API request puts out and needs, its endpoint decides. */
const API_REQUEST = 'apiRequest.send';

/** The local platform, which has the appointment appt-1 before each test. */
function usePlatform(profile: ProfileChoice): Sandbox {
	const sandbox = useSandbox({ profile });
	beforeEach(() => void sandbox.takeSlot(FIRST_APPOINTMENT));
	return sandbox;
}

/** Runs an operation such as `contact.get` of a node with OAuth2 and every scope. */
async function run(sandbox: Sandbox, type: string, name: string, fields: INodeParameters) {
	const [resource, operation] = name.split('.');
	// With HighLevel, only an agency may list its locations.
	const level = resource === 'installedLocation' ? 'agency' : 'location';
	return await runNode({
		type,
		parameters: { resource, operation, authentication: 'oAuth2', ...fields },
		credentials: {
			knowledgeApi: { baseUrl: sandbox.url },
			...oauthCredential(sandbox, { level }),
		},
	});
}

/** What the output schema and the reference do not say of a run, each with the line to change. */
function faultsOfDocs(sandbox: Sandbox, type: string, name: string, items: IDataObject[]) {
	if (name === API_REQUEST) return [];
	const faults = missingInSchema(schemaFile(type, name), items);
	const form = sandbox.form();
	if (form === 'highLevel' && type === 'platform')
		faults.push(...faultsOfReference(name, scopesOfRequests(form, sandbox.requests())));
	return faults;
}

/** The IDs that a run names, by their fields: of the record itself, or of the one to which it belongs. */
function idsOf(fields: INodeParameters): Array<[name: string, id: unknown]> {
	return Object.entries(fields)
		.filter(([name]) => name.endsWith('Id'))
		.map(([name, value]) => [name, isResourceLocatorValue(value) ? value.value : value]);
}

/** Other IDs than the run names under the same name, each with what to change. */
function faultsOfIds(name: string, fields: INodeParameters, items: IDataObject[]): string[] {
	const faults = new Set<string>();
	for (const [field, id] of idsOf(fields)) {
		const others = items.filter((item) => item[field] !== undefined && item[field] !== id);
		for (const item of others)
			faults.add(
				`Say 'record' in the row ${name} of nodes/Platform/resources, if its records are not those of its resource: '${field}' is ${String(id)} in the run, and ${String(item[field])} in the output`,
			);
	}
	return [...faults];
}

describe.each(FORMS)('$form', ({ profile }) => {
	const sandbox = usePlatform(profile);

	it.each(allRuns)('%s of %s', async (name, type, [fields, item]) => {
		sandbox.issueToken({ locationId: 'loc-harbor' });

		const { json, error } = await run(sandbox, type, name, fields);

		expect(faultsOfRequests(sandbox)).toEqual([]);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject(item);
		expect(faultsOfDocs(sandbox, type, name, json)).toEqual([]);
	});
});

describe('what HighLevel alone has', () => {
	const runs = Object.entries(HIGH_LEVEL_RUNS);

	describe('with HighLevel', () => {
		const sandbox = usePlatform('highLevel');

		it.each(runs)('%s runs', async (name, [fields, item]) => {
			const { json, error } = await run(sandbox, 'platform', name, fields);

			// It says more of what is missing than the node's message.
			expect(faultsOfRequests(sandbox)).toEqual([]);
			expect(error).toBeUndefined();
			expect(faultsOfIds(name, fields, json)).toEqual([]);
			expect(json[0]).toMatchObject(item);
			expect(faultsOfDocs(sandbox, 'platform', name, json)).toEqual([]);
		});
	});

	describe('with the contract', () => {
		const sandbox = usePlatform('usual');

		it.each(runs)('%s is refused before anything is sent', async (name, [fields]) => {
			const { json, error } = await run(sandbox, 'platform', name, fields);

			expect(error?.message).toMatch(/works with HighLevel only/);
			expect(json).toEqual([]);
			expect(sandbox.requests()).toEqual([]);
		});
	});
});

it.each(['appointment.offerSlots', 'appointment.askToConfirm'])(
	'the scopes of %s, which waits for a contact, stand in the reference',
	(name) => {
		expect(faultsOfReference(name)).toEqual([]);
	},
);

it.each(['webhook.create', 'webhook.get', 'webhook.getAll'])(
	'the scopes of %s, which the contract alone has, stand in the reference',
	(name) => {
		expect(faultsOfReference(name)).toEqual([]);
	},
);
