import { type FieldOf, KIND } from '../../../nodes/fields/parameters';
import { allFields, nodes } from './packageClasses';

/** A field of a node that a person fills in, with the kind that reads it. */
interface ReadField {
	label: string;
	field: FieldOf<unknown>;
}

const fields: ReadField[] = nodes.flatMap(({ className, instance }) =>
	allFields(instance.description.properties)
		.filter((field) => KIND in field && field.type !== 'hidden')
		.map((field) => ({
			label: `'${field.displayName}' (${field.name}) of ${className}`,
			field: field as FieldOf<unknown>,
		})),
);

/** IDs that other systems give: they may look like anything. */
const OF_OTHER_SYSTEMS = ['emailMessageId', 'altId'];

/** What a field makes of a value; undefined where it refuses it. */
function valueIn({ field }: ReadField, value: string): unknown {
	try {
		return field[KIND].read(value);
	} catch {
		return undefined;
	}
}

it.each(['https://app.example.com/records/1', '{{ $json.id }}'])(
	'each field for an ID refuses %s, which is none',
	(value) => {
		const wrong = fields.filter(
			(each) =>
				each.field.displayName.endsWith(' ID') &&
				!OF_OTHER_SYSTEMS.includes(each.field.name) &&
				valueIn(each, value) !== undefined,
		);

		expect(
			wrong.map(({ label }) => `Give ${label} the kind 'id' of nodes/fields/valueKinds.ts`),
		).toEqual([]);
	},
);

it('each field takes its own placeholder, and keeps it as it is written', () => {
	const EXAMPLE = 'e.g. ';
	const wrong = fields.filter((each) => {
		const { placeholder = '' } = each.field;
		if (!placeholder.startsWith(EXAMPLE)) return false;
		const written = placeholder.slice(EXAMPLE.length);
		const value = valueIn(each, written);
		return typeof value === 'string' ? value !== written : value === undefined;
	});

	expect(
		wrong.map(({ label }) => `Give ${label} a placeholder that it takes, or another kind`),
	).toEqual([]);
});

it("'Weekdays' offers each day of the week", () => {
	const weekdays = fields.filter(({ field }) => field.name === 'weekdays');

	expect(weekdays.length).toBeGreaterThan(0);
	for (const { field } of weekdays)
		expect(field.options).toEqual(
			[1, 2, 3, 4, 5, 6, 7].map((value) => expect.objectContaining({ value })),
		);
});
