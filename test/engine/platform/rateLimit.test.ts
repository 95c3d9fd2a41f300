import { bookMany } from './platform';
import { FORMS } from '../../support/forms';
import { useSandbox } from '../../support/useSandbox';

const COUNT = 70;

describe.each(FORMS)('$form', ({ profile }) => {
	const sandbox = useSandbox({ profile });

	it('a run of more bookings than a window lets through ends without a failed item, and knocks once a window in vain', async () => {
		sandbox.control.setProfile({ rateLimit: { max: 20, intervalMs: 1_000, daily: 1_000 } });
		const { json, error } = await bookMany(sandbox, COUNT);
		expect(error).toBeUndefined();
		expect(json.map(({ booked }) => booked)).toEqual(Array(COUNT).fill(true));
		expect(sandbox.control.appointments()).toHaveLength(COUNT);
		// Fewer where a slow machine needs as long as the limit allows.
		expect(sandbox.control.requests().filter(({ status }) => status === 429).length).toBeLessThanOrEqual(3);
	});
});
