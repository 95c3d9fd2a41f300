import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { bookAt, byId } from '../../support/e2e/platformParameters';
import { freeSlots } from '../../support/e2e/slots';
import { builtIn, platform, workflow } from '../../support/queue/workflows';
import { LOCATION } from '../../support/harness';
import type { Harness } from '../../support/harness';

const CALENDAR = 'cal-checkup';

/** Several bookings of one slot at the same instant: one gets it, the others get alternatives. */
export function races(harness: () => Harness): void {
	const dayOf = (startTime: unknown) => String(startTime).slice(0, 10);

	/** Books what is posted to it, and answers with the node's item. */
	async function bookingWorkflow(name: string): Promise<string> {
		const { api, n8n, use } = harness();
		const path = randomUUID();
		const receive = { httpMethod: 'POST', path, responseMode: 'lastNode' };
		const slot = { startTime: '={{ $json.body.startTime }}', endTime: '={{ $json.body.endTime }}' };
		const book = bookAt(slot, {
			authentication: 'oAuth2',
			calendarId: byId(CALENDAR),
			contactId: '={{ $json.body.contactId }}',
			whenTaken: 'alternatives',
		});
		const { id } = await api.createWorkflow(
			workflow(name, [
				builtIn('webhook', 'Request', receive, { typeVersion: 2, webhookId: path }),
				platform('Book', book, use('platformOAuth2Api')),
			]),
		);
		await api.activate(id);
		const url = `${n8n.url}/webhook/${path}`;
		await api.waitForWebhook(url);
		return url;
	}

	async function post(url: string, body: object): Promise<IDataObject> {
		const headers = { 'content-type': 'application/json' };
		const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
		return (await response.json()) as IDataObject;
	}

	test('of 20 executions of two workflows that race for the last slot of a day, one books', async () => {
		const { control } = harness().sandbox;
		const slots = await freeSlots(harness().sandbox, CALENDAR);
		const [day, nextDay] = [...new Set(slots.map(({ startTime }) => dayOf(startTime)))];
		const ofDay = slots.filter(({ startTime }) => dayOf(startTime) === day);
		const last = ofDay.pop()!;
		for (const slot of ofDay) control.takeSlot({ calendarId: CALENDAR, ...slot });

		const urls = [await bookingWorkflow('Race 1'), await bookingWorkflow('Race 2')];
		const before = control.appointments().length;
		const answers = await Promise.all(
			Array.from({ length: 20 }, async (_, index) => {
				const contactId = control.createContact({ locationId: LOCATION }).id;
				return await post(urls[index % 2], { contactId, ...last });
			}),
		);

		const booked = answers.filter((answer) => answer.booked === true);
		expect(booked).toEqual([expect.objectContaining(last)]);
		const [appointment, ...others] = control.appointments().slice(before);
		expect(others).toEqual([]);
		expect(appointment).toMatchObject({ ...last, id: booked[0].eventId });

		const beaten = answers.filter((answer) => answer.booked === false);
		expect(beaten).toHaveLength(19);
		for (const { alternatives } of beaten) {
			const starts = (alternatives as IDataObject[]).map(({ startTime }) => startTime);
			expect(starts.map(dayOf)).toEqual(Array.from({ length: 5 }, () => nextDay));
		}
	});
}
