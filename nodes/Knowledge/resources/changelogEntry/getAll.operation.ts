import type { IExecuteFunctions } from 'n8n-workflow';

import { limited, limitFields } from '../../../fields/limit';
import { refuserFor, toFilledInText } from '../../../fields/parameters';
import type { Operation } from '../../../items/operation';
import type { KnowledgeClient } from '../../../knowledgeApi/client';
import { getChangelogSince } from '../../../knowledgeApi/lookUps';
import { parseDate } from '../../../time/times';

/** `YYYY-MM-DD`, or undefined when the parameter is not set. */
function readSince(context: IExecuteFunctions, itemIndex: number): string | undefined {
	const since: unknown = context.getNodeParameter('since', itemIndex, '');
	if (since === null || since === undefined) return undefined;
	if (typeof since === 'string' && toFilledInText(since) === '') return undefined;
	try {
		return parseDate(since, context.getTimezone());
	} catch (error) {
		throw refuserFor(context, itemIndex)("'Since' is not a date", (error as Error).message);
	}
}

export const getAll: Operation<KnowledgeClient> = {
	option: {
		name: 'Get Many',
		description: 'Get changelog entries, all or since a date',
		action: 'Get many changelog entries since a date',
		builderHint: {
			propertyHint:
				'Use it for "what is new" questions and digests. Set Since to the date of the last run.',
		},
	},
	properties: [
		{
			displayName: 'Since',
			name: 'since',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			placeholder: 'e.g. 2026-03-01',
			description:
				'First date to include, as YYYY-MM-DD. Leave empty for all entries.',
		},
		...limitFields,
	],
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const since = readSince(context, itemIndex);
		const entries = await memoize(`changelog ${since}`, async () => await getChangelogSince(api, since));
		return limited(context, entries, itemIndex);
	},
	nothingFound(context, itemIndex) {
		const since = readSince(context, itemIndex);
		return since === undefined
			? 'The changelog has no entries.'
			: `There are no changelog entries on or after ${since}. Set 'Since' to an earlier date.`;
	},
};
