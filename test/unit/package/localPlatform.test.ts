import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { parse } from 'yaml';

import { ROOT } from './packageClasses';
import { appointmentSettings } from '../../../nodes/Platform/appointment/settings';
import { DIALECTS, type Right } from '../../../nodes/platformApi/dialect';
import { CHOICES } from '../../../nodes/platformApi/pickLists';
import { resources } from '../../../nodes/Platform/resources';
import { asRecord } from '../../../sandbox/highLevel/records';
import { defaultSeed, SCOPES_OF } from '../../../sandbox/seed';

interface Sent {
	/** Where it is declared. */
	name: string;
	method: string;
	path: string;
	right?: Right;
}

/** Names in braces are ours, and may be others than those of the description. */
const shapeOf = (method: string, endpoint: string): string =>
	`${method} ${endpoint.replace(/\{\w+\}/g, '{}')}`;

/** The endpoints of a description of the local platform, without the names in braces. */
function endpointsIn(file: string): string[] {
	const source = readFileSync(path.join(ROOT, 'sandbox', file), 'utf8');
	const { paths } = parse(source) as { paths: Record<string, object> };
	return Object.entries(paths).flatMap(([endpoint, methods]) =>
		Object.keys(methods).map((method) => shapeOf(method.toUpperCase(), endpoint)),
	);
}

const OF_ROWS: Sent[] = Object.entries(resources).flatMap(([resource, { operations }]) =>
	Object.entries(operations).flatMap(([operation, { endpoint }]) =>
		endpoint ? [{ name: `${resource}.${operation}`, ...endpoint }] : [],
	),
);

const OF_LISTS: Sent[] = Object.entries(CHOICES).map(
	([name, { method, path: endpoint, right }]) => ({
		name: `the list of ${name}`,
		method,
		path: endpoint,
		right,
	}),
);

it('the local platform has the endpoint of each row and of each list to choose from', () => {
	const known = [...endpointsIn('highLevel.yaml'), ...endpointsIn('openapi.yaml')];
	const missing = [...OF_ROWS, ...OF_LISTS].filter(
		(sent) => !known.includes(shapeOf(sent.method, sent.path)),
	);
	const advice = missing.map(
		(sent) => `Add ${sent.method} ${sent.path} to sandbox/highLevel.yaml: ${sent.name} needs it`,
	);
	expect(OF_ROWS.length).toBeGreaterThan(40);
	expect(advice).toEqual([]);
});

it('the local platform asks for the scope that each row and each list says', () => {
	const source = readFileSync(path.join(ROOT, 'sandbox/highLevel.yaml'), 'utf8');
	const { paths } = parse(source) as {
		paths: Record<string, Record<string, { security?: Array<{ bearer?: string[] }> }>>;
	};
	const asked = new Map<string, string[]>();
	for (const [endpoint, methods] of Object.entries(paths))
		for (const [method, { security = [] }] of Object.entries(methods))
			asked.set(
				shapeOf(method.toUpperCase(), endpoint),
				security.flatMap(({ bearer = [] }) => bearer),
			);

	const advice: string[] = [];
	let compared = 0;
	for (const { name, method, path: endpoint, right } of [...OF_ROWS, ...OF_LISTS]) {
		const scopes = asked.get(shapeOf(method, endpoint));
		if (!right || !scopes) continue;
		compared += 1;
		const scope = (DIALECTS.highLevel.scopes as Partial<Record<Right, string>>)[right];
		if (!scope || !scopes.includes(scope))
			advice.push(
				`Write security: [{ bearer: [${scope}] }] for ${method} ${endpoint} in sandbox/highLevel.yaml, in place of [${scopes.join(', ')}]; or correct the right of ${name}, which is ${right}`,
			);
	}
	expect(compared).toBeGreaterThan(40);
	expect(advice).toEqual([]);
});

it.each(['contract', 'highLevel'] as const)(
	'an app of the local platform can be given each scope of the form %s',
	(form) => {
		const needed = [...new Set(Object.values(DIALECTS[form].scopes))];
		const missing = needed.filter((scope) => !SCOPES_OF[form].includes(scope));
		expect(needed.length).toBeGreaterThan(3);
		expect(
			missing.map((scope) => `Add '${scope}' to SCOPES_OF.${form} in sandbox/seed/index.ts`),
		).toEqual([]);
	},
);

interface Schema {
	$ref?: string;
	enum?: string[];
	properties?: Record<string, Schema>;
}

interface DescribedRequest {
	parameters?: Array<{ name?: string; schema?: Schema }>;
	requestBody?: { content: Record<string, { schema: Schema }> };
}

/** What HighLevel's description says of the fields of its requests, by their endpoints. */
function describedFields(): Map<string, Record<string, Schema>> {
	const source = readFileSync(path.join(ROOT, 'sandbox/highLevel.yaml'), 'utf8');
	const { paths, components } = parse(source) as {
		paths: Record<string, Record<string, DescribedRequest>>;
		components: { schemas: Record<string, Schema> };
	};
	const resolve = (schema: Schema = {}): Schema =>
		schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)!] : schema;
	const found = new Map<string, Record<string, Schema>>();
	for (const [endpoint, methods] of Object.entries(paths)) {
		for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
			const fields: Record<string, Schema> = {};
			for (const { name, schema } of parameters) if (name) fields[name] = resolve(schema);
			const body = resolve(requestBody?.content['application/json']?.schema);
			for (const [name, schema] of Object.entries(body.properties ?? {}))
				fields[name] = resolve(schema);
			found.set(shapeOf(method.toUpperCase(), endpoint), fields);
		}
	}
	return found;
}

