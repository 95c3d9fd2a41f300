import { oauthCredential } from './platform/platform';
import { runNode } from '../support/engine';
import { allRuns } from '../support/operationRuns';
import { useSandbox } from '../support/useSandbox';

const sandbox = useSandbox();

it.each(allRuns)('%s of %s', async (name, type, [parameters, item]) => {
	const [resource, operation] = name.split('.');
	const credentials = { knowledgeApi: { baseUrl: sandbox.url }, ...oauthCredential(sandbox) };
	const { json, error } = await runNode({ type, parameters: { resource, operation, ...parameters }, credentials });
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject(item);
});
