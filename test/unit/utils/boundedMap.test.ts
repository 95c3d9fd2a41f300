import { BoundedMap } from '../../../nodes/utils/boundedMap';

it('drops the oldest beyond its bound; what is set again becomes the newest', () => {
	const map = new BoundedMap<string, number>(2);
	map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
	expect([...map]).toEqual([
		['a', 3],
		['c', 4],
	]);
});
