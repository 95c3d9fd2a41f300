import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
	NodeHelpers,
	type ICredentialType,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type NodeParameterValueType,
} from 'n8n-workflow';

export const ROOT = path.resolve(__dirname, '..', '..', '..');

interface PackageJson {
	name: string;
	version: string;
	main: string;
	n8n: { nodes: string[]; credentials: string[]; strict: boolean };
}

export const packageJson = JSON.parse(
	readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
) as PackageJson;

export interface LoadedClass<T> {
	className: string;
	/** The source file's path without extension. */
	source: string;
	/** The folder of the source file. */
	folder: string;
	/** Made anew: what is made before a test runs is no part of it for the mutation tests. */
	readonly instance: T;
}

/** Loads the source of a class that package.json lists as compiled file. */
function load<T>(compiled: string): LoadedClass<T> {
	const source = path.join(ROOT, compiled.replace(/^dist\//, '').replace(/\.js$/, ''));
	const className = path.basename(compiled).split('.')[0];
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- Jest's describe blocks cannot wait for an import()
	const exported = require(`${source}.ts`) as Record<string, new () => T>;
	return {
		className,
		source,
		folder: path.dirname(source),
		get instance() {
			return new exported[className]();
		},
	};
}

/** Every node of the package, by package.json. */
export const nodes = packageJson.n8n.nodes.map((file) => load<INodeType>(file));

/** Every credential of the package, by package.json. */
export const credentials = packageJson.n8n.credentials.map((file) => load<ICredentialType>(file));

export const isTrigger = ({ instance }: LoadedClass<INodeType>) =>
	instance.description.group.includes('trigger');

export interface Pair {
	resource: INodePropertyOptions;
	operation: INodePropertyOptions;
}

/** Every resource and operation that a user can choose in the node, as the editor would show them. */
export function pairsOf({ instance }: LoadedClass<INodeType>): Pair[] {
	const resources = optionsOf(
		instance.description.properties.find(({ name }) => name === 'resource'),
	);
	return resources.flatMap((resource) =>
		shownParameters(instance, { resource: resource.value as string })
			.filter((property) => property.name === 'operation')
			.flatMap((property) => optionsOf(property).map((operation) => ({ resource, operation }))),
	);
}

/** The parameters that the editor shows when the given values are chosen and the rest is default. */
export function shownParameters(
	instance: INodeType,
	chosen: Record<string, string>,
): INodeProperties[] {
	const { properties, defaultVersion = 1 } = instance.description;
	const values: Record<string, NodeParameterValueType> = {};
	for (const { name, default: value } of properties) if (name !== 'operation') values[name] = value;
	Object.assign(values, chosen);
	return properties.filter((property) =>
		NodeHelpers.displayParameter(
			values,
			property,
			{ typeVersion: defaultVersion },
			instance.description,
		),
	);
}

/** As n8n offers the node to language models. */
export const asTool = ({ description }: INodeType): INodeType => ({
	description: { ...description, name: `${description.name}Tool` },
});

export const optionsOf = (property: INodeProperties | undefined) =>
	(property?.options ?? []) as INodePropertyOptions[];

/** Every TypeScript file below a folder of the repository, by its path from there. */
export function sourceFiles(folder: string): Array<{ file: string; text: string }> {
	return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
		.map((name) => path.join(folder, name))
		.map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));
}

/** The fields at any depth: of collections, and of the rows of lists. */
export function allFields(properties: INodeProperties[]): INodeProperties[] {
	const fields: INodeProperties[] = [];
	for (const property of properties) {
		fields.push(property);
		for (const entry of property.options ?? []) {
			if ('values' in entry) fields.push(...allFields(entry.values));
			else if ('type' in entry) fields.push(...allFields([entry]));
		}
	}
	return fields;
}
