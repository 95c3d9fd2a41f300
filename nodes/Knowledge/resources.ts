import { type IDataObject, type INodeProperties, NodeApiError } from 'n8n-workflow';

import { anyWords, type Kind, MAX_WORD, text, wholeNumber } from '../fields/valueKinds';
import { dateIn } from '../fields/timeKinds';
import { interpretText } from '../fields/modelMarks';
import { fieldOf } from '../fields/parameters';
import { limitField, limitFields, limitOf } from '../fields/limitFields';
import { pathSegment } from '../http/address';
import { type Operation, type Resources, upTo } from '../items/operation';
import type { KnowledgeClient } from '../knowledgeApi/client';
import { tryOr } from '../utils/tryOr';

type KnowledgeOperation = Operation<KnowledgeClient>;

/** Default and bounds of `search_recipes` in sandbox/openapi.yaml. */
const searchLimitField = fieldOf(wholeNumber(1, 50), {
	...limitField,
	default: 10,
	typeOptions: { minValue: 1, maxValue: 50 },
	displayOptions: undefined,
});

const QUERY = fieldOf(
	{ ...anyWords, enter: "the words to search for in 'Query'" },
	{
		displayName: 'Query',
		name: 'query',
		type: 'string',
		default: '',
		placeholder: 'e.g. book appointment',
		description: 'Words to search for',
		required: true,
	},
);

/** search_recipes */
const searchRecipes: KnowledgeOperation = {
	name: 'Search',
	description: 'Search the API and recipe pages',
	action: 'Search recipes',
	hint: 'Use it for "how do I" questions about the platform. Returns one item per page found.',
	properties: [QUERY, searchLimitField],
	isRead: true,
	async execute({ client, read, required }) {
		const limit = read(searchLimitField) ?? Number(searchLimitField.default);
		const query = { q: required(QUERY), limit };
		return upTo(
			query.limit,
			await client.list('/v1/recipes/search', query),
			`No recipe matches "${query.q}". Search again with fewer or more general words.`,
		);
	},
};

