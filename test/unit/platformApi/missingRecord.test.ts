import { resources } from '../../../nodes/Platform/resources';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import { readRecords } from '../../../nodes/platformApi/findMissingRecord';
import {
	missingRecord,
	recordNotFound,
	recordsIn,
	saysNotThere,
	type NamedRecord,
} from '../../../nodes/platformApi/missingRecord';

const WHERE_TO_ADD = 'Add it to RECORD_KINDS in nodes/platformApi/missingRecord.ts';

/** The paths of all operations that are rows, with a value for each ID in them. */
const paths = Object.entries(resources).flatMap(([resource, { operations }]) =>
	Object.entries(operations).flatMap(([name, { endpoint }]) =>
		endpoint ? [[`${resource}.${name}`, endpoint.path] as const] : [],
	),
);

const idNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

const filledIn = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => `id-of-${name}`);

it('there are operations with several records in their paths', () => {
	expect(paths.filter(([, path]) => idNames(path).length > 1).length).toBeGreaterThan(4);
});

it.each(paths)('each ID in the path of %s is that of a record: %s', (_, path) => {
	const found = recordsIn({ path: filledIn(path) }).map(({ id }) => id);
	const unknown = idNames(path).filter((name) => !found.includes(`id-of-${name}`));
	expect(unknown.map((name) => `${name} of ${path}. ${WHERE_TO_ADD}`)).toEqual([]);
});

it.each(paths.filter(([, path]) => idNames(path).length > 0))(
	'a refusal of %s that names one of its records means that one: %s',
	(_, path) => {
		const records = recordsIn({ path: filledIn(path) });
		for (const record of records) {
			const words = `${record.name} with ID ${record.id} not found`;
			expect(missingRecord(400, words, records)).toEqual(record);
		}
	},
);

it.each(paths)('no word in the path of %s is taken for an ID: %s', (_, path) => {
	const words = recordsIn({ path: filledIn(path) }).filter(({ id }) => !id?.startsWith('id-of-'));
	expect(
		words.map(({ id }) => `Add '${id}' to WORDS_OF_PATHS in nodes/platformApi/missingRecord.ts`),
	).toEqual([]);
});

it.each([
	'Contact not found',
	'The user does not exist.',
	'The contact doesn’t exist',
	'This calendar no longer exists',
	'Could not find the calendar',
	'Cannot find contact',
	'No contact found with the id',
	'The appointment was already cancelled',
	'This contact has been merged',
	'The user was removed',
	'The contact is deleted',
	'These records do not exist',
	'Can not find the contact',
	'No user found by ID',
	'No user found for the id',
	'It was already canceled',
	'It was already been deleted',
	'They have been merged',
])('"%s" says that something is not there', (words) => {
	expect(saysNotThere(words)).toBe(true);
});

it.each([
	'The contact is blocked',
	'Route not found',
	'Endpoint not found',
	'This API version does not exist',
])('"%s" says nothing of a record', (words) => {
	expect(saysNotThere(words)).toBe(false);
});

it.each([
	['Booking not found', 'appointment'],
	['Assignee not found', 'user'],
	['Assigned user not found', 'user'],
	['The owner does not exist', 'user'],
	['Sub-account not found', 'location'],
	['Tag not found', 'tag'],
	['Lost reason not found', 'lost reason'],
	['Pipeline stage not found', 'stage'],
	['Block slot not found', 'blocked time'],
	['Blocked time not found', 'blocked time'],
	['Custom field not found', 'custom field'],
	['Appointment not found', 'appointment'],
	['Event not found', 'appointment'],
	['Calendar not found', 'calendar'],
	['Contact not found', 'contact'],
	['User not found', 'user'],
	['assignedTo not found', 'user'],
	['Workflow not found', 'workflow'],
	['Stage not found', 'stage'],
	['Pipeline not found', 'pipeline'],
	['Opportunity not found', 'opportunity'],
	['Task not found', 'task'],
	['Note not found', 'note'],
	['Conversation provider not found', 'conversation provider'],
	['Conversation not found', 'conversation'],
	['Message not found', 'message'],
	['Webhook not found', 'webhook'],
	['Location not found', 'location'],
	['Subaccount not found', 'location'],
])('"%s" names a record: %s', (words, name) => {
	expect(missingRecord(400, words, [])).toMatchObject({ name });
});

