import path from 'node:path';
import type { INodeProperties, NodeOperationError } from 'n8n-workflow';

import {
	type FieldOf,
	fieldsAt,
	KIND,
	KIND_IN_ZONE,
	type ZonedField,
} from '../../../nodes/fields/parameters';
import { describeValue, MAX_TEXT } from '../../../nodes/fields/valueKinds';
import { stopClockAt } from '../../support/clock';
import { expectSavedText, HOW_TO_SAVE } from '../../support/savedText';
import { node } from '../platformApi/fakePlatform';
import { TOOL } from '../platform/nodeOnPlatform';
import { allFields, nodes } from './packageClasses';

/*
 * What each field makes of odd values: what it reads, and with which words it refuses. A person and a model read these words
 * only when something is wrong, so that no other test shows all of them.
 */

stopClockAt(Date.parse('2026-11-23T08:00:00Z'));

const FILE = path.join(__dirname, 'fieldReadings.txt');

const ODD_VALUES: Array<[title: string, value: unknown]> = [
	['nothing', ''],
	['an object', { a: 1 }],
	['a list', ['a', { b: 2 }]],
	['true', true],
	['0', 0],
	['-1', -1],
	['1000.5', 1000.5],
	['a word', 'Word'],
	['words', 'Two, words'],
	['a web address', 'https://app.example.com/records/1'],
	['an expression', '{{ $json.id }}'],
	['a day that is none', '2026-02-30'],
	['a time without an offset', '2026-11-24 10:00'],
	['a bracket', '["a'],
];

/** A field, with the kind that reads its value. */
function readableField(field: INodeProperties): FieldOf<unknown> | undefined {
	if (KIND in field) return field as FieldOf<unknown>;
	if (!(KIND_IN_ZONE in field)) return undefined;
	const inZone = field as ZonedField<unknown>;
	return { ...field, [KIND]: inZone[KIND_IN_ZONE]('Europe/Berlin') };
}

/** What a value becomes, or what is told of it; `'…'` stands for the field's label, and 'this' for the value. */
function readingOf(field: FieldOf<unknown>, value: unknown, isTool: boolean): string {
	const context = {
		getNode: () => (isTool ? { ...node, ...TOOL } : node),
		getNodeParameter: () => value,
		getTimezone: () => 'UTC',
	};
	try {
		const read = fieldsAt(context as never, 0).required(field);
		return read === value ? 'is read as it is' : `is read as ${JSON.stringify(read)}`;
	} catch (error) {
		const { message, description, context } = error as NodeOperationError;
		const advice = (isTool && (context.forModel as string)) || String(description);
		return `${message} | ${advice}`
			.replaceAll(`'${field.displayName}'`, "'…'")
			.replace(`, not ${describeValue(value)}`, ', not this');
	}
}

/** What becomes of each odd value, each sentence once behind the values of which it comes. */
function linesOf(field: FieldOf<unknown>): string {
	const { maxLength = MAX_TEXT } = field[KIND];
	const tooLong: [string, string] = ['a text that is too long', 'x'.repeat(maxLength + 1)];
	const titlesByReading = new Map<string, string[]>();
	const add = (title: string, reading: string) =>
		titlesByReading.set(reading, [...(titlesByReading.get(reading) ?? []), title]);
	for (const [title, value] of [...ODD_VALUES, tooLong]) {
		const ofPerson = readingOf(field, value, false);
		const ofModel = readingOf(field, value, true);
		add(title, ofPerson);
		if (ofModel !== ofPerson) add(`${title} of a model`, ofModel);
	}
	return [...titlesByReading]
		.map(([reading, titles]) => `  ${titles.join('; ')}: ${reading}`)
		.join('\n');
}

/** Each field once for each way in which it is read. */
function allReadableFields(): Map<string, FieldOf<unknown>[]> {
	const fields = new Map<string, FieldOf<unknown>[]>();
	for (const { className, instance } of nodes) {
		for (const property of allFields(instance.description.properties)) {
			const field = readableField(property);
			if (field === undefined || field.type === 'hidden') continue;
			const title = `${className}: ${field.displayName} [${field.name}]`;
			const others = fields.get(title) ?? [];
			const isKnown = others.some((other) => isReadAlike(other, field));
			if (!isKnown) fields.set(title, [...others, field]);
		}
	}
	return fields;
}

function isReadAlike(one: INodeProperties, other: INodeProperties): boolean {
	const kindOf = (field: Partial<FieldOf<unknown> & ZonedField<unknown>>) =>
		field[KIND_IN_ZONE] ?? field[KIND];
	return kindOf(one) === kindOf(other);
}

/** The fields that read alike stand together. */
function allReadings(): string {
	const titlesByLines = new Map<string, Set<string>>();
	for (const [title, fields] of allReadableFields()) {
		for (const field of fields) {
			const lines = linesOf(field);
			titlesByLines.set(lines, (titlesByLines.get(lines) ?? new Set()).add(title));
		}
	}
	return [...titlesByLines]
		.map(([lines, titles]) => `${[...titles].join('\n')}\n${lines}\n`)
		.join('\n');
}

it(`each field reads and refuses odd values as fieldReadings.txt says (${HOW_TO_SAVE})`, () => {
	const readings = allReadings();

	expectSavedText(readings, FILE);
});
