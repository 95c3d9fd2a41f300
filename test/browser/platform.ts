import { nextWorkday } from '../support/e2e/slots';
import { browser, editor, harness, KNOWLEDGE, panel, PLATFORM, step } from './person';

/** Finding the nodes, and their lists, as only the editor shows them. */
export function platform(): void {
	describe('the node panel', () => {
		beforeAll(async () => await editor.newWorkflow());

		// An action's words, and words of the codex file. By the platform's names, it shows what books, not what looks up.
		test.each([
			...['slot', 'new contact', 'api request', 'highlevel', 'gohighlevel', 'ghl'].map((words) => [
				words,
				PLATFORM,
			]),
			['changelog', KNOWLEDGE],
		])('finds for "%s" one of ours: %s', async (words, app) => {
			const shown = await editor.searchNodes(words);
			expect(shown.filter((name) => [PLATFORM, KNOWLEDGE].includes(name))).toEqual([app]);
		});
	});

	describe('the lists', () => {
		beforeAll(async () => await editor.newWorkflow());

		step('another day, or another time zone, has other slots', async () => {
			const { page } = browser;
			await editor.addNode('slot', PLATFORM, 'Book appointment');
			await panel.chooseCredential('CRM Platform (GoHighLevel) account');
			await panel.chooseFromList('calendarId', 'Dental check-up');
			await panel.choose('slotSource', 'Free Slots List');
			const first = await panel.chooseFromList('slot', / – /);
			const day = nextWorkday(7);
			// As the list shows it.
			const shown = new Date(day).toLocaleDateString('en-US', {
				...{ timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' },
			});
			await panel.fill('slotDay', day);
			expect(await panel.inList('slot')).toBe('');
			expect(first).not.toContain(shown);
			const local = await panel.chooseFromList('slot', shown);

			await page.getByTestId('collection-parameter-add').last().click();
			await page
				.getByTestId('collection-parameter-option')
				.filter({ hasText: 'Time Zone', visible: true })
				.first()
				.click();
			await panel.list('timezone');
			const search = page.getByTestId('rlc-search').filter({ visible: true });
			await search.locator('input').or(search).first().fill('kathmandu');
			await panel.chooseFromList('timezone', 'Asia/Kathmandu');
			expect(await panel.inList('slot')).toBe('');
			const [minutes] = (await panel.chooseFromList('slot', shown)).match(/:\d\d/) ?? [];
			// Nepal's clocks are a quarter of an hour off everybody's.
			expect(local).toMatch(/:[03]0 – /);
			expect(minutes).toMatch(/:[14]5/);
			await editor.closeNode();
		});
	});

	describe('a list that cannot be loaded', () => {
		step('says why, and what to do', async () => {
			await editor.newWorkflow();
			await editor.addNode('calendar', PLATFORM, 'Get calendar');
			await panel.chooseCredential('CRM Platform (GoHighLevel) account');
			harness.sandbox.addFault({
				method: 'GET',
				path: '/calendars/',
				times: 9,
				status: 403,
			});
			await panel.list('calendarId');
			const failure = browser.page.getByTestId('rlc-error-container');
			expect(await failure.innerText()).toContain('calendars.readonly');
			harness.sandbox.clearFaults();
			await editor.closeNode();
		});
	});
}
