import type { N8nApi, Workflow } from '../../runtime/api';
import { FINAL_STATUSES, failureText, nodeJson } from '../../runtime/execution';
import { waitFor } from '../../runtime/polling';
import type { Appointment } from '../../sandbox/calendars/appointmentBook';
import type { Sandbox } from '../../sandbox/createSandbox';
import type { Contact } from '../../sandbox/seed';

const NOOR = { email: 'noor@example.com', firstName: 'Noor', lastName: 'Haddad' };

interface Booked {
	contact: Contact;
	appointment: Appointment;
}

/**
 * The main job: creates a contact on the platform, and waits until its event has gone through the
 * trigger and the workflow and an appointment for the contact stands on the platform.
 * @throws Error with what stopped the workflow
 */
export async function runJob(api: N8nApi, workflow: Workflow, sandbox: Sandbox): Promise<Booked> {
	sandbox.createContact({ ...NOOR });
	const [{ id, status }] = await api.waitForExecutions(workflow.id, 1);
	if (status === 'success') return bookedFor(NOOR.email, sandbox);
	throw new Error(`The workflow stopped: ${failureText(await api.getExecution(id)) ?? status}`);
}

/**
 * The main job with HighLevel: fills in the form of the example as a browser does, up to the page that says when the call is.
 * @throws Error with what the last page says instead
 */
export async function runForm(address: string, sandbox: Sandbox): Promise<Booked> {
	const body = new FormData();
	body.set('field-0', NOOR.email);
	body.set('field-1', NOOR.firstName);
	const sent = await fetch(address, { method: 'POST', body });
	const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl?: string };
	if (formWaitingUrl === undefined) throw new Error('The form leads to no further page');
	// Until the run waits, n8n leaves a request for the page without a response.
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	const isThere = async () => (await (await fetch(status)).text()) === 'form-waiting';
	await waitFor('the last page of the form', isThere);
	const page = await (await fetch(formWaitingUrl)).text();
	// The browser says that it has shown the page, and the run ends.
	await fetch(formWaitingUrl, { method: 'POST' });
	if (page.includes('We call you on')) return bookedFor(NOOR.email, sandbox);
	throw new Error(
		`The form ended with: ${page.replace(/<(style|script)[^]*?<\/\1>|<[^>]+>/g, ' ').replace(/\s+/g, ' ')}`,
	);
}

/** @throws Error where nothing was booked, and where a request was not what the platform documents */
function bookedFor(address: string, sandbox: Sandbox): Booked {
	const contact = sandbox.contacts().find(({ email }) => email === address);
	const appointment = sandbox.appointments().find(({ contactId }) => contactId === contact?.id);
	if (!contact || !appointment)
		throw new Error('The workflow ended, and no appointment was booked');
	const violations = sandbox.violations();
	if (violations.length === 0) return { contact, appointment };
	throw new Error(
		`The nodes broke the platform's contract: ${JSON.stringify(violations, null, 2)}`,
	);
}

/**
 * Runs an example with a page for the contact by hand, with its sample, up to the wait for a visitor.
 * @param message the node that writes to the contact
 * @returns the link in the message
 */
export async function pageLink(
	api: N8nApi,
	workflow: Workflow,
	trigger: string,
	message: string,
): Promise<string> {
	const id = await api.run(workflow.id, { trigger });
	const execution = await waitFor('the workflow to wait for a visitor', async () => {
		const found = await api.getExecution(id);
		if (FINAL_STATUSES.has(found.status)) throw new Error(failureText(found) ?? found.status);
		return found.status === 'waiting' && found;
	});
	const [{ text }] = nodeJson(execution, message);
	const [link] = /https?:\S+/.exec(String(text)) ?? [];
	if (link === undefined) throw new Error('The message holds no link');
	return link;
}
