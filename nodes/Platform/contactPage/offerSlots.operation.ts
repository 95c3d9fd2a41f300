import { calendarField } from '../../fields/account';
import { zeroOrMore } from '../../fields/kinds';
import { fieldOf, fieldsAt, numberField } from '../../fields/parameters';
import { pickedOrAll } from '../../fields/results';
import { createAppointment } from '../../platformApi/appointments';
import { bookingOptions, contactField, readBooking, titleField } from '../appointment/fields';
import { bookedItem, KEPT } from '../appointment/outputs';
import { pageFields, pageOptions, readPageSettings, type ReadPage } from './pageFields';
import { waitingOperation } from './wait';

const DURATION = fieldOf(zeroOrMore('minutes'), numberField('Duration (Minutes)', 'duration', 0, {
	typeOptions: { minValue: 0 },
	hint: 'Enter 0 to offer the free times as the calendar lists them',
	description: 'Length of the appointment. Longer free times are split into slots of this length, and shorter ones that touch are joined.',
}));

export const readOfferPage: ReadPage = async (context, itemIndex, client) => {
	const settings = readPageSettings(context, itemIndex);
	const { zone, simplify } = settings;
	const { read, required } = fieldsAt(context, itemIndex);
	const minutes = read(DURATION) ?? 0;
	const calendarId = required(calendarField);
	required(contactField);
	// A contact that is named by email or phone is looked up once somebody decides.
	const readNow = async () => await readBooking(context, itemIndex, client);
	return await Promise.resolve({
		...settings,
		calendarId,
		duration: minutes * 60_000 || undefined,
		acts: ['book'],
		async write({ slot }) {
			const booking = await readNow();
			return await createAppointment(client, booking, slot);
		},
		async item({ slot, note }, record, calendarEntry) {
			const booking = await readNow();
			const more = note === undefined ? {} : { note };
			if (!slot) return { booked: false, contactId: booking.contactId, calendarId, ...more };
			const item = { ...bookedItem(booking, { slot, record, isEarlier: record === undefined }, slot, zone), calendarEntry };
			return { ...pickedOrAll(simplify, item, KEPT.booked, record), ...more };
		},
	});
};

export const offerSlots = waitingOperation({
	name: 'Offer Slots and Wait',
	description:
		"Wait while a contact books a free slot on a web page. A booking also runs the platform's own appointment workflows.",
	action: 'Offer slots and wait',
	takes: '; for several contacts, use Loop Over Items',
	toolsInstead: 'Use Calendar > Get Free Slots and Appointment > Book as tools instead.',
	outcome: 'booked',
	properties: [calendarField, contactField, DURATION, ...pageFields],
	options: [...bookingOptions, titleField, ...pageOptions],
	read: readOfferPage,
});
