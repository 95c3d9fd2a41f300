import type { INodeParameters } from 'n8n-workflow';

import { oauthCredential } from './platform/platform';
import { runNode } from '../support/engine';
import { FORMS } from '../support/forms';
import { allRuns, FIRST_APPOINTMENT, HIGH_LEVEL_RUNS } from '../support/operationRuns';
import { missingInSchema, schemaFile } from '../support/outputSchemas';
import { faultsOfReference, scopesOfRequests } from '../support/referenceScopes';
import { faultsOfRequests, useSandbox } from '../support/useSandbox';

/** What an API request puts out and needs, its endpoint decides. */
const API_REQUEST = 'apiRequest.send';

describe.each(FORMS)('$form', ({ form, profile }) => {
	const sandbox = useSandbox({ profile });
	beforeEach(() => void sandbox.takeSlot(FIRST_APPOINTMENT));

	const run = async (type: string, name: string, parameters: INodeParameters) => {
		const [resource, operation] = name.split('.');
		// With HighLevel, only an agency may list its locations.
		const level = resource === 'installedLocation' ? 'agency' : 'location';
		return await runNode({
			type,
			parameters: { resource, operation, authentication: 'oAuth2', ...parameters },
			credentials: {
				knowledgeApi: { baseUrl: sandbox.url },
				...oauthCredential(sandbox, { level }),
			},
		});
	};

	const isHighLevel = form === 'highLevel';

	it.each(allRuns)('%s of %s', async (name, type, [parameters, item]) => {
		sandbox.issueToken({ locationId: 'loc-harbor' });

		const { json, error } = await run(type, name, parameters);

		expect(faultsOfRequests(sandbox)).toEqual([]);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject(item);
		if (name === API_REQUEST) return;
		expect(missingInSchema(schemaFile(type, name), json)).toEqual([]);
		const requested = scopesOfRequests(form, sandbox.requests());
		expect(isHighLevel && type === 'platform' ? faultsOfReference(name, requested) : []).toEqual(
			[],
		);
	});

	it.each(Object.entries(HIGH_LEVEL_RUNS))(
		'%s runs with HighLevel, and the form of the contract refuses it before anything is sent',
		async (name, [parameters, item]) => {
			const { json, error } = await run('platform', name, parameters);

			// It says more of what is missing than the node's message.
			expect(faultsOfRequests(sandbox)).toEqual([]);
			expect(error?.message ?? '').toMatch(isHighLevel ? /^$/ : /works with HighLevel only/);
			expect(json.slice(0, 1)).toMatchObject(isHighLevel ? [item] : []);
			expect(sandbox.requests().length > 0).toBe(isHighLevel);
			expect(missingInSchema(schemaFile('platform', name), json)).toEqual([]);
			const requested = scopesOfRequests(form, sandbox.requests());
			expect(isHighLevel ? faultsOfReference(name, requested) : []).toEqual([]);
		},
	);
});

it.each(['offerSlots', 'askToConfirm'].map((name) => `appointment.${name}`))(
	'the scopes of %s, which waits for a contact, stand in the reference',
	(name) => {
		expect(faultsOfReference(name)).toEqual([]);
	},
);

it.each(['create', 'get', 'getAll'].map((name) => `webhook.${name}`))(
	'the scopes of %s, which the contract alone has, stand in the reference',
	(name) => {
		expect(faultsOfReference(name)).toEqual([]);
	},
);
