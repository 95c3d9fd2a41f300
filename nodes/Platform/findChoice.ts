import {
	type IDataObject,
	type INodeProperties,
	isResourceLocatorValue,
	NodeOperationError,
} from 'n8n-workflow';

import { entriesOf, nameWithId } from '../fields/lists';
import type { Field } from '../fields/parameters';
import { isDeleted, readId, readText } from '../http/body';
import type { PlatformClient } from '../platformApi/client';
import { type Choice, choicesOf } from '../platformApi/pickLists';

/** The lists of the location, by the methods that show them in the editor. */
const LIST_OF_METHOD: Partial<Record<string, Choice>> = {
	searchCalendars: 'calendarId',
	searchLostReasons: 'lostReasonId',
	searchPipelines: 'pipelineId',
	searchStages: 'pipelineStageId',
	searchUsers: 'assignedTo',
	searchWorkflows: 'workflowId',
};

/** The list that a field shows in the editor; undefined for a field that is not chosen from a list of the location. */
export function listOfField({ modes = [] }: INodeProperties): Choice | undefined {
	for (const { typeOptions } of modes) {
		const list = LIST_OF_METHOD[typeOptions?.searchListMethod ?? ''];
		if (list !== undefined) return list;
	}
	return undefined;
}

/** True for the value of a list in the editor, which is an ID. @param entered as n8n gives it */
export function isChosenInEditor(entered: unknown): boolean {
	return isResourceLocatorValue(entered) && entered.mode === 'list';
}

/** More would hide what the message says. */
const MAX_NAMED = 20;

const comparable = (name: string): string => name.trim().toLowerCase();

/** Where a value is chosen from. */
interface ChoicePlace {
	list: Choice;
	locationId: string;
	/** Of stages: those of this pipeline count, else those of all. */
	pipelineId?: unknown;
	/** True for the filter of a read, which changes nothing in any case: its refusal does not say so. */
	isFilter: boolean;
}

/**
 * The ID of the record that somebody has chosen by its ID or its name, which an expression may give. The list is read once a
 * run; where it cannot be read, the value is the ID.
 *
 * @throws NodeOperationError for a value that is not in the list, and for a name of several; it names those that are there
 */
export async function findChoice(
	client: PlatformClient,
	{ displayName }: Field,
	value: string,
	{ list, locationId, pipelineId, isFilter }: ChoicePlace,
): Promise<string> {
	// Without the scope to read the list, the platform decides.
	const all = await choicesOf(client, list, locationId, pipelineId).catch(() => []);
	const records = all.filter((record) => readId(record) !== undefined && !isDeleted(record));
	if (records.length === 0 || records.some((record) => readId(record) === value)) return value;
	const named = records.filter((record) => hasName(record, value));
	const [found] = named;
	if (named.length === 1) return readId(found) ?? value;
	const choices = entriesOf(named.length > 1 ? named : records);
	const names = choices.slice(0, MAX_NAMED).map((choice) => nameWithId(choice));
	const outcome = isFilter ? '' : 'Nothing was changed. ';
	if (named.length > 1) {
		const isOfAnyPipeline = list === 'pipelineStageId' && pipelineId === undefined;
		const way = isOfAnyPipeline ? "Fill in 'Pipeline', too, or use" : 'Use';
		throw new NodeOperationError(
			client.node,
			`'${displayName}' is the name of ${named.length} in its list: '${value}'`,
			{ description: `${outcome}${way} the ID of one of these: ${names.join(', ')}.` },
		);
	}
	throw new NodeOperationError(client.node, `'${displayName}' is not in its list: '${value}'`, {
		description: `${outcome}Use the name or ID of one of these: ${names.join(', ')}.`,
	});
}

/** True where the record is called so, in whatever case. */
function hasName(record: IDataObject, name: string): boolean {
	const own = readText(record, 'name', 'title');
	return own !== undefined && comparable(own) === comparable(name);
}