it.each([
	['customFields', 'custom field'],
	['block-slots', 'blocked time'],
	['appointments', 'appointment'],
	['events', 'appointment'],
	['calendars', 'calendar'],
	['contacts', 'contact'],
	['users', 'user'],
	['workflow', 'workflow'],
	['pipelines', 'pipeline'],
	['opportunities', 'opportunity'],
	['tasks', 'task'],
	['notes', 'note'],
	['conversations', 'conversation'],
	['messages', 'message'],
	['tags', 'tag'],
	['customWebhooks', 'webhook'],
	['locations', 'location'],
])('what stands behind /%s/ in a path is the ID of a record: %s', (folder, name) => {
	expect(recordsIn({ path: `/${folder}/x-1` })).toEqual([{ name, id: 'x-1', isInPath: true }]);
});

it.each(
	[
		['appointments', 'block-slots', 'blocked-slots', 'bulk', 'business', 'campaigns', 'catalog'],
		['customFields', 'customWebhooks', 'email', 'events', 'export', 'groups', 'inbound', 'lookup'],
		['messages', 'outbound', 'pipelines', 'search', 'services', 'tasks', 'upload', 'upsert'],
		['workflow'],
	].flat(),
)('the word %s in a path is no ID', (word) => {
	expect(recordsIn({ path: `/contacts/${word}` })).toEqual([]);
});

it.each([400, 401, 403, 404, 410, 422])('%d may say that a record is not there', (status) => {
	expect(missingRecord(status, 'Contact not found', [])).toMatchObject({ name: 'contact' });
});

it.each([402, 405, 409, 500])('%d says nothing of a record', (status) => {
	expect(missingRecord(status, 'Contact not found', [])).toBeUndefined();
});

it.each([
	[{ eventId: 'x' }, 'appointment'],
	[{ appointmentId: 'x' }, 'appointment'],
	[{ blockedTimeId: 'x' }, 'blocked time'],
	[{ calendarId: 'x' }, 'calendar'],
	[{ contactId: 'x' }, 'contact'],
	[{ workflowId: 'x' }, 'workflow'],
	[{ pipelineStageId: 'x' }, 'stage'],
	[{ pipelineId: 'x' }, 'pipeline'],
	[{ opportunityId: 'x' }, 'opportunity'],
	[{ taskId: 'x' }, 'task'],
	[{ noteId: 'x' }, 'note'],
	[{ conversationId: 'x' }, 'conversation'],
	[{ messageId: 'x' }, 'message'],
	[{ locationId: 'x' }, 'location'],
	[{ userId: 'x' }, 'user'],
	[{ assignedTo: 'x' }, 'user'],
	[{ assignedUserId: 'x' }, 'user'],
	[{ pipeline_stage_id: 'x' }, 'stage'],
	[{ pipeline_id: 'x' }, 'pipeline'],
	[{ lostReasonId: 'x' }, 'lost reason'],
	[{ replyMessageId: 'x' }, 'message'],
	[{ location_id: 'x' }, 'location'],
	[{ conversationProviderId: 'x' }, 'conversation provider'],
])('the fields %j name a record: %s', (body, name) => {
	expect(recordsIn({ path: '/', body })).toEqual([{ name, id: 'x', isInPath: false }]);
});

it('a record is named once, and an empty ID names none', () => {
	const records = recordsIn({ path: '/contacts/c-1', body: { contactId: 'c-1', userId: '' } });
	expect(records).toEqual([{ name: 'contact', id: 'c-1', isInPath: true }]);
});

it.each([404, 410])('a status %d without words means the only record of the path', (status) => {
	const records = recordsIn({ path: '/contacts/c-1' });
	expect(missingRecord(status, '', records)).toEqual(records[0]);
});

it('a record that is not there is told with the beginning of its ID, and its label', () => {
	const { message, whatToDo } = recordNotFound({
		name: 'custom field',
		id: 'x'.repeat(200),
		isInPath: false,
	});
	expect(message).toContain(`The custom field '${'x'.repeat(100)}' was not found`);
	expect(whatToDo).toContain("Check 'Custom field'");
});

it('a record that only the words name is told by its kind', () => {
	expect(recordNotFound({ name: 'contact', isInPath: false })).toEqual({
		message: 'The platform knows no such contact in the location of the credential',
		whatToDo:
			'Check the ID of the contact: it may have been deleted, or belong to another location.',
		forModel: 'Use the ID of the contact as a tool or the person gave it. Never make one up.',
	});
});

