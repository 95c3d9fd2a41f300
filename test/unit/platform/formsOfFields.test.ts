import type { INodeProperties } from 'n8n-workflow';

import { onlyIn, refuseFieldsOfOtherForms } from '../../../nodes/Platform/apiForms';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import { resources } from '../../../nodes/Platform/resources';

/** A form of the API that alone has a field is marked by `onlyIn` of nodes/Platform/apiForms.ts, which also refuses it elsewhere. */
const isMarked = (property: INodeProperties) =>
	Object.getOwnPropertySymbols(property).some(
		(symbol) => symbol.description === 'the one form of the API that has the field',
	);

function withEntries(property: INodeProperties): INodeProperties[] {
	if (property.type !== 'collection') return [property];
	return [property, ...((property.options ?? []) as INodeProperties[])];
}

const operations = Object.entries(resources).flatMap(([resource, { operations: all }]) =>
	Object.entries(all).map(([name, operation]) => [`${resource}.${name}`, operation] as const),
);

const saysOnly = (text = '') => /(^|\. )(HighLevel|Platform API) only\.?$/.test(text);

it('there are fields and operations of one form alone', () => {
	const fields = operations.flatMap(([, { properties }]) => properties.flatMap(withEntries));
	expect(fields.filter(isMarked).length).toBeGreaterThan(5);
	expect(operations.filter(([, { description }]) => saysOnly(description)).length).toBeGreaterThan(
		20,
	);
});

it.each(operations)(
	'each field of %s that says so is refused in the other form',
	(_, operation) => {
		// Where the whole operation is, its fields need not be.
		if (saysOnly(operation.description)) return;
		const unmarked = operation.properties
			.flatMap(withEntries)
			.filter((property) => saysOnly(property.description) && !isMarked(property))
			.map(
				({ displayName }) =>
					`'${displayName}': declare it with onlyIn('highLevel', …) of nodes/Platform/apiForms.ts`,
			);
		expect(unmarked).toEqual([]);
	},
);

it.each(operations)('each field of %s that the other form refuses says so', (_, operation) => {
	if (saysOnly(operation.description)) return;
	const silent = operation.properties
		.flatMap(withEntries)
		.filter((property) => isMarked(property) && !/\bonly\.$/.test(property.description ?? ''))
		.map(({ displayName }) => displayName);
	expect(silent).toEqual([]);
});

describe('a field of HighLevel alone, at the top of an operation', () => {
	const field = onlyIn('highLevel', {
		displayName: 'Color',
		name: 'color',
		type: 'string',
		default: 'red',
	});

	/** Checks the field for an account of the contract's form, where it has this value. */
	const check = async (value: unknown) =>
		await refuseFieldsOfOtherForms(
			{
				client: { dialect: async () => await Promise.resolve(DIALECTS.contract) },
				read: () => value,
				refuse: (message: string) => new Error(message),
			} as never,
			[field],
		);

	it.each([undefined, 'red'])('is no use of it with %j, which nobody has chosen', async (value) => {
		await expect(check(value)).resolves.toBeUndefined();
	});

	it("is refused in the contract's form with another value", async () => {
		await expect(check('blue')).rejects.toThrow("'Color' works with HighLevel only");
	});
});
