import type { Operation } from 'openapi-backend';

import { MONDAY, send } from './sandboxClient';
import { DESCRIPTIONS } from '../../../sandbox/http/contract';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

interface Schema {
	$ref?: string;
	type?: string | string[];
	enum?: unknown[];
	properties?: Record<string, Schema>;
}

interface Described {
	method: string;
	path: string;
	operationId: string;
	fields: Record<string, Schema>;
}

const { paths, components } = DESCRIPTIONS.highLevel as unknown as {
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, Schema> };
};

function resolve(schema: Schema): Schema {
	let found: unknown = { components };
	if (!schema.$ref) return schema;
	for (const name of schema.$ref.split('/').slice(1))
		found = (found as Record<string, unknown>)[name];
	return resolve(found as Schema);
}

/** These read, or belong to a whole list of records. */
const NO_RECORDS = ['search-contacts-advanced', 'add-tags', 'remove-tags'];

/** Every operation of highLevel.yaml that takes a JSON body with named fields. */
const WRITES: Described[] = Object.entries(paths).flatMap(([path, methods]) =>
	Object.entries(methods).flatMap(([method, { operationId = '', requestBody }]) => {
		const content = requestBody && 'content' in requestBody ? requestBody.content : {};
		const schema = resolve((content['application/json']?.schema ?? {}) as Schema);
		const isWrite = schema.properties !== undefined && !NO_RECORDS.includes(operationId);
		return isWrite ? [{ method, path, operationId, fields: schema.properties ?? {} }] : [];
	}),
);

/** What stands for braces in paths; the records are made before. */
const IDS: Record<string, string> = {
	contactId: 'contact-ada',
	locationId: 'loc-harbor',
	workflowId: 'workflow-no-show',
	eventId: 'appt-1',
	appointmentId: 'appt-1',
	taskId: 'task-call',
	messageId: 'message-2',
};

const START = '2030-05-06T14:00:00+00:00';
const END = '2030-05-06T14:30:00+00:00';

/** Values where not just any text will do. */
const VALUES: Record<string, unknown> = {
	...IDS,
	calendarId: 'cal-onboarding',
	assignedUserId: 'user-riley',
	assignedTo: 'user-riley',
	userId: 'user-riley',
	pipelineId: 'pipeline-patients',
	pipelineStageId: 'stage-planned',
	lostReasonId: 'reason-price',
	conversationProviderId: 'provider-chat',
	conversationId: 'conversation-contact-ada',
	replyMessageId: 'message-1',
	startTime: START,
	endTime: END,
	dueDate: START,
	date: START,
	eventStartTime: START,
	customFields: [{ id: 'field-insurance', field_value: 'Gold' }],
	dndSettings: { Call: { status: 'active', message: 'kept-message', code: 'kept-code' } },
	dataType: 'TEXT',
	textBoxListOptions: [{ label: 'kept-label', prefillValue: 'kept-value' }],
	rrule: 'RRULE:FREQ=DAILY;COUNT=2',
	email: 'kept@example.com',
};

/** Where a field is found under another name or value. */
const KEPT_AS: Record<string, string> = {
	'create-custom-field options': '"picklistOptions":["kept-options"]',
	'create-opportunity customFields': '"customFields":[{"id":"field-branch","value":"Gold"}]',
	'update-opportunity customFields': '"customFields":[{"id":"field-branch","value":"Gold"}]',
	'add-an-inbound-message date': `"dateAdded":"${START}"`,
	'add-an-inbound-message conversationId': '"contactId":"contact-ada"',
};
const KEPT_CUSTOM_FIELDS = '"customFields":[{"id":"field-insurance","value":"Gold"}]';

/** Fields that decide something and are no part of a record, with what they decide. */
const DECIDES: Record<string, string> = {
	'upsert-contact createNewIfDuplicateAllowed': 'whether a known address makes a new contact',
	'create-contact createNewIfDuplicateAllowed': 'nothing, by the official description',
	'upsert-contact name': 'first and last name, where they are not given',
	'create-contact name': 'first and last name, where they are not given',
	'delete-contact-from-workflow eventStartTime': 'nothing, by the official description',
};

