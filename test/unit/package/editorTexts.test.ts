import path from 'node:path';
import type {
	ICredentialType,
	IDisplayOptions,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

import { expectSavedText, HOW_TO_SAVE } from '../../support/savedText';
import { credentials, nodes, ROOT } from './packageClasses';

/*
 * What the editor shows of each node and credential, as a person reads it: labels, choices, defaults, placeholders and
 * descriptions. Saved workflows hold the names and values, so that none may change without somebody having wanted it.
 */

const FOLDER = path.join('test', 'unit', 'package', 'editorTexts');

/** `resource: appointment, contact; operation: create`, as n8n's `show` says when a field is there. */
function whenShown({ show = {}, hide = {} }: IDisplayOptions = {}): string {
	const conditions = [
		...Object.entries(show).map(([name, values]) => `${name}: ${values?.map(asText).join(', ')}`),
		...Object.entries(hide).map(
			([name, values]) => `not ${name}: ${values?.map(asText).join(', ')}`,
		),
	];
	return conditions.join('; ');
}

const asText = (value: unknown): string =>
	typeof value === 'string' ? value : JSON.stringify(value);

type Entry = INodeProperties | INodePropertyOptions;

/** A field, or a choice of one, with all that stands in it, each on lines of its own. */
function linesOf(entry: Entry, indent: string): string[] {
	const isField = 'type' in entry;
	const label = 'displayName' in entry ? entry.displayName : entry.name;
	const nameOrValue = isField ? entry.name : asText((entry as INodePropertyOptions).value);
	const type = isField ? `: ${entry.type} = ${JSON.stringify(entry.default)}` : '';
	const texts: Record<string, unknown> = { ...entry };
	const lines = [`${indent}${label} [${nameOrValue}]${type}`];
	for (const key of [
		'description',
		'action',
		'hint',
		'placeholder',
		'builderHint',
		'required',
		'typeOptions',
	]) {
		if (texts[key] === undefined || texts[key] === '') continue;
		lines.push(`${indent}  ${key}: ${asText(texts[key])}`);
	}
	if (indent !== '' && entry.displayOptions)
		lines.push(`${indent}  shown: ${whenShown(entry.displayOptions)}`);
	for (const option of [...((texts.options ?? []) as Entry[]), ...((texts.modes ?? []) as Entry[])])
		lines.push(...linesOf(option, `${indent}  `));
	for (const value of (texts.values ?? []) as Entry[]) lines.push(...linesOf(value, `${indent}  `));
	return lines;
}

/** Each field once, with all the places where it is shown: several operations may have the same. */
function textsOf(properties: INodeProperties[]): string {
	const places = new Map<string, string[]>();
	for (const property of properties) {
		const text = linesOf(property, '').join('\n');
		places.set(text, [...(places.get(text) ?? []), whenShown(property.displayOptions)]);
	}
	const fields = [...places].map(([text, shown]) =>
		[text, ...shown.filter(Boolean).map((place) => `  shown: ${place}`)].join('\n'),
	);
	return `${fields.join('\n')}\n`;
}

/** An expression with a line for each entry of the table in it: that of a subtitle has all operations or events. */
const inLines = (expression: string) => expression.replaceAll('","', '",\n\t"');

/** What else a node or a credential says of itself, such as its name and its notices. */
function headOf(instance: INodeType | ICredentialType): string {
	const head = 'description' in instance ? instance.description : instance;
	return Object.entries(head)
		.filter(([key]) => key !== 'properties')
		.map(
			([key, value]) => `${key}: ${key === 'subtitle' ? inLines(asText(value)) : asText(value)}\n`,
		)
		.join('');
}

const shownClasses = [
	...nodes.map(({ className, instance }) => ({
		className,
		shown: headOf(instance) + textsOf(instance.description.properties),
	})),
	...credentials.map(({ className, instance }) => ({
		className,
		shown: headOf(instance) + textsOf(instance.properties),
	})),
];

it.each(shownClasses)(
	`the editor shows of $className what ${FOLDER} says (${HOW_TO_SAVE})`,
	({ className, shown }) => {
		expectSavedText(shown, path.join(ROOT, FOLDER, `${className}.txt`));
	},
);
