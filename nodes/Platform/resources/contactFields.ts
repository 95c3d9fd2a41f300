import type { IDataObject } from 'n8n-workflow';

import { emailAddress, phoneNumber } from '../../fields/addresses';
import { country, listOf, onOrOff, oneOf, text } from '../../fields/valueKinds';
import { dateIn } from '../../fields/timeKinds';
import { fieldOf, type Refuse, zonedFieldOf } from '../../fields/parameters';
import { timeZoneField } from '../../fields/timeZoneField';
import { userField } from '../choiceFields';

export const EMAIL = fieldOf(emailAddress, {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	default: '',
	placeholder: 'e.g. ada@example.com',
});

export const PHONE = fieldOf(phoneNumber, {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	default: '',
	placeholder: 'e.g. +12025550101',
});

export const FIRST_NAME = fieldOf(text, {
	displayName: 'First Name',
	name: 'firstName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Ada',
});
export const LAST_NAME = fieldOf(text, {
	displayName: 'Last Name',
	name: 'lastName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Lovelace',
});

/** Fields that can be changed, and emptied. */
export const CHANGEABLE = [
	EMAIL,
	PHONE,
	FIRST_NAME,
	LAST_NAME,
	fieldOf(text, {
		displayName: 'Address',
		name: 'address1',
		type: 'string',
		default: '',
		placeholder: 'e.g. 12 Harbor Street',
	}),
	fieldOf(text, {
		displayName: 'City',
		name: 'city',
		type: 'string',
		default: '',
		placeholder: 'e.g. Boston',
	}),
	fieldOf(country, {
		displayName: 'Country',
		name: 'country',
		type: 'string',
		default: '',
		placeholder: 'e.g. US',
		description: 'Country of the contact, as a code of two letters',
	}),
	fieldOf(text, {
		displayName: 'Full Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Ada Lovelace',
	}),
	fieldOf(text, {
		displayName: 'Postal Code',
		name: 'postalCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. 02110',
	}),
	fieldOf(text, {
		displayName: 'Source',
		name: 'source',
		type: 'string',
		default: '',
		placeholder: 'e.g. Trade fair',
	}),
	fieldOf(text, {
		displayName: 'State',
		name: 'state',
		type: 'string',
		default: '',
		placeholder: 'e.g. MA',
	}),
	fieldOf(text, {
		displayName: 'Website',
		name: 'website',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com',
	}),
	zonedFieldOf(dateIn, {
		displayName: 'Date of Birth',
		name: 'dateOfBirth',
		type: 'dateTime',
		default: '',
		placeholder: 'e.g. 1990-09-25',
		typeOptions: { dateOnly: true },
	}),
	{ ...timeZoneField, hint: '', description: 'Time zone of the contact' },
	userField,
];

/** By the official schemas, Create or Update alone takes them. */
export const ONLY_IN_UPSERT = [
	fieldOf(text, {
		displayName: 'Company Name',
		name: 'companyName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Analytical Engines',
		description: 'Company of the contact. The platform takes it here, not in Update.',
	}),
	fieldOf(text, {
		displayName: 'Gender',
		name: 'gender',
		type: 'string',
		default: '',
		placeholder: 'e.g. female',
		description: 'Gender of the contact. The platform takes it here, not in Update.',
	}),
];

const CHANNELS = ['Call', 'Email', 'FB', 'GMB', 'SMS', 'WhatsApp'];

const CHANNEL_OPTIONS = [
	{ name: 'Calls', value: 'Call' },
	{ name: 'Email', value: 'Email' },
	{ name: 'Facebook', value: 'FB' },
	{ name: 'Google Business Messages', value: 'GMB' },
	{ name: 'SMS', value: 'SMS' },
	{ name: 'WhatsApp', value: 'WhatsApp' },
];

const channels = listOf(oneOf(CHANNELS), `a list of ${CHANNELS.join(', ')}`);

/** Do Not Disturb by channel; `changesOf` makes `dndSettings` of both. */
export const DND_BY_CHANNEL = [
	fieldOf(channels, {
		displayName: 'Do Not Disturb By',
		name: 'dndOn',
		type: 'multiOptions',
		options: CHANNEL_OPTIONS,
		default: [],
		description: 'Channels by which the contact gets no messages from now on',
	}),
	fieldOf(channels, {
		displayName: 'Messages Again By',
		name: 'dndOff',
		type: 'multiOptions',
		options: CHANNEL_OPTIONS,
		default: [],
		description: 'Channels by which the contact gets messages again',
	}),
];

