import type { WorkflowDraft } from '../../../runtime/api';
import { withCredentials } from '../../../runtime/examples';

const node = (name: string, credentials?: WorkflowDraft['nodes'][number]['credentials']) => ({
	id: name,
	name,
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
	...(credentials && { credentials }),
});

describe('withCredentials', () => {
	it('fills in what is given for a type, and leaves other types empty', () => {
		const draft: WorkflowDraft = {
			name: 'Example',
			nodes: [
				node('Plain'),
				node('Two', {
					knowledgeApi: { id: null, name: 'Knowledge account' },
					openAiApi: { id: null, name: 'OpenAi account' },
				}),
			],
			connections: {},
		};
		const before = structuredClone(draft);
		const filled = withCredentials(draft, [{ id: 'c1', name: 'Mine', type: 'knowledgeApi' }]);
		expect(filled.nodes[0]).toEqual(node('Plain'));
		expect(filled.nodes[1].credentials).toEqual({ knowledgeApi: { id: 'c1', name: 'Mine' } });
		expect(draft).toEqual(before);
	});
});
