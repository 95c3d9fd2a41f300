import type { Owner, Workflow } from '../../runtime/api';
import type { N8n } from '../../runtime/n8n';
import type { Sandbox } from '../../sandbox/createSandbox';

import type { JobResult } from './job';
import { DEMO_LOCATION } from './prepare';

/** The appointment as the platform keeps it, for people. */
export function describeAppointment({ appointment, contact }: JobResult): string {
	const { id, calendarId, locationId, startTime, endTime, title, appointmentStatus } = appointment;
	return table('The appointment, read back from the platform:', [
		['Appointment', id],
		['Status', appointmentStatus],
		['Title', title ?? '(none)'],
		['Starts', startTime],
		['Ends', endTime],
		['Calendar', calendarId],
		['Location', locationId],
		['Contact', `${contact.firstName} ${contact.lastName} <${contact.email}>, ${contact.id}`],
	]);
}

/** The page on which the person who runs the demo books. */
export function describePage(link: string): string {
	return `Book an appointment yourself, as a contact does; the workflow waits for it:\n  ${link}\n`;
}

/** Where to look, and what to try. */
export function describeAddresses(
	n8n: N8n,
	owner: Owner,
	workflow: Workflow,
	sandbox: Sandbox,
): string {
	const contact = JSON.stringify({ locationId: DEMO_LOCATION, firstName: 'Alex' });
	return [
		table('Look at it:', [
			['Editor', n8n.url],
			['Workflow', `${n8n.url}/workflow/${workflow.id}`],
			['Email', owner.email],
			['Password', owner.password],
			['n8n log', n8n.logFile],
			['Platform', `${sandbox.url} (local, everything in it is made up)`],
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
