import { resources } from '../../../nodes/Platform/resources';
import { allFields, credentials, nodes, sourceFiles } from './packageClasses';

/* What a message, a hint or a description quotes as the label of a field or a choice has to be one, or nobody finds it. */

/** Labels of other nodes of n8n, and of n8n itself. */
const OF_N8N = [
	'Always Output Data',
	'Client ID',
	'Client Secret',
	'Connect',
	'Expression',
	'File',
	'Response Format',
	'Webhook URLs',
];

/** The labels of all fields and choices of the package. */
function labelsOfPackage(): Set<string> {
	const labels = new Set(OF_N8N);
	const shown = [
		...nodes.map(({ instance }) => instance.description),
		...credentials.map(({ instance }) => instance),
	];
	JSON.stringify(shown, (key, value: unknown) => {
		if (['displayName', 'name'].includes(key) && typeof value === 'string') labels.add(value);
		return value;
	});
	return labels;
}

/** The texts in double quotes and in backticks of a line of code: in single quotes, no label can be quoted. */
function textsIn(line: string): string[] {
	if (/^\s*(\/\*|\*|\/\/)/.test(line)) return [];
	return [...line.matchAll(/"([^"]*)"|`([^`]*)`/g)].map(
		([, quoted, template]) => quoted ?? template,
	);
}

/** `Max Delay (Hours)` of a text that quotes it in single quotes; no word in capitals, such as of a file's format. */
const quotedLabelsIn = (text: string): string[] =>
	[...text.matchAll(/(?<![A-Za-z])'([A-Z][^'$]{1,60})'(?![a-z])/g)]
		.map(([, label]) => label)
		.filter((label) => label !== label.toUpperCase());

it('each label that a text quotes is one of the package', () => {
	const labels = labelsOfPackage();
	const unknown: string[] = [];
	let compared = 0;
	for (const { file, text } of sourceFiles('nodes')) {
		for (const [index, line] of text.split('\n').entries()) {
			const quoted = textsIn(line).flatMap(quotedLabelsIn);
			compared += quoted.length;
			for (const label of quoted.filter((each) => !labels.has(each)))
				unknown.push(`${file}:${index + 1}: there is no field or choice '${label}'`);
		}
	}
	expect(compared).toBeGreaterThan(100);
	expect(unknown).toEqual([]);
});

/** `Update Status` says what it does. A description that names it from within was written for another operation. */
it('no field of an operation speaks of that operation as of another one', () => {
	const wrong: string[] = [];
	for (const { name: resourceName, operations } of Object.values(resources))
		for (const { name, properties } of Object.values(operations)) {
			const fullName = `${resourceName} > ${name}`;
			for (const { displayName, description = '' } of allFields(properties)) {
				// After the name of a resource, it may be that of another one. A single word, such as Create, may be no name.
				const standsAlone = name.includes(' ') && new RegExp(`(?<!> )${name}`).test(description);
				if (standsAlone || description.includes(fullName))
					wrong.push(`${fullName}: the description of '${displayName}' names it: ${description}`);
			}
		}
	expect(wrong).toEqual([]);
});
