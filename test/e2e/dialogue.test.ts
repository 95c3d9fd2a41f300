import type { IDataObject } from 'n8n-workflow';

import type { WorkflowDraft } from '../../runtime/api';
import { nodeJson } from '../../runtime/execution';
import { readExample } from '../../runtime/examples';
import { waitFor } from '../../runtime/polling';
import { say, sent } from '../support/e2e/chat';
import { importExample } from '../support/e2e/examples';
import { mailServer } from '../support/e2e/mailServer';
import { startModelServer, textOf, toolResult, type ModelReply, type ModelRequest, type ModelServer } from '../support/e2e/modelServer';
import { slotsOf } from '../support/e2e/receptionist';
import { nextWorkday } from '../support/e2e/slots';
import { useHarness } from '../support/harness';
import { print } from '../support/print';

/** From "I'm ada@example.com, move my appointment" to the moved appointment, as a model and a team do it. */

const EXAMPLE = 'agent-with-human-review.json';
const CALENDAR = 'cal-onboarding';
/** A workday well ahead, and a later one to move to. */
const [FIRST_DAY, WANTED_DAY] = [nextWorkday(3), nextWorkday(6)];

const harness = useHarness({ profile: 'highLevel' });
let model: ModelServer;
let mail: Awaited<ReturnType<typeof mailServer>>;

beforeAll(async () => {
	model = await startModelServer();
	mail = await mailServer();
	await harness.api.createCredential({ name: 'OpenAi account', type: 'openAiApi', data: { apiKey: 'sk-scripted', url: model.url } });
	const data = { user: '', password: '', host: '127.0.0.1', port: mail.port, secure: false, disableStartTls: true };
	await harness.api.createCredential({ name: 'SMTP account', type: 'smtp', data });
});

afterAll(async () => await model?.close());

const appointmentsOfAda = () => harness.sandbox.control.appointments().filter(({ contactId }) => contactId === 'contact-ada');

/** Gives Ada an appointment. */
function booked() {
	const at = (minute: string) => `${FIRST_DAY}T15:${minute}:00+00:00`;
	return harness.sandbox.control.takeSlot({ calendarId: CALENDAR, contactId: 'contact-ada', startTime: at('00'), endTime: at('30') });
}

/** Size of each result, in characters, by the tool's name. */
let results: Array<[tool: string, characters: number]>;
let chosen: { startTime: string; endTime: string };

/** What a sensible model does, going by nothing but what it is told. */
function mover(request: ModelRequest): ModelReply {
	const found = toolResult(request);
	if (!found) return { call: 'find_contact', arguments: { query: /\S+@\S+?(?=,)/.exec(textOf(request.messages.at(-1)))?.[0] } };
	const { tool, records } = found;
	results.push([tool, textOf(request.messages.at(-1)).length]);
	const [first] = records;
	switch (tool) {
		case 'find_contact':
			return { call: 'get_appointments', arguments: { contactId: first.contactId } };
		case 'get_appointments': {
			appointment = first;
			return { call: 'get_free_slots', arguments: { calendarId: first.calendarId, startDate: WANTED_DAY, endDate: WANTED_DAY } };
		}
		case 'get_free_slots': {
			chosen = slotsOf(records).find(({ startTime }) => Number(startTime.slice(11, 13)) >= 12) ?? slotsOf(records)[0];
			const { appointmentId, calendarId } = appointment;
			const wanted = { appointmentId, calendarId, ...chosen };
			// Under review, a tool's own arguments stand under this name.
			const isReviewed = 'toolParameters' in request.tools.find(({ name }) => name === 'reschedule_appointment')!.parameters.properties;
			return { call: 'reschedule_appointment', arguments: isReviewed ? { toolParameters: wanted } : wanted };
		}
		default:
			return { say: first.rescheduled ? 'Moved.' : `Not moved: ${textOf(request.messages.at(-1))}` };
	}
}
let appointment: IDataObject;

beforeEach(() => {
	results = [];
	model.script(mover);
});

