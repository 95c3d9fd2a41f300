import type { Operation } from '../../../items/operation';
import type { KnowledgeClient } from '../../../knowledgeApi/client';
import { lookupGhlFeature } from '../../../knowledgeApi/lookUps';
import { readSlug, slugField } from '../../fields';

export const get: Operation<KnowledgeClient> = {
	option: {
		name: 'Get',
		description: 'Get a feature and the plans that include it',
		action: 'Get a feature and the plans that include it',
		builderHint: {
			propertyHint: 'Use it for "which plan has it" questions. Needs the slug of the feature.',
		},
	},
	properties: [
		slugField(
			'e.g. workflow-builder',
			"The feature's slug, often the last part of its page's URL",
		),
	],
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const slug = readSlug(context, itemIndex);
		return await memoize(`feature ${slug}`, async () => await lookupGhlFeature(api, slug));
	},
};
