import type { IDataObject } from 'n8n-workflow';

import { failureText } from '../../runtime/execution';
import { waitFor } from '../../runtime/polling';
import { isActive } from '../../sandbox/calendars/appointmentBook';
import { sent } from '../support/e2e/chat';
import { importExample } from '../support/e2e/examples';
import { mailServer } from '../support/e2e/mailServer';
import {
	textOf,
	toolResult,
	useModelServer,
	type ModelReply,
	type ModelRequest,
} from '../support/e2e/modelServer';
import { slotsOf } from '../support/e2e/receptionist';
import { DAY_MS, nextWorkday } from '../support/e2e/slots';
import { useHarness } from '../support/harness';

/** From "I'm ada@example.com, move my appointment" to the moved appointment, as a model and a team do it. */

const EXAMPLE = 'agent-with-human-review.json';
const CALENDAR = 'cal-onboarding';

const harness = useHarness({ profile: 'highLevel' });
const model = useModelServer(harness);
let mail: Awaited<ReturnType<typeof mailServer>>;
beforeAll(async () => void (mail = await mailServer(harness.api)));

/** What Ada has at present. */
const appointmentsOfAda = () =>
	harness.sandbox.control
		.appointments()
		.filter((one) => one.contactId === 'contact-ada' && isActive(one));

/** Gives Ada an appointment, some days ahead. */
function booked() {
	const at = (minute: string) => `${nextWorkday(3)}T15:${minute}:00+00:00`;
	return harness.sandbox.control.takeSlot({
		calendarId: CALENDAR,
		contactId: 'contact-ada',
		startTime: at('00'),
		endTime: at('30'),
	});
}

/** On the clocks of the business. */
const isThursdayAfternoon = ({ startTime }: { startTime: string }) =>
	/^Thursday, 1[2-9]/.test(
		new Date(startTime).toLocaleString('en-US', {
			timeZone: 'America/New_York',
			weekday: 'long',
			hour: '2-digit',
			hourCycle: 'h23',
		}),
	);

/** The first such weekday after a day. */
function dayAfter(time: string, weekday: string): string {
	const next = new Date(Date.parse(time.slice(0, 10)) + DAY_MS);
	const isIt = next.toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'long' }) === weekday;
	const date = next.toISOString().slice(0, 10);
	return isIt ? date : dayAfter(date, weekday);
}

/** What the model writes for the person who approves. */
const SUMMARY = 'For Ada, on Thursday';

/** Size of each result, in characters, by the tool's name. */
let results: Array<[tool: string, characters: number]>;

/** What a sensible model does, going by nothing but what it is told. */
function scheduler(request: ModelRequest): ModelReply {
	const question = textOf(request.messages.filter(({ role }) => role === 'user').at(-1));
	const [, weekday] = /(\w+day) afternoon/.exec(question) ?? [];
	const found = toolResult(request);
	if (!found) {
		known = { day: /\d{4}-\d\d-\d\d/.exec(textOf(request.messages[0]))?.[0] };
		return { call: 'find_contact', arguments: { query: /\S+@\S+?(?=,)/.exec(question)?.[0] } };
	}
	const { tool, text, records } = found;
	results.push([tool, text.length]);
	/** Under review, a tool's own arguments stand under this name. */
	const write = (name: string, args: object): ModelReply => ({
		call: name,
		arguments: { toolParameters: args, hitlParameters: { summary: SUMMARY } },
	});
	switch (tool) {
		case 'find_contact': {
			const { contactId } = records[0];
			known.contactId = contactId;
			return question.includes('book')
				? { call: 'list_calendars', arguments: {} }
				: { call: 'get_appointments', arguments: { contactId } };
		}
		case 'list_calendars': {
			known.calendarId = records.find(({ name }) =>
				question.includes(String(name).toLowerCase()),
			)?.id;
			break;
		}
		case 'get_appointments': {
			const { appointmentId, calendarId, startTime } = records.find(
				({ appointmentStatus }) => appointmentStatus !== 'cancelled',
			)!;
			if (question.includes('cancel'))
				return write('cancel_appointment', { appointmentId, contactId: known.contactId });
			Object.assign(known, { appointmentId, calendarId, day: startTime });
			break;
		}
		case 'get_free_slots': {
			const ofDay = records.filter((record) => weekday.slice(0, 3) in record);
			const slot = slotsOf(ofDay).find(({ startTime }) => Number(startTime.slice(11, 13)) >= 12);
			const { contactId, appointmentId, calendarId } = known;
			return appointmentId === undefined
				? write('book_appointment', { calendarId, contactId, ...slot })
				: write('reschedule_appointment', { calendarId, appointmentId, contactId, ...slot });
		}
		default: {
			const [{ booked: isBooked, rescheduled, canceled } = {} as IDataObject] = records;
			return { say: isBooked || rescheduled || canceled ? 'Done.' : `Not done: ${text}` };
		}
	}
	const day = dayAfter(String(known.day), weekday);
	return {
		call: 'get_free_slots',
		arguments: { calendarId: known.calendarId, startDate: day, endDate: day },
	};
}
/** What the model keeps in mind: the day that it is or at which the appointment is, and IDs. */
let known: IDataObject;

