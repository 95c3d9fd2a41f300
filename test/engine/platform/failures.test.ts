import type { IDataObject } from 'n8n-workflow';

import { act, bookingForAda, slotAt } from './platform';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

const book = async (parameters: IDataObject = {}) =>
	await act(sandbox, 'appointment.book', { ...bookingForAda, ...slotAt('10:00'), ...parameters });
const read = async () => await act(sandbox, 'calendar.getAll', {});
const count = () => sandbox.control.requests().length;

describe('writes', () => {
	it('are not repeated after a lost response, and the outcome is called unknown', async () => {
		sandbox.control.addFault({ method: 'POST', drop: 'afterProcessing' });
		const { error } = await book();
		expect(error?.message).toMatch(/^Outcome unknown: the connection ended before/);
		expect(error?.description).toContain('Sending it again could do it twice');
		expect(error?.description).toContain("check the contact's appointments");
		expect(count()).toBe(1);
		expect(sandbox.control.appointments()).toHaveLength(1);
	});

	it('wait as Retry-After says after a 429, then are sent again', async () => {
		sandbox.control.addFault({ method: 'POST', status: 429, headers: { 'retry-after': '1' } });
		const before = Date.now();
		expect((await book()).json[0]).toMatchObject({ booked: true });
		expect(Date.now() - before).toBeGreaterThanOrEqual(990);
		expect(count()).toBe(2);
	});

	it('are not carried to where a redirect points', async () => {
		sandbox.control.addFault({
			method: 'POST',
			status: 307,
			headers: { location: `${sandbox.url}/elsewhere` },
		});
		const { error } = await book();
		expect(error?.message).toContain('responded with a redirect');
		expect(count()).toBe(1);
	});
});

describe('readings', () => {
	it('are repeated after a lost connection and after 5xx', async () => {
		sandbox.control.addFault({ method: 'GET', drop: 'beforeProcessing' });
		sandbox.control.addFault({ method: 'GET', status: 503 });
		expect((await read()).json).toHaveLength(2);
		expect(count()).toBe(3);
	});
});

describe('items', () => {
	const parameters = {
		eventId: '={{ $json.eventId }}',
		options: {},
	};
	const items = () => {
		const { id } = sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slotAt('10:00') });
		return [{ eventId: 'nowhere' }, { eventId: id }, { eventId: '' }];
	};

	it('continue on fail one by one, and stay paired', async () => {
		const result = await act(sandbox, 'appointment.cancel', parameters, {
			items: items(),
			node: { onError: 'continueRegularOutput' },
		});
		expect(result.json).toEqual([
			{ error: expect.stringMatching(/'nowhere'.*\[Item 0\]$/), message: expect.any(String) },
			{ deleted: true, eventId: 'appt-1' },
			{ error: "'Appointment ID' is empty [Item 2]", message: expect.any(String) },
		]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
	});

	it('that fail go to the error output where there is one', async () => {
		const { outputs } = await act(sandbox, 'appointment.cancel', parameters, {
			items: items(),
			node: { onError: 'continueErrorOutput' },
		});
		expect(outputs.map((output) => output.length)).toEqual([1, 2]);
	});

	it('stop at the first that fails otherwise', async () => {
		const { error } = await act(sandbox, 'appointment.cancel', parameters, { items: items() });
		expect(error?.message).toMatch(/\[Item 0\]$/);
		expect(error?.context?.itemIndex).toBe(0);
		expect(count()).toBe(1);
	});
});

describe('secrets', () => {
	it('do not reach errors or items, also when the platform repeats them', async () => {
		sandbox.control.addFault({
			status: 400,
			times: 'always',
			body: { message: 'Bearer pit-harbor may not do this' },
		});
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const { run, error, json } = await act(
				sandbox,
				'calendar.getAll',
				{},
				{ node: { onError } },
			);
			const text = JSON.stringify([run, error, error?.stack, error?.description, json]);
			expect(text).toContain('Bearer [hidden] may not do this');
			expect(text).not.toContain('pit-harbor may');
			expect(text).not.toContain('Bearer pit-harbor');
		}
	});
});
