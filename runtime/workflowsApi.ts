import { CredentialsApi } from './credentialsApi';
import { ActivationError, publicationSettled } from './publication';
import type { Workflow, WorkflowDraft } from './restTypes';

/** Workflows: saved, activated and deactivated. */
export class WorkflowsApi extends CredentialsApi {
	async createWorkflow(draft: WorkflowDraft): Promise<Workflow> {
		// n8n 1.x does not fill in `active`; 2.x ignores it.
		const body = { active: false, settings: {}, ...draft };
		return await this.session.call({ method: 'POST', path: '/workflows', body });
	}

	async getWorkflow(id: string): Promise<Workflow> {
		return await this.session.call({ path: `/workflows/${encodeURIComponent(id)}` });
	}

	/** Saves a draft; an active workflow runs it after the next `activate`. */
	async updateWorkflow(id: string, changes: Partial<WorkflowDraft>): Promise<Workflow> {
		const path = `/workflows/${encodeURIComponent(id)}`;
		return await this.session.call({ method: 'PATCH', path, body: changes });
	}

	async deleteWorkflow(id: string): Promise<void> {
		const path = `/workflows/${encodeURIComponent(id)}`;
		// n8n deletes archived workflows only.
		await this.session.call({ method: 'POST', path: `${path}/archive`, body: {} });
		await this.session.call({ method: 'DELETE', path });
	}

	/**
	 * Activates (publishes) the workflow as last saved, and waits until its triggers run.
	 * @throws ActivationError with what the triggers said, N8nApiError when n8n refuses at once
	 */
	async activate(id: string): Promise<Workflow> {
		const { versionId } = await this.getWorkflow(id);
		const path = `/workflows/${encodeURIComponent(id)}/activate`;
		const call = { method: 'POST', path, body: { versionId } } as const;
		const activated = await this.session.call<Workflow>(call);
		const { status, triggers } = await publicationSettled(this.session, id);
		if (status === 'failed' || status === 'partial') throw new ActivationError(id, triggers);
		return activated;
	}

	/** Deactivates (unpublishes) the workflow, and waits until its triggers have stopped. */
	async deactivate(id: string): Promise<Workflow> {
		const path = `/workflows/${encodeURIComponent(id)}/deactivate`;
		const deactivated = await this.session.call<Workflow>({ method: 'POST', path, body: {} });
		await publicationSettled(this.session, id);
		return deactivated;
	}
}
