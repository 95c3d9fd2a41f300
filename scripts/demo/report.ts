import type { Credential, Owner, Workflow } from '../../runtime/api';
import { SAMPLE_CONTACTS } from '../../runtime/examples';
import type { N8n } from '../../runtime/n8n';
import { sandboxCredentials } from '../../runtime/sandboxCredentials';
import type { Sandbox } from '../../sandbox/createSandbox';

import type { JobResult } from './job';
import { DEMO_CALENDAR, DEMO_LOCATION } from './prepare';

/** The appointment as the platform keeps it, for people. */
export function describeAppointment({ appointment, contact }: JobResult): string {
	const { id, startTime, endTime, title, appointmentStatus } = appointment;
	return table('The appointment, read back from the platform:', [
		['Appointment', id],
		['Status', appointmentStatus],
		['Title', title ?? '(none)'],
		['Starts', startTime],
		['Ends', endTime],
		['Contact', `${contact.firstName} ${contact.lastName} <${contact.email}>`],
	]);
}

/** The page on which the person who runs the demo books. */
export function describePage(link: string): string {
	return `Book an appointment yourself, as a contact does; the workflow waits for it:\n  ${link}\n`;
}

/** Where to look, and as whom. */
export function describeEditor(n8n: N8n, owner: Owner, workflow: Workflow): string {
	return table('Open the workflow, sign in, and select Execute workflow:', [
		['Workflow', `${n8n.url}/workflow/${workflow.id}`],
		['Email', owner.email],
		['Password', owner.password],
		['Editor', n8n.url],
		['n8n log', n8n.logFile],
	]);
}

/** What the README's steps ask for, and what to try. */
export function describePlatform(sandbox: Sandbox, credentials: readonly Credential[]): string {
	const { accessToken } = sandboxCredentials(sandbox, '');
	const [{ contactId, firstName }] = SAMPLE_CONTACTS;
	const contact = JSON.stringify({ locationId: DEMO_LOCATION, firstName: 'Alex' });
	return [
		table("What the README's steps ask for (the platform is local, everything in it is made up):", [
			['Access Token', String(accessToken.data.accessToken)],
			['Platform URL', sandbox.url],
			['Location ID', DEMO_LOCATION],
			['Calendar', `Onboarding call (${DEMO_CALENDAR})`],
			['Contact ID', `${contactId} (${firstName})`],
			['In n8n', credentials.map(({ name }) => name).join(', ')],
			['Missing', "a language model's credential, for AI receptionist"],
		]),
		'Create another contact:',
		`  curl -X POST ${sandbox.url}/__sandbox/createContact -H 'content-type: application/json' -d '${contact}'`,
	].join('\n');
}

function table(heading: string, rows: ReadonlyArray<readonly [string, string]>): string {
	const width = Math.max(...rows.map(([label]) => label.length));
	const lines = rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
	return [heading, ...lines, ''].join('\n');
}
