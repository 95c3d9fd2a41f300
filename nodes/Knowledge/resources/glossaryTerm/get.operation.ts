import type { Operation } from '../../../items/operation';
import type { KnowledgeClient } from '../../../knowledgeApi/client';
import { getGlossaryTerm } from '../../../knowledgeApi/lookUps';
import { readSlug, slugField } from '../../fields';

export const get: Operation<KnowledgeClient> = {
	option: {
		name: 'Get',
		description: 'Get the definition of a term',
		action: 'Get the definition of a term',
		builderHint: {
			propertyHint: 'Use it for "what does it mean" questions. Needs the slug of the term.',
		},
	},
	properties: [
		slugField(
			'e.g. sub-account',
			"The term's slug, often the last part of its page's URL",
		),
	],
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const slug = readSlug(context, itemIndex);
		return await memoize(`glossaryTerm ${slug}`, async () => await getGlossaryTerm(api, slug));
	},
};
