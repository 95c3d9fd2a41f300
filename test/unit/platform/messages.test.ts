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

it('an email shows a text as it is written: its characters, line breaks and indents', async () => {
	const message = 'Hello Ada,\n\nsee you <tomorrow> at "10" & bring:\n  a pen';
	const { writes } = await send({ ...EMAIL, message });
	const html =
		'Hello Ada,<br>\n<br>\nsee you &lt;tomorrow&gt; at &quot;10&quot; &amp; bring:<br>\n&nbsp; a pen';
	expect(writes[0]?.body).toEqual({ type: 'Email', contactId: 'ada', subject: 'Hi', html });
});

it('an email shows a line break of Windows as one', async () => {
	const { writes } = await send({ ...EMAIL, message: 'Hello Ada,\r\nsee you' });
	expect(writes[0]?.body).toMatchObject({ html: 'Hello Ada,<br>\nsee you' });
});

it.each([
	['a line separator as a line break', 'Hello\u2028Ada', 'Hello<br>\nAda'],
	['each of several blanks', 'a  b   c', 'a&nbsp; b&nbsp;&nbsp; c'],
	['a blank at the beginning of a line', 'a\n b', 'a<br>\n&nbsp;b'],
	['a tab as four blanks', 'a\tb', 'a&nbsp;&nbsp;&nbsp; b'],
	['several characters of markup', '<a> & <b>', '&lt;a&gt; &amp; &lt;b&gt;'],
])('an email shows %s', async (_, message, html) => {
	const { writes } = await send({ ...EMAIL, message });
	expect(writes[0]?.body).toMatchObject({ html });
});

it('an email with tags whose Format is Text is sent as its text, and a hint says so', async () => {
	const withTags = await send({ ...EMAIL, message: '<p>Hello</p>' });
	expect(withTags.writes[0]?.body).toMatchObject({ html: '&lt;p&gt;Hello&lt;/p&gt;' });
	expect(withTags.told).toContain("'Message' has tags of HTML, and 'Format' is 'Text'");

	const plain = await send({ ...EMAIL, message: 'See you <tomorrow>, 1 < 2' });
	expect(plain.told).toBe('');

	const asHtml = await send({ ...EMAIL, format: 'html', message: '<p>Hello</p>' });
	expect(asHtml.told).toBe('');
});

it.each([
	['a file', { attachments: 'https://example.com/plan.pdf' }],
	['a template', { templateId: 'template-1' }],
])('a message can be %s alone', async (_, fields) => {
	const { writes } = await send({ ...SMS, message: '', fields });
	expect(writes).toHaveLength(1);
	expect(fieldsOf(writes[0]?.body).message).toBeUndefined();

	const email = await send({ ...EMAIL, message: '', fields });
	expect(fieldsOf(email.writes[0]?.body).html).toBeUndefined();
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
	[{ ...SMS, fields: { toNumber: '+12025550133' } }],
	[{ ...EMAIL, fields: { emailTo: 'ada@example.org' } }],
])('a contact without a first address gets a message at another one: %#', async (message) => {
	const { writes } = await send(message, {}, { id: 'ada' });
	expect(writes).toHaveLength(1);
});

it('an email whose Format is HTML is sent as it is', async () => {
	const { writes } = await send({ ...EMAIL, format: 'html', message: '<p>Hello</p>' });
	expect(writes[0]?.body).toMatchObject({ html: '<p>Hello</p>' });
});

it.each([
	[{ ...SMS }, { ...ADA, phone: '' }, "The contact 'ada' has no phone"],
	[{ ...SMS, type: 'RCS' }, { ...ADA, phone: '' }, "The contact 'ada' has no phone"],
	[{ ...SMS, type: 'WhatsApp' }, { ...ADA, phone: '' }, "The contact 'ada' has no phone"],
	[{ ...SMS }, { ...ADA, dnd: true }, 'has asked for no messages by SMS'],
	[
		{ ...EMAIL },
		{ ...ADA, dndSettings: { Email: { status: 'active' } } },
		'has asked for no messages by Email',
	],
	[
		{ ...EMAIL },
		{ ...ADA, dndSettings: { Email: { status: 'permanent' } } },
		'has asked for no messages by Email',
	],
])(
	'a message that would not arrive is refused before it is sent: %#',
	async (fields, contact, message) => {
		const { told, writes } = await send(fields, {}, contact);
		expect(told).toContain(message);
		expect(writes).toEqual([]);
	},
);

it('a contact who takes no emails still gets an SMS', async () => {
	const { writes } = await send(SMS, {}, { ...ADA, dndSettings: { Email: { status: 'active' } } });
	expect(writes).toHaveLength(1);
});

