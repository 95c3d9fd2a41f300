import type { IDataObject } from 'n8n-workflow';

import { jsonOf, route, TOOL, type Execute } from './runRouter';
import { Listed, onRecords } from '../../../nodes/items/operation';
import { hint } from '../../../nodes/n8n/execution';

const tool = { node: TOOL };

describe('a list of which some is left out', () => {
	const howToSeeMore = 'Ask for fewer days.';

	it.each([
		[1, 'There is one more, which is not shown. Ask for fewer days.'],
		[2, 'There are 2 more, which are not shown. Ask for fewer days.'],
		[Infinity, 'There are more, which are not shown. Ask for fewer days.'],
	])('tells a model that %d more are there', async (hidden, message) => {
		const listed: Execute = async () => new Listed([{ id: 'a' }], 'Nothing.', hidden);

		expect(await jsonOf(listed, tool, { howToSeeMore })).toEqual([{ id: 'a' }, { message }]);
	});

	it('still says how many there are once its records are changed', () => {
		const listed = new Listed([{ id: 'a' }], 'Nothing.', 3);

		const changed = onRecords(listed, ({ id }) => ({ name: id }));

		expect(changed).toEqual(new Listed([{ name: 'a' }], 'Nothing.', 3));
	});
});

describe('a message for a model', () => {
	const EDITOR_ONLY = 'To see all, use API Request.';

	it('that only a person can follow is left out of a record', async () => {
		const records: Execute = async () => ({ id: 'a', message: EDITOR_ONLY });

		expect(await jsonOf(records, tool)).toEqual([{ id: 'a' }]);
	});

	it('is not looked for in a body that an API has sent', async () => {
		const body: Execute = async () => ({ id: 'a', message: EDITOR_ONLY });

		const shown = await jsonOf(body, tool, { returnsBodies: true });

		expect(shown).toEqual([{ id: 'a', message: EDITOR_ONLY }]);
	});

	it('is a hint of the run, without what the editor alone has, and what a person can do', async () => {
		const hinting: Execute = async ({ context }) => {
			hint(context, 'The platform has more.', 'Search for less.');
			hint(context, EDITOR_ONLY);
			return { id: 'a' };
		};

		expect(await route(hinting, tool)).toEqual([
			{ json: { id: 'a' }, pairedItem: { item: 0 } },
			{ json: { message: 'The platform has more.' }, pairedItem: { item: 0 } },
		]);
	});

	it('that a result is cut is in an item that is paired to the first', async () => {
		const entries: IDataObject[] = Array.from({ length: 3_000 }, (_, id) => ({
			id,
			text: 'x'.repeat(100),
		}));

		const shown = await route(async () => entries, tool);

		expect(shown.at(-1)?.pairedItem).toEqual({ item: 0 });
	});
});
