import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Operation, Run } from '../../../items/operation';
import { cancelAppointment } from '../../../platformApi/appointments';
import type { PlatformClient } from '../../../platformApi/client';
import { APPOINTMENT_ID, appointmentIdField } from '../../fields/appointmentId';
import { requiredText } from '../../parameters';
import { lostAnswerOption, PAUSE_MS } from './lostAnswer';

async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
	{ api: client }: Run<PlatformClient>,
): Promise<IDataObject> {
	const eventId = requiredText.call(this, APPOINTMENT_ID, itemIndex);
	const options = this.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const outcome = await cancelAppointment(client, eventId);
	if (outcome.kind === 'done') return { deleted: true, eventId };
	if (outcome.kind === 'unknown') {
		if (options.ifAnswerLost !== 'findOut') throw outcome.error;
		await sleep(PAUSE_MS);
		const repeat = await cancelAppointment(client, eventId).catch(() => {
			throw outcome.error;
		});
		// Nothing left to cancel: the first request was carried out.
		if (repeat.kind === 'done' || repeat.kind === 'gone') return { deleted: true, eventId };
		throw outcome.error;
	}
	if (options.whenAlreadyCancelled !== 'done' || outcome.kind !== 'gone') throw outcome.error;
	return { deleted: true, eventId, alreadyCanceled: true };
}

export const cancel: Operation<PlatformClient> = {
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
				lostAnswerOption,
				{
					displayName: 'When Already Canceled',
					name: 'whenAlreadyCancelled',
					type: 'options',
					options: [
						{
							name: 'Stop',
							value: 'stop',
							description: 'Stop with a message',
						},
						{
							name: 'Treat as Done',
							value: 'done',
							description: 'Return an item with deleted: true and alreadyCanceled: true',
						},
					],
					default: 'stop',
					description: 'What to do when the platform does not find the appointment',
				},
			],
		},
	],
	execute,
};