afterEach(() => {
	for (const { id, appointmentStatus } of appointmentsOfAda()) if (appointmentStatus !== 'cancelled') harness.sandbox.control.cancelAppointment(id);
});

const WISH = "I'm ada@example.com, move my appointment to that afternoon, please.";

/** The example without the review: its writing tools are the agent's own. */
async function unreviewed(): Promise<WorkflowDraft> {
	const draft = await readExample(EXAMPLE);
	const connections = JSON.parse(JSON.stringify(draft.connections).replaceAll('"node":"Ask the Team"', '"node":"Agent"')) as WorkflowDraft['connections'];
	delete connections['Ask the Team'];
	return { ...draft, nodes: draft.nodes.filter(({ name }) => name !== 'Ask the Team'), connections };
}

test('a model moves an appointment in at most six calls with compact results', async () => {
	const { id: appointmentId } = booked();
	const { id } = await harness.api.createWorkflow(await unreviewed());
	expect(await say(harness, id, { sessionId: 'moving', text: WISH })).toBe('Moved.');

	for (const [tool, characters] of results) print(`${tool}: ${characters} characters`);
	print(`${results.length} calls, ${results.reduce((sum, [, characters]) => sum + characters, 0)} characters`);
	expect(results.map(([tool]) => tool)).toEqual(['find_contact', 'get_appointments', 'get_free_slots', 'reschedule_appointment']);
	expect(Math.max(...results.map(([, characters]) => characters))).toBeLessThan(1_500);

	const [moved] = appointmentsOfAda();
	expect(moved.id).toBe(appointmentId);
	expect(Date.parse(moved.startTime)).toBe(Date.parse(chosen.startTime));
});

test.each([true, false])('nothing is moved before a person has approved it (approved: %s)', async (isApproved) => {
	const { id: appointmentId, startTime } = booked();
	const { id, nodes } = await importExample(harness, EXAMPLE);
	const addressed = nodes.map((node) =>
		node.name === 'Ask the Team' ? { ...node, parameters: { ...node.parameters, fromEmail: 'agent@example.com', toEmail: 'team@example.com' } } : node,
	);
	await harness.api.updateWorkflow(id, { nodes: addressed });
	const before = mail.messages.length;
	const executionId = await sent(harness, id, { sessionId: `reviewed-${isApproved}`, text: WISH });
	const message = await waitFor('the mail that asks', () => mail.messages[before]);
	const startOf = () => harness.sandbox.control.appointments().find((one) => one.id === appointmentId)!.startTime;
	expect(startOf()).toBe(startTime);

	// Quoted-printable, as mails are written.
	const text = message.replace(/=\r\n/g, '').replaceAll('=3D', '=');
	expect(text).toContain(appointmentId);
	const links = [...text.matchAll(/http[^\s"<>]+approved=(true|false)[^\s"<>]*/g)];
	const [link] = links.find(([, value]) => value === String(isApproved))!;
	await waitFor('the workflow to wait', async () => (await harness.api.getExecution(executionId)).status === 'waiting');
	// n8n does not take what looks like a robot for a person.
	expect((await fetch(link, { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } })).status).toBe(200);
	await harness.api.waitForExecution(executionId);
	expect(Date.parse(startOf())).toBe(Date.parse(isApproved ? chosen.startTime : startTime));
});

test('examples: whoever sends an email address gets the first free slot, and then sees it', async () => {
	const run = async (file: string) => {
		const { id } = await importExample(harness, file, { calendarId: CALENDAR });
		const execution = await harness.api.runToEnd(id, { trigger: 'Form' });
		expect(execution.data.resultData.error).toBeUndefined();
		const [{ formSubmittedText }] = nodeJson(execution, 'Answer');
		return String(formSubmittedText);
	};
	expect(await run('what-have-i-booked.json')).toBe('You have no appointment to come.');
	const told = await run('email-to-booking.json');
	expect(told).toMatch(/^Your call is on \w+day, /);
	const startText = told.replace('Your call is on ', '').replace(/\.$/, '');
	expect(await run('what-have-i-booked.json')).toBe(`${startText}: Call with Ada`);
});