it('the local platform takes each choice that a field of a row offers', () => {
	const described = describedFields();
	const compared: string[] = [];
	const wrong: string[] = [];
	for (const { name: row, method, path: endpoint } of OF_ROWS) {
		const taken = described.get(shapeOf(method, endpoint)) ?? {};
		const [resource, operation] = row.split('.');
		const { properties } = resources[resource].operations[operation];
		const entries = properties.flatMap(({ type, options = [] }) =>
			type === 'collection' ? (options as INodeProperties[]) : [],
		);
		for (const { name, displayName, options = [] } of [...properties, ...entries]) {
			const values = taken[name]?.enum;
			if (!values) continue;
			compared.push(`${row} ${name}`);
			for (const option of options) {
				if ('value' in option && !values.includes(String(option.value)))
					wrong.push(
						`'${option.value}' of '${displayName}' in ${row} is none of ${values.join(', ')}, which sandbox/highLevel.yaml has for ${method} ${endpoint}`,
					);
			}
		}
	}
	expect(compared.length).toBeGreaterThan(5);
	expect(wrong).toEqual([]);
});

describe('the settings of an appointment', () => {
	interface Schema {
		properties: Record<string, unknown>;
	}
	interface Components {
		schemas: Record<string, Schema>;
		responses: Record<string, { content: { 'application/json': { schema: Schema } } }>;
	}
	const componentsOf = (file: string) => {
		const source = readFileSync(path.join(ROOT, 'sandbox', file), 'utf8');
		return (parse(source) as { components: Components }).components;
	};
	const highLevel = componentsOf('highLevel.yaml');
	const { AppointmentCreate, AppointmentEdit } = highLevel.schemas;
	const contract = componentsOf('openapi.yaml').schemas;
	const settings = Object.entries(appointmentSettings);

	it('are taken by the local platform', () => {
		const missing: string[] = [];
		for (const [name, { operations }] of settings) {
			const changes = operations.reschedule ?? operations.update;
			if (operations.book && !(name in AppointmentCreate.properties))
				missing.push(`Add '${name}' to AppointmentCreate in sandbox/highLevel.yaml`);
			if (changes && !(name in AppointmentEdit.properties))
				missing.push(`Add '${name}' to AppointmentEdit in sandbox/highLevel.yaml`);
		}
		expect(missing).toEqual([]);
	});

	it.each([
		['book', contract.AppointmentCreate, 'AppointmentCreate'],
		['offerSlots', contract.AppointmentCreate, 'AppointmentCreate'],
		['reschedule', contract.AppointmentReschedule, 'AppointmentReschedule'],
	] as const)(
		'that the contract does not have are of HighLevel only in %s',
		(operation, schema, name) => {
			const wrong = settings.filter(([setting, { operations }]) => {
				const use = operations[operation];
				return use && use.onlyIn === undefined && !(setting in schema.properties);
			});
			expect(
				wrong.map(
					([setting]) =>
						`Give '${setting}' onlyIn: 'highLevel' for ${operation} in nodes/Platform/appointment/settings.ts, since ${name} of sandbox/openapi.yaml has no such field`,
				),
			).toEqual([]);
		},
	);

	it.each(settings)(
		'%s is in the record where the responses of HighLevel to a write and to a read have it, and only there',
		(name, { isInRecord }) => {
			const ofWrite = highLevel.responses.Appointment.content['application/json'].schema;
			const ofRead = highLevel.schemas.CalendarEvent;

			const missing: string[] = [];
			if (isInRecord && !(name in ofWrite.properties))
				missing.push(`Add '${name}' to responses/Appointment in sandbox/highLevel.yaml`);
			if (isInRecord && !(name in ofRead.properties))
				missing.push(`Add '${name}' to schemas/CalendarEvent in sandbox/highLevel.yaml`);
			if (!isInRecord && name in ofWrite.properties && name in ofRead.properties)
				missing.push(
					`Give '${name}' isInRecord: true in nodes/Platform/appointment/settings.ts: responses/Appointment and schemas/CalendarEvent of sandbox/highLevel.yaml have it`,
				);
			expect(missing).toEqual([]);
		},
	);

	it('that are in the record are in those of the local platform', () => {
		const appointment = {
			id: 'appt-1',
			calendarId: 'cal-onboarding',
			locationId: 'loc-harbor',
			contactId: 'contact-ada',
			startTime: '2026-11-30T15:00:00+00:00',
			endTime: '2026-11-30T15:30:00+00:00',
			createdAt: '2026-11-20T15:00:00.000Z',
			...Object.fromEntries(settings.map(([name]) => [name, 'x'])),
		};
		const record = asRecord(defaultSeed as never, appointment as never);
		const missing = settings.filter(([name, { isInRecord }]) => isInRecord && !(name in record));
		expect(
			missing.map(([name]) => `Add '${name}' to asRecord in sandbox/highLevel/records.ts`),
		).toEqual([]);
	});
});
