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

/** The least height of a text, and the least height and width of what a finger presses, in CSS pixels. */
const LEAST = { text: 10, control: 40 };

/** @throws for a text that is too small to be read, and for a control that is too small for a finger */
export async function expectLegible(page: Page): Promise<void> {
	const tooSmall = await page.evaluate((least) => {
		const faults: string[] = [];
		for (const element of document.querySelectorAll<HTMLElement>('main *')) {
			const { width, height } = element.getBoundingClientRect();
			if (width === 0 || element.closest('[aria-hidden=true]')) continue;
			const words = `<${element.localName}> ${element.innerText.slice(0, 40)}`;
			const hasOwnText = [...element.childNodes].some(
				({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
			);
			const fontSize = Number.parseFloat(getComputedStyle(element).fontSize);
			if (hasOwnText && fontSize < least.text) faults.push(`${words}: text of ${fontSize} px`);
			const isControl = element.matches('button, .button, select, textarea, .day.free');
			if (isControl && Math.min(width, height) < least.control)
				faults.push(`${words}: ${width} x ${height} px`);
		}
		return faults;
	}, LEAST);
	expect(tooSmall).toEqual([]);
}

/** Chooses a time, by default of the second day: of today's, the first one may pass meanwhile. */
export async function chooseTime(page: Page, time = 0, day = 1): Promise<void> {
	await page.getByRole('radio').nth(day).check({ force: true });
	await page.locator('.times:visible').getByRole('button').nth(time).click();
}
