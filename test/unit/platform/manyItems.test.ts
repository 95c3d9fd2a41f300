import { sleep, type IDataObject } from 'n8n-workflow';

import { act, byId, type Sent } from './nodeOnPlatform';

const field = byId('={{ $json.asked }}');
const days = { startDate: '2096-11-22', endDate: '2096-11-22' };
const window = { startTime: '2096-11-22T09:00:00Z', endTime: '2096-11-22T09:30:00Z' };

it.each<[string, IDataObject]>([
	['calendar.get', { calendarId: field }],
	['calendar.getAll', { options: { locationId: field } }],
	['calendar.getFreeSlots', { calendarId: field, ...days }],
	['webhook.get', { options: { locationId: field }, webhookId: field }],
	['webhook.getAll', { options: { locationId: field } }],
])('%s asks five at once, once for the same, and responses in the order of the items', async (name, parameters) => {
	const ids = Array.from({ length: 16 }, (_, index) => `id-${index % 8}`);
	let [now, most] = [0, 0];
	const responses = async ({ path, qs }: Sent) => {
		most = Math.max(most, ++now);
		await sleep(5);
		now--;
		const id = /id-\d/.exec(JSON.stringify([path, qs]))?.[0];
		return name === 'calendar.get' || name === 'calendar.getFreeSlots' ? { id, _dates_: { day: [window] } } : [{ id }];
	};
	const credential = { accessToken: 'token-1' };
	const { json, sent, error } = await act(name, parameters, { responses, credential, items: ids.map((asked) => ({ asked })) });
	expect(error).toBeUndefined();
	expect(json.map(({ id, calendarId }) => id ?? calendarId)).toEqual(ids);
	expect([sent.length, most]).toEqual([8, 5]);
});

it.each(['slots', 'dates', 'raw'])('Get Free Slots asks for each calendar, day and zone apart, as %s', async (output) => {
	const first = { calendarId: 'cal-1', startDate: '2096-11-22', endDate: '2096-11-24', timezone: 'UTC' };
	const others = [{ calendarId: 'cal-2' }, { startDate: '2096-11-23' }, { endDate: '2096-11-23' }, { timezone: 'Asia/Tokyo' }];
	const items = [first, ...others.map((other) => ({ ...first, ...other })), first];
	const fields = { calendarId: byId('={{ $json.calendarId }}'), startDate: '={{ $json.startDate }}', endDate: '={{ $json.endDate }}', options: { timezone: byId('={{ $json.timezone }}') } };
	const { sent } = await act('calendar.getFreeSlots', { output, ...fields }, { items, responses: () => ({ _dates_: { day: [window] } }) });
	expect(sent).toHaveLength(5);
});
