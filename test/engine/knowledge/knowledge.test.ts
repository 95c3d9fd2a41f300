import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

async function lookUp(parameters: INodeParameters) {
	const credential = { baseUrl: sandbox.url, headerName: 'X-API-Key', headerValue: 'k-3f9a7c' };
	return await runNode({
		type: 'knowledge',
		parameters,
		credentials: { knowledgeApi: credential },
	});
}

it('sends what was typed, and the header of the credential', async () => {
	const q = 'what? a&b=c #1 +50% ü';
	await lookUp({ resource: 'recipe', operation: 'search', query: ` ${q}` });
	const headers = { 'x-api-key': 'k-3f9a7c' };
	expect(sandbox.requests()).toMatchObject([
		{ path: '/v1/recipes/search', query: { q, limit: '10' }, headers },
	]);
});
