import { CHOICES } from '../../platformApi/pickLists';
import { resourceOf } from '../rows/resourceOf';

/** What a location has set up: what agents and code look up before they name one of it. */

export const pipeline = resourceOf(
	'Pipeline',
	{},
	{
		getAll: {
			name: 'Get Many',
			description: 'Get the pipelines of the location, with their stages',
			action: 'Get many pipelines',
			hint: 'Returns one item per pipeline with pipelineId, name and stages, each with id and name. Use it before Opportunity > Create or Update.',
			...CHOICES.pipelineId,
			fields: [],
			nothing: 'The location has no pipelines.',
		},
	},
);

export const workflow = resourceOf(
	'Workflow',
	{},
	{
		getAll: {
			name: 'Get Many',
			description: 'Get the workflows that the location has on the platform',
			action: 'Get many workflows',
			hint: 'Returns one item per workflow with workflowId, name and status. Use it before Contact > Add to Workflow.',
			...CHOICES.workflowId,
			fields: [],
			nothing: 'The location has no workflows.',
		},
	},
);

export const tag = resourceOf(
	'Tag',
	{},
	{
		getAll: {
			name: 'Get Many',
			description: 'Get the tags of the location',
			action: 'Get many tags',
			hint: 'Returns one item per tag with its name. Use it before Contact > Add Tags, to take a tag that the team knows.',
			...CHOICES.tags,
			fields: [],
			nothing: 'The location has no tags.',
		},
	},
);

export const location = resourceOf(
	'Location',
	{ toRead: 'readLocation' },
	{
		get: {
			name: 'Get',
			description: 'Get the location, with its time zone and its company',
			hint: 'Returns the name, timezone and companyId of the location that the credential belongs to.',
			method: 'GET',
			path: '/locations/{locationId}',
			locationIn: 'path',
			fields: [],
			first: ['name', 'timezone', 'companyId', 'country', 'address', 'city', 'email', 'phone'],
		},
	},
);
