import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './packageClasses';

/** Every TypeScript file below the given folders of the repository; absent folders have none. */
export function sourceFiles(...folders: string[]): ts.SourceFile[] {
	return folders.flatMap((folder) => namesIn(path.join(ROOT, folder)).map(parse));
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
			.map((file) => path.join(folder, file));
	} catch {
		return [];
	}
}

const parse = (file: string) =>
	ts.createSourceFile(
		path.relative(ROOT, file),
		readFileSync(file, 'utf8'),
		ts.ScriptTarget.Latest,
	);

/** The places, as `file:line`, of all nodes of the syntax tree that match. */
export function placesOf(file: ts.SourceFile, matches: (node: ts.Node) => boolean): string[] {
	const places: string[] = [];
	const visit = (node: ts.Node) => {
		if (matches(node)) {
			const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
			places.push(`${file.fileName}:${line + 1}`);
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return places;
}
