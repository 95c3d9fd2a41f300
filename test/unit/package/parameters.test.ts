import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { credentials, nodes } from './packageClasses';
import { hasRightFullStop, isTitleCase } from './texts';

/** n8n's style: a list this long is read by looking a word up. */
const SORTED_FROM = 5;

const owners = [
	...nodes.map(({ className, instance: { description } }) => ({
		className,
		properties: description.properties,
	})),
	...credentials.map(({ className, instance: { properties } }) => ({ className, properties })),
];

/** One parameter or option as it stands on the screen, with the way to it for messages. */
interface Field {
	path: string;
	property: INodeProperties;
}

/** All parameters of a list, those inside collections and the modes of locators too. */
function allFields(properties: readonly INodeProperties[], path = ''): Field[] {
	return properties.flatMap((property) => {
		const here = `${path}${property.name}`;
		const modes = (property.modes?.map((mode) => ({ ...mode, default: '' })) ??
			[]) as INodeProperties[];
		return [
			{ path: here, property },
			...allFields(nestedProperties(property), `${here}.`),
			...allFields(modes, `${here}@`),
		];
	});
}

function nestedProperties({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	return type === 'fixedCollection'
		? (options as INodePropertyCollection[]).flatMap(({ values }) => values)
		: [];
}

/** The choices of a list; empty for other parameters. */
const choicesOf = ({ type, options = [] }: INodeProperties): INodePropertyOptions[] =>
	type === 'options' || type === 'multiOptions' ? (options as INodePropertyOptions[]) : [];

/**
 * The linter checks the same rules on literals; these see the parameters as n8n gets them, those
 * made by functions too.
 */
describe.each(owners)('$className', ({ properties }) => {
	const fields = allFields(properties);
	const visible = fields.filter(({ property }) => property.type !== 'hidden');
	const offending = (breaks: (property: INodeProperties) => boolean) =>
		visible.filter(({ property }) => breaks(property)).map(({ path }) => path);

	it.each<[string, (property: INodeProperties) => boolean]>([
		[
			'labels not in Title Case',
			({ type, displayName }) => type !== 'notice' && !isTitleCase(displayName),
		],
		[
			'choices not in Title Case',
			(property) => choicesOf(property).some(({ name }) => !isTitleCase(name)),
		],
		[
			'values twice',
			(property) => {
				const values = choicesOf(property).map(({ value }) => value);
				return new Set(values).size !== values.length;
			},
		],
		[
			'booleans without "Whether"',
			({ type, description }) => type === 'boolean' && !description?.startsWith('Whether'),
		],
		[
			'placeholders without "e.g."',
			({ type, placeholder }) =>
				!!placeholder &&
				!type.toLowerCase().endsWith('collection') &&
				!placeholder.startsWith('e.g.'),
		],
		[
			'texts without sentence case or with the wrong full stop',
			({ description, hint }) =>
				[description, hint].some(
					(text) => !!text && !(/^[^a-z]/.test(text) && hasRightFullStop(text)),
				),
		],
		[
			'choices with the wrong full stop',
			(property) =>
				choicesOf(property).some(
					({ description }) => !!description && !hasRightFullStop(description),
				),
		],
		[
			'defaults that cannot be chosen',
			({ type, default: value, options, typeOptions }) =>
				type === 'options' &&
				!typeOptions?.loadOptionsMethod &&
				!!options &&
				!options.some((option) => 'value' in option && option.value === value),
		],
	])('has no %s', (_what, breaks) => {
		expect(offending(breaks)).toEqual([]);
	});

	it('sorts long lists by the alphabet', () => {
		const label = (entry: { name: string; displayName?: string }) =>
			entry.displayName ?? entry.name;
		expect(
			offending(({ name, type, options }) => {
				// A week has an order that everybody knows; before the languages stands the browser's; n8n lists a node's actions in theirs, the most used first.
				if (
					!options ||
					options.length < SORTED_FROM ||
					['weekdays', 'language', 'resource', 'operation'].includes(name)
				)
					return false;
				if (!['options', 'multiOptions', 'collection', 'fixedCollection'].includes(type))
					return false;
				const labels = options.map((option) => label(option as { name: string }));
				return labels.join() !== [...labels].sort((a, b) => a.localeCompare(b)).join();
			}),
		).toEqual([]);
	});

	it('shows parameters by others that exist and by values that they can have', () => {
		const conditions = visible.flatMap(({ path, property }) =>
			[property.displayOptions?.show, property.displayOptions?.hide].flatMap((rules) =>
				Object.entries(rules ?? {}).map(([name, values]) => ({ path, name, values })),
			),
		);
		const broken = conditions.filter(({ path, name, values }) => {
			if (name.startsWith('@')) return false;
			const sought = name.replace(/^\//, '').split('.')[0];
			const inside = path.slice(0, path.lastIndexOf('.') + 1);
			const targets = fields.filter(
				(field) => field.path === sought || field.path === inside + sought,
			);
			const choices = targets.flatMap(({ property }) => choicesOf(property));
			const isImpossible = (value: unknown) =>
				typeof value === 'string' &&
				choices.length > 0 &&
				!choices.some((choice) => choice.value === value);
			return targets.length === 0 || (values ?? []).some(isImpossible);
		});
		expect(broken).toEqual([]);
	});
});
