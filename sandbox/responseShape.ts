/**
 * The forms in which the sandbox can send bodies that the contract does not show:
 * - `wrapped`: under a property named for what it holds, `{ "calendars": […] }`
 * - `bare`: the array or object itself
 * - `data`: under the property `data`
 * - `minimal`: wrapped, with only the fields that the contract names; no body where it names none
 */
export const RESPONSE_SHAPES = ['wrapped', 'bare', 'data', 'minimal'] as const;
export type ResponseShape = (typeof RESPONSE_SHAPES)[number];

/**
 * Puts a list or an object into a shape.
 *
 * @param name the property of the wrapped form
 * @param fields those that are left in the minimal form
 */
export function shaped(
	shape: ResponseShape,
	name: string,
	value: object | readonly object[],
	fields: readonly string[],
): unknown {
	switch (shape) {
		case 'bare':
			return value;
		case 'data':
			return { data: value };
		case 'minimal':
			return {
				[name]: Array.isArray(value)
					? value.map((one: object) => pick(one, fields))
					: pick(value, fields),
			};
		case 'wrapped':
			return { [name]: value };
	}
}

function pick(value: object, fields: readonly string[]): object {
	return Object.fromEntries(Object.entries(value).filter(([name]) => fields.includes(name)));
}
