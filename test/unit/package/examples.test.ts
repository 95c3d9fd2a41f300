import { readdirSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

import { EXAMPLES_FOLDER, readExample } from '../../../runtime/examples';
import { defaultSeed } from '../../../sandbox/seed';
import { asTool, nodes, shownParameters } from './packageClasses';

const files = readdirSync(EXAMPLES_FOLDER).filter((name) => name.endsWith('.json'));

const { locations, calendars, contacts, users } = defaultSeed;
const idsOfSandbox = [...locations, ...calendars, ...contacts, ...users].map(({ id }) => id);

/** Of n8n's canvas, in its pixels. */
const NODE_WITH_LABEL = [140, 145];

describe.each(files)('%s', (file) => {
	it('says in its note which three things to fill in', async () => {
		const note = (await readExample(file)).nodes.find(({ type }) => type.endsWith('.stickyNote'));
		const steps = String(note?.parameters.content).match(/^\d\./gm);
		expect(steps).toEqual(['1.', '2.', '3.']);
	});

	it('names nothing of the local platform', async () => {
		const text = JSON.stringify(await readExample(file));
		expect(idsOfSandbox.filter((id) => text.includes(id))).toEqual([]);
	});

	it('has a sample pinned where an event starts it', async () => {
		const { nodes: found, pinData } = (await readExample(file)) as Awaited<
			ReturnType<typeof readExample>
		> & { pinData?: object };
		const triggers = found.filter(({ type }) => /^n8n-nodes-crm-platform\.\w+Trigger$/.test(type));
		expect(Object.keys(pinData ?? {})).toEqual(
			expect.arrayContaining(triggers.map(({ name }) => name)),
		);
	});

	it('covers no node, and no label below a node, with another or with the note', async () => {
		const boxes = (await readExample(file)).nodes.map(({ name, type, position, parameters }) => {
			const [x, y] = position;
			const [width, height] = type.endsWith('.stickyNote')
				? [Number(parameters.width), Number(parameters.height)]
				: NODE_WITH_LABEL;
			return { name, x, y, right: x + width, bottom: y + height };
		});
		const covering = boxes.flatMap((a, index) =>
			boxes
				.slice(index + 1)
				.filter((b) => a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom)
				.map((b) => `${a.name} and ${b.name}`),
		);
		expect(covering).toEqual([]);
	});

	it('sets only parameters that the nodes have', async () => {
		for (const { name, type, parameters } of (await readExample(file)).nodes) {
			const [, own, tool] = /^n8n-nodes-crm-platform\.(\w+?)(Tool)?$/.exec(type) ?? [];
			if (own === undefined) continue;
			const { instance } = nodes.find((node) => node.instance.description.name === own)!;
			const known = shownParameters(tool ? asTool(instance) : instance, parameters as never);
			// n8n adds the poll times of a polling trigger.
			const ofN8n = tool ? ['descriptionType', 'toolDescription'] : ['pollTimes'];
			const names = new Set([...known.map((property) => property.name), ...ofN8n]);
			expect([name, Object.keys(parameters).filter((key) => !names.has(key))]).toEqual([name, []]);
		}
	});
});

it("an app's UNINSTALL is read where it is the own app's, since one key of HighLevel signs for all", async () => {
	const { nodes: found } = await readExample('app-uninstalled-deletes-credential.json');
	const code = String(
		found.find(({ name }) => name === 'Read Location')?.parameters.jsCode,
	).replace("APP_ID = ''", "APP_ID = 'own'");
	const read = (event: object) =>
		runInNewContext(`(() => {${code}})()`, {
			$input: { first: () => ({ json: { locationId: 'loc-1', ...event } }) },
		}) as unknown;
	for (const event of [{ type: 'app.deleted' }, { type: 'UNINSTALL', appId: 'own' }])
		expect(read(event)).toEqual([{ json: { locationId: 'loc-1' } }]);
	for (const appId of ['other', undefined])
		expect(() => read({ type: 'UNINSTALL', appId })).toThrow(`of the app '${appId}'`);
});
