import { holding } from './holding';
import { limited } from '../../../nodes/fields/limit';

const records = Array.from({ length: 60 }, (_, id) => ({ id }));
const shown = (fields: Record<string, unknown>) => limited(holding(fields), records, 0);

it.each<[number, string, Record<string, unknown>]>([
	[50, 'when nothing is chosen', {}],
	[60, "with 'Return All'", { returnAll: true, limit: 3 }],
	[60, "with a 'Return All' as text", { returnAll: 'true', limit: 3 }],
	[3, "with a 'Return All' as text that is off", { returnAll: 'false', limit: 3 }],
	[3, "with a 'Return All' that says nothing", { returnAll: 'perhaps', limit: 3 }],
	[3, "with a 'Limit' as text", { limit: '3' }],
	[60, "with a 'Limit' beyond the list", { limit: 100 }],
	[50, "with an empty 'Limit'", { limit: '' }],
	[50, "with a 'Limit' of null", { limit: null }],
	[50, "with a 'Limit' of the word null", { limit: 'null' }],
])('shows the first %i %s', (count, _, fields) => {
	expect(shown(fields)).toEqual(records.slice(0, count));
});

it.each([0, 0.5, 3.9, -3, 'few', Number.NaN])("refuses a 'Limit' of %j", (limit) => {
	expect(() => shown({ limit })).toThrow("'Limit' is not a whole number from 1");
});
