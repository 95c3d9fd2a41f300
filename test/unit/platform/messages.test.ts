import type { IDataObject } from 'n8n-workflow';

import { byId, expectRefused, onHighLevel, type Given, type Sent, TOOL } from './nodeOnPlatform';
import { lost } from '../platformApi/fakePlatform';
import { fieldsOf } from '../../../nodes/http/body';

const ADA = { id: 'ada', phone: '+12025550101', email: 'ada@example.com' };
const SMS = { contactId: byId('ada'), type: 'SMS', message: 'Hello' };
const EMAIL = { contactId: byId('ada'), type: 'Email', subject: 'Hi', message: 'Hello' };

/** Runs Message > Send for a contact; the platform numbers the messages that it sends. */
async function send(parameters: IDataObject, given: Given = {}, contact: IDataObject = ADA) {
	let count = 0;
	const respond = ({ method }: Sent) =>
		method === 'GET' ? { contact } : { messageId: `m-${++count}`, conversationId: 'c-1' };
	return await onHighLevel('message.send', parameters, respond, given);
}

it('an SMS is sent as its text', async () => {
	const { writes, json } = await send(SMS);

	expect(writes).toMatchObject([{ method: 'POST', path: '/conversations/messages' }]);
	expect(writes[0]?.body).toEqual({ type: 'SMS', contactId: 'ada', message: 'Hello' });
	expect(json).toEqual([{ contactId: 'ada', messageId: 'm-1', conversationId: 'c-1' }]);
});

it('an email is sent as HTML', async () => {
	const { writes } = await send(EMAIL);

	expect(writes).toHaveLength(1);
	expect(writes[0]?.body).toEqual({
		type: 'Email',
		contactId: 'ada',
		subject: 'Hi',
		html: 'Hello',
	});
});

it.each([
	{ what: 'line breaks', message: 'Hello Ada,\n\nsee you', html: 'Hello Ada,<br>\n<br>\nsee you' },
	{
		what: 'a line break of Windows as one',
		message: 'Hello Ada,\r\nsee you',
		html: 'Hello Ada,<br>\nsee you',
	},
	{
		what: 'a line separator as a line break',
		message: 'Hello\u2028Ada',
		html: 'Hello<br>\nAda',
	},
	{ what: 'each of several blanks', message: 'a  b   c', html: 'a&nbsp; b&nbsp;&nbsp; c' },
	{ what: 'a blank at the beginning of a line', message: 'a\n b', html: 'a<br>\n&nbsp;b' },
	{ what: 'an indent', message: 'a\n  b', html: 'a<br>\n&nbsp; b' },
	{ what: 'a tab as four blanks', message: 'a\tb', html: 'a&nbsp;&nbsp;&nbsp; b' },
	{ what: 'quotes', message: 'at "10"', html: 'at &quot;10&quot;' },
	{ what: 'characters of markup', message: '<a> & <b>', html: '&lt;a&gt; &amp; &lt;b&gt;' },
])('an email shows $what', async ({ message, html }) => {
	const { writes } = await send({ ...EMAIL, message });

	expect(writes[0]?.body).toMatchObject({ html });
});

it('an SMS with tags is sent without a word: it has no format', async () => {
	const { writes, told } = await send({ ...SMS, message: '<p>Hello</p>' });

	expect(writes[0]?.body).toMatchObject({ message: '<p>Hello</p>' });
	expect(told).toBe('');
});

it('an email with tags whose Format is Text is sent as its text, and a hint says so', async () => {
	const { writes, told } = await send({ ...EMAIL, message: '<p>Hello</p>' });

	expect(writes[0]?.body).toMatchObject({ html: '&lt;p&gt;Hello&lt;/p&gt;' });
	expect(told).toBe(
		"'Message' has tags of HTML, and 'Format' is 'Text': the contact reads the tags. Set 'Format' to 'HTML'.",
	);
});

it('an email with a < that is of no tag gets no hint', async () => {
	const { told } = await send({ ...EMAIL, message: 'See you <tomorrow>, 1 < 2' });

	expect(told).toBe('');
});

it('an email whose Format is HTML is sent as it is, without a hint', async () => {
	const { writes, told } = await send({ ...EMAIL, format: 'html', message: '<p>Hello</p>' });

	expect(writes[0]?.body).toMatchObject({ html: '<p>Hello</p>' });
	expect(told).toBe('');
});

