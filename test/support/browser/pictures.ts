import type { Locator, Page } from 'playwright-core';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { REPOSITORY } from '../../../runtime/paths';
import { drawingOf, knownDrawings, noteDrawing } from './drawings';

const FOLDER = join(REPOSITORY, 'docs', 'pictures');

/** What each picture shows, in words; beside the pictures. */
const TEXTS = join(FOLDER, 'texts.json');

const SCHEMES = ['light', 'dark'] as const;

/** Differs from run to run and says nothing about the nodes: ports, dates, times, made-up ids. */
const PASSING: Array<[RegExp, string]> = [
	[/http:\/\/127\.0\.0\.1:\d+/g, '<address>'],
	[/\/webhook(-test)?\/[\w-]+/g, '/webhook$1/<id>'],
	[/\b(Sun|Mon|Tue|Wed|Thu|Fri|Sat) (?=\d{4}-)/g, ''],
	[/\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([+-]\d{2}:\d{2}|Z)?)?/g, '<time>'],
	[/\b\d{2}:\d{2}\b/g, '<time>'],
	[/[\w.-]+-[0-9a-f-]{8,}/g, '<id>'],
	// The id of a credential, which the editor writes behind its name.
	[/^\w{16}$/, '<id>'],
	[/[ \t]+/g, ' '],
];

/**
 * Takes docs/pictures/<name>-light.png and -dark.png of the page as it is now.
 *
 * A picture is kept as long as what it shows, read as text, is what texts.json says of it: the same
 * editor drawn on another machine differs in some pixels, which would change every file at every
 * run. When a label, a hint, an output or an icon has changed, when a file is missing, or when
 * UPDATE_PICTURES is 1, both are taken anew. So they are never older than the nodes.
 *
 * @param shown the part whose text decides; default what lies in front
 */
export async function takePicture(
	page: Page,
	name: string,
	{ shown }: { shown?: Locator } = {},
): Promise<void> {
	await hidePassingMessages(page);
	const text = await textOf(shown ?? (await foreground(page)));
	const texts = readTexts();
	const files = SCHEMES.map((scheme) => join(FOLDER, `${name}-${scheme}.png`));
	const isFresh =
		process.env.UPDATE_PICTURES !== '1' &&
		files.every((file) => existsSync(file)) &&
		JSON.stringify(texts[name]) === JSON.stringify(text) &&
		knownDrawings()[name] === drawingOf(name);
	if (isFresh) return;

	mkdirSync(FOLDER, { recursive: true });
	const unchanged = page.viewportSize();
	await fitParameters(page);
	for (const [index, colorScheme] of SCHEMES.entries()) {
		await page.emulateMedia({ colorScheme });
		await settled(page);
		const options = { path: files[index], animations: 'disabled', caret: 'hide' } as const;
		await page.screenshot(options);
	}
	await page.emulateMedia({ colorScheme: 'light' });
	if (unchanged) await page.setViewportSize(unchanged);
	writeTexts({ ...texts, [name]: text });
	noteDrawing(name);
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

/** A credential's dialog, else a node's panel, else the canvas: n8n leaves the others drawn behind. */
async function foreground(page: Page): Promise<Locator> {
	for (const id of ['editCredential-modal', 'ndv', 'canvas']) {
		const part = page.getByTestId(id);
		if (await part.isVisible()) return part;
	}
	return page.locator('body');
}

async function textOf(shown: Locator): Promise<string[]> {
	const lines = (await shown.innerText()).split('\n');
	return lines
		.map((line) => PASSING.reduce((text, [pattern, by]) => text.replace(pattern, by), line).trim())
		.filter((line) => line !== '');
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

function readTexts(): Record<string, string[]> {
	return existsSync(TEXTS) ? (JSON.parse(readFileSync(TEXTS, 'utf8')) as Record<string, string[]>) : {};
}

function writeTexts(texts: Record<string, string[]>): void {
	const sorted = Object.fromEntries(Object.entries(texts).sort(([a], [b]) => a.localeCompare(b)));
	writeFileSync(TEXTS, `${JSON.stringify(sorted, null, '\t')}\n`);
}
