import { simplify } from '../../../nodes/items/simplify';

describe('simplify', () => {
	it('flattens, drops lists of records and empty values, and puts the named first', () => {
		const record = {
			zone: 'UTC',
			name: 'A',
			id: 'a',
			hours: { monday: { start: '9' } },
			tags: ['x', 'y'],
			slots: [{ a: 1 }],
			note: null,
			empty: '',
		};
		expect(Object.entries(simplify(record, 'id', 'name'))).toEqual([
			['id', 'a'],
			['name', 'A'],
			['zone', 'UTC'],
			['hoursMondayStart', '9'],
			['tags', 'x, y'],
		]);
	});

	it('keeps at most ten fields', () => {
		const wide = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, index]));
		expect(Object.keys(simplify({ ...wide, id: 'x' }, 'id'))).toHaveLength(10);
		expect(simplify({ ...wide, id: 'x' }, 'id').id).toBe('x');
	});
});
