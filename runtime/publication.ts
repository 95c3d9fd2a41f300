import { ignoreNotFound } from './http';
import type { Session } from './http';
import { waitFor } from './polling';

/** n8n gives up a publication after its lease of a minute. */
const PUBLICATION_MS = 70_000;

interface TriggerStatus {
	errorMessage: string | null;
}

interface Publication {
	status: 'failed' | 'in_progress' | 'not_published' | 'partial' | 'published';
	triggers: TriggerStatus[];
}

/** A trigger that could not be started; the message is what n8n keeps of the trigger's own. */
export class ActivationError extends Error {
	constructor(workflowId: string, triggers: readonly TriggerStatus[]) {
		const reasons = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
		super(`Workflow ${workflowId} was not activated: ${reasons.join('; ')}`);
		this.name = 'ActivationError';
	}
}

/**
 * Waits until n8n has started or stopped a workflow's triggers. The first n8n 2 do that before they respond,
 * and have no such status.
 * @throws Error when they do not settle
 */
export async function publicationSettled(session: Session, id: string): Promise<Publication> {
	const path = `/workflows/${encodeURIComponent(id)}/publication-status`;
	const settled = async (): Promise<Publication | undefined> => {
		const publication = await session.call<Publication>({ path }).catch(ignoreNotFound);
		if (publication === undefined) return { status: 'published', triggers: [] };
		return publication.status === 'in_progress' ? undefined : publication;
	};
	return await waitFor(`the triggers of workflow ${id}`, settled, { timeoutMs: PUBLICATION_MS });
}
