import type { INodeProperties } from 'n8n-workflow';

/** Zone for times without an offset and for the local times in the output. */
export const timeZoneField: INodeProperties = {
	displayName: 'Time Zone',
	name: 'timezone',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	hint: "Leave empty to use the workflow's time zone",
	description:
		'Time zone for times without an offset and for local times in the output',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. America/New_York',
			typeOptions: { searchListMethod: 'searchTimeZones', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. America/New_York',
			hint: 'An IANA time zone name',
		},
	],
};
