import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { requiredText } from '../../../fields/parameters';
import { cancelAppointment } from '../../../platformApi/appointments';
import type { PlatformOperation, PlatformRun } from '../../operation';
import { appointmentIdField, treatAsDoneOption } from './booking';
import { sendAgain, sendsOnceMore, unknownOutcomeOption } from './unknownOutcome';

async function execute(
	context: IExecuteFunctions,
	itemIndex: number,
	{ api: client }: PlatformRun,
): Promise<IDataObject> {
	const eventId = requiredText(context, appointmentIdField, itemIndex);
	const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const send = async () => await cancelAppointment(client, eventId);
	const outcome = await send();
	if (outcome.kind === 'done') return { deleted: true, eventId };
	if (outcome.kind === 'unknown' && sendsOnceMore(options)) {
		const repeat = await sendAgain(send, outcome.error);
		// Nothing left to cancel: the first request was carried out.
		if (repeat.kind === 'done' || repeat.kind === 'gone') return { deleted: true, eventId };
	}
	if (options.whenAlreadyCancelled !== 'done' || outcome.kind !== 'gone') throw outcome.error;
	return { deleted: true, eventId, alreadyCanceled: true };
}

export const cancel: PlatformOperation = {
	option: {
		name: 'Cancel',
		description:
			"Cancel an appointment. Also runs the account's workflows for appointment status changes.",
		action: 'Cancel an appointment',
		builderHint: {
			propertyHint: 'Needs the eventId that Book returned. Returns deleted: true.',
		},
	},
	properties: [
		appointmentIdField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				unknownOutcomeOption,
				treatAsDoneOption(
					{ displayName: 'When Already Canceled', name: 'whenAlreadyCancelled' },
					'deleted: true and alreadyCanceled: true',
					'What to do when the platform does not find the appointment, also because the ID is mistyped',
				),
			],
		},
	],
	execute,
};
