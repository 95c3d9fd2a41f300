import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
	NodeHelpers,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { CredentialStore } from '../../support/credentialStore';
import { credentials, nodes, optionsOf, packageJson, ROOT } from './packageClasses';

interface Codex {
	node: string;
	categories: string[];
	alias: string[];
	resources: Record<'primaryDocumentation' | 'credentialDocumentation', Array<{ url: string }>>;
}

describe.each(nodes)('$className', (node) => {
	let instance: INodeType;
	let description: INodeTypeDescription;
	beforeEach(() => {
		({ instance } = node);
		({ description } = instance);
	});

	it('tells builders of workflows that are language models when to take it', () => {
		expect(description.builderHint?.searchHint).toMatch(/^[A-Z].*\.$/);
	});

	it('has a codex file under which n8n files it and people find it', () => {
		const codex = JSON.parse(readFileSync(`${node.source}.json`, 'utf8')) as Codex;
		expect(codex.node).toBe(`${packageJson.name}.${description.name}`);
		expect(codex.categories).not.toHaveLength(0);
		// By the platform's names, people look for what books, not for its documentation.
		const names = ['HighLevel', 'GoHighLevel', 'LeadConnector', 'GHL', 'CRM'];
		expect(names.filter((name) => codex.alias.includes(name))).toEqual(
			description.name === 'knowledge' ? [] : names,
		);
		// Words of other trades: people who search for them want another node.
		const misleading = codex.alias.filter((word) => /\b(?:http|delete|move|verify)/i.test(word));
		expect(
			misleading.map((word) => `Remove '${word}' from the alias in ${node.source}.json`),
		).toEqual([]);
		expect(codex.resources.primaryDocumentation).not.toHaveLength(0);
	});

	it('has one name, a picture for each theme, and starts workflows or stands in them', () => {
		const { displayName } = description;
		const within = { inputs: ['main'], outputs: ['main'], usableAsTool: true };
		expect(description).toMatchObject({
			defaults: { name: displayName },
			group: { length: 1 },
			icon: { light: expect.any(String) as string, dark: expect.any(String) as string },
			...(displayName.endsWith('Trigger') ? { inputs: [] } : within),
		});
	});

	it.each(['oAuth2', 'accessToken'])('asks for the credential of %s', (authentication) => {
		const shown = description.credentials?.filter((credential) =>
			NodeHelpers.displayParameter({ authentication }, credential, { typeVersion: 1 }, description),
		);
		const own = authentication === 'oAuth2' ? 'platformOAuth2Api' : 'platformTokenApi';
		const names = { knowledge: ['knowledgeApi'], platformTrigger: ['platformWebhookApi', own] };
		expect(shown?.map(({ name, required }) => required && name)).toEqual(
			names[description.name as keyof typeof names] ?? [own],
		);
	});

	it('names only parameters of its own in expressions', () => {
		const texts = JSON.stringify(description).replaceAll('\\"', '"');
		const names = new Set([...texts.matchAll(/\$parameter\["(\w+)"\]/g)].map(([, name]) => name));
		const own = description.properties.map(({ name }) => name);
		expect([...names].filter((name) => !own.includes(name))).toEqual([]);
	});

	it('has the methods that its parameters and credentials name', () => {
		const text = JSON.stringify(description);
		const named = (key: string) =>
			[...text.matchAll(new RegExp(`"${key}":"([^"]+)"`, 'g'))].map(([, method]) => method);
		const kinds = {
			listSearch: 'searchListMethod',
			loadOptions: 'loadOptionsMethod',
			resourceMapping: 'resourceMapperMethod',
			credentialTest: 'testedBy',
		};
		for (const [kind, key] of Object.entries(kinds)) {
			const existing = Object.keys(instance.methods?.[kind as keyof typeof kinds] ?? {});
			const wanted = [...new Set(named(key))];
			const file = `${path.relative(ROOT, node.source)}.ts`;
			expect([
				...wanted
					.filter((name) => !existing.includes(name))
					.map((name) => `Add '${name}' to methods.${kind} in ${file}`),
				...existing
					.filter((name) => !wanted.includes(name))
					.map((name) => `Remove '${name}' from methods.${kind} in ${file}: no field names it`),
			]).toEqual([]);
		}
	});
});

/** The editor shows two lines of an entry's description, of some sixty characters each, and cuts the rest. */
const MAX_DESCRIPTION = 113;

it.each(nodes)('$className describes the entries of its lists within two lines', ({ instance }) => {
	const cut = new Set<string>();
	JSON.stringify(instance.description.properties, (_key, value: unknown) => {
		const { value: stored, description } = (value ?? {}) as Partial<INodePropertyOptions>;
		const isEntry = stored !== undefined && description !== undefined;
		if (isEntry && description.length > MAX_DESCRIPTION) cut.add(description);
		return value;
	});
	expect([...cut].map((description) => `Shorten: ${description}`)).toEqual([]);
});

// What n8n's rules do not look at; `npm run lint` holds them against the same parameters.
it.each([
	...nodes.map(({ className, instance }) => ({ className, ...instance.description })),
	...credentials.map(({ className, instance }) => ({
		className,
		// With those of the parents.
		properties: new CredentialStore({}).getCredentialsProperties(instance.name),
	})),
])('$className gives examples, and shows fields by what others can be', ({ properties }) => {
	const fields: INodeProperties[] = [];
	const text = JSON.stringify(properties, (_key, value: INodeProperties | null) => {
		if (value?.displayName) fields.push(value);
		return value;
	});
	const advice: string[] = [];
	for (const { displayName, modes = [], displayOptions: { show, hide } = {} } of fields) {
		if (modes.some((mode) => !mode.name || !mode.displayName))
			advice.push(`Give each mode of '${displayName}' a name and a displayName`);
		for (const [name, values = []] of Object.entries({ ...show, ...hide })) {
			const [sought] = name.replace(/^\//, '').split('.');
			const others = fields.filter((field) => field.name === sought);
			const choices = others.flatMap(optionsOf).map(({ value }) => value);
			const isPossible =
				choices.length === 0 || values.every((one) => choices.includes(one as string));
			if (name.startsWith('@') || (others.length > 0 && isPossible)) continue;
			advice.push(
				`Correct the displayOptions of '${displayName}': '${name}' is never ${values.join(' or ')}`,
			);
		}
	}
	const placeholders = [...text.matchAll(/"placeholder":"([^"]*)/g)].map(([, words]) => words);
	for (const placeholder of placeholders) {
		if (!/^(e\.g\. |Add )/.test(placeholder))
			advice.push(`Begin the placeholder '${placeholder}' with 'e.g. '`);
	}
	expect(advice).toEqual([]);
});

it('webhooks respond once an execution has started, not when it has ended', () => {
	const modes = nodes
		.flatMap(({ instance }) => instance.description.webhooks ?? [])
		.map(({ responseMode }) => responseMode);
	expect(new Set(modes)).toEqual(new Set(['onReceived']));
});

it('the nodes use all credentials of this package, and no others', () => {
	const used = nodes
		.flatMap(({ instance }) => instance.description.credentials ?? [])
		.map(({ name }) => name);
	expect([...new Set(used)].sort()).toEqual(
		credentials.map(({ instance }) => instance.name).sort(),
	);
});
