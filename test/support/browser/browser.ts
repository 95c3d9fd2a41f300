import { chromium, selectors, type Browser } from 'playwright-core';

import { CHROMIUM, requireProgram } from '../../../runtime/programs';

/** An idle machine needs a tenth of it; one that also builds must not fail for its slowness. */
const ACTION_MS = 30_000;

/** The editor asks n8n's own servers for news and icons; a test must not. Routes would do it, too, and turn the browser's cache off. */
const LOOPBACK_ONLY = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

export type OpenBrowser = Awaited<ReturnType<typeof openBrowser>>;

/** Chromium with one empty page, which reaches this machine only. Pictures are taken with two pixels for one. */
export async function openBrowser(pictures?: { width: number; height: number }) {
	selectors.setTestIdAttribute('data-test-id');
	const browser: Browser = await chromium.launch({
		executablePath: requireProgram(CHROMIUM),
		args: ['--disable-gpu', LOOPBACK_ONLY],
	});
	const context = await browser.newContext({
		viewport: pictures ?? { width: 1280, height: 800 },
		deviceScaleFactor: pictures ? 2 : 1,
		locale: 'en-US',
		timezoneId: 'America/New_York',
		reducedMotion: 'reduce',
		colorScheme: 'light',
	});
	context.setDefaultTimeout(ACTION_MS);
	return { page: await context.newPage(), context, close: async () => await browser.close() };
}
