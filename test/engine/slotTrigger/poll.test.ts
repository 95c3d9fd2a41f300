import { DateTime } from 'luxon';
import { FORMS } from '../../support/forms';
import { useSandbox } from '../../support/useSandbox';
import { monday, slotAt, ZONE } from '../platform/platform';
import { poller } from './poller';

describe.each(FORMS)('$form', ({ profile }) => {
	const sandbox = useSandbox({ profile });

	const realNow = Date.now.bind(Date);

	/** By the days of the zone, of which two in a year have no 24 hours. The sandbox and the node read the time here. */
	function passDays(days: number): void {
		const now = DateTime.fromMillis(realNow()).setZone(ZONE);
		const ms = now.plus({ days }).toMillis() - now.toMillis();
		jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ms);
	}

	/** The days until the Monday on which slots are taken here, today included. */
	const daysUntilMonday = () => Math.round(monday().diff(DateTime.now().setZone(ZONE).startOf('day'), 'days').days);

	it('a slot that opens between two weekly polls is found on a day that was not in view', async () => {
		const slot = slotAt('10:00', 28);
		const { id } = sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slot });
		const daysAhead = daysUntilMonday() + 29 - 7;
		const trigger = poller(sandbox, { daysAhead, pollTimes: { item: [{ mode: 'everyWeek' }] } });
		await trigger.poll();
		sandbox.control.cancelAppointment(id);
		passDays(7);
		// HighLevel's starts keep their offset.
		const times = (await trigger.poll())!.map(({ startTime, endTime }) => [startTime, endTime].map((time) => Date.parse(String(time))));
		expect(times).toEqual([[slot.startTime, slot.endTime].map((time) => Date.parse(time))]);
	});

	it('no token is shown, whatever the platform says', async () => {
		const trigger = poller(sandbox);
		await trigger.poll();
		const body = { message: 'Bearer pit-harbor is not known: pit-harbor' };
		sandbox.control.addFault({ method: 'GET', times: 'always', status: 404, body });
		await trigger.poll();
		const [failure] = trigger.failures as Array<Error & { description: string }>;
		expect(failure.description).toContain('[hidden]');
		expect(JSON.stringify([failure, failure.message, failure.description])).not.toContain('pit-harbor');
		expect(JSON.stringify(trigger.staticData)).not.toContain('pit-harbor');
	});
});
