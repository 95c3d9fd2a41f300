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

/** A text with one more sentence at its end. */
function addSentence(text: string | undefined, sentence: string): string {
	return text ? `${text.replace(/\.$/, '')}. ${sentence}` : sentence;
}

/** Says in the field's description that one form of the API alone has it. In another form, {@link refuseFieldsOfOtherForms} refuses a value. */
export function onlyIn<Property extends INodeProperties>(
	form: DialectName,
	field: Property,
): Property {
	const description = addSentence(field.description, `${FORM_NAMES[form]} only.`);
	return { ...field, description, [ONLY_IN]: form };
}

/** The description of an operation. It names the forms of the API that have requests for the right, unless all have. */
export function descriptionFor(right: Right | undefined, description: string): string {
	if (right === undefined) return description;
	const forms = FORMS.filter((form) => DIALECTS[form].scopes[right] !== undefined);
	if (forms.length === FORMS.length) return description;
	const names = forms.map((form) => FORM_NAMES[form]).join(' and ');
	return addSentence(description, `${names} only.`);
}

/** What {@link refuseFieldsOfOtherForms} needs of a call. */
type ReadersAndClient = Pick<Fields, 'read' | 'refuse'> & { client: PlatformClient };

/**
 * Refuses a value in a field that the account's form of the API does not have.
 *
 * @param collection in which the properties stand
 * @throws NodeOperationError for such a value
 */
export async function refuseFieldsOfOtherForms(
	call: ReadersAndClient,
	properties: INodeProperties[],
	collection?: Field,
): Promise<void> {
	for (const property of properties) {
		if (property.type === 'collection') {
			const entries = (property.options ?? []) as INodeProperties[];
			await refuseFieldsOfOtherForms(call, entries, property);
		} else if (ONLY_IN in property) {
			const field = property as FieldOf<unknown> & { [ONLY_IN]: DialectName };
			await refuseInOtherForms(call, field, field[ONLY_IN], collection);
		}
	}
}

async function refuseInOtherForms(
	{ client, read, refuse }: ReadersAndClient,
	field: FieldOf<unknown>,
	form: DialectName,
	collection?: Field,
): Promise<void> {
	const value = read(field, collection);
	// Outside of a collection, a field has its default without anybody's choice.
	const isUnused = value === undefined || (!collection && value === field.default);
	if (isUnused) return;
	const dialect = await client.dialect();
	if (dialect === DIALECTS[form]) return;
	const { message, whatToDo } = dialect.refusalOf(
		`'${field.displayName}'`,
		'the other API has no such field',
	);
	throw refuse(message, whatToDo, `Leave '${field.displayName}' out.`);
}