beforeEach(() => {
	results = [];
	model.script(scheduler);
});

afterEach(() => {
	for (const { id } of appointmentsOfAda()) harness.sandbox.control.cancelAppointment(id);
});

/** What Ada wishes, the tool that does it, what is read for it, and how many appointments she has before and after; the last one is on Thursday. */
const WISHES = [
	{
		...{
			tool: 'book_appointment',
			wish: 'book an onboarding call on Thursday afternoon',
			before: 0,
			after: 1,
		},
		reads: ['find_contact', 'list_calendars', 'get_free_slots'],
	},
	{
		...{
			tool: 'reschedule_appointment',
			wish: 'move my appointment to Thursday afternoon',
			before: 1,
			after: 1,
		},
		reads: ['find_contact', 'get_appointments', 'get_free_slots'],
	},
	{
		...{ tool: 'cancel_appointment', wish: 'cancel my appointment', before: 1, after: 0 },
		reads: ['find_contact', 'get_appointments'],
	},
].flatMap((wish) => [true, false].map((isApproved) => ({ ...wish, isApproved })));

test.each(WISHES)(
	'$tool does nothing before a person has approved it (approved: $isApproved)',
	async ({ tool, wish, reads, before, after, isApproved }) => {
		if (before === 1) booked();
		const had = appointmentsOfAda();
		expect([had.length, had.some(isThursdayAfternoon)]).toEqual([before, false]);
		const { id, nodes } = await importExample(harness, EXAMPLE);
		const addressed = nodes.map((node) =>
			node.name === 'Ask the Team'
				? {
						...node,
						parameters: {
							...node.parameters,
							fromEmail: 'agent@example.com',
							toEmail: 'team@example.com',
						},
					}
				: node,
		);
		await harness.api.updateWorkflow(id, { nodes: addressed });
		const mails = mail.messages.length;
		const executionId = await sent(harness, id, {
			sessionId: `${tool}-${isApproved}`,
			text: `I'm ada@example.com, ${wish}, please.`,
		});
		const text = await waitFor('the mail that asks', () => mail.messages[mails]);
		expect(appointmentsOfAda()).toEqual(had);

		// The person reads who and when, and that these are the model's words.
		const read = text.replace(/=\r?\n/g, '').replaceAll('=27', "'");
		expect(read).toContain(`wants to run ${tool}.`);
		expect(read).toMatch(
			/model(&#39;|')s own words, which nobody has checked: For Ada, on Thursday/,
		);
		const links = [...text.matchAll(/http[^\s"<>]+approved=(true|false)[^\s"<>]*/g)];
		const [link] = links.find(([, value]) => value === String(isApproved))!;
		await waitFor(
			'the workflow to wait',
			async () => (await harness.api.getExecution(executionId)).status === 'waiting',
		);
		// n8n does not take what looks like a robot for a person.
		expect(
			(
				await fetch(link, {
					headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
				})
			).status,
		).toBe(200);
		expect(failureText(await harness.api.waitForExecution(executionId))).toBeUndefined();
		// Few calls, with compact results.
		expect(results.map(([called]) => called)).toEqual([...reads, tool]);
		expect(Math.max(...results.map(([, characters]) => characters))).toBeLessThan(1_500);
		const has = appointmentsOfAda();
		expect([has.length, has.some(isThursdayAfternoon)]).toEqual(
			isApproved ? [after, after > 0] : [before, false],
		);
	},
);
