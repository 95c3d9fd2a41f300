import type { IExecuteFunctions } from 'n8n-workflow';

import { limited, limitFields } from '../../../fields/limit';
import { listField } from '../../../fields/lists';
import { toFilledInText } from '../../../fields/parameters';
import type { Operation } from '../../../items/operation';
import type { KnowledgeClient } from '../../../knowledgeApi/client';
import { listUseCasesByVertical } from '../../../knowledgeApi/lookUps';

function readVertical(context: IExecuteFunctions, itemIndex: number): string {
	return toFilledInText(context.getNodeParameter('vertical', itemIndex, '', { extractValue: true }));
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
		listField(
			{
				displayName: 'Vertical',
				name: 'vertical',
				description: 'Industry of the playbooks. Leave empty for all.',
			},
			{ method: 'searchVerticals', placeholder: 'e.g. dental' },
			{ displayName: 'By Slug', placeholder: 'e.g. dental' },
		),
		...limitFields,
	],
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const vertical = readVertical(context, itemIndex);
		const useCases = await memoize(`useCases ${vertical}`, async () =>
			await listUseCasesByVertical(api, vertical),
		);
		return limited(context, useCases, itemIndex);
	},
	nothingFound(context, itemIndex) {
		const vertical = readVertical(context, itemIndex);
		return vertical === ''
			? 'The knowledge base has no use case playbooks.'
			: `No use case playbook belongs to the vertical "${vertical}". Leave 'Vertical' empty to get all playbooks with their verticals.`;
	},
};