it('of two records of a kind, the words do not say which one is missing', () => {
	const users = ['u-1', 'u-2'].map((id) => ({ name: 'user', id, isInPath: false }));
	expect(missingRecord(400, 'User not found', users)).toEqual({ name: 'user', isInPath: false });
});

it.each<[path: string, parts: object, expected: NamedRecord[]]>([
	[
		'/contacts/c-1',
		{ body: { assignedTo: 'user-1', customFields: [{ id: 'f-1' }] } },
		[
			{ name: 'contact', id: 'c-1', isInPath: true },
			{ name: 'user', id: 'user-1', isInPath: false },
			{ name: 'custom field', id: 'f-1', isInPath: false },
		],
	],
	[
		'/opportunities/search',
		{ query: { pipeline_id: 'p-1' } },
		[{ name: 'pipeline', id: 'p-1', isInPath: false }],
	],
	[
		'/conversations/messages',
		{ body: { type: 'SMS', replyMessageId: 'm-1' } },
		[{ name: 'message', id: 'm-1', isInPath: false }],
	],
	['/contacts/upsert', {}, []],
	['/contacts/bulk/business', {}, []],
	['/calendars/events', {}, []],
	['/contacts/a%20b/tags', {}, [{ name: 'contact', id: 'a b', isInPath: true }]],
])('%s with %j names its records', (path, parts, expected) => {
	expect(recordsIn({ path, ...parts })).toEqual(expected);
});

it.each([
	'Endpoint /calendars not available in this version. This endpoint was removed in version v3.',
	'Route not found',
])('words about a path of the API name no record: %s', (words) => {
	const records = recordsIn({ path: '/calendars/events/appointments/appt-1' });
	expect(missingRecord(400, words, records)).toBeUndefined();
});

it.each([
	['/opportunities/deal-7', 'No opportunities found with the id deal-7', 'opportunity'],
	['/contacts/con-7/notes/note-7', 'No notes found with the id note-7', 'note'],
	['/conversations/messages/msg-7/status', 'No message found for the id', 'message'],
	// HighLevel calls both events.
	['/calendars/events/block-slots/block-7', 'Event not found', 'blocked time'],
	['/calendars/events/appointments/appt-7', 'Event not found', 'appointment'],
	['/calendars/events/block-slots/block-7', 'Contact not found', 'contact'],
])('of %s, "%s" means the %s', (path, words, name) => {
	expect(missingRecord(400, words, recordsIn({ path }))).toMatchObject({ name });
});

it('words that find no time of a calendar do not mean the calendar', () => {
	const records = recordsIn({ path: '/calendars/cal-7/free-slots' });
	expect(missingRecord(400, 'No openings found for this day', records)).toBeUndefined();
});

it('a value that cannot be an ID is the missing record in a path, and not in a body', () => {
	const inPath = { name: 'contact', id: 'Ada Moss', isInPath: true };
	const user = { name: 'user', id: 'user-1', isInPath: false };
	for (const status of [400, 422])
		expect(missingRecord(status, 'Odd', [inPath, user])).toEqual(inPath);
	expect(missingRecord(401, 'Odd', [inPath, user])).toBeUndefined();
	const contact = { ...inPath, id: 'con-1' };
	expect(missingRecord(422, 'Odd', [contact, { ...user, id: 'Uma Lee' }])).toBeUndefined();
});

it('of two values that cannot be IDs, neither is said to be missing', () => {
	const inPath = { isInPath: true };
	const contact = { name: 'contact', id: 'Ada Moss', ...inPath };
	const task = { name: 'task', id: 'Call back', ...inPath };
	expect(missingRecord(422, 'Odd', [contact, task])).toBeUndefined();
});

it('of the records that a refused request names, four are read at most', async () => {
	const names = ['appointment', 'calendar', 'contact', 'opportunity', 'user'];
	const records = names.map((name) => ({ name, id: `${name}-1`, isInPath: false }));
	const get = jest.fn(async () => ({}));

	const { missing, unknown } = await readRecords(get, DIALECTS.highLevel, records, '/asked');

	expect(get).toHaveBeenCalledTimes(4);
	expect({ missing, unknown }).toEqual({ missing: undefined, unknown: [records[4]] });
});
