import { failed, lost } from '../platformApi/fakePlatform';
import { at, page, refused, startOf, type Visited } from './contactPage';
import { stopClockAt } from '../../support/clock';

stopClockAt('2026-11-21T12:00:00Z');

describe('a booking whose response is lost', () => {
	const unsure = async (loss: unknown = lost()) => {
		const own = page({ options: { simplify: false } });
		const first = await own.book('10', { writes: [loss] });
		expect([first.status, first.item, first.warnings]).toEqual([200, undefined, [expect.stringMatching(/^The outcome of a write \(book\) is unknown: /)]]);
		expect(first.text).toContain('Check whether it went through');
		expect(first.html).toContain('name="again" value="1"');
		return own;
	};

	it.each(['<html>Welcome</html>', { success: false }])('or says nothing is told as such: %j', async (body) => {
		await unsure(body);
	});

	it.each<[string, unknown, object]>([
		['is booked now', { id: 'appt-1' }, { appointmentId: 'appt-1', appointment: { id: 'appt-1' } }],
		['was booked then', failed(409), { appointmentId: null, alreadyBooked: true }],
	])('is asked for again, whatever else is chosen: it %s', async (_, second, item) => {
		const own = await unsure();
		const again = await own.book('14', { writes: [second] });
		expect(again.written).toEqual([at('10').startTime]);
		expect(again.item).toMatchObject({ booked: true, startTime: at('10').startTime, ...item });
		expect(Object.keys(again.item ?? {}).filter((key) => key === 'appointment' || key === 'alreadyBooked')).toHaveLength(1);
	});

	it.each([['is lost again', lost()], ['tells nothing', refused], ['finds nothing', failed(404)], ['may not', failed(403)]])(
		'still is not known where the repeat %s',
		async (_, second) => {
			const own = await unsure();
			const again = await own.book('10', { writes: [second] });
			expect([again.status, again.item, again.warnings.length]).toEqual([200, undefined, 1]);
			for (const { text, written } of [again, await own.show(), await own.show({ slot: '14' })]) {
				expect(text).toMatch(/Check whether it went .* contact the person who sent you the link/);
				expect(text).toMatch(/10:00 – 10:30/);
				expect(written.length).toBeLessThanOrEqual(1);
			}
		},
	);

	describe('when n8n was restarted since', () => {
		it.each<[string, Visited, object]>([
			['books it where it had not arrived', { writes: [{ id: 'appt-1' }] }, { booked: true, appointmentId: 'appt-1' }],
			['finds it where it had', { writes: [failed(409)] }, { booked: true, alreadyBooked: true }],
		])('%s', async (_, visited, item) => {
			const after = (await unsure()).restarted();
			expect((await after.book('10', { ...visited, fields: { again: '1' } })).item).toMatchObject(item);
		});

		it('offers the very same to ask for again, by the address', async () => {
			const { text, html } = await page().show({ slot: '10', query: { do: 'book', notice: 'unknown' } });
			expect(text).toContain('Check whether it went through');
			expect(html).toContain(`name="slot" value="${startOf('10')}"`);
			expect(html).toContain('name="again" value="1"');
		});

		it('does not say "taken" of what may be its own, nor offers another time', async () => {
			const after = (await unsure()).restarted();
			const { text, html, item, written } = await after.book('10', { free: [['11']], fields: { again: '1' } });
			expect([item, written]).toEqual([undefined, []]);
			expect(text).toMatch(/Check whether it went .* contact the person who sent you the link/);
			expect(text).not.toContain('no longer available');
			expect(html).not.toContain('name="slot"');
		});
	});
});
