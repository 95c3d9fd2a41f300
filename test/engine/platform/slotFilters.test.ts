import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { act, monday, ZONE } from './platform';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterEach(async () => {
	expect(sandbox.control.violations()).toEqual([]);
	await sandbox.reset();
});
afterAll(async () => await sandbox.close());

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

describe('Calendar > Get Free Slots: filters', () => {
	const slotsOf = async (parameters: IDataObject) => {
		const startDate = monday().toFormat('yyyy-MM-dd');
		const endDate = monday().plus({ days: 7 }).toFormat('yyyy-MM-dd');
		const { json, error } = await act(sandbox, 'calendar.getFreeSlots', {
			calendarId: byId('cal-onboarding'),
			startDate,
			endDate,
			timezone: byId(ZONE),
			returnAll: true,
			...parameters,
		});
		expect(error).toBeUndefined();
		return json.map(({ startLocal }) => DateTime.fromISO(String(startLocal), { setZone: true }));
	};

	it('keep times of day, weekdays and the first of each day, and send nothing of it', async () => {
		const filters = { earliestTime: '10:15', latestTime: '11:00', weekdays: [2, 4] };
		const kept = await slotsOf({ filters });
		expect(kept.map((time) => time.toFormat('c HH:mm'))).toEqual(
			['2 10:30', '2 11:00', '4 10:30', '4 11:00'],
		);
		const firsts = await slotsOf({ filters: { ...filters, firstOfDay: true } });
		expect(firsts.map((time) => time.toFormat('c HH:mm'))).toEqual(['2 10:30', '4 10:30']);
		for (const { query } of sandbox.control.requests()) {
			expect(Object.keys(query).sort()).toEqual(['endDate', 'startDate', 'timezone']);
		}
	});
});
