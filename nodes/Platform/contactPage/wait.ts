import { type INodeProperties, WAIT_INDEFINITELY } from 'n8n-workflow';

import { choiceField, dateTimeField, noticeField, numberField, switchField } from '../../fields/declare';
import { numberWithin, oneOf, onOrOff } from '../../fields/kinds';
import { instantOf, isOn, type ParameterContext, refuserFor, valueOf } from '../../fields/parameters';
import { runsAsTool } from '../../n8n/agentTool';
import { rememberEnd } from '../../n8n/waitingExecution';
import { operation } from '../operation';
import type { ReadPage } from './pageFields';

const MS_OF_UNIT = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

const shownFor = (limitType: string) => ({ show: { limitWaitTime: [true], limitType: [limitType] } });

const LIMIT = switchField('Limit Wait Time', 'limitWaitTime', true, {
	description: 'Whether to continue without a decision after a time limit. Otherwise, the execution waits indefinitely.',
});

const TYPE = choiceField('Limit Type', 'limitType', 'afterTimeInterval', {
	options: [
		{ name: 'After Time Interval', value: 'afterTimeInterval', description: 'Wait for a certain amount of time' },
		{ name: 'At Specified Time', value: 'atSpecifiedTime', description: 'Wait until a date and time' },
	],
	description: 'How to set the limit',
	displayOptions: { show: { limitWaitTime: [true] } },
});

const AMOUNT = numberField('Amount', 'resumeAmount', 3, {
	typeOptions: { minValue: 0 },
	description: 'How long to wait',
	displayOptions: shownFor('afterTimeInterval'),
});

const UNIT = choiceField('Unit', 'resumeUnit', 'days', {
	options: [{ name: 'Minutes', value: 'minutes' }, { name: 'Hours', value: 'hours' }, { name: 'Days', value: 'days' }],
	description: "Unit of 'Amount'",
	displayOptions: shownFor('afterTimeInterval'),
});

const MOMENT = dateTimeField('Max Date and Time', 'maxDateAndTime', {
	required: true,
	placeholder: 'e.g. 2027-03-08 18:00',
	description: "When to continue without a decision. Without an offset, 'Time Zone' applies.",
	displayOptions: shownFor('atSpecifiedTime'),
});

/** The same fields as those of n8n's Wait node. */
export const waitLimitFields: INodeProperties[] = [LIMIT, TYPE, AMOUNT, UNIT, MOMENT];

/** Not every database that n8n runs on can store later dates. */
const MAX_MS = 10 * 366 * MS_OF_UNIT.days;

/**
 * When the execution continues without a decision; undefined for never.
 *
 * @param zone of a date and time without an offset
 * @throws NodeOperationError for a limit that cannot be used or has passed
 */
function limitOf(context: ParameterContext, itemIndex: number, zone: string): Date | undefined {
	if (!isOn(context, LIMIT, itemIndex, true)) return undefined;
	const isTime = valueOf(context, TYPE, itemIndex, oneOf('afterTimeInterval', 'atSpecifiedTime')) === 'atSpecifiedTime';
	const unit = valueOf(context, UNIT, itemIndex, oneOf('minutes', 'hours', 'days')) ?? 'days';
	const duration = isTime
		? instantOf(context, MOMENT, itemIndex, zone) - Date.now()
		: (valueOf(context, AMOUNT, itemIndex, numberWithin('a number', -Infinity, Infinity)) ?? 0) * MS_OF_UNIT[unit];
	if (duration > 0 && duration <= MAX_MS) return new Date(Date.now() + duration);
	const what = isTime ? `'${MOMENT.displayName}' must be a time` : `'${AMOUNT.displayName}' must be more than 0 and`;
	throw refuserFor(context, itemIndex)(`${what} within the next ten years`, "Set another limit, or turn off 'Limit Wait Time'.");
}

type Definition = Parameters<typeof operation>[0];

/** What differs between the operations that wait. */
interface Waiting extends Pick<Definition, 'name' | 'description' | 'action' | 'options' | 'properties'> {
	/** What its one item is, for a model that builds a workflow. */
	takes: string;
	toolsInstead: string;
	/** The field of the output by which a workflow knows that the contact has decided, and the node that looks at it. */
	outcome: string;
	checkedBy: string;
	/** Refuses fields that cannot be used, which contacts would be told of otherwise. */
	read: ReadPage;
}

/** An operation that makes the execution wait; `webhook.ts` serves the page and ends the wait. */
export function waitingOperation(waiting: Waiting) {
	const { name, description, action, takes, toolsInstead, outcome, checkedBy, properties, options, read } = waiting;
	const notice = noticeField(
		`Send the link <code>{{ $execution.resumeUrl }}</code> to the contact in a node before this one. After the time limit, the item continues without '${outcome}', so check that with ${checkedBy} node.`,
		`${outcome}Notice`,
	);
	return operation({
		name,
		description,
		action,
		hint: `Send $execution.resumeUrl to the contact in a node before it: that is the address of the page. Takes one item${takes}. After the time limit, the item continues without ${outcome}.`,
		// A model cannot wait for a person.
		displayOptions: { hide: { '@tool': [true] } },
		properties: [notice, ...properties],
		options,
		async execute(context, itemIndex, { api: client }) {
			const refuse = refuserFor(context, itemIndex);
			if (runsAsTool(context.getNode())) throw refuse(`'${name}' cannot be an agent's tool`, toolsInstead);
			const items = context.getInputData();
			if (items.length > 1) {
				throw refuse(
					`'${name}' takes one item at a time and got ${items.length}`,
					'An execution has one page. Put a Loop Over Items node with a batch size of 1 before it, and send the link inside the loop.',
				);
			}
			const { json } = items[itemIndex];
			const page = await read(context, itemIndex, client);
			if (page.appointment && page.appointment.start <= Date.now()) {
				throw refuse("'Start' has passed", 'Ask about an appointment that is still to come.');
			}
			if (context.getParentNodes(context.getNode().name).some(({ type }) => type === 'n8n-nodes-base.formTrigger')) {
				const message = 'Visitors of the Form Trigger see its own confirmation, not this page. Send them the link, or start with a Webhook node.';
				context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
			}
			const end = limitOf(context, itemIndex, page.zone);
			// After the limit n8n passes the item on as it is, and nobody could tell it from a decision.
			if (end && (onOrOff.read(json[outcome]) ?? json[outcome])) {
				throw refuse(
					`The input already has '${outcome}', so a timeout could not be detected`,
					`Remove '${outcome}' with an Edit Fields node before this one, or turn off 'Limit Wait Time'.`,
				);
			}
			// Nothing is read before the wait: whoever opens the link as soon as it is sent would meet n8n's message.
			// The editor shows it while the execution waits.
			context.setMetadata({ resumeUrl: String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)) });
			rememberEnd(context, end);
			await context.putExecutionToWait(end ?? WAIT_INDEFINITELY);
			return json;
		},
	});
}
