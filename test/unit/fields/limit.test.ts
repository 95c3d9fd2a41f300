import type { INodeParameters, INodeType } from 'n8n-workflow';

import { executeContext } from '../items/executeContext';
import { limited, limitFields } from '../../../nodes/fields/limit';

const nodeType: INodeType = {
	description: {
		displayName: 'Limited',
		name: 'limited',
		group: ['input'],
		version: 1,
		description: 'Has the fields that limit a list',
		defaults: { name: 'Limited' },
		inputs: ['main'],
		outputs: ['main'],
		properties: limitFields,
	},
};

const records = Array.from({ length: 60 }, (_, id) => ({ id }));

function shown(parameters: INodeParameters, itemIndex = 0): number {
	const context = executeContext({ nodeType, parameters, items: [{ limit: 2 }, { limit: 4 }] });
	const result = limited(context, records, itemIndex);
	expect(result).toEqual(records.slice(0, result.length));
	return result.length;
}

it.each<[number, string, INodeParameters]>([
	[50, 'when nothing is chosen', {}],
	[50, "with a 'Limit' that an expression leaves empty", { limit: '={{ null }}' }],
	[50, "with the word null for a 'Limit'", { limit: 'null' }],
	[60, "with 'Return All'", { returnAll: true, limit: 3 }],
	[60, "with 'Return All' as text", { returnAll: '={{ "true" }}', limit: 3 }],
	[3, "with 'Return All' off, as text", { returnAll: '={{ "false" }}', limit: 3 }],
	[3, "with a 'Return All' that says nothing", { returnAll: '={{ "perhaps" }}', limit: 3 }],
	[3, "with 'Limit'", { returnAll: false, limit: 3 }],
	[3, "with a 'Limit' as text", { limit: '3' }],
	[60, "with a 'Limit' beyond the list", { limit: 100 }],
	[50, "with an empty 'Limit'", { limit: '' }],
	[50, "with a 'Limit' of null", { limit: '={{ null }}' }],
	[50, "with a 'Limit' of undefined", { limit: '={{ undefined }}' }],
	[50, "with a 'Limit' of the word null", { limit: 'null' }],
])('shows the first %i %s', (count, _, parameters) => {
	expect(shown(parameters)).toBe(count);
});

it.each([0, 0.5, 3.9, -3, 'few', '={{ NaN }}'])("refuses a 'Limit' of %j", (limit) => {
	expect(() => shown({ limit })).toThrow("'Limit' is not a whole number from 1");
});

it('asks the fields of the item', () => {
	const parameters = { limit: '={{ $json.limit }}' };
	expect([shown(parameters, 0), shown(parameters, 1)]).toEqual([2, 4]);
});
