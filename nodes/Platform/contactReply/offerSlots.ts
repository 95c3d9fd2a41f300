import type { IDataObject } from 'n8n-workflow';

import { withStartTextIn } from '../../fields/language';
import { calendarField } from '../../fields/accountFields';
import { zeroOrMore } from '../../fields/valueKinds';
import { fieldOf } from '../../fields/parameters';
import { type Booking, createAppointment } from '../../platformApi/appointments';
import { contactField } from '../contactField';
import { readBooking } from '../appointment/appointmentFields';
import { describeBooking } from '../appointment/appointmentAfterWrite';
import { KEPT, showFields } from '../appointment/outputFields';
import { readSettings, settingFields } from '../appointment/settings';
import type { ReadPage } from './contactPage';
import { pageFields, pageOptions, readPageSettings } from './pageFields';
import { waitingOperation } from './waitingOperation';

const DURATION = fieldOf(zeroOrMore('minutes'), {
	displayName: 'Duration (Minutes)',
	name: 'duration',
	type: 'number',
	default: 0,
	typeOptions: { minValue: 0 },
	description:
		'Length of the appointment. Longer free slots are split, and shorter ones that touch are joined.',
	hint: 'Enter 0 to offer the free slots as the calendar lists them',
});

export const readOfferPage: ReadPage = async (call) => {
	const { client, read, required } = call;
	const settings = readPageSettings(call);
	const { textLanguage, zone } = settings;
	const minutes = read(DURATION) ?? 0;
	const calendarId = required(calendarField);
	required(contactField);
	// A contact that is named by email or phone is looked up once somebody decides.
	let reading: Promise<Booking> | undefined;
	const bookingOf = async () => await (reading ??= readBooking(call, 'offerSlots'));
	return await Promise.resolve({
		...settings,
		calendarId,
		userId: readSettings(call, 'offerSlots').assignedUserId,
		duration: minutes * 60_000,
		acts: settings.takesNone ? ['book', 'none'] : ['book'],
		contactId: async () => (await bookingOf()).contactId,
		async write(_act, slot, isRepeat) {
			return await createAppointment(client, await bookingOf(), slot, { isRepeat });
		},
		async item({ slot, note, record, isEarlier }, calendarEntry) {
			const booking = await bookingOf();
			const { contactId } = booking;
			const noteFields: IDataObject = note === undefined ? {} : { note };
			if (!slot) return { booked: false, contactId, calendarId, ...noteFields };
			const booked = describeBooking(booking, { slot, record, isEarlier }, slot, zone);
			const item = {
				...booked.item,
				message: booked.remark || undefined,
				calendarEntry: calendarEntry && { ...calendarEntry },
			};
			const output = { ...showFields(call, item, KEPT.booked, record), ...noteFields };
			return textLanguage ? withStartTextIn(textLanguage, output) : output;
		},
	});
};

export const offerSlots = waitingOperation({
	name: 'Offer Slots and Wait',
	description:
		"Wait while a contact books a free slot on a web page. Runs the platform's own workflows, too.",
	action: 'Offer slots and wait',
	hint: 'Send $execution.resumeUrl to the contact in a node before it: that is the address of the page. Takes one item; for several contacts, use Loop Over Items. After the time limit, the item continues without booked.',
	outcomeField: 'booked',
	properties: [calendarField, contactField, DURATION, ...pageFields],
	options: [...settingFields('offerSlots'), ...pageOptions],
	readPage: readOfferPage,
});
