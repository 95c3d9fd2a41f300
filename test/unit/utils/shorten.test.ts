import { shorten } from '../../../nodes/utils/shorten';

it('shorten cuts no character in two', () => {
	expect(['ab😀', 'ab😀c', 'abcd'].map((text) => shorten(text, 3))).toEqual(['ab', 'ab', 'abc']);
	expect(shorten('😀', 2)).toBe('😀');
});
