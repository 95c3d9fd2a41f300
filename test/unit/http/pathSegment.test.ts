import { pathSegment, PathSegmentError } from '../../../nodes/http/pathSegment';

describe('pathSegment', () => {
	it('encodes', () => expect(pathSegment(' a/b?x#y ', 'Calendar')).toBe('a%2Fb%3Fx%23y'));
	it.each(['', ' ', '.', '..', 'a\ud800'])('refuses %j, and names the field', (id) => {
		const expected = `'Calendar' cannot be '${id.trim()}'. Enter the ID as the platform shows it.`;
		expect(() => pathSegment(id, 'Calendar')).toThrow(new PathSegmentError(expected));
	});
});
