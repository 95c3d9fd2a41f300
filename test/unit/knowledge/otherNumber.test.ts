import { failed } from '../platformApi/fakePlatform';
import { TOOL } from '../items/runRouter';
import { lookUp } from './lookUp';

/** The knowledge API with this one page, and what was asked for. */
async function lookUpOf(slug: string, page: string, node?: typeof TOOL) {
	const given = {
		node,
		responses: ({ path }: { path: string }) =>
			path.endsWith(`/${page}`) ? { slug: page, title: 'Page' } : failed(404),
	};
	return await lookUp('glossaryTerm.get', { slug }, undefined, given);
}

describe('a glossary term that is not found', () => {
	it.each([
		['calendar', 'calendars'],
		['free-slots', 'free-slot'],
		['opportunities', 'opportunity'],
		['opportunity', 'opportunities'],
		['survey', 'surveys'],
	])('is looked up in the other number, once, for a model: %s', async (slug, page) => {
		const { json, sent } = await lookUpOf(slug, page, TOOL);
		expect(json).toEqual([{ slug: page, title: 'Page' }]);
		expect(sent).toHaveLength(2);
	});

	it('is told under the name that was asked for, and a model is led to the features', async () => {
		const { error, sent } = await lookUpOf('calendar', 'other', TOOL);
		expect(error?.message).toMatch(/^No glossary term found under the name 'calendar'.*a feature:/);
		expect(sent).toHaveLength(2);
	});

	it('is looked up once where the API says something else than that it is not there', async () => {
		const given = { node: TOOL, responses: () => failed(401) };
		const { sent } = await lookUp('glossaryTerm.get', { slug: 'calendar' }, undefined, given);
		expect(sent).toHaveLength(1);
	});

	it('is looked up as typed, for a person', async () => {
		const { error, sent } = await lookUpOf('calendar', 'calendars');
		expect(error?.message).toContain("under the name 'calendar'");
		expect(sent).toHaveLength(1);
	});
});
