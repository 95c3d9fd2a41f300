import { id } from '../fields/valueKinds';
import { fieldOf } from '../fields/parameters';

/** 'Pipeline', by its list or its ID. */
export const pipelineField = fieldOf(id, {
	displayName: 'Pipeline',
	name: 'pipelineId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The pipeline of the opportunity',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. New patients',
			typeOptions: { searchListMethod: 'searchPipelines', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. VDm7RPYC2GLUvdpKmBfC' },
	],
});

/** 'Stage', by its list or its ID. */
export const stageField = fieldOf(id, {
	displayName: 'Stage',
	name: 'pipelineStageId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: "The stage, one of the chosen 'Pipeline'",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. Treatment planned',
			typeOptions: { searchListMethod: 'searchStages', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. e93ba61a-53b3-45e7-985a-c7732dbcdb69',
		},
	],
});

/** 'Assigned User', by its list or its ID. */
export const userField = fieldOf(id, {
	displayName: 'Assigned User',
	name: 'assignedTo',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The user who takes care of it',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. Riley Chen',
			typeOptions: { searchListMethod: 'searchUsers', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 082goXVW3lIExEQPOnd3' },
	],
});

/** 'Workflow', by its list or its ID. */
export const workflowField = fieldOf(id, {
	displayName: 'Workflow',
	name: 'workflowId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The workflow of the platform, not of n8n',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. No-show follow-up',
			typeOptions: { searchListMethod: 'searchWorkflows', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 78559bb3-b920-461e-b010-7b2a2816d2a9',
		},
	],
});

/** 'Lost Reason', by its list or its ID. */
export const lostReasonField = fieldOf(id, {
	displayName: 'Lost Reason',
	name: 'lostReasonId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'Why the opportunity was lost',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. Too expensive',
			typeOptions: { searchListMethod: 'searchLostReasons', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 65f1c0a2b7d9e84c3a10f2b6',
		},
	],
});