it.each([
	{
		what: 'an SMS that is a file alone',
		message: SMS,
		fields: { attachments: 'https://example.com/plan.pdf' },
	},
	{ what: 'an SMS that is a template alone', message: SMS, fields: { templateId: 'template-1' } },
	{
		what: 'an email that is a file alone',
		message: EMAIL,
		fields: { attachments: 'https://example.com/plan.pdf' },
	},
	{
		what: 'an email that is a template alone',
		message: EMAIL,
		fields: { templateId: 'template-1' },
	},
])('$what is sent without a text', async ({ message, fields }) => {
	const { writes } = await send({ ...message, message: '', fields });

	expect(writes).toHaveLength(1);
	const body = fieldsOf(writes[0]?.body);
	expect(body.message).toBeUndefined();
	expect(body.html).toBeUndefined();
});

it('copies go to the addresses of a list, separated by semicolons as mail programs do', async () => {
	const fields = {
		emailCc: 'Ben <ben@example.com>; cleo@example.com',
		emailBcc: ['d@example.com'],
	};
	const { writes } = await send({ ...EMAIL, fields });
	expect(writes[0]?.body).toMatchObject({
		emailCc: ['ben@example.com', 'cleo@example.com'],
		emailBcc: ['d@example.com'],
	});
});

it.each([
	{ what: 'an SMS', message: { ...SMS, fields: { toNumber: '+12025550133' } } },
	{ what: 'an email', message: { ...EMAIL, fields: { emailTo: 'ada@example.org' } } },
])('a contact without a first address gets $what at another one', async ({ message }) => {
	const { writes } = await send(message, {}, { id: 'ada' });

	expect(writes).toHaveLength(1);
});

it.each(['SMS', 'RCS', 'WhatsApp'])(
	'a message by %s to a contact without a phone is refused before it is sent',
	async (type) => {
		const { told, writes } = await send({ ...SMS, type }, {}, { ...ADA, phone: '' });

		expect(told).toContain("The contact 'ada' has no phone");
		expect(writes).toEqual([]);
	},
);

it('a message to a contact who wants none is refused before it is sent', async () => {
	const { told, writes } = await send(SMS, {}, { ...ADA, dnd: true });

	expect(told).toContain('has asked for no messages by SMS');
	expect(writes).toEqual([]);
});

it.each(['active', 'permanent'])(
	'an email to a contact who wants no emails is refused before it is sent: %s',
	async (status) => {
		const contact = { ...ADA, dndSettings: { Email: { status } } };

		const { told, writes } = await send(EMAIL, {}, contact);

		expect(told).toContain('has asked for no messages by Email');
		expect(writes).toEqual([]);
	},
);

it('a contact who takes no emails still gets an SMS', async () => {
	const contact = { ...ADA, dndSettings: { Email: { status: 'active' } } };

	const { writes } = await send(SMS, {}, contact);

	expect(writes).toHaveLength(1);
});

it('an SMS without a text is refused', async () => {
	expectRefused(await send({ ...SMS, message: ' ' }), "'Message' is empty");
});

it('an email without a subject is refused', async () => {
	expectRefused(await send({ ...EMAIL, subject: '' }), "'Subject' is empty");
});

it('the same message in a further run of a loop, or for another item, is sent again', async () => {
	const first = await send(SMS, { executionId: 'reminders', items: [{}, {}] });
	const second = await send(SMS, { executionId: 'reminders' });

	expect(first.json).toMatchObject([{ messageId: 'm-1' }, { messageId: 'm-2' }]);
	expect(second.writes).toHaveLength(1);
});

it('the same message of a language model in one execution is sent once, and the model is told', async () => {
	const given = { executionId: 'chat', node: TOOL };
	await send(SMS, given);

	const again = await send(SMS, given);

	expect(again.writes).toEqual([]);
	expect(again.json).toMatchObject([{ messageId: 'm-1', alreadySent: true }]);
});

it('another message of a language model in one execution is sent', async () => {
	const given = { executionId: 'chat with two messages', node: TOOL };
	await send(SMS, given);

	const other = await send({ ...SMS, message: 'Bye' }, given);

	expect(other.writes).toHaveLength(1);
});

