import type { Page } from 'playwright-core';
import { join } from 'node:path';

import { REPOSITORY } from '../../../runtime/paths';

const FOLDER = join(REPOSITORY, 'docs', 'pictures');

const SCHEMES = ['light', 'dark'] as const;

/**
 * Takes docs/pictures/<name>-light.png and -dark.png of the page as it is now, when UPDATE_PICTURES is 1:
 * the same editor drawn on another machine differs in some pixels, which would change every file.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
	if (process.env.UPDATE_PICTURES !== '1') return;
	await hidePassingMessages(page);
	const unchanged = page.viewportSize();
	await fitParameters(page);
	for (const colorScheme of SCHEMES) {
		await page.emulateMedia({ colorScheme });
		await settled(page);
		const path = join(FOLDER, `${name}-${colorScheme}.png`);
		await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
	}
	await page.emulateMedia({ colorScheme: 'light' });
	if (unchanged) await page.setViewportSize(unchanged);
}

/** More would not be readable on a page. */
const MAX_HEIGHT = 1_440;

/** Makes the window as high as the parameters need, so that no field is cut. */
export async function fitParameters(page: Page): Promise<void> {
	const missing = await page.evaluate(() => {
		const fields = Array.from(document.querySelectorAll('[data-test-id^="parameter-input"]'));
		const parents = fields.flatMap((field) => {
			const found: Element[] = [];
			for (let at = field.parentElement; at; at = at.parentElement) found.push(at);
			return found;
		});
		const scrolled = parents.filter((parent) => /auto|scroll/.test(getComputedStyle(parent).overflowY));
		return Math.max(0, ...scrolled.map((parent) => parent.scrollHeight - parent.clientHeight));
	});
	const size = page.viewportSize();
	if (!size || missing === 0) return;
	// The editor gives the dialog of a credential 80 % of the window, and cuts it at 750 pixels.
	const isDialog = await page.getByTestId('editCredential-modal').isVisible();
	const content = `[class*="_credentialModal"] { --dialog--max-height: ${MAX_HEIGHT}px !important; }`;
	await page.addStyleTag({ content });
	const height = size.height + missing / (isDialog ? 0.8 : 1) + 20;
	await page.setViewportSize({ ...size, height: Math.min(MAX_HEIGHT, Math.ceil(height)) });
	await page.waitForTimeout(300);
}

/** "Node executed successfully" and the like lie over what is to be seen. */
async function hidePassingMessages(page: Page): Promise<void> {
	const closers = page.locator('.el-notification__closeBtn');
	while ((await closers.count()) > 0) {
		await closers.first().click({ timeout: 2_000 }).catch(() => {});
		await page.waitForTimeout(300);
	}
	await page.mouse.move(2, 2);
}

/** Two frames after fonts and icons of the scheme have been loaded. */
async function settled(page: Page): Promise<void> {
	await page.waitForTimeout(400);
	await page.evaluate(async () => {
		await document.fonts.ready;
		await Promise.all(
			Array.from(document.images, async (image) => await image.decode().catch(() => {})),
		);
	});
}
