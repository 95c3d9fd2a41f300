import { listField } from '../fields/lists';

export const pipelineField = listField(
	'Pipeline',
	'pipelineId',
	['searchPipelines', 'New patients'],
	['VDm7RPYC2GLUvdpKmBfC'],
	'The pipeline of the opportunity',
);

export const stageField = listField(
	'Stage',
	'pipelineStageId',
	['searchStages', 'Treatment planned'],
	['e93ba61a-53b3-45e7-985a-c7732dbcdb69'],
	"The stage, one of the chosen 'Pipeline'",
);

export const userField = listField(
	'Assigned User',
	'assignedTo',
	['searchUsers', 'Riley Chen'],
	['082goXVW3lIExEQPOnd3'],
	'The user who takes care of it',
);

export const workflowField = listField(
	'Workflow',
	'workflowId',
	['searchWorkflows', 'No-show follow-up'],
	['78559bb3-b920-461e-b010-7b2a2816d2a9'],
	'The workflow of the platform, not of n8n',
);