/** The last part of a path, or of a web address. */
function lastSegment(address: string): string {
	const [path] = address.split(/[?#]/);
	const segments = path.split('/').filter((segment) => segment !== '');
	return segments.at(-1) ?? '';
}

/** The slug that a language model means with words or an address: `Free Slot` and `https://…/free-slot/` are `free-slot`. */
function interpretSlug(written: unknown): unknown {
	const words = interpretText(written);
	if (typeof words !== 'string' || words.length > MAX_WORD) return words;
	const name = /\s/.test(words) ? words : lastSegment(words);
	const parts = name.toLowerCase().split(/[^\p{L}\p{N}.]+/u);
	const slug = parts.filter((part) => part !== '').join('-');
	// A dot at an end belongs to a sentence, or to a path.
	return slug.replace(/^[-.]+/, '').replace(/[-.]+$/, '') || words;
}

/** The contract's identifier of a record, as it stands in the address of the record's page. */
const slug: Kind<string> = {
	...anyWords,
	maxLength: MAX_WORD,
	what: 'a name as in a web address',
	enter: 'what stands for it in the URL of its page, often the last part, such as sub-account',
	interpret: interpretSlug,
	read(value) {
		const words = anyWords.read(value);
		if (words === undefined) return undefined;
		const canBeInPath = tryOr(() => pathSegment(words) !== '', false);
		return canBeInPath ? words : undefined;
	},
};

/** An operation that gets one record by its slug. */
interface LookUp {
	/** The path of the records. */
	folder: string;
	/** What the record is, for messages. */
	kind: string;
	/** What else may have such a name, for messages. */
	otherKind: string;
	/** A slug, for the placeholder. */
	example: string;
	/** As n8n's list shows it. */
	description: string;
	/** Tells a language model when to use it. */
	hint: string;
}

/** The plural of a singular name, and the singular of a plural one: the names of pages are sometimes one, sometimes the other. */
function inOtherNumber(slug: string): string {
	if (slug.endsWith('ies')) return `${slug.slice(0, -3)}y`;
	if (slug.endsWith('s')) return slug.slice(0, -1);
	return /[^aeiou]y$/.test(slug) ? `${slug.slice(0, -1)}ies` : `${slug}s`;
}

/**
 * A record by its slug. A language model cannot know whether a name is a plural, so for it, the other number is tried once.
 *
 * @param isTool true where a language model may have written the slug
 * @throws NodeApiError for the slug that was asked for
 */
async function recordBySlug(
	client: KnowledgeClient,
	{ folder, kind, otherKind }: LookUp,
	slug: string,
	isTool: boolean,
): Promise<IDataObject> {
	try {
		return await client.record(folder, slug, kind, otherKind);
	} catch (error) {
		const isMissing = error instanceof NodeApiError && error.httpCode === '404';
		if (isTool && isMissing) {
			const other = inOtherNumber(slug);
			const record = await client.record(folder, other, kind, otherKind).catch(() => undefined);
			if (record) return record;
		}
		// The first failure has the name that was asked for.
		return await Promise.reject(error as Error);
	}
}

/** Makes the operation of a look-up. */
function getBySlug(lookUp: LookUp): KnowledgeOperation {
	const { kind, example, description, hint } = lookUp;
	const field = fieldOf(slug, {
		displayName: 'Name in URL',
		name: 'slug',
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description: `What stands for the ${kind} in the URL of its page, often the last part`,
		required: true,
	});
	return {
		name: 'Get',
		description,
		action: description,
		hint,
		properties: [field],
		isRead: true,
		async execute({ client, isTool, required }) {
			return await recordBySlug(client, lookUp, required(field), isTool);
		},
	};
}

/** lookup_ghl_feature */
const getFeature = getBySlug({
	folder: '/v1/features',
	kind: 'feature',
	otherKind: 'glossary term',
	example: 'workflow-builder',
	description: 'Get a feature and the plans that include it',
	hint: 'Use it for "which plan has it" questions. Needs the name of the feature as in URLs, such as workflow-builder.',
});

/** get_glossary_term */
const getGlossaryTerm = getBySlug({
	folder: '/v1/glossary',
	kind: 'glossary term',
	otherKind: 'feature',
	example: 'sub-account',
	description: 'Get the definition of a term',
	hint: 'Use it for "what does it mean" questions. Needs the term as in URLs, such as sub-account.',
});

const INDUSTRY = fieldOf(
	{ ...text, interpret: interpretSlug },
	{
		displayName: 'Industry',
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
			{ displayName: 'By Name in URL', name: 'id', type: 'string', placeholder: 'e.g. dental' },
		],
	},
);

/** list_use_cases_by_vertical */
const getUseCases: KnowledgeOperation = {
	name: 'Get Many',
	description: 'Get use case playbooks for all industries or one',
	action: 'Get many use case playbooks by industry',
	hint: 'Use it for "what can a business like mine do" questions. Set Industry to its name in web addresses, such as dental or real-estate.',
	properties: [INDUSTRY, ...limitFields],
	isRead: true,
	async execute(call) {
		const vertical = call.read(INDUSTRY);
		const found = await call.client.list('/v1/use-cases', { vertical });
		const nothing =
			vertical === undefined
				? 'The knowledge base has no use case playbooks.'
				: `No use case playbook belongs to the industry "${vertical}". Leave 'Industry' empty to get all playbooks with their industries.`;
		return upTo(limitOf(call), found, nothing);
	},
};

const SINCE: INodeProperties = {
	displayName: 'Since',
	name: 'since',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-03-01',
	description:
		'First date to include, as YYYY-MM-DD. Leave empty for all entries, of which an AI agent gets the newest 10.',
	typeOptions: { dateOnly: true },
};

/** How many entries a language model gets that names no date: the whole changelog would fill its memory. */
const MAX_NEWEST = 10;

/** get_changelog_since: `YYYY-MM-DD`, that day included */
const getChangelogEntries: KnowledgeOperation = {
	name: 'Get Many',
	description: 'Get changelog entries, all or since a date',
	action: 'Get many changelog entries since a date',
	hint: 'Use it for "what is new" questions and digests. Set Since to the date of the last run.',
	properties: [SINCE, ...limitFields],
	isRead: true,
	howToSeeMore: "To see others, ask again with another day in 'Since'.",
	async execute(call) {
		const since = call.read(fieldOf(dateIn(call.timezone()), SINCE));
		const found = await call.client.list('/v1/changelog', { since });
		const nothing =
			since === undefined
				? 'The changelog has no entries.'
				: `There are no changelog entries on or after ${since}. Set 'Since' to an earlier date.`;
		const limit = limitOf(call);
		if (since !== undefined || !call.isTool) return upTo(limit, found, nothing);
		const newestFirst = [...found].sort((a, b) => String(b.date).localeCompare(String(a.date)));
		return upTo(Math.min(limit, MAX_NEWEST), newestFirst, nothing);
	},
};

/** Each resource and operation that the node offers, those most used first. */
export const resources: Resources<KnowledgeClient> = {
	recipe: { name: 'Recipe', operations: { search: searchRecipes } },
	feature: { name: 'Feature', operations: { get: getFeature } },
	useCase: { name: 'Use Case', operations: { getAll: getUseCases } },
	glossaryTerm: { name: 'Glossary Term', operations: { get: getGlossaryTerm } },
	changelogEntry: { name: 'Changelog Entry', operations: { getAll: getChangelogEntries } },
};
