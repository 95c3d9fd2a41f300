import type { IDataObject, INode } from 'n8n-workflow';

import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { act, bookingForAda, slotAt, ZONE } from './platform';

jest.setTimeout(30_000);

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterEach(async () => {
	expect(sandbox.control.violations()).toEqual([]);
	await sandbox.reset();
});
afterAll(async () => await sandbox.close());

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

describe('a booking whose answer was lost', () => {
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

	it('is not taken for somebody else\'s when the second try gets a conflict', async () => {
		lose('afterProcessing');
		const { error } = await book({ whenTaken: 'nextFree' }, RETRY_ON_FAIL);
		expect(error?.message).toMatch(/^Outcome unknown: an earlier attempt/);
		expect(booked()).toHaveLength(1);
	});

	it('is booked by the second try where the first did not arrive', async () => {
		lose('beforeProcessing');
		const { json } = await book({ whenTaken: 'nextFree' }, RETRY_ON_FAIL);
		expect(json[0]).toMatchObject({ booked: true, ...slotAt('10:00') });
		expect(booked()).toHaveLength(1);
	});

	it('says no more about another request of the same execution', async () => {
		lose('afterProcessing');
		await book({ options: { ifAnswerLost: 'stop' } });
		const { json } = await book({ contactId: 'contact-ben', whenTaken: 'nextFree' });
		expect(json[0]).toMatchObject({ booked: true });
		expect(booked()).toHaveLength(2);
	});

	describe('with Find Out', () => {
		const findOut = { options: { ifAnswerLost: 'findOut' } };

		it('is booked where the first request did not arrive', async () => {
			lose('beforeProcessing');
			const { json } = await book(findOut);
			expect(json[0]).toMatchObject({ booked: true, eventId: expect.any(String) });
			expect(booked()).toHaveLength(1);
		});

		it('is found where the platform answers a conflict', async () => {
			lose('afterProcessing');
			const { json } = await book(findOut);
			expect(json[0]).toMatchObject({ booked: true, alreadyBooked: true, eventId: null });
			expect(booked()).toHaveLength(1);
			expect(sent('create_appointment')).toBe(2);
		});

		it('stays unknown where the platform answers 400, and books nothing else', async () => {
			lose('afterProcessing');
			sandbox.control.addFault({ method: 'POST', path: '/calendars', status: 400 });
			const { error } = await book({ ...findOut, whenTaken: 'nextFree' });
			expect(error?.message).toMatch(/^Outcome unknown/);
			expect(booked()).toHaveLength(1);
		});

		it('stays unknown where the second answer is lost too', async () => {
			lose('afterProcessing', 2);
			const { error } = await book(findOut);
			expect(error?.message).toMatch(/^Outcome unknown/);
			expect(booked()).toHaveLength(1);
			expect(sent('create_appointment')).toBe(2);
		});
	});
});

describe('a move whose answer was lost', () => {
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

	it('is found out by the same request', async () => {
		const eventId = given();
		sandbox.control.addFault({ method: 'PUT', drop: 'afterProcessing' });
		const { json } = await move(eventId, { options: { ifAnswerLost: 'findOut' } });
		expect(json[0]).toMatchObject({ rescheduled: true, eventId });
		expect(sent('reschedule_appointment')).toBe(2);
	});
});

describe('a cancellation whose answer was lost', () => {
	it.each(['beforeProcessing', 'afterProcessing'] as const)(
		'is found out by the same request: %s',
		async (drop) => {
			const { id } = sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slotAt('10:00') });
			sandbox.control.addFault({ method: 'DELETE', drop });
			const { json } = await act(sandbox, 'appointment.cancel', {
				eventId: id,
				options: { ifAnswerLost: 'findOut' },
			});
			expect(json).toEqual([{ deleted: true, eventId: id }]);
			expect(sandbox.control.appointments()[0].appointmentStatus).toBe('cancelled');
		},
	);
});
