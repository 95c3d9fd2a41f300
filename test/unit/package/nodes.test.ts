import { readFileSync } from 'node:fs';
import path from 'node:path';
import { credentials, isTrigger, nodes, packageJson } from './packageClasses';
import { hasRightFullStop, isTitleCase } from './texts';

interface Codex {
	node: string;
	nodeVersion: string;
	codexVersion: string;
	categories: string[];
	alias: string[];
	resources: Record<'primaryDocumentation' | 'credentialDocumentation', Array<{ url: string }>>;
}

describe.each(nodes)('$className', (node) => {
	const { instance, folder, source, className } = node;
	const { description } = instance;

	it('is named as its class', () => {
		expect(description.name).toBe(className[0].toLowerCase() + className.slice(1));
		expect(description.defaults.name).toBe(description.displayName);
	});

	it('has texts in the style of n8n', () => {
		expect(isTitleCase(description.displayName)).toBe(true);
		expect(description.description).toMatch(/^[A-Z]/);
		expect(hasRightFullStop(description.description)).toBe(true);
	});

	it('has a subtitle that tells two of them apart on the canvas', () => {
		expect(description.subtitle).toMatch(/^=.*\$parameter/s);
	});

	it('has icons of its own for light and dark', () => {
		const { light, dark } = description.icon as { light: string; dark: string };
		const [first, second] = [light, dark].map((icon) =>
			readFileSync(path.join(folder, icon.replace('file:', '')), 'utf8'),
		);
		expect(first).toContain('<svg');
		expect(second).toContain('<svg');
		expect(first).not.toBe(second);
	});

	it('is a tool for agents unless it is a trigger', () => {
		expect(description.usableAsTool).toBe(isTrigger(node) ? undefined : true);
	});

	it('tells builders of workflows that are language models when to take it', () => {
		expect(description.builderHint?.searchHint).toMatch(/^[A-Z].*\.$/);
	});

	it('has a codex file under which n8n files it and people find it', () => {
		const codex = JSON.parse(readFileSync(`${source}.json`, 'utf8')) as Codex;
		expect(codex.node).toBe(`${packageJson.name}.${description.name}`);
		expect(codex.categories).not.toHaveLength(0);
		expect(codex.alias).not.toHaveLength(0);
		expect(new Set(codex.alias.map((word) => word.toLowerCase())).size).toBe(codex.alias.length);
		for (const { url } of Object.values(codex.resources).flat()) {
			expect(new URL(url).protocol).toBe('https:');
		}
		expect(codex.resources.primaryDocumentation).not.toHaveLength(0);
	});

	it('uses credentials of this package only', () => {
		const known = credentials.map(({ instance: credential }) => credential.name);
		const used = (description.credentials ?? []).map(({ name }) => name);
		expect(known).toEqual(expect.arrayContaining(used));
	});

	it('has the methods that its parameters and credentials name', () => {
		const text = JSON.stringify(description);
		const named = (key: string) =>
			[...text.matchAll(new RegExp(`"${key}":"([^"]+)"`, 'g'))].map(([, method]) => method);
		const existing = (methods: object | undefined) => Object.keys(methods ?? {}).sort();
		const unique = (names: string[]) => [...new Set(names)].sort();

		const { methods } = instance;
		expect(existing(methods?.listSearch)).toEqual(unique(named('searchListMethod')));
		expect(existing(methods?.loadOptions)).toEqual(unique(named('loadOptionsMethod')));
		expect(existing(methods?.resourceMapping)).toEqual(unique(named('resourceMapperMethod')));
		expect(existing(methods?.credentialTest)).toEqual(unique(named('testedBy')));
	});
});
