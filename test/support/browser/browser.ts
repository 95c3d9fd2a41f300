import { join } from 'node:path';

import { chromium, selectors, type Browser, type Page } from 'playwright-core';

import { REPOSITORY } from '../../../runtime/paths';
import { CHROMIUM, requireProgram } from '../../../runtime/programs';

const ARGUMENTS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** An idle machine needs a tenth of it; one that also builds must not fail for its slowness. */
const ACTION_MS = 30_000;

const LOOPBACK = /^(https?|wss?):\/\/(127\.0\.0\.1|localhost)[:/]/;

export type OpenBrowser = Awaited<ReturnType<typeof openBrowser>>;

/** Chromium with one empty page, which reaches this machine only. Pictures are taken with two pixels for one. */
export async function openBrowser(pictures?: { width: number; height: number }) {
	selectors.setTestIdAttribute('data-test-id');
	// Playwright's own download is not needed.
	const browser: Browser = await chromium.launch({ executablePath: requireProgram(CHROMIUM), args: ARGUMENTS });
	const context = await browser.newContext({
		viewport: pictures ?? { width: 1280, height: 800 },
		deviceScaleFactor: pictures ? 2 : 1,
		locale: 'en-US',
		timezoneId: 'America/New_York',
		reducedMotion: 'reduce',
		colorScheme: 'light',
	});
	context.setDefaultTimeout(ACTION_MS);
	// The editor asks n8n's own servers for news and icons; a test must not.
	await context.route(
		(url) => /^https?:$/.test(url.protocol) && !LOOPBACK.test(url.href),
		async (route) => await route.abort(),
	);
	return { page: await context.newPage(), context, close: async () => await browser.close() };
}

/** Where the last thing seen is kept when a step fails. */
const FAILURES = join(REPOSITORY, '.runtime', 'test', 'browser');

/** A test's body that leaves a picture of the page behind when it fails. */
export function watched(page: () => Page, body: () => Promise<void>): () => Promise<void> {
	return async () =>
		await body().catch(async (failure: unknown) => {
			const name = (expect.getState().currentTestName ?? 'step').replace(/[^\w]+/g, '-').slice(0, 120);
			await page()
				.screenshot({ path: join(FAILURES, `${name}.png`) })
				.catch(() => {});
			throw failure;
		});
}
