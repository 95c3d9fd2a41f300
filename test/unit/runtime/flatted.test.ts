import { parseFlatted } from '../../../runtime/flatted';

describe('parseFlatted', () => {
	it('reads primitives, texts and nested values', () => {
		const stored = '[{"n":1,"t":"1","list":"2","none":null,"yes":true},"text",["1",2,"3"],{"deep":"1"}]';
		expect(parseFlatted(stored)).toEqual({
			n: 1,
			t: 'text',
			list: ['text', 2, { deep: 'text' }],
			none: null,
			yes: true,
		});
	});

	it('keeps what is shared shared, and cycles closed', () => {
		const root = parseFlatted('[{"a":"1","b":"1","self":"0"},{}]') as Record<string, unknown>;
		expect(root.a).toBe(root.b);
		expect(root.self).toBe(root);
	});

	it('takes a name like __proto__ as a name', () => {
		const root = parseFlatted('[{"__proto__":"1"},{"polluted":true}]') as Record<string, unknown>;
		expect(Object.keys(root)).toEqual(['__proto__']);
		expect(Object.getPrototypeOf(root)).toBe(Object.prototype);
	});

	it.each(['[]', '[{"a":"7"}]', '[{"a":"x"}]'])('refuses an index that points nowhere: %s', (text) => {
		expect(() => parseFlatted(text)).toThrow('has no entry');
	});
});
