import type { IDataObject } from 'n8n-workflow';

import { describeSlot } from '../../../booking/slots';
import { optionsField } from '../../../fields/account';
import { isSimplified, pickedOrAll, simplifyField } from '../../../fields/simplify';
import { timeZoneField, timeZoneOf } from '../../../fields/timeZone';
import { createAppointment } from '../../../platformApi/appointments';
import { operation } from '../../operation';
import {
	bookingOptions,
	otherStatusOption,
	readBooking,
	titleField,
	treatAsDoneOption,
	treatsAsDone,
	whomToBookFields,
} from '../../appointment/fields';
import { bookedItem, KEPT } from '../../appointment/outputs';
import { bookWording } from '../../appointment/wording';
import { oneForEach, onlyOne, severalOption } from '../../appointment/several';
import { placeSlot, slotTakenFields, takenPolicyOf } from '../../appointment/taken';
import { slotTimeFields, wantedSlot } from '../../appointment/time';
import { resolvingOutcome, unknownOutcomeOption } from '../../appointment/unknownOutcome';

const alreadyBookedOption = treatAsDoneOption(
	'When Already Booked',
	'whenAlreadyBooked',
	'booked: true and alreadyBooked: true',
	'What to do when the contact already has an appointment in this calendar at this time',
);

export const book = operation({
	name: 'Book',
	description:
		"Book a free slot for a contact. Also runs the platform's own appointment workflows. Do not book in a workflow that starts on Appointment Created: it would start itself again.",
	action: 'Book an appointment',
	hint:
		"Needs a calendar, a contact, a start and an end. Take start and end from Calendar > Get Free Slots. For agents, set 'When Slot Is Taken' to Return Alternatives.",
	properties: [
		...whomToBookFields,
		...slotTimeFields(),
		titleField,
		timeZoneField,
		...slotTakenFields,
		simplifyField,
		optionsField(severalOption, ...bookingOptions, unknownOutcomeOption, otherStatusOption, alreadyBookedOption),
	],
	async execute(context, itemIndex, { api: client, memoize }) {
		const run = await memoize('one booking for each contact', async () => oneForEach(context));
		const zone = timeZoneOf(context, itemIndex);
		const booking = await readBooking(context, itemIndex, client);
		const wanted = await wantedSlot(context, itemIndex, zone, client);
		const simplify = isSimplified(context, itemIndex);
		const isFineBefore = treatsAsDone(context, alreadyBookedOption, itemIndex);
		const wording = bookWording(booking);
		const send = resolvingOutcome(
			{ context, itemIndex, request: { booking, wanted }, conflictMeansDone: true },
			async (slot) => await createAppointment(client, booking, slot, wording),
		);
		const whenTaken = takenPolicyOf(context, itemIndex);
		const { calendarId } = booking;

		return await onlyOne({ context, itemIndex, run, booking, wanted }, async () => {
			const placed = await placeSlot({ client, wanted, calendarId, zone, whenTaken, send });
			const request = { ...booking, ...describeSlot(wanted, zone) };
			const put = (item: IDataObject, fields: string[], record?: IDataObject) => pickedOrAll(simplify, item, fields, record);
			switch (placed.kind) {
				case 'done':
					return put(bookedItem(booking, placed.slot, wanted, zone, placed.record), KEPT.booked, placed.record);
				case 'conflict':
					if (!isFineBefore) throw placed.error;
					return put({ booked: true, alreadyBooked: true, ...request }, KEPT.booked);
				case 'alternatives':
					return put({ booked: false, ...request, ...placed.offer }, KEPT.notBooked);
			}
		});
	},
});
