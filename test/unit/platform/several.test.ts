import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import { act, byId, type Given } from './nodeOnPlatform';

const slots = [10, 11, 12, 13].map((hour) => ({ startTime: `2099-03-02T${hour}:00:00Z`, endTime: `2099-03-02T${hour}:30:00Z` }));
const fromItem = { startTime: '={{ $json.startTime }}', endTime: '={{ $json.endTime }}' };
const book = async (items: IDataObject[], parameters: IDataObject = {}, given: Given = {}) =>
	await act(
		'appointment.book',
		{ calendarId: byId('cal-1'), contactId: 'ada', slotSource: 'startEnd', ...fromItem, ...parameters },
		{ items, responses: ({ method }) => (method === 'POST' ? { id: 'appt' } : {}), ...given },
	);

it.each([
	['stops', {}, slots.slice(0, 2)],
	['goes on', { onError: 'continueRegularOutput' }, [...slots.slice(1), {}]],
] as const)('Book books nothing where several items are for one contact and calendar, and %s', async (_, node, items) => {
	const { sent, error, json } = await book([...items], {}, { node });
	expect(sent).toEqual([]);
	const message = error?.message ?? json[0].error;
	expect(message).toMatch(/^[23] items would each book an appointment for the contact 'ada' in the calendar 'cal-1'$/);
	expect((error as { context?: IDataObject } | undefined)?.context?.itemIndex).toBeUndefined();
	expect(error?.description ?? json[3].message).toMatch(/^Nothing was booked\. .*'Limit' to 1\. .*'Allow Several per Contact'/);
});

it('Book names the contact with the most items', async () => {
	const items = [...slots.slice(1).map((slot) => ({ ...slot, contact: 'b' })), { ...slots[0], contact: 'a' }, ...slots.map((slot) => ({ ...slot, contact: 'c' }))];
	const { error, sent } = await book(items, { contactId: '={{ $json.contact }}' });
	expect([error?.message, sent]).toEqual([expect.stringMatching(/^4 items would each .* the contact 'c'/), []]);
});

it.each<[string, IDataObject]>([
	['contacts', { contactId: '={{ $json.id }}' }],
	['calendars', { calendarId: byId('={{ $json.id }}') }],
	['slots, where the option allows it', { options: { allowSeveral: true } }],
])('Book books each of several %s', async (_, parameters) => {
	const { sent, error } = await book(slots.slice(1).map((slot, index) => ({ ...slot, id: `c${index}` })), parameters);
	expect(error).toBeUndefined();
	expect(sent.filter(({ method }) => method !== 'GET')).toHaveLength(3);
});

describe('in one execution, as by Loop Over Items, a further run of the node', () => {
	let count = 0;
	let executionId: string;
	beforeEach(() => (executionId = `loop-${++count}`));
	const turn = async (index: number, parameters: IDataObject = {}, given: Given = {}) =>
		await book([slots[index]], parameters, { executionId, ...given });

	it('books nothing more for the contact in the calendar', async () => {
		expect((await turn(0)).error).toBeUndefined();
		const { error, sent } = await turn(1);
		expect(error?.message).toBe("In this execution, the node has booked an appointment for the contact 'ada' in the calendar 'cal-1' before, or may have [Item 0]");
		expect(error?.description).toMatch(/^Nothing was sent\. .*'Limit' to 1\. .*'Allow Several per Contact'/);
		expect(sent).toEqual([]);
	});

	it('books nothing where the outcome of another time is unknown', async () => {
		expect((await turn(0, {}, { responses: [lost()] })).error).toMatchObject({ context: { outcomeUnknown: true } });
		expect((await turn(1)).error?.message).toMatch(/or may have/);
	});

	it.each<[string, IDataObject, Given]>([
		['another contact', { contactId: 'ben' }, {}],
		['another calendar', { calendarId: byId('cal-2') }, {}],
		['a node that allows several', { options: { allowSeveral: true } }, {}],
		['a call of a language model', {}, { node: { type: 'n8n-nodes-crm-platform.platformTool' } }],
	])('books for %s', async (_, parameters, given) => {
		await turn(0);
		expect((await turn(1, parameters, given)).json).toMatchObject([{ booked: true }]);
	});

	it('books anew where the appointment has been canceled, and only then', async () => {
		await turn(0);
		const cancel = async (response: unknown) => await act('appointment.cancel', { appointmentId: 'appt' }, { responses: [response] });
		expect((await cancel(failed(400))).error).toBeDefined();
		expect((await turn(1)).error).toBeDefined();
		expect((await cancel('')).json).toMatchObject([{ canceled: true }]);
		expect((await turn(1)).json).toMatchObject([{ booked: true }]);
	});

	it('books nothing for the slot from which the appointment has been moved', async () => {
		await turn(0);
		await act('appointment.reschedule', { appointmentId: 'appt', slotSource: 'startEnd', ...slots[1] }, { responses: [''] });
		expect((await turn(0)).error?.message).toMatch(/before, or may have/);
		expect((await turn(1)).json).toMatchObject([{ booked: true }]);
	});

	it('books where nothing was booked before', async () => {
		expect((await turn(0, {}, { responses: [failed(409)] })).error?.message).toMatch(/already has an appointment/);
		expect((await turn(1)).json).toMatchObject([{ booked: true }]);
	});
});
