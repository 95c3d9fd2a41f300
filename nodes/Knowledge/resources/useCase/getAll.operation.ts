import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { toFilledInText } from '../../../shared/looseValues';
import type { Operation } from '../../../shared/router';
import { readText } from '../../fields';
import { lookUpList } from '../../records';

const properties: INodeProperties[] = [
	{
		displayName: 'Vertical',
		name: 'vertical',
		type: 'string',
		default: '',
		placeholder: 'e.g. dental',
		description: 'Slug of the industry to get the playbooks of. Leave empty for all industries.',
	},
];

function readVertical(this: IExecuteFunctions, itemIndex: number): string {
	return toFilledInText(readText.call(this, 'vertical', 'Vertical', itemIndex));
}

/** Contract: list_use_cases_by_vertical. */
export const getAll: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['useCase'], operation: ['getAll'] } },
		properties,
	),
	async execute(itemIndex, run) {
		const vertical = readVertical.call(this, itemIndex);
		return await lookUpList.call(this, run, '/v1/use-cases', vertical === '' ? {} : { vertical });
	},
	nothingFound(itemIndex) {
		const vertical = readVertical.call(this, itemIndex);
		return vertical === ''
			? 'The knowledge base holds no use case playbooks.'
			: `No use case playbook belongs to the vertical "${vertical}". Leave Vertical empty to see all playbooks and the verticals that they belong to.`;
	},
};
