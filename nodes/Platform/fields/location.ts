import type { INodeProperties } from 'n8n-workflow';

/** The location of a call: empty means the credential's own, which is the only one it can use. */
export const locationField: INodeProperties = {
	displayName: 'Location',
	name: 'locationId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	hint: "Leave empty to use the credential's location",
	description:
		'The location (sub-account). A credential works only for its own location.',
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
