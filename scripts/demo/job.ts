/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { setTimeout as delay } from 'node:timers/promises';

import type { N8nApi, Workflow } from '../../runtime/api';
import { failureText } from '../../runtime/execution';
import type { Sandbox } from '../../sandbox/createSandbox';

import { DEMO_LOCATION } from './prepare';

type Appointment = ReturnType<Sandbox['control']['appointments']>[number];

/** From the event to the end of the workflow: on an idle machine under three seconds. */
const JOB_MS = 60_000;
const POLL_MS = 200;

export interface JobResult {
	contact: { id: string; firstName: string; lastName: string; email: string };
	appointment: Appointment;
	executionId: string;
}

/**
 * The main job: creates a contact on the platform, and waits until its event has gone through the
 * trigger and the workflow and an appointment for the contact stands on the platform.
 * @throws Error that says how far the event came
 */
export async function runJob(
	api: N8nApi,
	workflow: Workflow,
	sandbox: Sandbox,
): Promise<JobResult> {
	const contact = sandbox.control.createContact({
		locationId: DEMO_LOCATION,
		email: 'noor@example.com',
		firstName: 'Noor',
		lastName: 'Haddad',
	});
	const deadline = Date.now() + JOB_MS;
	for (;;) {
		const appointment = sandbox.control
			.appointments()
			.find(({ contactId }) => contactId === contact.id);
		const [newest] = await api.listExecutions({ workflowId: workflow.id, limit: 1 });
		if (newest && ['error', 'crashed', 'canceled'].includes(newest.status)) {
			const why = failureText(await api.getExecution(newest.id)) ?? newest.status;
			throw new Error(`The workflow stopped: ${why}`);
		}
		if (newest?.status === 'success') {
			if (!appointment) throw new Error('The workflow ended, and no appointment was booked');
			refuseBreaches(sandbox);
			return { contact, appointment, executionId: newest.id };
		}
		if (Date.now() > deadline) throw new Error(howFarItCame(sandbox, newest?.status));
		await delay(POLL_MS);
	}
}

/** The local platform notes each request that its contract does not allow; there must be none. */
function refuseBreaches(sandbox: Sandbox): void {
	const breaches = sandbox.control.breaches();
	if (breaches.length === 0) return;
	throw new Error(`The nodes broke the platform's contract: ${JSON.stringify(breaches, null, 2)}`);
}

function howFarItCame(sandbox: Sandbox, status: string | undefined): string {
	if (status) return `The workflow is still ${status} after ${JOB_MS / 1000} s`;
	const attempts = sandbox.control.deliveries().flatMap((delivery) => delivery.attempts);
	if (attempts.length === 0) return 'The platform has not delivered the event to anybody';
	const answers = attempts.map(({ status: answer, error }) => answer ?? error).join(', ');
	return `n8n did not start the workflow; its answers to the event were: ${answers}`;
}
