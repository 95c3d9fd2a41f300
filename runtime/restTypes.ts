import type { ICredentialDataDecryptedObject, IConnections, INode, IRunExecutionData } from 'n8n-workflow';

export interface Owner {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
}

export interface CredentialDraft {
	name: string;
	/** e.g. `platformOAuth2Api` */
	type: string;
	data: ICredentialDataDecryptedObject;
}

export interface Credential extends Omit<CredentialDraft, 'data'> {
	id: string;
}

/** A workflow as the editor exports it. */
export interface WorkflowDraft {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: Record<string, unknown>;
	pinData?: unknown;
}

export interface Workflow extends WorkflowDraft {
	id: string;
	active: boolean;
	versionId: string;
}

export interface ExecutionFilter {
	workflowId?: string;
	status?: readonly ExecutionStatus[];
	/** At most this many, newest first (default 100, n8n's own bound). */
	limit?: number;
}

/** As `GET /rest/executions` lists it. */
export interface ExecutionSummary {
	id: string;
	status: ExecutionStatus;
}

export type ExecutionStatus = 'canceled' | 'crashed' | 'error' | 'new' | 'running' | 'success' | 'unknown' | 'waiting';

export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}
