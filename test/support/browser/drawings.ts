import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { REPOSITORY } from '../../../runtime/paths';

/** What each picture was drawn with, beside the pictures. */
const DRAWINGS = join(REPOSITORY, 'docs', 'pictures', 'drawings.json');

const filesIn = (folder: string, ending: string): string[] =>
	readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
		.sort();

/** What draws a picture: every icon of the package, or for the booking page what makes it. */
function sourcesOf(picture: string): string[] {
	if (picture === 'booking-page') return filesIn('nodes/bookingPage', '.ts');
	return ['credentials', 'nodes'].flatMap((folder) => filesIn(folder, '.svg'));
}

/** A digest of what a picture shows and no text tells. 16 hexadecimal digits. */
export function drawingOf(picture: string): string {
	const digest = createHash('sha256');
	for (const file of sourcesOf(picture)) {
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
