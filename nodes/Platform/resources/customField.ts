import { id, listOf, text, wholeNumber } from '../../fields/valueKinds';
import { choiceOf, fieldOf } from '../../fields/parameters';
import { resourceOf } from '../rows/resourceOf';

const MODEL_OPTIONS = [
	{ name: 'Contact', value: 'contact' },
	{ name: 'Opportunity', value: 'opportunity' },
] as const;

const OF = choiceOf({
	displayName: 'Custom Fields Of',
	name: 'model',
	type: 'options',
	default: 'all',
	description: 'Whose custom fields to get',
	options: [{ name: 'All', value: 'all' }, ...MODEL_OPTIONS],
});

const MODEL = choiceOf({
	displayName: 'Custom Field Of',
	name: 'model',
	type: 'options',
	default: 'contact',
	description: 'Which records get the field',
	options: [...MODEL_OPTIONS],
});

const NAME = fieldOf(text, {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Insurance',
	description: 'Label of the field. The platform makes its key of it.',
	required: true,
});

const CHOICE_TYPES = ['CHECKBOX', 'MULTIPLE_OPTIONS', 'RADIO', 'SINGLE_OPTIONS'];

/** Named as on the platform. Kinds that the API cannot fill in, such as files, are not offered. */
const TYPE = choiceOf({
	displayName: 'Type',
	name: 'dataType',
	type: 'options',
	default: 'TEXT',
	description: 'What the field holds',
	options: [
		{ name: 'Checkbox', value: 'CHECKBOX' },
		{ name: 'Date', value: 'DATE' },
		{ name: 'Dropdown (Multiple)', value: 'MULTIPLE_OPTIONS' },
		{ name: 'Dropdown (Single)', value: 'SINGLE_OPTIONS' },
		{ name: 'Email', value: 'EMAIL' },
		{ name: 'Monetary', value: 'MONETORY' },
		{ name: 'Multi Line', value: 'LARGE_TEXT' },
		{ name: 'Number', value: 'NUMERICAL' },
		{ name: 'Phone', value: 'PHONE' },
		{ name: 'Radio', value: 'RADIO' },
		{ name: 'Single Line', value: 'TEXT' },
	],
});

const CHOICES_TO_OFFER = fieldOf(listOf(text, 'a list of choices'), {
	displayName: 'Choices',
	name: 'options',
	type: 'string',
	default: '',
	placeholder: 'e.g. Basic, Gold',
	description:
		'What can be chosen, separated by commas, or a list in an expression. HighLevel does not document it.',
});

const PLACEHOLDER = fieldOf(text, {
	displayName: 'Placeholder',
	name: 'placeholder',
	type: 'string',
	default: '',
	placeholder: 'e.g. Name of the insurance',
	description: 'What the empty field shows on the platform',
});

const POSITION = fieldOf(wholeNumber(0), {
	displayName: 'Position',
	name: 'position',
	type: 'number',
	default: 0,
	typeOptions: { minValue: 0 },
	description: 'Place of the field among the others',
});

const CUSTOM_FIELD = fieldOf(id, {
	displayName: 'Custom Field ID',
	name: 'customFieldId',
	type: 'string',
	placeholder: 'e.g. 3sv6UEo51C9Bmpo1cKTq',
	description: 'ID of the custom field, such as the customFieldId from the output of Get Many',
	default: '={{ $json.customFieldId }}',
	required: true,
});

export const customField = resourceOf(
	'Custom Field',
	{ toRead: 'readCustomFields', toWrite: 'writeCustomFields' },
	{
		getAll: {
			name: 'Get Many',
			description: 'Get the custom fields of contacts and opportunities',
			action: 'Get many custom fields',
			hint: 'Returns one item per custom field with customFieldId, name, fieldKey, dataType and, where there are choices, picklistOptions.',
			method: 'GET',
			path: '/locations/{locationId}/customFields',
			locationIn: 'path',
			list: 'customFields',
			fields: [OF],
			nothing: 'The location has no such custom fields.',
		},
		create: {
			name: 'Create',
			description: 'Add a custom field to the contacts or the opportunities of the location',
			hint: 'Only when the team wants a new field: it is shown in every contact or opportunity. Look with Get Many first.',
			method: 'POST',
			path: '/locations/{locationId}/customFields',
			locationIn: 'path',
			howToCheck: 'Look for it with Custom Field > Get Many before you create it again.',
			once: { repeatedAs: 'alreadyCreated' },
			// The record has the choices under another name.
			expects: ({ options, ...values }) => ({ ...values, picklistOptions: options }),
			expectedLabels: { picklistOptions: CHOICES_TO_OFFER.displayName },
			fields: [MODEL, NAME, TYPE],
			more: [CHOICES_TO_OFFER, PLACEHOLDER, POSITION],
			shape(values, refuse) {
				const { dataType = TYPE.default } = values;
				if (CHOICE_TYPES.includes(String(dataType)) && values.options === undefined)
					throw refuse(
						"'Choices' is empty",
						"A field of this 'Type' needs something to choose from: add 'Choices' in 'Fields'.",
					);
				return values;
			},
		},
		delete: {
			name: 'Delete',
			description: 'Delete a custom field, with what all records have in it, for good',
			hint: 'Only when somebody asked to delete it: the values in all contacts or opportunities are lost.',
			method: 'DELETE',
			path: '/locations/{locationId}/customFields/{customFieldId}',
			locationIn: 'path',
			deletes: true,
			fields: [CUSTOM_FIELD],
		},
	},
);
