/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { REPOSITORY } from '../../../runtime/paths';

/** What each picture was drawn with, beside the pictures. */
const DRAWINGS = join(REPOSITORY, 'docs', 'pictures', 'drawings.json');

const CONSENT_PAGE = ['sandbox/oauth/consentPage.ts'];

const icons = (): string[] =>
	['credentials', 'nodes'].flatMap((folder) =>
		readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.svg'))
			.map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
			.sort(),
	);

/**
 * A digest of what a picture shows and no text tells: every icon of the package, or for the consent
 * page its HTML and CSS. 16 hexadecimal digits.
 */
export function drawingOf(picture: string): string {
	const digest = createHash('sha256');
	for (const file of picture === 'consent-page' ? CONSENT_PAGE : icons()) {
		const content = readFileSync(join(REPOSITORY, file), 'utf8').replaceAll('\r\n', '\n');
		digest.update(`${file}\0${content}\0`);
	}
	return digest.digest('hex').slice(0, 16);
}

/** The digests by picture, as they were when the pictures were taken. */
export function knownDrawings(): Record<string, string> {
	if (!existsSync(DRAWINGS)) return {};
	return JSON.parse(readFileSync(DRAWINGS, 'utf8')) as Record<string, string>;
}

/** Notes that the picture has been taken of what is drawn now. */
export function noteDrawing(picture: string): void {
	const drawings = { ...knownDrawings(), [picture]: drawingOf(picture) };
	const sorted = Object.entries(drawings).sort(([a], [b]) => a.localeCompare(b));
	writeFileSync(DRAWINGS, `${JSON.stringify(Object.fromEntries(sorted), null, '\t')}\n`);
}
