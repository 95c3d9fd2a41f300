import { HIGH_LEVEL } from '../platform/nodeOnPlatform';
import { byId, PollingNode } from './pollContext';
import { stopClockAt } from '../../support/clock';

stopClockAt('2026-03-02T08:00:00Z');

it('slots that open start the workflow with the offset with which HighLevel lists their starts, in the zone of its location', async () => {
	const node = new PollingNode({
		authentication: 'accessToken',
		calendars: { values: [byId('a')] },
	});
	node.credential = { ...HIGH_LEVEL, locationId: 'loc-calcutta' };
	node.locationZone = 'Asia/Kolkata';
	const calendars = { response: { calendar: { slotDuration: 30, slotDurationUnit: 'mins' } } };
	await node.poll({ a: { response: {} }, calendars });
	const [start, end] = ['2026-03-02T20:00:00+05:30', '2026-03-02T20:30:00+05:30'];
	const times = { startTime: start, endTime: end, windowStartTime: start, windowEndTime: end };
	const inZone = { timezone: 'Asia/Kolkata', startText: expect.stringContaining('8:00 PM') };
	expect(
		await node.poll({ a: { response: { '2026-03-02': { slots: [start] } } }, calendars }),
	).toMatchObject([{ ...times, ...inZone }]);
});