/** Not together with the other fields of its operation. */
const APART: Record<string, string[]> = {
	'create-block-slot': ['calendarId'],
	'edit-block-slot': ['calendarId'],
};

function sampleOf(operationId: string, name: string, schema: Schema): unknown {
	if (name === 'customFields' && operationId.endsWith('opportunity'))
		return [{ id: 'field-branch', field_value: 'Gold' }];
	if (name in VALUES) return VALUES[name];
	const { type, enum: values, properties } = resolve(schema);
	if (values) return values.at(-1);
	if (properties) {
		const fields = Object.entries(properties);
		return Object.fromEntries(fields.map(([key, each]) => [key, sampleOf('', key, each)]));
	}
	const [first] = [type].flat();
	if (first === 'boolean') return true;
	if (first === 'number' || first === 'integer') return 4_711;
	if (first === 'array') return [`kept-${name}`];
	if (first === 'object') return { kept: name };
	return `kept-${name}`;
}

const sandbox = useSandbox({ profile: 'highLevel', mayViolate: true });

/** The record that each path with an `{id}` means. */
async function makeRecords(path: string): Promise<Record<string, string>> {
	const make = async (request: string, json: object) =>
		(await send(sandbox, request, { json })).body;
	const contact = { ...sandbox.contacts()[0], phone: '+12025550101' };
	sandbox.createContact(contact);
	sandbox.takeSlot({
		calendarId: 'cal-onboarding',
		contactId: 'contact-ada',
		startTime: '2030-05-06T13:00:00+00:00',
		endTime: '2030-05-06T13:30:00+00:00',
	});
	if (path.includes('/contacts/{contactId}/notes')) {
		const made = await make('POST /contacts/contact-ada/notes', { body: 'before' });
		return { id: (made as { note: { id: string } }).note.id };
	}
	if (path.includes('/appointments/{appointmentId}/notes')) {
		const made = await make('POST /calendars/appointments/appt-1/notes', { body: 'before' });
		return { noteId: (made as { note: { id: string } }).note.id };
	}
	if (path.includes('/block-slots/{eventId}')) {
		const times = { startTime: '2030-05-07T14:00:00+00:00', endTime: '2030-05-07T15:00:00+00:00' };
		const body = { locationId: 'loc-harbor', assignedUserId: 'user-sam', ...times };
		const made = await make('POST /calendars/events/block-slots', body);
		return { eventId: (made as { id: string }).id };
	}
	return { id: 'deal-braces' };
}

const everything = () =>
	JSON.stringify([
		sandbox.contacts(),
		sandbox.followUp(),
		sandbox.appointments(),
		sandbox.blockedTimes(),
	]);

it.each(WRITES)(
	'$method $path keeps each field that it accepts',
	async ({ method, path, operationId, fields }) => {
		const ids = { ...IDS, ...(await makeRecords(path)) };
		const request = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]);
		const names = Object.keys(fields).filter((name) => !APART[operationId]?.includes(name));
		const json = Object.fromEntries(
			names.map((name) => [name, sampleOf(operationId, name, fields[name])]),
		);
		const { status, body } = await send(sandbox, `${method.toUpperCase()} ${request}`, { json });
		const sample = `Give what ${operationId} refuses a sample in VALUES of test/unit/sandbox/keptFields.test.ts, or a handler in sandbox/highLevel/: status ${status}, ${JSON.stringify(body)}`;
		expect([200, 201].includes(status) ? [] : [sample]).toEqual([]);

		const state = everything();
		const dropped = names.filter((name) => {
			const key = `${operationId} ${name}`;
			if (key in DECIDES) return false;
			const isCustom = name === 'customFields' && !(key in KEPT_AS);
			const kept = KEPT_AS[key] ?? `"${name}":${JSON.stringify(json[name])}`;
			return !state.includes(isCustom ? KEPT_CUSTOM_FIELDS : kept);
		});
		const advice = dropped.map(
			(name) =>
				`Keep '${name}' of ${operationId} in sandbox/highLevel/, or take it out of sandbox/highLevel.yaml: it is accepted and dropped`,
		);
		expect(advice).toEqual([]);
	},
);
