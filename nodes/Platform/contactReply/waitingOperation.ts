import type { INodeProperties } from 'n8n-workflow';
import { nowIn } from '../../fields/timeKinds';
import { numberWithin, onOrOff } from '../../fields/valueKinds';
import { fieldOf, OPTIONS } from '../../fields/parameters';
import { rememberWait } from '../../n8n/waitingExecution';
import {
	type Definition,
	operation,
	type PlatformCall,
	type PlatformOperation,
} from '../platformOperation';
import type { ReadPage } from './contactPage';

const DEFAULT_HOURS = 72;
const HOURS_OF_A_YEAR = 8_784;
const HOUR_MS = 3_600_000;

/** The page ends first: a decision of the last second takes as long as the platform does, and n8n drops what comes after the wait. */
const GRACE_MS = 120_000;

const hours = numberWithin(
	`more than 0 and at most ${HOURS_OF_A_YEAR} (one year)`,
	Number.MIN_VALUE,
	HOURS_OF_A_YEAR,
);
const LIMIT = fieldOf(hours, {
	displayName: 'Limit Wait Time (Hours)',
	name: 'waitHours',
	type: 'number',
	default: DEFAULT_HOURS,
	typeOptions: { minValue: 0 },
	description:
		'How long to wait for a decision. Without this option, an offer is open for three days, and a question until the appointment begins.',
});

/** What differs between the operations that wait. */
interface WaitingDefinition extends Omit<Definition, 'execute'> {
	/** The field of the output by which a workflow knows that the contact has decided. */
	outcomeField: string;
	/** Refuses fields that cannot be used before anybody opens the page. */
	readPage: ReadPage;
}

/** An operation that makes the execution wait; `respondToContact.ts` serves the page, and a decision ends the wait. */
export function waitingOperation(waiting: WaitingDefinition): PlatformOperation {
	const { outcomeField, readPage, ...definition } = waiting;
	const { name, properties, options = [] } = definition;
	const notice: INodeProperties = {
		displayName: `Send the link <code>{{ $execution.resumeUrl }}</code> in a node before this one; nodes that wait in parallel branches would share it. After the time limit, the item has no '${outcomeField}': check that in a node after it.`,
		name: `${outcomeField}Notice`,
		type: 'notice',
		default: '',
	};
	return operation({
		...definition,
		rights: ['readCalendars', 'writeAppointments', 'readAppointments'],
		// A model cannot wait for a person.
		displayOptions: { hide: { '@tool': [true] } },
		properties: [notice, ...properties],
		options: [...options, LIMIT],
		async execute(call) {
			const { context, isTool, read, refuse } = call;
			if (isTool)
				throw refuse(
					`'${name}' cannot be an agent's tool`,
					'Use another tool where one fits, else tell the person.',
				);
			refuseSeveralItems(call, name);
			const { appointment, zone } = await readPage(call, 'toCheckContact');
			const now = Date.now();
			if (appointment && appointment.start <= now) {
				throw refuse(
					"'Start' has passed",
					`Ask about an appointment that is still to come. ${nowIn(zone)}`,
				);
			}
			const [{ json }] = context.getInputData();
			refuseDecidedItem(call, json[outcomeField], outcomeField);
			warnBehindFormTrigger(call);

			const limit = read(LIMIT, OPTIONS) ?? (appointment ? HOURS_OF_A_YEAR : DEFAULT_HOURS);
			const end = new Date(Math.min(now + limit * HOUR_MS, appointment?.start ?? Infinity));
			// The editor shows this link while the execution waits.
			context.setMetadata({
				resumeUrl: String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)),
			});
			rememberWait(context, new Date(now), end);
			await context.putExecutionToWait(new Date(end.getTime() + GRACE_MS));
			return json;
		},
	});
}

function refuseSeveralItems({ context, refuse }: PlatformCall, name: string): void {
	const { length } = context.getInputData();
	if (length <= 1) return;
	throw refuse(
		`'${name}' takes one item at a time and got ${length}`,
		'An execution has one page. To offer one of the slots of a Slot Trigger, put a Limit node before it. Otherwise, put a Loop Over Items node with a batch size of 1 before it, and send the link inside the loop.',
	);
}

/** After the limit n8n passes the item on as it is, and nobody could tell it from a decision. */
function refuseDecidedItem({ refuse }: PlatformCall, outcome: unknown, outcomeField: string): void {
	// A text such as 'false' is no decision either.
	const isDecided = onOrOff.read(outcome) ?? outcome;
	if (!isDecided) return;
	throw refuse(
		`The input already has '${outcomeField}', so a timeout could not be detected`,
		`Remove '${outcomeField}' with an Edit Fields node before this one.`,
	);
}

function warnBehindFormTrigger({ context, node }: PlatformCall): void {
	const nodesBefore = context.getParentNodes(node.name);
	if (!nodesBefore.some(({ type }) => type === 'n8n-nodes-base.formTrigger')) return;
	const message =
		'Whoever fills in the Form Trigger sees its own confirmation, not this page. Send the link, or start with a Webhook node.';
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
}
