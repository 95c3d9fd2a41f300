import { toBoolean, toFilledInText } from '../../../nodes/fields/parameters';

describe('toBoolean', () => {
	it.each([true, 'true', ' True ', 1, '1'])('%p is on', (value) => {
		expect(toBoolean(value, false)).toBe(true);
	});

	it.each([false, 'false', ' FALSE\n', 0, '0'])('%p is off', (value) => {
		expect(toBoolean(value, true)).toBe(false);
	});

	it.each([undefined, null, '', 'perhaps', 2, {}, []])('%p leaves it as usual', (value) => {
		expect([toBoolean(value, true), toBoolean(value, false)]).toEqual([true, false]);
	});
});

describe('toFilledInText', () => {
	it.each([
		[' a b ', 'a b'],
		[7, '7'],
		['Null', 'Null'],
		['null and void', 'null and void'],
	])('%p is %p', (value, expected) => {
		expect(toFilledInText(value)).toBe(expected);
	});

	it.each(['', ' ', 'null', ' undefined ', null, undefined, {}, false])('%p is nothing', (value) => {
		expect(toFilledInText(value)).toBe('');
	});
});
