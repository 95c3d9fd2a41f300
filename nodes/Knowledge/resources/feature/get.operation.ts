import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from '../../../shared/router';
import { readSlug, slugField } from '../../fields';
import { lookUpRecord } from '../../records';

const properties: INodeProperties[] = [
	slugField(
		'e.g. workflow-builder',
		"Identifier of the feature: the last part of its page's address, lower-case words joined by hyphens",
	),
];

/** Contract: lookup_ghl_feature. */
export const get: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['feature'], operation: ['get'] } },
		properties,
	),
	async execute(itemIndex, run) {
		const { slug, segment } = readSlug.call(this, itemIndex);
		return await lookUpRecord.call(this, run, `/v1/features/${segment}`, { kind: 'feature', slug });
	},
};
