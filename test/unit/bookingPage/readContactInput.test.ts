import { readContactInput as read } from '../../../nodes/bookingPage/readContactInput';

const readContactInput = (fields: object) => read({ ...fields }, ['book', 'move', 'none']);

describe('readContactInput', () => {
	it('reads what is asked for, of whom, and why', () => {
		const input = readContactInput({
			do: 'move',
			slot: '1774544400000',
			day: '2026-03-26',
			zone: 'Europe/Berlin',
			notice: 'unknown',
			wait: 'w4it',
			signature: 't0ken',
			note: ' At the\r\nback door ',
			other: 'x',
		});

		expect(input).toEqual({
			act: 'move',
			start: 1774544400000,
			day: '2026-03-26',
			zone: 'Europe/Berlin',
			notice: 'unknown',
			wait: 'w4it',
			token: 't0ken',
			note: 'At the\nback door',
		});
	});

	it('shortens a note to 1,000 characters, and cuts none in two', () => {
		expect(readContactInput({ note: 'x'.repeat(2_000) }).note).toHaveLength(1_000);
		expect(readContactInput({ note: `${'x'.repeat(999)}😀` }).note).toHaveLength(999);
	});

	it('reads the longest token and the longest number', () => {
		const token = 't'.repeat(256);

		const input = readContactInput({ signature: token, slot: '9'.repeat(15) });

		expect(input).toMatchObject({ token, start: 1e15 - 1 });
	});

	it('reads a zone by its name of today', () => {
		expect(readContactInput({ zone: 'Europe/Kiev' }).zone).toBe('Europe/Kyiv');
	});

	it.each([
		['nothing', {}],
		['a token that is none', { signature: ['t0ken', 't0ken'] }],
		['a token longer than any', { signature: 't'.repeat(257) }],
		[
			'fields sent twice, and objects',
			{ do: ['move'], slot: { $gt: 0 }, day: ['2026-03-26'], zone: ['UTC'] },
		],
		['a number longer than any', { slot: '1'.repeat(16) }],
		['signs and spaces', { slot: '-5', day: ' 2026-03-26', zone: ' UTC' }],
		['no zone of that name', { zone: 'Mars/Olympus' }],
		['something else to do', { do: 'MOVE', notice: 'hello', note: ['x'] }],
	])('leaves out what is not one of them: %s', (_name, fields) => {
		expect(readContactInput(fields)).toEqual({});
	});
});