it.each([
	[{ ...SMS, message: ' ' }, "'Message' is empty"],
	[{ ...EMAIL, subject: '' }, "'Subject' is empty"],
])('a message without %j is refused', async (fields, message) => {
	expectRefused(await send(fields), message);
});

it('the same message in a further run of a loop, or for another item, is sent again', async () => {
	const first = await send(SMS, { executionId: 'reminders', items: [{}, {}] });
	const second = await send(SMS, { executionId: 'reminders' });
	expect(first.json.map(({ messageId }) => messageId)).toEqual(['m-1', 'm-2']);
	expect(second.writes).toHaveLength(1);
});

it('the same message of a language model in one execution is sent once, and the model is told', async () => {
	const given = { executionId: 'chat', node: TOOL };
	await send(SMS, given);
	const again = await send(SMS, given);
	expect(again.writes).toEqual([]);
	expect(again.json).toMatchObject([{ messageId: 'm-1', alreadySent: true }]);
	const other = await send({ ...SMS, message: 'Bye' }, given);
	expect(other.writes).toHaveLength(1);
});

it('a retry after a lost response sends no message again: nobody can see whether it was sent', async () => {
	const given = { executionId: 'lost', node: { retryOnFail: true } };
	const respond = ({ method }: Sent) => (method === 'GET' ? { contact: ADA } : lost());
	const first = await onHighLevel('message.send', SMS, respond, given);
	const retry = await onHighLevel('message.send', SMS, respond, given);
	expect(first.writes).toHaveLength(1);
	expect(retry.writes).toEqual([]);
	expect(retry.error?.message).toContain('Outcome unknown');
});

const TASK = { contactId: byId('ada'), title: 'Call', dueDate: '2026-12-01 10:00' };
const MADE = { id: 'task-1', title: 'Call', dueDate: '2026-12-01T10:00:00.000Z' };

it('a new task is not completed, unless somebody says so', async () => {
	const { writes } = await onHighLevel('task.create', TASK, [{ task: MADE }]);
	expect(writes).toMatchObject([{ body: { title: 'Call', completed: false } }]);
});

it.each([
	['is there, is put out and not created again', [MADE], 0],
	['is not there, is created again', [{ ...MADE, title: 'Write' }], 1],
	['is there for a user, is created again for nobody', [{ ...MADE, assignedTo: 'grace' }], 1],
])(
	'a task whose response was lost, and which in the list of the contact %s',
	async (which, tasks, writes) => {
		const given = { executionId: `task that ${which}`, node: { retryOnFail: true } };
		await onHighLevel('task.create', TASK, () => lost(), given);
		const respond = ({ method }: Sent) => (method === 'GET' ? { tasks } : { task: MADE });
		const retry = await onHighLevel('task.create', TASK, respond, given);
		expect(retry.writes).toHaveLength(writes);
		expect(retry.json).toMatchObject([{ contactId: 'ada', taskId: 'task-1', title: 'Call' }]);
	},
);

it.each([
	[30, 0],
	[3_600, 1],
])(
	'a task that seems to be %d seconds older than the request whose response was lost: clocks differ by a minute at most',
	async (seconds, writes) => {
		const given = { executionId: `older by ${seconds}`, node: { retryOnFail: true } };
		await onHighLevel('task.create', TASK, () => lost(), given);
		const dateAdded = new Date(Date.now() - seconds * 1_000).toISOString();
		const respond = ({ method }: Sent) =>
			method === 'GET' ? { tasks: [{ ...MADE, dateAdded }] } : { task: MADE };

		const retry = await onHighLevel('task.create', TASK, respond, given);

		expect(retry.writes).toHaveLength(writes);
	},
);

const DEAL = { contactId: byId('ada'), pipelineId: byId('sales'), name: 'Braces' };

it.each([
	['of its pipeline, is put out and not created again', 'sales', 0],
	['of another pipeline, is created in its own', 'care', 1],
])(
	'an opportunity whose response was lost, where the contact has one of that name %s',
	async (_, pipelineId, writes) => {
		const given = { executionId: `deal-${pipelineId}`, node: { retryOnFail: true } };
		const listed = { id: 'deal-1', contactId: 'ada', name: 'Braces', pipelineId };
		const respondWith =
			(created: unknown) =>
			({ method, path }: Sent) => {
				if (method !== 'GET') return created;
				return path === '/opportunities/search' ? { opportunities: [listed] } : { pipelines: [] };
			};
		await onHighLevel('opportunity.create', DEAL, respondWith(lost()), given);
		const second = { opportunity: { ...listed, id: 'deal-2', pipelineId: 'sales' } };

		const retry = await onHighLevel('opportunity.create', DEAL, respondWith(second), given);

		expect(retry.error).toBeUndefined();
		expect(retry.writes).toHaveLength(writes);
	},
);
