import type { IDataObject, INode } from 'n8n-workflow';

import { act, bookingForAda, slotAt, ZONE } from './platform';
import { useSandbox } from '../../support/useSandbox';

jest.setTimeout(30_000);

const sandbox = useSandbox();

const calendarId = { __rl: true, mode: 'id', value: 'cal-onboarding' };
const RETRY_ON_FAIL: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

const book = async (parameters: IDataObject, node: Partial<INode> = {}) =>
	await act(
		sandbox,
		'appointment.book',
		{
			...bookingForAda,
			...slotAt('10:00'),
			timezone: { __rl: true, mode: 'id', value: ZONE },
			...parameters,
		},
		{ node },
	);
const sent = (operationId: string) => sandbox.control.requests({ operationId }).length;
const booked = () => sandbox.control.appointments().map(({ startTime }) => startTime);

describe('a booking without a response', () => {
	const lose = (drop: 'beforeProcessing' | 'afterProcessing', times = 1) =>
		sandbox.control.addFault({ method: 'POST', path: '/calendars', drop, times });

	it('is not booked around when n8n runs the node again', async () => {
		lose('afterProcessing');
		// By the contract the platform may answer 400 or 409 to the repeat.
		sandbox.control.addFault({ method: 'POST', path: '/calendars', status: 400 });
		const { error } = await book({ whenTaken: 'nextFree' }, RETRY_ON_FAIL);
		expect(error?.message).toMatch(/^Outcome unknown: an earlier attempt/);
		expect(booked()).toEqual([slotAt('10:00').startTime]);
		expect(sent('create_appointment')).toBe(2);
	});

	it('is booked by the second try where the first did not arrive', async () => {
		lose('beforeProcessing');
		const { json } = await book({ whenTaken: 'nextFree' }, RETRY_ON_FAIL);
		expect(json[0]).toMatchObject({ booked: true, ...slotAt('10:00') });
		expect(booked()).toHaveLength(1);
	});
});

describe("n8n's Retry On Fail", () => {
	const bookAll = async (contactIds: string[], node: Partial<INode>) =>
		await act(
			sandbox,
			'appointment.book',
			{ ...bookingForAda, ...slotAt('10:00'), contactId: '={{ $json.contactId }}', whenTaken: 'nextFree' },
			{ node, items: contactIds.map((contactId) => ({ contactId })) },
		);
	const asked = () => sandbox.control.requests({ operationId: 'create_appointment' }).map(({ body }) => (body as IDataObject).contactId);

	// Our own appointment makes the slot a taken one.
	beforeEach(() => sandbox.control.setProfile({ refusalOrder: '400 first' }));

	it('books nothing again for an item that was booked', async () => {
		const { error } = await bookAll(['contact-ada', 'nobody'], RETRY_ON_FAIL);
		expect(error?.message).toContain("the contact 'nobody' was not found");
		expect(asked()).toEqual(['contact-ada', 'nobody', 'nobody']);
		expect(booked()).toEqual([slotAt('10:00').startTime]);
	});

	it('puts out what was booked before, where failures are items', async () => {
		const { json } = await bookAll(['nobody', 'contact-ada'], { ...RETRY_ON_FAIL, onError: 'continueRegularOutput' });
		expect(asked()).toEqual(['nobody', 'contact-ada', 'nobody']);
		expect(booked()).toEqual([slotAt('10:00').startTime]);
		expect(json[1]).toMatchObject({ booked: true, contactId: 'contact-ada', ...slotAt('10:00') });
	});
});

describe('a move without a response', () => {
	const move = async (eventId: string, parameters: IDataObject, node: Partial<INode> = {}) =>
		await act(
			sandbox,
			'appointment.reschedule',
			{ eventId, calendarId, ...slotAt('11:00'), ...parameters },
			{ node },
		);
	const given = () =>
		sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slotAt('10:00') }).id;

	it('is not moved elsewhere when n8n runs the node again', async () => {
		const eventId = given();
		sandbox.control.addFault({ method: 'PUT', drop: 'afterProcessing' });
		sandbox.control.addFault({ method: 'PUT', status: 400 });
		const { error } = await move(eventId, { whenTaken: 'nextFree' }, RETRY_ON_FAIL);
		expect(error?.message).toMatch(/^Outcome unknown: an earlier attempt/);
		expect(booked()).toEqual([slotAt('11:00').startTime]);
	});
});
