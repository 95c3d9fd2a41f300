import type { INodeProperties } from 'n8n-workflow';

import type { Field, FieldOf, Fields } from '../fields/parameters';
import type { PlatformClient } from '../platformApi/client';
import { type DialectName, DIALECTS, type Right } from '../platformApi/dialect';

/** The forms of the API, as descriptions name them. */
const FORM_NAMES: Record<DialectName, string> = {
	contract: 'Platform API',
	highLevel: 'HighLevel',
};

const FORMS = Object.keys(DIALECTS) as DialectName[];

/** A symbol, so that n8n sees nothing of it. */
const ONLY_IN = Symbol('the one form of the API that has the field');

const withSentence = (text: string | undefined, sentence: string) =>
	text ? `${text.replace(/\.$/, '')}. ${sentence}` : sentence;

/** Says in the field's description that one form of the API alone has it. In another, {@link refuseFieldsOfOtherForms} refuses a value. */
export const onlyIn = <Property extends INodeProperties>(
	form: DialectName,
	field: Property,
): Property => ({
	...field,
	description: withSentence(field.description, `${FORM_NAMES[form]} only.`),
	[ONLY_IN]: form,
});

/** An operation's description, which says the form of the API where not each has requests for the right. */
export function describedFor(right: Right | undefined, description: string): string {
	const having = FORMS.filter((form) => !right || DIALECTS[form].scopes[right] !== undefined);
	if (having.length === FORMS.length) return description;
	const names = having.map((form) => FORM_NAMES[form]).join(' and ');
	return withSentence(description, `${names} only.`);
}

/** @throws NodeOperationError for a value in a field that the account's form of the API does not have */
export async function refuseFieldsOfOtherForms(
	{ client, read, refuse }: Pick<Fields, 'read' | 'refuse'> & { client: PlatformClient },
	properties: INodeProperties[],
	within?: Field,
): Promise<void> {
	for (const property of properties) {
		if (property.type === 'collection') {
			const entries = (property.options ?? []) as INodeProperties[];
			await refuseFieldsOfOtherForms({ client, read, refuse }, entries, property);
			continue;
		}
		if (!(ONLY_IN in property)) continue;
		const field = property as FieldOf<unknown> & { [ONLY_IN]: DialectName };
		const value = read(field, within);
		// Outside of a collection, a field has its default without anybody's choice.
		if (value === undefined || (!within && value === field.default)) continue;
		const dialect = await client.dialect();
		if (dialect === DIALECTS[field[ONLY_IN]]) continue;
		const what = `'${field.displayName}'`;
		const { message, whatToDo } = dialect.refusalOf(what, 'the other API has no such field');
		throw refuse(message, whatToDo);
	}
}
