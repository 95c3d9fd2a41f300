import { describeSlot, type Slot } from '../../../booking/slots';
import { calendarField } from '../../../fields/account';
import { fieldsAt, OPTIONS } from '../../../fields/parameters';
import { isSimplified, pickedOrAll, simplifyField } from '../../../fields/results';
import { timeZoneField, timeZoneOf } from '../../../fields/timeZone';
import { createAppointment } from '../../../platformApi/appointments';
import { operation } from '../../operation';
import { contactField } from '../../appointment/contact';
import { bookingOptions, readBooking, titleField, treatAsDoneOption } from '../../appointment/fields';
import { bookedItem, KEPT } from '../../appointment/outputs';
import { bookWording } from '../../appointment/wording';
import { once } from '../../appointment/memory';
import { otherSlotRefusal, refuseSeveral, severalOption } from '../../appointment/several';
import { placeSlot, slotTakenFields, takenPolicyOf } from '../../appointment/taken';
import { slotTimeFields, wantedSlot } from '../../appointment/time';
import { unknownOutcomeOption } from '../../appointment/unknownOutcome';

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
	action: 'Book appointment',
	hint:
		"Needs a calendar, a contact, a start and an end. Take start and end from Calendar > Get Free Slots. For agents, set 'When Slot Is Taken' to Return Alternatives.",
	properties: [calendarField, contactField, ...slotTimeFields(), ...slotTakenFields],
	options: [severalOption, ...bookingOptions, unknownOutcomeOption, simplifyField, timeZoneField, titleField, alreadyBookedOption],
	async execute(context, itemIndex, { api: client, memoize }) {
		await memoize('one booking for each contact', async () => await Promise.resolve(refuseSeveral(context)));
		const zone = timeZoneOf(context, itemIndex);
		const booking = await readBooking(context, itemIndex, client);
		const wanted = await wantedSlot(context, itemIndex, zone, client);
		const simplify = isSimplified(context, itemIndex);
		const isFineBefore = fieldsAt(context, itemIndex).read(alreadyBookedOption, OPTIONS) === 'done';
		const whenTaken = takenPolicyOf(context, itemIndex);
		const { calendarId, contactId } = booking;
		const refuseOther = otherSlotRefusal(context, itemIndex, booking);
		const write = async (slot: Slot) => await createAppointment(client, booking, slot, bookWording(booking));
		const call = { context, itemIndex, purpose: { contactId, calendarId }, wanted, refuseOther, write };

		return await once({ ...call, refusedWhenDone: 'conflict' }, async (send) => {
			const placed = await placeSlot({ client, wanted, calendarId, zone, whenTaken, send });
			const request = { ...booking, ...describeSlot(wanted, zone) };
			switch (placed.kind) {
				case 'done':
					return pickedOrAll(simplify, bookedItem(booking, placed, wanted, zone), KEPT.booked, placed.record);
				case 'conflict':
					if (!isFineBefore) throw placed.error;
					return pickedOrAll(simplify, { booked: true, alreadyBooked: true, ...request }, KEPT.booked);
				case 'alternatives':
					return pickedOrAll(simplify, { booked: false, ...request, ...placed.offer }, KEPT.notBooked);
			}
		});
	},
});
