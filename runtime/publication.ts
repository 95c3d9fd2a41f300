/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { setTimeout as delay } from 'node:timers/promises';

import { ignoreNotFound } from './http';
import type { Session } from './http';
import { POLL_MS } from './polling';

/** n8n gives up a publication after its lease of a minute. */
const PUBLICATION_MS = 70_000;

interface TriggerStatus {
	nodeId: string;
	status: 'activated' | 'failed';
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
 * Waits until a workflow's triggers have been started or stopped. Since 2.x n8n answers a change of
 * publication at once and sees to the triggers afterwards; older versions have done it by the time
 * they answer, and know no such status.
 * @throws Error when they do not settle
 */
export async function publicationSettled(session: Session, id: string): Promise<Publication> {
	const path = `/workflows/${encodeURIComponent(id)}/publication-status`;
	const deadline = Date.now() + PUBLICATION_MS;
	for (;;) {
		const publication = await session.call<Publication>({ path }).catch(ignoreNotFound);
		if (publication === undefined) return { status: 'published', triggers: [] };
		if (publication.status !== 'in_progress') return publication;
		if (Date.now() > deadline) {
			throw new Error(`The triggers of workflow ${id} did not settle in ${PUBLICATION_MS} ms`);
		}
		await delay(POLL_MS);
	}
}
