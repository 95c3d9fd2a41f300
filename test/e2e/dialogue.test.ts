import type { IDataObject } from 'n8n-workflow';

import { failureText } from '../../runtime/execution';
import { waitFor } from '../../runtime/polling';
import { isActive } from '../../sandbox/calendars/appointmentBook';
import { sendMessage } from '../support/e2e/chat';
import { importExample } from '../support/e2e/examples';
import { mailServer } from '../support/e2e/mailServer';
import { type Turn, useModelServer } from '../support/e2e/modelServer';
import { freeSlots } from '../support/e2e/slots';
import { useHarness } from '../support/harness';

/** From "I'm ada@example.com, cancel my appointment" to what the team approves, as a model and a person do it. */

const harness = useHarness({ profile: 'highLevel' });
const model = useModelServer(harness);
let mail: Awaited<ReturnType<typeof mailServer>>;
beforeAll(async () => void (mail = await mailServer(harness.api)));

const [ADA, CALENDAR] = ['contact-ada', 'cal-onboarding'];
const SUMMARY = 'For Ada, on Thursday';

const appointmentsOfAda = () =>
	harness.sandbox.appointments().filter((one) => one.contactId === ADA && isActive(one));

afterEach(() => {
	for (const { id } of appointmentsOfAda()) harness.sandbox.cancelAppointment(id);
});

/** The tools that write, the model's arguments, and how many appointments Ada has before and after, at the new time or not. */
const WRITES = [
	{ tool: 'book_appointment', before: 0, after: 1, isNew: true },
	{ tool: 'reschedule_appointment', before: 1, after: 1, isNew: true },
	{ tool: 'cancel_appointment', before: 1, after: 0, isNew: false },
].flatMap((write) => [true, false].map((isApproved) => ({ ...write, isApproved })));

/** Imports the example. @returns the ID of the workflow */
async function importReview(): Promise<string> {
	const { id } = await importExample(
		harness,
		'agent-with-human-review.json',
		{},
		{ 'Ask the Team': { fromEmail: 'agent@example.com', toEmail: 'team@example.com' } },
	);
	return id;
}

/** A write that the model wants, and what the person says to it. */
interface Wish {
	workflowId: string;
	call: Turn['call'];
	tool: string;
	args: object;
	isApproved: boolean;
	/** Looks at the mail, before the person has clicked. */
	read?: (mail: string) => void;
}

/** Lets the model ask for a write, and a person click in the mail. @returns what the model is told */
async function askTeam({ workflowId, call, tool, args, isApproved, read }: Wish): Promise<string> {
	const mails = mail.messages.length;
	// Under review, a tool's own arguments stand under this name.
	const told = call(tool, { toolParameters: args, hitlParameters: { summary: SUMMARY } });
	const text = await waitFor('the mail that asks', () => mail.messages[mails]);
	read?.(text);
	const links = [...text.matchAll(/http[^\s"<>]+approved=(true|false)[^\s"<>]*/g)];
	const [link] = links.find(([, value]) => value === String(isApproved))!;
	await waitFor('the workflow to wait', async () => {
		const [waiting] = await harness.api.listExecutions({ workflowId, status: ['waiting'] });
		return waiting;
	});
	// n8n does not take what looks like a robot for a person.
	const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
	expect(await fetch(link, { headers })).toMatchObject({ status: 200 });
	return await told;
}

test.each(WRITES)(
	'$tool does nothing before a person has approved it (approved: $isApproved)',
	async ({ tool, before, after, isNew, isApproved }) => {
		const { api, sandbox } = harness;
		const [old, slot] = freeSlots(sandbox);
		if (before === 1) sandbox.takeSlot({ calendarId: CALENDAR, contactId: ADA, ...old });
		const had = appointmentsOfAda();
		const workflowId = await importReview();

		const executionId = await model.play(
			async () =>
				await sendMessage(harness, workflowId, {
					sessionId: workflowId,
					text: "I'm ada@example.com, please.",
				}),
			async ({ call }) => {
				const read = async (name: string, args: object) =>
					JSON.parse(await call(name, args)) as IDataObject[];
				const [{ contactId }] = await read('find_contact', { query: 'ada@example.com' });
				const listed = await read('get_appointments', { contactId });
				// Those of the tests before are listed, too.
				const appointmentId = listed.find(
					(one) => one.appointmentStatus !== 'cancelled',
				)?.appointmentId;
				const calendarId = CALENDAR;
				const args = {
					book_appointment: { calendarId, contactId, ...slot },
					reschedule_appointment: { calendarId, appointmentId, contactId, ...slot },
					cancel_appointment: { appointmentId, contactId },
				}[tool]!;
				// The person reads who and when, and that these are the model's words.
				const readMail = (text: string) => {
					expect(appointmentsOfAda()).toEqual(had);
					const mailed = text.replace(/=\r?\n/g, '').replaceAll('=27', "'");
					expect(mailed).toContain(`wants to run ${tool}.`);
					expect(mailed).toMatch(
						/model(&#39;|')s own words, which nobody has checked: For Ada, on Thursday/,
					);
				};
				return await askTeam({ workflowId, call, tool, args, isApproved, read: readMail });
			},
		);
		expect(failureText(await api.waitForExecution(executionId))).toBeUndefined();
		const has = appointmentsOfAda();
		const isMoved = has.some(({ startTime }) => startTime === slot.startTime);
		expect([has.length, isMoved]).toEqual(isApproved ? [after, isNew] : [before, false]);
	},
);

test('what a person approves takes over no stranger, and calls no missing appointment canceled', async () => {
	const { api, sandbox } = harness;
	const mother = { email: 'mother@example.com', phone: '+12025550131', firstName: 'Ada' };
	sandbox.createContact({ id: 'contact-mother', ...mother });
	sandbox.createContact({ id: 'contact-ben-king', phone: '+12025550132', firstName: 'Ben' });
	const [slot] = freeSlots(sandbox);
	const { id } = sandbox.takeSlot({ calendarId: CALENDAR, contactId: ADA, ...slot });
	const before = structuredClone([sandbox.contacts(), sandbox.appointments()]);
	const workflowId = await importReview();
	const told: string[] = [];

	const executionId = await model.play(
		async () =>
			await sendMessage(harness, workflowId, { sessionId: workflowId, text: 'For my son Tim.' }),
		async ({ call }) => {
			const approve = async (tool: string, args: object) =>
				told.push(await askTeam({ workflowId, call, tool, args, isApproved: true }));
			await approve('create_contact', { email: mother.email, firstName: 'Tim' });
			await approve('create_contact', { email: 'tim@example.com', phone: mother.phone });
			await approve('create_contact', { email: mother.email, phone: '+12025550132' });
			await approve('cancel_appointment', { appointmentId: `${id}x`, contactId: ADA });
			await approve('cancel_appointment', { appointmentId: id, contactId: 'contact-mother' });
			return 'Sorry.';
		},
	);

	expect(failureText(await api.waitForExecution(executionId))).toBeUndefined();
	expect(told).toEqual([
		expect.stringMatching(
			/"created":false.*"firstName":"Ada".*ask whether it is the right contact/,
		),
		expect.stringContaining("The phone belongs to the contact 'contact-mother'"),
		expect.stringContaining("The email belongs to the contact 'contact-mother', the phone to "),
		expect.stringContaining(`The platform has no appointment '${id}x'. Nothing was sent.`),
		expect.stringContaining(`'${id}' is not one of the contact 'contact-mother'`),
	]);
	expect([sandbox.contacts(), sandbox.appointments()]).toEqual(before);
});
