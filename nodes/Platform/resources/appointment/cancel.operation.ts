import { optionsField } from '../../../fields/account';
import { requiredText } from '../../../fields/parameters';
import { cancelAppointment } from '../../../platformApi/appointments';
import { operation } from '../../operation';
import { appointmentIdField, treatAsDoneOption, treatsAsDone } from '../../appointment/fields';
import { cancelWording } from '../../appointment/wording';
import { forgetBooked } from '../../appointment/several';
import { sendAgain, sendsOnceMore, unknownOutcomeOption } from '../../appointment/unknownOutcome';

const alreadyCanceledOption = treatAsDoneOption(
	'When Already Canceled',
	'whenAlreadyCanceled',
	'deleted: true and alreadyCanceled: true',
	'What to do when no appointment has this ID, even if it was mistyped',
);

export const cancel = operation({
	name: 'Cancel',
	description: "Cancel an appointment. Also runs the platform's own workflows for appointment status changes.",
	action: 'Cancel an appointment',
	hint: 'Needs the appointmentId that Book returned. Returns deleted: true.',
	properties: [appointmentIdField, optionsField(unknownOutcomeOption, alreadyCanceledOption)],
	async execute(context, itemIndex, { api }) {
		const appointmentId = requiredText(context, appointmentIdField, itemIndex);
		const isFineBefore = treatsAsDone(context, alreadyCanceledOption, itemIndex);
		const isRepeated = sendsOnceMore(context, itemIndex);
		const send = async () => await cancelAppointment(api, appointmentId, cancelWording(appointmentId));
		const outcome = await send();
		const canceled = () => {
			forgetBooked(appointmentId);
			return { deleted: true, appointmentId };
		};
		if (outcome.kind === 'done') return canceled();
		if (outcome.kind === 'unknown' && isRepeated) {
			const repeat = await sendAgain(send, outcome.error);
			// Nothing left to cancel: the first request was carried out.
			if (repeat.kind === 'done' || repeat.kind === 'gone') return canceled();
		}
		if (!isFineBefore || outcome.kind !== 'gone') throw outcome.error;
		return { ...canceled(), alreadyCanceled: true };
	},
});