/** What the contact sends; `changesOf` makes `inboundDndSettings` of it. */
export const INBOUND_DND = fieldOf(onOrOff, {
	displayName: 'Inbound Do Not Disturb',
	name: 'inboundDnd',
	type: 'boolean',
	default: true,
	description:
		'Whether to keep what the contact sends from coming in. HighLevel does not document for which channels.',
});

/** By the official schema, these take no null. */
const EMPTY_AS_TEXT = ['country', 'postalCode'];

export const TO_EMPTY = fieldOf(listOf(text, 'a list of names of fields'), {
	displayName: 'Fields to Empty',
	name: 'fieldsToEmpty',
	type: 'multiOptions',
	options: CHANGEABLE.map(({ displayName, name }) => ({ name: displayName, value: name })).sort(
		(a, b) => a.name.localeCompare(b.name),
	),
	default: [],
	description:
		"Fields whose values to remove, whatever 'Fields' says. Of custom fields, name the IDs in an expression, separated by commas.",
});

export const DND = fieldOf(onOrOff, {
	displayName: 'Do Not Disturb',
	name: 'dnd',
	type: 'boolean',
	default: true,
	description: 'Whether to keep the platform from sending messages to the contact',
});

/** HighLevel's settings of Do Not Disturb by channel, for the channels that are named; where one is named twice, it is on. */
function dndSettingsOf(channelsOn: string[], channelsOff: string[]): IDataObject {
	const settings: IDataObject = {};
	for (const channel of channelsOff) settings[channel] = { status: 'inactive' };
	for (const channel of channelsOn) settings[channel] = { status: 'active' };
	return settings;
}

/** The entries of a value that is a list, as texts; none for no value. */
const textsOf = (list: unknown): string[] => [list ?? []].flat().map(String);

/** The values to send. A name of no field in 'Fields to Empty' is the ID of a custom one. */
export function changesOf({
	fieldsToEmpty,
	customFields = [],
	dndOn,
	dndOff,
	inboundDnd,
	...values
}: IDataObject): IDataObject {
	const custom = [customFields].flat();
	for (const typed of textsOf(fieldsToEmpty)) {
		const field = CHANGEABLE.find(
			({ name, displayName }) => name === typed || displayName === typed,
		);
		if (field) values[field.name] = EMPTY_AS_TEXT.includes(field.name) ? '' : null;
		else custom.push({ id: typed, field_value: '' });
	}
	if (custom.length > 0) values.customFields = custom;
	const dndSettings = dndSettingsOf(textsOf(dndOn), textsOf(dndOff));
	if (Object.keys(dndSettings).length > 0) values.dndSettings = dndSettings;
	if (inboundDnd !== undefined)
		values.inboundDndSettings = { all: { status: inboundDnd ? 'active' : 'inactive' } };
	return values;
}

const TAG_LIST = listOf(text, 'a list of tags');

export const TAGS = fieldOf(TAG_LIST, {
	displayName: 'Tag Names or IDs',
	name: 'tags',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getTags', loadOptionsDependsOn: ['options.locationId.value'] },
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

export const NEW_TAGS = fieldOf(TAG_LIST, {
	displayName: 'New Tags',
	name: 'newTags',
	type: 'string',
	default: '',
	placeholder: 'e.g. lead, newsletter',
	description: 'Tags that the location may not have yet, separated by commas',
});

export const ALL_TAGS = fieldOf(TAG_LIST, {
	displayName: 'Tags',
	name: 'tags',
	type: 'string',
	default: '',
	placeholder: 'e.g. lead, newsletter',
	description:
		'Tags, separated by commas. They replace all tags that the contact has; to keep those, use Add Tags.',
});

/** The contact with all tags that are named. @throws what `refuse` makes where none is */
export function tagsOf(
	{ contactId, tags = [], newTags = [] }: IDataObject,
	refuse: Refuse,
): IDataObject {
	const named = [tags, newTags].flat();
	if (named.length === 0) throw refuse("'Tag Names or IDs' is empty", 'Name at least one tag.');
	return { contactId, tags: named };
}
