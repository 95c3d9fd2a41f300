/**
 * `npm run saved`: writes what saved workflows rely on to `test/saved/`, after a release. Until the next one,
 * test/unit/package/saved.test.ts compares the nodes and credentials with it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ICredentialType, INodeParameters, INodeProperties, INodePropertyCollection, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { REPOSITORY } from '../runtime/paths';
import { credentials, nodes, packageJson, pairsOf } from '../test/unit/package/packageClasses';

const FOLDER = path.join(REPOSITORY, 'test', 'saved');

/** The file of one node or credential. */
export interface Saved {
	/** The version that it was written for. */
	release: string;
	/**
	 * By version and operation, such as `1 appointment.book`: each name with its default, such as
	 * `limit = 50`, and each value that can be chosen, such as `output: raw`. A workflow that was saved
	 * depends on these; a new one among them changes nothing for it.
	 */
	facts: Record<string, string[]>;
}

/** @returns what a workflow saved with each version of the node relies on */
export function factsOfNode(node: { instance: INodeType }): Saved['facts'] {
	const { description } = node.instance;
	const facts: Saved['facts'] = {};
	for (const version of [description.version].flat()) {
		const whole = [
			...(description.credentials ?? []).map(({ name }) => `credential: ${name}`),
			...[description.outputs].flat().map((output) => `output: ${String(output)}`),
			...(description.webhooks ?? []).map(({ name, httpMethod, path: at }) => `webhook: ${name} ${String(httpMethod)} ${at}`),
		];
		const pairs = pairsOf(node as never).map(({ resource, operation }) => [String(resource.value), String(operation.value)]);
		facts[version] = pairs.length > 0 ? whole : [...whole, ...factsOf(description.properties, version, {})];
		for (const [resource, operation] of pairs) {
			facts[`${version} ${resource}.${operation}`] = factsOf(description.properties, version, { resource, operation });
		}
	}
	return facts;
}

const factsOfCredential = ({ properties }: ICredentialType): Saved['facts'] => ({ fields: factsOf(properties, 1, {}) });

/** @param chosen resource and operation; what other fields show or hide counts as shown */
function factsOf(properties: readonly INodeProperties[], version: number, chosen: INodeParameters, before = ''): string[] {
	const shown = properties.filter(({ type, displayOptions }) => type !== 'notice' && isShown(displayOptions, version, chosen));
	const facts = shown.flatMap((property) => {
		const name = `${before}${property.name}${property.typeOptions?.multipleValues ? '[]' : ''}`;
		return [
			`${name} = ${JSON.stringify(property.default) ?? ''}`,
			...(property.modes ?? []).map((mode) => `${name}: @${mode.name}`),
			...(property.options ?? []).flatMap((option) => {
				if ('values' in option) return factsOf((option as INodePropertyCollection).values, version, chosen, `${name}.${option.name}.`);
				if ('type' in option) return factsOf([option as INodeProperties], version, chosen, `${name}.`);
				return [`${name}: ${String((option as INodePropertyOptions).value)}`];
			}),
		];
	});
	return [...new Set(facts)].sort();
}

function isShown(displayOptions: INodeProperties['displayOptions'], version: number, chosen: INodeParameters): boolean {
	const kept = (rules: object = {}) =>
		Object.fromEntries(Object.entries(rules).filter(([name]) => name === '@version' || name.replace(/^\//, '') in chosen));
	const decided = { show: kept(displayOptions?.show), hide: kept(displayOptions?.hide) };
	return NodeHelpers.displayParameter(chosen, { displayOptions: decided } as INodeProperties, { typeVersion: version }, null, chosen);
}

/**
 * What would change for saved workflows and is not announced. A new version of a node leaves the facts of
 * the old one as they are. An entry is a line in the newest part of the changelog with, in backticks, the
 * node and the field, such as `platform limit`, or `platform appointment.book limit` for one operation. From
 * 1.0 on an entry is enough for a new major version only.
 * @returns a line for each
 */
export function unannounced(name: string, saved: Saved, now: Saved, changelog: string): string[] {
	const [, newest = ''] = changelog.split(/^## /m);
	const major = ({ release }: Saved) => Number(release.split('.')[0]);
	const entriesCount = major(now) === 0 || major(now) > major(saved);
	return Object.entries(saved.facts).flatMap(([view, facts]) => {
		const gone = facts.filter((fact) => !now.facts[view]?.includes(fact));
		const operation = view.split(' ')[1];
		const isEntered = (fact: string) => {
			const [field] = /^[^ :]+/.exec(fact)!;
			const entries = [`\`${name} ${field}\``, `\`${name} ${operation} ${field}\``];
			return entriesCount && entries.some((entry) => newest.includes(entry));
		};
		return gone.filter((fact) => !isEntered(fact)).map((fact) => `${name} ${view}: ${fact}`);
	});
}

/** The names of the files with what is to be in them. */
export function describeAll(): Record<string, Saved> {
	const { version: release } = packageJson;
	return Object.fromEntries([
		...nodes.map((node) => [node.instance.description.name, { release, facts: factsOfNode(node) }]),
		...credentials.map(({ instance }) => [instance.name, { release, facts: factsOfCredential(instance) }]),
	]) as Record<string, Saved>;
}

/** What is written, by name; nothing before the first release. */
export function readAll(): Record<string, Saved> {
	const files = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
	const read = (file: string) => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Saved;
	return Object.fromEntries(files.map((file) => [path.basename(file, '.json'), read(file)]));
}

function writeAll(): void {
	rmSync(FOLDER, { recursive: true, force: true });
	mkdirSync(FOLDER);
	for (const [name, { release, facts }] of Object.entries(describeAll())) {
		const lines = Object.entries(facts).map(([view, list]) => `${JSON.stringify(view)}:${JSON.stringify(list)}`);
		writeFileSync(path.join(FOLDER, `${name}.json`), `{"release":"${release}","facts":{\n${lines.join(',\n')}}}\n`);
	}
}

if (require.main === module) writeAll();
