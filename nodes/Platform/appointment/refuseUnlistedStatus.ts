import { modelArgumentOf } from '../../fields/modelArguments';
import { oneOf } from '../../fields/valueKinds';
import type { Field } from '../../fields/parameters';
import { fieldsOf } from '../../http/body';
import { isCanceled } from '../../platformApi/appointmentReads';
import type { LocatedFields } from '../platformOperation';
import { statusField, STATUSES } from './settings';

/** A status by its value or its label, as people write it. */
const KNOWN_STATUS = oneOf(
	STATUSES.map(({ value }) => value),
	STATUSES.map(({ name }) => name),
);

/**
 * Refuses a status that a model sets and that the description of its argument does not list: a tool to mark who came is none
 * to cancel with.
 *
 * @param within the collection in which the status stands
 * @throws NodeOperationError, unsent
 */
export function refuseUnlistedStatus(
	{ isTool, node, refuse }: LocatedFields,
	status: string | undefined,
	within?: Field,
): void {
	const parameters = within ? fieldsOf(node.parameters[within.name]) : node.parameters;
	const argument = modelArgumentOf(parameters[statusField.name]);
	if (!isTool || status === undefined || !argument) return;
	const statuses = statusesForModel(argument.description);
	if (statuses.includes(status)) return;
	const list = statuses.join(', ');
	throw refuse(
		`'${statusField.displayName}' must be one of ${list}, not '${status}'`,
		isCanceled({ status })
			? 'To cancel an appointment, use the tool that cancels.'
			: `Use one of ${list}.`,
	);
}

/**
 * The statuses that a language model may set: those that the description of its argument lists, such as "showed or noshow".
 * Where it lists none, all but Canceled, which belongs to the tool that asks for a confirmation.
 */
function statusesForModel(description: string): string[] {
	const listed = new Set<string>();
	for (const sentence of description.split(/[.;!?\n]/)) {
		// A status behind the word never is not listed: showed or noshow, never cancelled.
		const [affirmed] = sentence.split(NEGATION);
		for (const part of affirmed.split(SEPARATORS)) {
			const status = statusIn(part.trim());
			if (status !== undefined) listed.add(status);
		}
	}
	const statuses = STATUSES.map(({ value }) => value);
	if (listed.size > 0) return statuses.filter((status) => listed.has(status));
	return statuses.filter((status) => !isCanceled({ status }));
}

const NEGATION = /\b(?:not|never|except|excluding|without|cannot|don't|nor)\b/i;
const SEPARATORS = /[,:|/()[\]{}"'`=]|\b(?:or|and)\b/i;

/** The status that a part of a list names, such as `showed`, `one of showed` or `No-Show if nobody came`. */
function statusIn(part: string): string | undefined {
	const whole = KNOWN_STATUS.read(part);
	if (whole !== undefined) return whole;
	const words = part.split(/\s+/);
	const ends = [
		words.slice(0, 2).join(' '),
		words.slice(-2).join(' '),
		words[0],
		words[words.length - 1],
	];
	for (const end of ends) {
		const status = KNOWN_STATUS.read(end);
		// "the new status" lists none.
		if (status !== undefined && status !== 'new') return status;
	}
	return undefined;
}
