import { type FieldOf, KIND } from '../../../nodes/fields/parameters';
import { allFields, nodes } from './packageClasses';

/** A number field with bounds that the editor knows. */
interface BoundedField {
	label: string;
	field: FieldOf<number>;
	min?: number;
	max?: number;
}

const boundedFields = nodes.flatMap(({ className, instance }) => {
	const found: BoundedField[] = [];
	for (const field of allFields(instance.description.properties)) {
		const { minValue: min, maxValue: max } = field.typeOptions ?? {};
		if (!(KIND in field) || (min === undefined && max === undefined)) continue;
		found.push({
			label: `${className}: ${field.displayName}`,
			field: field as FieldOf<number>,
			min,
			max,
		});
	}
	return found;
});

it('finds the bounds of the nodes', () => {
	expect(boundedFields.map(({ label }) => label)).toContain('PlatformTrigger: Events to Remember');
});

it.each(boundedFields)(
	'$label: an expression is held to the lower bound of the editor, $min',
	({ field, min = 0 }) => {
		expect(field[KIND].read(min - 1)).toBeUndefined();
	},
);

it.each(boundedFields.filter(({ max }) => max !== undefined))(
	'$label: an expression is held to the upper bound of the editor, $max',
	({ field, max = 0 }) => {
		expect(field[KIND].read(max)).toBe(max);
		expect(field[KIND].read(max + 1)).toBeUndefined();
	},
);
