import { oauthCredential } from './platform/platform';
import { runNode } from '../support/engine';
import { FORMS } from '../support/forms';
import { allRuns } from '../support/operationRuns';
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
