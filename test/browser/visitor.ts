import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';

import { browser, harness } from './person';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Complaints of a visitor's browser, and its requests to other hosts. */
export const complaints: string[] = [];

/** A browser of a person who has never been here. */
export async function visitor(options: BrowserContextOptions) {
	const opened = await browser.context.browser()!.newContext({
		locale: 'en-US',
		timezoneId: 'America/Chicago',
		reducedMotion: 'reduce',
		acceptDownloads: true,
		...options,
	});
	const page = await opened.newPage();
	page.on('console', (message) => complaints.push(message.text()));
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('request', (request) => {
		const { protocol, origin } = new URL(request.url());
		if (protocol !== 'data:' && origin !== harness.n8n.url) complaints.push(request.url());
	});
	return {
		page,
		/** Clicks a button or a link. */
		click: async (name: string) =>
			await page.getByRole('button', { name }).or(page.getByRole('link', { name })).click(),
		/** Waits for words. */
		sees: async (words: string) => await page.getByText(words).first().waitFor(),
		leave: async () => await opened.close(),
	};
}

/** Violations that axe-core finds on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
	await page.evaluate(AXE);
	const { violations, incomplete, passes } = await page.evaluate<AxeResults>('axe.run()');
	const shown = [...violations, ...incomplete].map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
	expect(shown).toEqual([]);
	expect(passes.length).toBeGreaterThan(15);
}

export async function expectFitting(page: Page): Promise<void> {
	const width = await page.evaluate(() => [
		document.documentElement.scrollWidth,
		window.innerWidth,
	]);
	expect(width[0]).toBeLessThanOrEqual(width[1]);
}

/** Chooses a time, by default of the second day: of today's, the first one may pass meanwhile. */
export async function chooseTime(page: Page, time = 0, day = 1): Promise<void> {
	await page.getByRole('radio').nth(day).check({ force: true });
	await page.locator('.times:visible').getByRole('button').nth(time).click();
}
