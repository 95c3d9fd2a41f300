import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { nodes, pairsOf, shownParameters } from './packageClasses';
import { type DialectName, DIALECTS } from '../../../nodes/platformApi/dialect';
import { eventOptionsOf } from '../../../nodes/platformApi/events';
import { act, HIGH_LEVEL, PRIVATE_TOKEN } from '../platform/nodeOnPlatform';

/*
 * What one form of the API alone has, every operation and field of CRM Platform: its description says so where, and only
 * where, the other form refuses it before anything is sent.
 */

it.each(Object.keys(DIALECTS) as DialectName[])('the form %s has events', (form) => {
	const advice = `Add '${form}' to the lists at the top of nodes/platformApi/events.ts`;
	expect(eventOptionsOf(form).length > 0 ? [] : [advice]).toEqual([]);
});

const platform = nodes.find(({ className }) => className === 'Platform')!;

const FORMS = [
	{
		name: 'HighLevel',
		other: PRIVATE_TOKEN,
		refusal: DIALECTS.contract.refusalOf('x', 'y').message.replace(/^x/, '').replace(/y$/, ''),
	},
	{
		name: 'Platform API',
		other: HIGH_LEVEL,
		refusal: DIALECTS.highLevel.refusalOf('x', 'y').message,
	},
];

const operations = pairsOf(platform).map(({ resource, operation }) => ({
	name: `${String(resource.value)}.${String(operation.value)}`,
	description: operation.description ?? '',
	resource: String(resource.value),
	operation: String(operation.value),
}));

/** True for a description whose last sentence is "HighLevel only." */
const isOnlyOf = (form: string, description = '') =>
	description === `${form} only.` || description.endsWith(`. ${form} only.`);

const cases = operations.flatMap((operation) => FORMS.map((form) => ({ ...operation, form })));

it.each(cases)(
	'$name says "$form.name only" if, and only if, the other form of the API refuses it',
	async ({ name, description, form }) => {
		const { error, sent } = await act(name, {}, { credential: form.other });
		const isRefused = String(error?.message).includes(form.refusal);
		expect({ name, isRefused }).toEqual({ name, isRefused: isOnlyOf(form.name, description) });
		expect(isRefused ? sent : []).toEqual([]);
	},
);

/** A value that the field can hold, and that is not its default. */
function valueFor(field: INodeProperties): unknown {
	if (field.type === 'boolean') return field.default !== true;
	if (field.type === 'resourceLocator') return { __rl: true, mode: 'id', value: 'x' };
	const [choice] = field.options ?? [];
	return choice && 'value' in choice ? choice.value : 'x';
}

/** Each field of an operation, with the parameters that hold a value in it. */
function fieldsOf(
	fields: INodeProperties[],
	within?: string,
): Array<[INodeProperties, IDataObject]> {
	return fields.flatMap((field): Array<[INodeProperties, IDataObject]> => {
		if (field.type === 'collection')
			return fieldsOf((field.options ?? []) as INodeProperties[], field.name);
		const entered = valueFor(field);
		const parameters = { [field.name]: entered } as IDataObject;
		return [[field, within ? { [within]: parameters } : parameters]];
	});
}

const fieldCases = operations
	.filter(({ description }) => !FORMS.some(({ name }) => isOnlyOf(name, description)))
	.flatMap(({ name, resource, operation }) =>
		fieldsOf(shownParameters(platform.instance, { resource, operation })).map(
			([field, parameters]) => ({ name, field, parameters, label: field.displayName }),
		),
	)
	.filter(({ field }) => isOnlyOf('HighLevel', field.description));

/** The operations of resources that no other form of the API has. */
const operationsOfOneForm = FORMS.flatMap((form) =>
	operations
		.filter(({ resource }) =>
			operations
				.filter((each) => each.resource === resource)
				.every(({ description }) => isOnlyOf(form.name, description)),
		)
		.map((operation) => ({ ...operation, form: form.name })),
);

it.each(operationsOfOneForm)(
	'the resource of $name is of $form alone, so that no field says it once more',
	({ name, resource, operation, form }) => {
		const fields = fieldsOf(shownParameters(platform.instance, { resource, operation }));
		const saying = fields.filter(([{ description }]) => isOnlyOf(form, description));
		expect(
			saying.map(
				([field]) => `Take onlyIn() from '${field.displayName}' of ${name} in nodes/Platform/`,
			),
		).toEqual([]);
	},
);

it('there are such fields in operations of both forms', () => {
	expect(fieldCases.length).toBeGreaterThan(0);
});

it.each(fieldCases)(
	'$name: \'$label\' says "HighLevel only", and the other form refuses a value in it',
	async ({ name, parameters, label }) => {
		const { error, sent } = await act(name, parameters, { credential: PRIVATE_TOKEN });
		expect(error?.message).toContain(`'${label}' works with HighLevel only`);
		expect(sent).toEqual([]);
	},
);
