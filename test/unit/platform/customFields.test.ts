import type { IDataObject } from 'n8n-workflow';

import { byId, HIGH_LEVEL, onHighLevel, type Sent } from './nodeOnPlatform';
import { optionsOf } from '../../../nodes/Platform/customFields';
import { resources } from '../../../nodes/Platform/resources';
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
	{ id: 'f-plan', name: 'Plan', fieldKey: 'contact.plan.level', dataType: 'TEXT' },
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

it('a custom field is written by a key that has dots', async () => {
	const { writes } = await update({ 'plan.level': 'Gold' });
	expect(writes[0]?.body).toEqual({ customFields: [{ id: 'f-plan', field_value: 'Gold' }] });
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

it("a custom field that holds a date gets the day that an instant has in the location's zone", async () => {
	const fields = { customFieldsByKey: { visit: '2026-11-24T23:30:00.000Z' } };
	const respond = ({ method }: Sent) =>
		method === 'GET' ? { customFields: DEFINED } : { contact: { id: 'ada' } };

	const { writes } = await onHighLevel(
		'contact.update',
		{ contactId: byId('ada'), fields },
		respond,
		{
			// Zones are kept for some minutes, by location.
			credential: { ...HIGH_LEVEL, locationId: 'loc-of-berlin' },
			locationZone: 'Europe/Berlin',
		},
	);

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
	['yes, MON', ['Yes', 'Mon']],
	['Yes, please', ['Yes, please']],
	['yes, please\nMon', ['Yes, please', 'Mon']],
	['["Mon", "Yes, please"]', ['Mon', 'Yes, please']],
	[
		['Mon', 'Yes, please'],
		['Mon', 'Yes, please'],
	],
])('options of %j are %j', async (value, options) => {
	const { writes } = await update({ days: value });
	expect(writes[0]?.body).toEqual({ customFields: [{ id: 'f-days', field_value: options }] });
});

it.each([
	['Sunday', "'Sunday' is no option of the custom field Days (contact.days)"],
	['Sunday\nMon', "'Sunday' is no option of the custom field Days (contact.days)"],
	['Sunday, Mon', "'Sunday' is no option of the custom field Days (contact.days)"],
	[['Mon', true], 'true is no option of the custom field Days (contact.days)'],
])(
	'%j, of which one is no option of the field, is refused with those that are',
	async (value, fault) => {
		const { told, writes } = await update({ days: value });
		expect(told).toContain(fault);
		expect(told).toContain('Use one of these: Mon; Yes');
		expect(writes).toEqual([]);
	},
);

it.each(['SINGLE_OPTIONS', 'RADIO'])(
	'of a field of kind %s, one option is written as the field has it',
	async (dataType) => {
		const plan = { id: 'f-plan', name: 'Plan', fieldKey: 'contact.plan', dataType };
		const withOptions = (more: IDataObject) => ({
			...plan,
			picklistOptions: ['Basic', 'Gold'],
			...more,
		});
		const write = async (value: unknown, field: IDataObject = withOptions({})) =>
			await onHighLevel(
				'contact.update',
				{ contactId: byId('ada'), customFields: { value: { 'f-plan': value } } },
				({ method }) => (method === 'GET' ? { customFields: [field] } : { contact: { id: 'ada' } }),
			);

		const inOtherCase = await write('gold');
		expect(inOtherCase.writes[0]?.body).toEqual({
			customFields: [{ id: 'f-plan', field_value: 'Gold' }],
		});

		const other = await write('Silver');
		expect(other.told).toContain("'Silver' is no option of the custom field Plan (contact.plan)");
		expect(other.writes).toEqual([]);

		const ofOpenField = await write('Silver', withOptions({ allowCustomOption: true }));
		expect(ofOpenField.writes).toHaveLength(1);

		const withoutOptions = await write('Silver', plan);
		expect(withoutOptions.writes).toHaveLength(1);
	},
);

it('a date in milliseconds, as records have it, is written as it is', async () => {
	const { writes } = await update({ visit: 1_795_608_000_000 });
	expect(writes[0]?.body).toEqual({
		customFields: [{ id: 'f-visit', field_value: 1_795_608_000_000 }],
	});
});

it('a switch is written as one', async () => {
	const { writes } = await update({ size: true });
	expect(writes[0]?.body).toEqual({ customFields: [{ id: 'f-size', field_value: true }] });
});

it('a day in another order of its parts is no date of the platform, and is refused', async () => {
	const { told, writes } = await update({ visit: '25.11.2026' });
	expect(told).toContain('The custom field Visit (contact.visit) holds a date');
	expect(writes).toEqual([]);
});

it('a date is emptied beside a field with a day', async () => {
	const { writes } = await update({ visit: '', size: '2026-11-25' });
	expect(writes[0]?.body).toEqual({
		customFields: [
			{ id: 'f-visit', field_value: '' },
			{ id: 'f-size', field_value: '2026-11-25' },
		],
	});
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
	{
		byName: { colour: 'red' },
		message: "no custom field 'colour'",
		whatToDo: 'Size (contact.size)',
	},
	{
		byName: { note: 'x' },
		message: "2 custom fields are named 'note'",
		whatToDo: 'Note (contact.note_1)',
	},
	{
		byName: { photo: 'x' },
		message: "'photo' holds a file, which this node cannot write",
		whatToDo: '',
	},
	{
		byName: { size: { a: 1 } },
		message: "'Custom Fields by Key or Label' cannot be used",
		whatToDo: "'size' is an object",
	},
])('$byName is refused by name, and nothing is written', async ({ byName, message, whatToDo }) => {
	const { told, writes } = await update(byName);
	expect(told).toContain(message);
	expect(told).toContain(whatToDo);
	expect(writes).toEqual([]);
});

it('a name of none is refused with twenty of those that there are', async () => {
	const customFields = Array.from({ length: 25 }, (_, at) => ({
		id: `f-${at}`,
		name: `Field ${at}`,
		fieldKey: `contact.field_${at}`,
	}));
	const parameters = { contactId: byId('ada'), fields: { customFieldsByKey: { colour: 'red' } } };

	const { told } = await onHighLevel('contact.update', parameters, () => ({ customFields }));

	expect(told).toContain('Field 19 (contact.field_19).');
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

it.each([
	'value',
	'field_value',
	'fieldValue',
	'fieldValueString',
	'fieldValueNumber',
	'fieldValueArray',
	'fieldValueDate',
])(
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

it('the keys of a record are those of its own location where the credential names none', async () => {
	const contact = { id: 'ada', locationId: 'loc-9', customFields: [{ id: 'f-size', value: 'L' }] };
	const respond = ({ path }: Sent) =>
		path === '/locations/loc-9/customFields' ? { customFields: DEFINED } : { contact };

	const { json } = await onHighLevel('contact.get', { contactId: byId('ada') }, respond, {
		credential: { ...HIGH_LEVEL, locationId: '' },
	});

	expect(json).toMatchObject([{ customFieldsByKey: { 'contact.size': 'L' } }]);
});

it('options are read from records, too, by their values, else by their names', async () => {
	const picklistOptions = [{ value: 'Mon', label: 'Monday' }, { name: 'Yes, please' }];
	const customFields = [{ id: 'f-days', name: 'Days', dataType: 'CHECKBOX', picklistOptions }];
	const fields = { customFieldsByKey: { days: 'mon, yes, please' } };

	const { writes } = await onHighLevel(
		'contact.update',
		{ contactId: byId('ada'), fields },
		({ method }: Sent) => (method === 'GET' ? { customFields } : { contact: { id: 'ada' } }),
	);

	expect(writes[0]?.body).toEqual({
		customFields: [{ id: 'f-days', field_value: ['Mon', 'Yes, please'] }],
	});
});

it('of two contacts, the one without custom fields has none by key', async () => {
	const contacts = [{ id: 'ada', customFields: [{ id: 'f-size', value: 'L' }] }, { id: 'ben' }];
	const { json } = await onHighLevel('contact.getAll', {}, ({ path }: Sent) =>
		path.endsWith('/customFields') ? { customFields: DEFINED } : { contacts, total: 2 },
	);

	expect(json[0]).toMatchObject({ customFieldsByKey: { 'contact.size': 'L' } });
	expect(json[1]).not.toHaveProperty('customFieldsByKey');
});

it('a field that brings its key has it also where the list of the location lacks the field', async () => {
	const customFields = [{ id: 'f-old', fieldKey: 'contact.old', value: 'L' }];
	const { json } = await get(customFields, { customFields: DEFINED });
	expect(json[0]).toMatchObject({ customFieldsByKey: { 'contact.old': 'L' } });
});

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

it('custom fields by name are refused, unsent, where no location is known whose they are', async () => {
	const parameters = { contactId: byId('ada'), fields: { customFieldsByKey: { size: 'L' } } };

	const { error, sent } = await onHighLevel('contact.update', parameters, [], {
		credential: { ...HIGH_LEVEL, locationId: '' },
	});

	expect(error?.message).toContain('location');
	expect(sent).toEqual([]);
});

it('the mapper of custom fields begins without any, so that each one in it was chosen', () => {
	for (const { properties } of [
		resources.contact.operations.update,
		resources.opportunity.operations.create,
	]) {
		const mapper = properties.find(({ name }) => name === 'customFields');
		expect(mapper?.typeOptions?.resourceMapper).toMatchObject({ addAllFields: false, mode: 'add' });
	}
});

it('thirty typed options of one field are sent as thirty', async () => {
	const options = Array.from({ length: 30 }, (_, index) => `Option ${index}`);
	const days = { id: 'f-days', fieldKey: 'contact.days', dataType: 'CHECKBOX' };
	const respond = ({ method }: Sent) =>
		method === 'GET'
			? { customFields: [{ ...days, picklistOptions: options }] }
			: { contact: { id: 'ada' } };

	const { writes } = await onHighLevel(
		'contact.update',
		{ contactId: byId('ada'), fields: { customFieldsByKey: { days: options.join(', ') } } },
		respond,
	);

	expect(writes[0]?.body).toEqual({ customFields: [{ id: 'f-days', field_value: options }] });
});

it('what is none of many options is refused with the first twenty', async () => {
	const options = Array.from({ length: 30 }, (_, index) => `Option ${index}`);
	const plan = { id: 'f-plan', name: 'Plan', fieldKey: 'contact.plan', dataType: 'RADIO' };
	const respond = ({ method }: Sent) =>
		method === 'GET'
			? { customFields: [{ ...plan, picklistOptions: options }] }
			: { contact: { id: 'ada' } };

	const { error } = await onHighLevel(
		'contact.update',
		{ contactId: byId('ada'), fields: { customFieldsByKey: { plan: 'Other' } } },
		respond,
	);

	expect(error?.description).toBe(
		`Nothing was changed. Use one of these: ${options.slice(0, 20).join('; ')}.`,
	);
});

it("an option with a value beside its name is sent by its value, which n8n's mapper has", () => {
	const field = { options: [{ name: 'Large', value: 'L' }, { name: 'S' }] };

	expect(optionsOf(field)).toEqual(['L', 'S']);
});

it("options that are typed into n8n's mapper have the spelling of its list, where the platform's list may not be read", async () => {
	const mapper = {
		value: { 'f-days': 'mon, yes, please' },
		schema: [
			{
				id: 'f-days',
				type: 'array',
				options: [{ value: 'Mon' }, { value: 'Yes' }, { value: 'Yes, please' }],
			},
		],
	};
	const respond = ({ method }: Sent) =>
		method === 'GET' ? failed(403) : { contact: { id: 'ada' } };

	const { writes } = await onHighLevel(
		'contact.update',
		{ contactId: byId('ada'), customFields: mapper },
		respond,
	);

	expect(writes[0]?.body).toEqual({
		customFields: [{ id: 'f-days', field_value: ['Mon', 'Yes, please'] }],
	});
});
