import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from '../../../shared/router';
import { readSlug, slugField } from '../../fields';
import { lookUpRecord } from '../../records';

const properties: INodeProperties[] = [
	slugField(
		'e.g. sub-account',
		"Identifier of the term: the last part of its page's address, lower-case words joined by hyphens",
	),
];

/** Contract: get_glossary_term. */
export const get: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['glossaryTerm'], operation: ['get'] } },
		properties,
	),
	async execute(itemIndex, run) {
		const { slug, segment } = readSlug.call(this, itemIndex);
		const target = { kind: 'glossary term', slug };
		return await lookUpRecord.call(this, run, `/v1/glossary/${segment}`, target);
	},
};