it('a retry after a lost response sends no message again: nobody can see whether it was sent', async () => {
	const given = { executionId: 'lost', node: { retryOnFail: true } };
	const respond = ({ method }: Sent) => (method === 'GET' ? { contact: ADA } : lost());
	const first = await onHighLevel('message.send', SMS, respond, given);
	expect(first.writes).toHaveLength(1);

	const retry = await onHighLevel('message.send', SMS, respond, given);

	expect(retry.writes).toEqual([]);
	expect(retry.error?.message).toContain('Outcome unknown');
});

const TASK = { contactId: byId('ada'), title: 'Call', dueDate: '2026-12-01 10:00' };
const MADE = { id: 'task-1', title: 'Call', dueDate: '2026-12-01T10:00:00.000Z' };

it('a new task is not completed, unless somebody says so', async () => {
	const { writes } = await onHighLevel('task.create', TASK, [{ task: MADE }]);

	expect(writes).toMatchObject([{ body: { title: 'Call', completed: false } }]);
});

describe('a task whose response was lost', () => {
	let executions = 0;

	/** The node's retry, which finds these tasks in the list of the contact. */
	async function retryAfterLostResponse(tasks: IDataObject[]) {
		const given = { executionId: `lost-task-${++executions}`, node: { retryOnFail: true } };
		await onHighLevel('task.create', TASK, () => lost(), given);
		const respond = ({ method }: Sent) => (method === 'GET' ? { tasks } : { task: MADE });
		return await onHighLevel('task.create', TASK, respond, given);
	}

	it('is put out, and not created again, where the list has it', async () => {
		const { writes, json } = await retryAfterLostResponse([MADE]);

		expect(writes).toEqual([]);
		expect(json).toMatchObject([{ contactId: 'ada', taskId: 'task-1', title: 'Call' }]);
	});

	it.each([
		{ other: 'one with another title', task: { ...MADE, title: 'Write' } },
		{ other: "a user's", task: { ...MADE, assignedTo: 'grace' } },
	])('is created again where the list has only $other', async ({ task }) => {
		const { writes, json } = await retryAfterLostResponse([task]);

		expect(writes).toHaveLength(1);
		expect(json).toMatchObject([{ contactId: 'ada', taskId: 'task-1', title: 'Call' }]);
	});

	/** A task as the list has it, added so long ago. */
	const addedBefore = (seconds: number) => ({
		...MADE,
		dateAdded: new Date(Date.now() - seconds * 1_000).toISOString(),
	});

	it('is not created again where it seems to be half a minute older than its request, as clocks differ', async () => {
		const { writes } = await retryAfterLostResponse([addedBefore(30)]);

		expect(writes).toEqual([]);
	});

	it('is created again where the one in the list is an hour older', async () => {
		const { writes } = await retryAfterLostResponse([addedBefore(3_600)]);

		expect(writes).toHaveLength(1);
	});
});

describe('an opportunity whose response was lost, where the contact has one of that name', () => {
	const DEAL = { contactId: byId('ada'), pipelineId: byId('sales'), name: 'Braces' };

	/** The node's retry, which finds an opportunity of this pipeline. */
	async function retryAfterLostResponse(pipelineId: string) {
		const given = { executionId: `lost-deal-in-${pipelineId}`, node: { retryOnFail: true } };
		const found = { id: 'deal-1', contactId: 'ada', name: 'Braces', pipelineId };
		const respondWith =
			(created: unknown) =>
			({ method, path }: Sent) => {
				if (method !== 'GET') return created;
				return path === '/opportunities/search' ? { opportunities: [found] } : { pipelines: [] };
			};
		await onHighLevel('opportunity.create', DEAL, respondWith(lost()), given);
		const created = { opportunity: { ...found, id: 'deal-2', pipelineId: 'sales' } };
		return await onHighLevel('opportunity.create', DEAL, respondWith(created), given);
	}

	it('is put out, and not created again, in its own pipeline', async () => {
		const { error, writes } = await retryAfterLostResponse('sales');

		expect(error).toBeUndefined();
		expect(writes).toEqual([]);
	});

	it('is created in its own pipeline where the other is of another one', async () => {
		const { error, writes } = await retryAfterLostResponse('care');

		expect(error).toBeUndefined();
		expect(writes).toHaveLength(1);
	});
});
