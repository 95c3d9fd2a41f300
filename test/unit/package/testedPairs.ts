import ts from 'typescript';
import { sourceFiles } from './sourceFiles';

/**
 * Every mark by which the tests below a folder say which operation they run: a title with
 * `Appointment > Book`, a text `appointment.book`, or parameters with both values. Only test
 * files count, and only texts in code, so that a comment is no test.
 */
export function testedMarks(folder: string): Set<string> {
	const marks = new Set<string>();
	for (const file of sourceFiles(folder).filter(({ fileName }) => fileName.endsWith('.test.ts'))) {
		const visit = (node: ts.Node) => {
			if (ts.isStringLiteralLike(node)) marks.add(node.text.split(':')[0].trim());
			if (ts.isObjectLiteralExpression(node)) {
				const resource = literalValue(node, 'resource');
				const operation = literalValue(node, 'operation');
				if (resource && operation) marks.add(`${resource}.${operation}`);
			}
			ts.forEachChild(node, visit);
		};
		visit(file);
	}
	return marks;
}

function literalValue(object: ts.ObjectLiteralExpression, name: string): string | undefined {
	const property = object.properties.find(
		(candidate): candidate is ts.PropertyAssignment =>
			ts.isPropertyAssignment(candidate) &&
			ts.isIdentifier(candidate.name) &&
			candidate.name.text === name,
	);
	const value = property?.initializer;
	return value && ts.isStringLiteralLike(value) ? value.text : undefined;
}
