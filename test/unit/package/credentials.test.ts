import { readFileSync } from 'node:fs';
import path from 'node:path';
import { credentials, nodes } from './packageClasses';

/** Names of fields whose value must be hidden on the screen and encrypted in exports. */
const SECRET = /secret|token$|password|apiKey|headerValue/i;

describe.each(credentials)('$className', ({ instance, className, folder }) => {
	it('is named as its class, and as n8n wants it', () => {
		expect(instance.name).toBe(className[0].toLowerCase() + className.slice(1));
		expect(instance.name).toMatch(/Api$/);
		expect(instance.displayName).toMatch(/ API$/);
	});

	it('can be tested, or is connected by OAuth', () => {
		const testedByNode = nodes.some(({ instance: node }) =>
			node.description.credentials?.some(
				({ name, testedBy }) =>
					name === instance.name &&
					typeof testedBy === 'string' &&
					typeof node.methods?.credentialTest?.[testedBy] === 'function',
			),
		);
		const byOAuth = instance.extends?.includes('oAuth2Api') ?? false;
		expect(instance.test !== undefined || testedByNode || byOAuth).toBe(true);
	});

	it('is used by a node', () => {
		const used = nodes.flatMap(({ instance: node }) => node.description.credentials ?? []);
		expect(used.map(({ name }) => name)).toContain(instance.name);
	});

	it('has documentation, and icons for light and dark', () => {
		expect(new URL(instance.documentationUrl ?? '').protocol).toBe('https:');
		const { light, dark } = instance.icon as { light: string; dark: string };
		const [first, second] = [light, dark].map((icon) =>
			readFileSync(path.join(folder, icon.replace('file:', '')), 'utf8'),
		);
		expect(first).toContain('<svg');
		expect(first).not.toBe(second);
	});

	it('hides secrets on the screen', () => {
		const open = instance.properties
			.filter(({ name, type }) => SECRET.test(name) && type !== 'hidden')
			.filter(({ typeOptions }) => typeOptions?.password !== true);
		expect(open.map(({ name }) => name)).toEqual([]);
	});
});
