import { createSandbox } from '../sandbox/createSandbox';
import { bookMany } from '../test/engine/platform/platform';
import { compared, seconds, type Line } from './report';
import { timed, type Scale } from './support/rounds';

/** A run of more items than HighLevel's rate limit lets through: none fails, and it takes little longer than it must. */
export async function benchRateLimit({
	limited: { items: count, max, intervalMs },
}: Scale): Promise<Line[]> {
	const sandbox = await createSandbox({ profile: 'highLevel' });
	try {
		sandbox.control.setProfile({ rateLimit: { max, intervalMs, daily: 200_000 } });
		const ms = await timed(async () => {
			const { json, error } = await bookMany(sandbox, count);
			if (error) throw error;
			const booked = sandbox.control.appointments().length;
			if (json.length !== count || booked !== count)
				throw new Error(`${json.length} of ${count} items came out, ${booked} are booked`);
		});
		const refused = sandbox.control.requests().filter(({ status }) => status === 429).length;
		const what = `${count} bookings, ${max} requests in ${intervalMs / 1000} s: ${refused} refused, none failed`;
		const atLeastMs = (Math.ceil(count / max) - 1) * intervalMs;
		return [
			compared(
				{ what, beside: 'what the limit allows', bound: { atMost: 1.25 } },
				[ms],
				[atLeastMs],
				seconds,
			),
		];
	} finally {
		await sandbox.close();
	}
}
