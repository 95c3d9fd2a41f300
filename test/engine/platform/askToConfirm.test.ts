import type { IDataObject } from 'n8n-workflow';

import { offer } from './offerSlotsVisitor';
import { act, bookingForAda, contacts, slotAt, ZONE } from './platform';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

/** A page that waits for what Book has put out, with the fields as they are by default. */
async function ask(booking: IDataObject = slotAt('10:00')) {
	const timezone = { __rl: true, mode: 'id', value: ZONE };
	const book = { ...bookingForAda, ...booking, timezone, options: { appointmentStatus: 'new' } };
	const { json } = await act(sandbox, 'appointment.book', book);
	return await offer(sandbox, { timezone, daysAhead: 30 }, { operation: 'askToConfirm', items: json as IDataObject[] });
}

const appointment = () => sandbox.control.appointments()[0];
const at = (time: string) => Date.parse(slotAt(time).startTime);

describe('Appointment > Ask to Confirm and Wait', () => {
	it('shows the appointment; opening changes nothing', async () => {
		const page = await ask();
		const { text, items } = await page.visit();
		expect(text).toContain('Confirm this time Choose another time Cancel the appointment');
		await page.visit({ query: { do: 'cancel' } });
		await page.visit({ query: { do: 'confirm' } });
		expect(items).toBeUndefined();
		expect(appointment()).toMatchObject({ ...slotAt('10:00'), appointmentStatus: 'new' });
	});

	it('confirms: the same times, with the status', async () => {
		const page = await ask();
		const { items, text } = await page.send({ do: 'confirm' });
		expect(items).toMatchObject([{ outcome: 'confirmed', eventId: appointment().id, ...slotAt('10:00') }]);
		expect(text).toContain('Your appointment is confirmed');
		expect(appointment()).toMatchObject({ ...slotAt('10:00'), appointmentStatus: 'confirmed' });
	});

	it('moves to a time of the same length that is free', async () => {
		const page = await ask();
		const { slots } = await page.visit({ query: { do: 'move' } });
		expect(slots).toContain(at('14:00'));
		expect(slots).not.toContain(at('10:00'));
		const { items, text } = await page.send({ do: 'move', slot: String(at('14:00')) });
		expect(items).toMatchObject([{ outcome: 'moved', eventId: appointment().id, ...slotAt('14:00') }]);
		expect(text).toContain('Your appointment has a new time');
		expect(appointment()).toMatchObject(slotAt('14:00'));
	});

	it('cancels', async () => {
		const page = await ask();
		const { items } = await page.send({ do: 'cancel' });
		expect(items).toMatchObject([{ outcome: 'canceled', ...slotAt('10:00') }]);
		expect(sandbox.control.requests({ operationId: 'cancel_appointment' })).toHaveLength(1);
	});

	it('twenty links at once move onto one time: one gets it, the others are offered others', async () => {
		const booked = contacts(sandbox, 20).map((contactId, index) => ({
			contactId,
			...slotAt(['09:00', '10:00', '11:00', '14:00'][index % 4], Math.floor(index / 4)),
		}));
		const pages = [];
		for (const booking of booked) pages.push(await ask(booking));
		const start = at('15:00');
		const seen = await Promise.all(pages.map(async (page) => await page.send({ do: 'move', slot: String(start) })));
		expect(seen.filter(({ items }) => items !== undefined)).toHaveLength(1);
		expect(seen.filter(({ title }) => title.startsWith('That time was just taken'))).toHaveLength(19);
		const starts = sandbox.control.appointments().map(({ startTime }) => Date.parse(startTime));
		expect([starts.filter((one) => one === start).length, new Set(starts).size]).toEqual([1, 20]);
	}, 60_000);
});
