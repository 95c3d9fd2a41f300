import { readVisit as read } from '../../../nodes/bookingPage/view';

const readVisit = (fields: object) => read({ ...fields }, ['book', 'move', 'none']);

describe('readVisit', () => {
	it('reads what is asked for, of whom, and why', () => {
		const fields = {
			do: 'move',
			slot: '1774544400000',
			day: '2026-03-26',
			zone: 'Europe/Berlin',
			notice: 'unknown',
			other: 'x',
		};
		expect(
			readVisit({
				...fields,
				signature: 't0ken',
				wait: 'w4it',
				again: '1',
				note: ' At the\r\nback door ',
			}),
		).toEqual({
			...{
				act: 'move',
				start: 1774544400000,
				day: '2026-03-26',
				zone: 'Europe/Berlin',
				notice: 'unknown',
			},
			...{ token: 't0ken', wait: 'w4it', isRepeat: true, note: 'At the\nback door' },
		});
		expect(readVisit({ note: 'x'.repeat(2_000) }).note).toHaveLength(1_000);
		expect(readVisit({ note: `${'x'.repeat(999)}😀` }).note).toHaveLength(999);
		expect(readVisit({ signature: 't'.repeat(256), slot: '9'.repeat(15) })).toMatchObject({
			token: 't'.repeat(256),
			start: 1e15 - 1,
		});
	});

	// As Chrome names the visitor's own.
	it.each([
		['Europe/Kiev', 'Europe/Kyiv'],
		['Asia/Calcutta', 'Asia/Kolkata'],
		['Europe/Berlin', 'Europe/Berlin'],
	])('knows %s as %s', (zone, current) => {
		expect(readVisit({ zone }).zone).toBe(current);
	});

	it.each([
		['nothing', {}],
		['a token that is none', { signature: ['t0ken', 't0ken'] }],
		['a token longer than any', { signature: 't'.repeat(257) }],
		[
			'fields sent twice, and objects',
			{ do: ['move', 'move'], slot: { $gt: 0 }, day: ['2026-03-26'], zone: ['UTC', 'UTC'] },
		],
		['other writings', { slot: '1e3', day: '26.03.2026', zone: '+02:00' }],
		['a number longer than any', { slot: '1'.repeat(16) }],
		['signs and spaces', { slot: '-5', day: ' 2026-03-26', zone: ' UTC' }],
		['no zone of that name', { zone: 'Mars/Olympus' }],
		['another word for again', { again: 'true' }],
		...['cancelx', 'BOOK', ''].map((act): [string, Record<string, unknown>] => [
			`something else to do, ${act}`,
			{ do: act },
		]),
		['something else to do', { do: 'delete', notice: 'hello', note: ['x'] }],
		['a long text', { slot: '1'.repeat(100), zone: 'Europe/Berlin'.repeat(9) }],
	])('leaves out what is not one of them: %s', (_name, fields) => {
		expect(readVisit(fields)).toEqual({ isRepeat: false });
	});
});
