import type { IDataObject } from 'n8n-workflow';

import { act, byId } from './nodeOnPlatform';

const slots = [9, 10, 11].map((hour) => ({ startTime: `2099-03-02T${hour}:00:00Z`.replace('T9', 'T09'), endTime: `2099-03-02T${hour}:30:00Z`.replace('T9', 'T09') }));
const fromItem = { startTime: '={{ $json.startTime }}', endTime: '={{ $json.endTime }}' };
const book = async (items: IDataObject[], parameters: IDataObject = {}, given: object = {}) =>
	await act(
		'appointment.book',
		{ calendarId: byId('cal-1'), contactId: 'ada', slotSource: 'startEnd', ...fromItem, ...parameters },
		{ items, responses: ({ method }: { method?: string }) => (method === 'POST' ? { id: 'appt' } : {}), ...given },
	);

it.each([{}, { continueOnFail: () => true }])('Book books nothing where several items are for one contact and calendar', async (context) => {
	const { sent, error, json } = await book([...slots, {}], {}, { context });
	expect(sent).toEqual([]);
	const message = error?.message ?? json[0].error;
	expect(message).toBe("4 items would each book an appointment for the contact 'ada' in the calendar 'cal-1' [Item 0]");
	expect(error?.description ?? json[3].message).toMatch(/^Nothing was booked\. .*'Limit' to 1\. .*'Allow Several per Contact'/);
});

it('Book names the contact with the most items', async () => {
	const items = [...slots.map((slot) => ({ ...slot, contact: 'b' })), { ...slots[0], contact: 'a' }, ...[...slots, ...slots].map((slot) => ({ ...slot, contact: 'c' }))];
	const { error, sent } = await book(items, { contactId: '={{ $json.contact }}' });
	expect([error?.message, sent]).toEqual([expect.stringMatching(/^6 items would each .* the contact 'c'/), []]);
});

it.each<[string, IDataObject[], IDataObject]>([
	['contacts', slots.map((slot, index) => ({ ...slot, contact: `c${index}` })), { contactId: '={{ $json.contact }}' }],
	['calendars', slots.map((slot, index) => ({ ...slot, calendar: `c${index}` })), { calendarId: byId('={{ $json.calendar }}') }],
	['slots, where the option allows it', slots, { options: { allowSeveral: true } }],
])('Book books each of several %s', async (_, items, parameters) => {
	const { sent, error } = await book(items, parameters);
	expect(error).toBeUndefined();
	expect(sent.filter(({ method }) => method !== 'GET')).toHaveLength(3);
});
