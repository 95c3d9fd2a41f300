import type { INodeProperties } from 'n8n-workflow';

/** The location of a call: empty means the credential's own, which is the only one it can use. */
export const locationField: INodeProperties = {
	displayName: 'Location',
	name: 'locationId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	hint: 'When empty, the location of the credential is used',
	description:
		'The sub-account. Leave empty to use the one that the credential belongs to; any other is refused before anything is sent.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. Harbor Dental',
			typeOptions: { searchListMethod: 'searchLocations', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. C2QujeCh8ZnC7al2InWR',
		},
	],
};
