import { fieldsAt, OPTIONS } from '../../../fields/parameters';
import { cancelAppointment } from '../../../platformApi/appointments';
import { operation } from '../../operation';
import { appointmentIdField, treatAsDoneOption } from '../../appointment/fields';
import { cancelWording } from '../../appointment/wording';
import { changed, once, partiesOf } from '../../appointment/memory';
import { unknownOutcomeOption } from '../../appointment/unknownOutcome';

const alreadyCanceledOption = treatAsDoneOption(
	'When Already Canceled',
	'whenAlreadyCanceled',
	'alreadyCanceled: true',
	'What to do when no appointment has this ID, even if it was mistyped',
);

/** A cancellation is about no slot. */
const NO_SLOT = { start: 0, end: 0 };

export const cancel = operation({
	name: 'Cancel',
	description: "Cancel an appointment. Also runs the platform's own workflows for appointment status changes.",
	action: 'Cancel appointment',
	hint: 'Needs the appointmentId that Book returned.',
	properties: [appointmentIdField],
	options: [unknownOutcomeOption, alreadyCanceledOption],
	async execute(context, itemIndex, { api }) {
		const { read, required } = fieldsAt(context, itemIndex);
		const appointmentId = required(appointmentIdField);
		const isFineBefore = read(alreadyCanceledOption, OPTIONS) === 'done';
		const write = async () => await cancelAppointment(api, appointmentId, cancelWording(appointmentId));
		const call = { context, itemIndex, purpose: { appointmentId }, wanted: NO_SLOT, write };
		return await once({ ...call, refusedWhenDone: 'gone' }, async (send) => {
			const ended = await send(NO_SLOT);
			if (ended.kind !== 'done' && !(ended.kind === 'gone' && isFineBefore)) throw ended.error;
			const item = { canceled: true, appointmentId, ...partiesOf(context, itemIndex, appointmentId) };
			changed(appointmentId);
			return ended.kind === 'done' && !ended.isEarlier ? item : { ...item, alreadyCanceled: true };
		});
	},
});
