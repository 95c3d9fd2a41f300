import type { INodeParameters } from 'n8n-workflow';

import { oauthCredential } from './platform/platform';
import { runNode } from '../support/engine';
import { FORMS } from '../support/forms';
import { allRuns, HIGH_LEVEL_RUNS } from '../support/operationRuns';
import { useSandbox } from '../support/useSandbox';

describe.each(FORMS)('$form', ({ profile }) => {
	const sandbox = useSandbox({ profile });

	it.each(allRuns)('%s of %s', async (name, type, [parameters, item]) => {
		const [resource, operation] = name.split('.');
		sandbox.control.issueToken({ locationId: 'loc-harbor' });
		// With HighLevel, only an agency may list its locations.
		const level = resource === 'installedLocation' ? 'agency' : 'location';
		const credentials = {
			knowledgeApi: { baseUrl: sandbox.url },
			...oauthCredential(sandbox, { level }),
		};
		const { json, error } = await runNode({
			type,
			parameters: { resource, operation, ...parameters },
			credentials,
		});
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject(item);
	});
});

describe('highLevel alone', () => {
	const sandbox = useSandbox({ profile: 'highLevel' });
	const runs = Object.entries(HIGH_LEVEL_RUNS);
	const act = async (name: string, parameters: INodeParameters) => {
		const [resource, operation] = name.split('.');
		return await runNode({
			type: 'platform',
			parameters: { resource, operation, ...parameters },
			credentials: oauthCredential(sandbox),
		});
	};

	it.each(runs)('%s', async (name, [parameters, item]) => {
		const { json, error } = await act(name, parameters);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject(item);
	});

	it.each(runs)(
		'%s is refused in the form of the contract, before anything is sent',
		async (name, [parameters]) => {
			sandbox.control.setProfile('usual');
			const { error } = await act(name, parameters);
			expect(error?.message).toContain('works with HighLevel only');
			expect(sandbox.control.requests()).toEqual([]);
		},
	);
});
