import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { toFilledInText } from '../../../shared/looseValues';
import type { Operation } from '../../../shared/router';
import { parseDate } from '../../../shared/times';
import { lookUpList } from '../../records';

const properties: INodeProperties[] = [
	{
		displayName: 'Since',
		name: 'since',
		type: 'dateTime',
		default: '',
		placeholder: 'e.g. 2026-03-01',
		description:
			"Date (YYYY-MM-DD) of the oldest entries to get, that day included. A time is taken in the workflow's time zone and only its date counts. Leave empty for all entries.",
	},
];

/** `YYYY-MM-DD`, or undefined when the parameter is not set. */
function readSince(this: IExecuteFunctions, itemIndex: number): string | undefined {
	const since: unknown = this.getNodeParameter('since', itemIndex, '');
	if (since === null || since === undefined) return undefined;
	if (typeof since === 'string' && toFilledInText(since) === '') return undefined;
	try {
		return parseDate(since, this.getTimezone());
	} catch (error) {
		throw new NodeOperationError(this.getNode(), "'Since' is not a date", {
			description: error instanceof Error ? error.message : undefined,
			itemIndex,
		});
	}
}

/** Contract: get_changelog_since. */
export const getAll: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['changelogEntry'], operation: ['getAll'] } },
		properties,
	),
	async execute(itemIndex, run) {
		const since = readSince.call(this, itemIndex);
		return await lookUpList.call(this, run, '/v1/changelog', since === undefined ? {} : { since });
	},
	nothingFound(itemIndex) {
		const since = readSince.call(this, itemIndex);
		return since === undefined
			? 'The changelog holds no entries.'
			: `Nothing was changed on or after ${since}. Ask for an earlier date.`;
	},
};
