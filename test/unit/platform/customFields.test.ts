import type { IDataObject } from 'n8n-workflow';

import { byId, HIGH_LEVEL, onHighLevel, type Sent } from './nodeOnPlatform';
import { failed } from '../platformApi/fakePlatform';

const DEFINED = [
	{ id: 'f-size', name: 'Size', fieldKey: 'contact.size', dataType: 'TEXT' },
	{
		id: 'f-days',
		name: 'Days',
		fieldKey: 'contact.days',
		dataType: 'CHECKBOX',
		picklistOptions: ['Mon', 'Yes', 'Yes, please'],
	},
	{ id: 'f-file', name: 'Photo', fieldKey: 'contact.photo', dataType: 'FILE_UPLOAD' },
	{ id: 'f-visit', name: 'Visit', fieldKey: 'contact.visit', dataType: 'DATE' },
	{ id: 'f-note1', name: 'Note', fieldKey: 'contact.note_1', dataType: 'TEXT' },
	{ id: 'f-note2', name: 'Note', fieldKey: 'contact.note_2', dataType: 'TEXT' },
];

/** Runs Contact > Update with custom fields by name, where the location has those above. */
async function update(customFieldsByKey: unknown, fields: IDataObject = {}) {
	const respond = ({ method, body }: Sent) =>
		method === 'GET' ? { customFields: DEFINED } : { contact: { id: 'ada', ...(body as object) } };
	return await onHighLevel(
		'contact.update',
		{ contactId: byId('ada'), ...fields, fields: { customFieldsByKey } as IDataObject },
		respond,
	);
}

it.each([
	['its key', '{"contact.size": "L"}'],
	['its key without whose it is', { size: 'L' }],
	['its key in braces', { '{{ contact.size }}': 'L' }],
	['its label', { SIZE: 'L' }],
	['its ID', { 'f-size': 'L' }],
])('a custom field is written by %s', async (_, byName) => {
	const { writes, error } = await update(byName);
	expect(error).toBeUndefined();
	expect(writes[0]?.body).toEqual({ customFields: [{ id: 'f-size', field_value: 'L' }] });
});

it.each([
	['a day', { visit: '2026-11-25' }],
	['a time', { visit: '2026-11-25T10:00:00Z' }],
	['a Date', '={{ { visit: new Date("2026-11-25T10:00:00Z") } }}'],
])('a custom field that holds a date gets the day of %s', async (_, byName) => {
	const { writes } = await update(byName);
	expect(writes[0]?.body).toEqual({
		customFields: [{ id: 'f-visit', field_value: '2026-11-25' }],
	});
});

it.each([null, ''])('a custom field is emptied by name with %j', async (value) => {
	const { writes } = await update({ size: value });
	expect(writes[0]?.body).toEqual({ customFields: [{ id: 'f-size', field_value: '' }] });
});

it.each([
	['Mon, Yes, please', ['Mon', 'Yes, please']],
	['Mon, Other', ['Mon', 'Other']],
	['Yes, Mon', ['Yes', 'Mon']],
	['Yes, please', ['Yes, please']],
	[
		['Mon', 'Yes, please'],
		['Mon', 'Yes, please'],
	],
])('options of %j are %j', async (value, options) => {
	const { writes } = await update({ days: value });
	expect(writes[0]?.body).toEqual({ customFields: [{ id: 'f-days', field_value: options }] });
});

it('a field by name goes before the same one of the mapper, and keeps the others', async () => {
	const { writes } = await update(
		{ size: 'L' },
		{ customFields: { value: { 'f-size': 'S', 'f-note1': 'x' } } },
	);
	expect(writes[0]?.body).toEqual({
		customFields: [
			{ id: 'f-note1', field_value: 'x' },
			{ id: 'f-size', field_value: 'L' },
		],
	});
});

it.each([
	[{ colour: 'red' }, "no custom field 'colour'", 'Size (contact.size)'],
	[{ note: 'x' }, "2 custom fields are named 'note'", 'Note (contact.note_1)'],
	[{ photo: 'x' }, "'photo' holds a file, which this node cannot write", ''],
	[{ size: { a: 1 } }, "'Custom Fields by Key or Label' cannot be used", "'size' is an object"],
])('%j is refused by name, and nothing is written', async (byName, message, whatToDo) => {
	const { told, writes } = await update(byName);
	expect(told).toContain(message);
	expect(told).toContain(whatToDo);
	expect(writes).toEqual([]);
});

/** Runs Contact > Get for two items; the contact has these custom fields. */
async function get(customFields: unknown, definitions: unknown) {
	const respond = ({ path }: Sent) =>
		path.endsWith('/customFields') ? definitions : { contact: { id: 'ada', customFields } };
	return await onHighLevel('contact.get', { contactId: byId('ada') }, respond, {
		credential: HIGH_LEVEL,
		items: [{}, {}],
	});
}

it.each(['value', 'field_value', 'fieldValue'])(
	'a record has the values of its custom fields by key, too, read once a run: %s',
	async (name) => {
		const customFields = [{ id: 'f-size', [name]: 'L' }];
		const { json, sent } = await get(customFields, { customFields: DEFINED });
		expect(json).toMatchObject([
			{ customFields, customFieldsByKey: { 'contact.size': 'L' } },
			{ customFieldsByKey: { 'contact.size': 'L' } },
		]);
		expect(sent.map(({ path }) => path)).toEqual([
			'/contacts/ada',
			'/locations/loc-1/customFields',
		]);
	},
);

it('a record without custom fields costs no request for their keys', async () => {
	const { sent } = await get([], { customFields: DEFINED });
	expect(sent.map(({ path }) => path)).toEqual(['/contacts/ada']);
});

it('without the scope for their keys, the array alone has the values', async () => {
	const customFields = [{ id: 'f-size', value: 'L' }];
	const { json, error } = await get(
		customFields,
		failed(401, { message: 'not authorized for this scope' }),
	);
	expect(error).toBeUndefined();
	expect(json[0]).toMatchObject({ customFields });
	expect(json[0]).not.toHaveProperty('customFieldsByKey');
});
