import type { IExecuteFunctions } from 'n8n-workflow';

import { limited, limitFields } from '../../../items/limit';
import { toFilledInText } from '../../../items/looseValues';
import type { Operation } from '../../../items/operation';
import type { KnowledgeClient } from '../../../knowledgeApi/client';
import { listUseCasesByVertical } from '../../../knowledgeApi/lookUps';
import { readConcurrency } from '../../options';

function readVertical(this: IExecuteFunctions, itemIndex: number): string {
	return toFilledInText(this.getNodeParameter('vertical', itemIndex, '', { extractValue: true }));
}

export const getAll: Operation<KnowledgeClient> = {
	option: {
		name: 'Get Many',
		description: 'Get use case playbooks for all industries or one',
		action: 'Get many use case playbooks by industry',
		builderHint: {
			propertyHint:
				'Use it for "what can a business like mine do" questions. Set Vertical to the slug of the industry.',
		},
	},
	properties: [
		{
			displayName: 'Vertical',
			name: 'vertical',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description: 'Industry of the playbooks. Leave empty for all.',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'e.g. dental',
					typeOptions: { searchListMethod: 'searchVerticals', searchable: true },
				},
				{
					displayName: 'By Slug',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. dental',
				},
			],
		},
		...limitFields,
	],
	concurrency: readConcurrency,
	async execute(itemIndex, { api, memoize }) {
		const vertical = readVertical.call(this, itemIndex);
		const useCases = await memoize(`useCases ${vertical}`, async () =>
			await listUseCasesByVertical(api, vertical),
		);
		return limited.call(this, useCases, itemIndex);
	},
	nothingFound(itemIndex) {
		const vertical = readVertical.call(this, itemIndex);
		return vertical === ''
			? 'The knowledge base has no use case playbooks.'
			: `No use case playbook belongs to the vertical "${vertical}". Leave 'Vertical' empty to get all playbooks with their verticals.`;
	},
};
