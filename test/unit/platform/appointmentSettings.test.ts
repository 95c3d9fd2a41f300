import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	appointmentSettings,
	type SettingOperation,
} from '../../../nodes/Platform/appointment/settings';
import { resources } from '../../../nodes/Platform/resources';
import { at, run, withoutPauses } from './bookings';
import { PRIVATE_TOKEN } from './nodeOnPlatform';

/** Each holds for each entry of the table in nodes/Platform/appointment/settings.ts: nothing need be added here for a new one. */

withoutPauses();

/** Operations that send at once; Offer Slots and Wait sends what Book does, once a contact has chosen. */
const SENDING = ['book', 'reschedule', 'update'] as const;

const appointment = {
	id: 'appt-1',
	calendarId: 'cal-1',
	contactId: 'ada',
	appointmentStatus: 'confirmed',
	...at(14),
};

/** Two values that the setting's field takes, neither of them the platform's present one. */
function valuesOf({ type, options = [] }: INodeProperties): [unknown, unknown] {
	if (type === 'boolean') return [true, false];
	if (type === 'options') {
		const values = options.flatMap((option) => ('value' in option ? [option.value] : []));
		const others = values.filter((value) => !/confirmed|cancel|invalid/.test(String(value)));
		return [others[0], others[1]];
	}
	return ['one', 'another'];
}

/** The collection in which an operation has its settings. */
const collectionOf = (operation: SettingOperation) =>
	operation === 'update' ? 'fields' : 'options';

const entriesOf = (operation: SettingOperation, collection: string) => {
	const { properties } = resources.appointment.operations[operation];
	const field = properties.find(({ name }) => name === collection);
	return ((field?.options ?? []) as INodeProperties[]).map(({ name }) => name);
};

const names = Object.keys(appointmentSettings) as Array<keyof typeof appointmentSettings>;
const ofOperations = names.flatMap((name) =>
	SENDING.filter((operation) => appointmentSettings[name].operations[operation]).map(
		(operation) => ({
			name,
			operation,
			field: appointmentSettings[name].field,
			use: appointmentSettings[name].operations[operation]!,
		}),
	),
);

it.each(names)('the field of the setting %s has its name, under which it is sent', (name) => {
	expect(appointmentSettings[name].field.name).toBe(name);
});

it.each(['book', 'offerSlots', 'reschedule', 'update'] as const)(
	'%s has the settings that the table gives it, and no others',
	(operation) => {
		const given = names.filter((name) => appointmentSettings[name].operations[operation]);

		const entries = entriesOf(operation, collectionOf(operation));

		const shown = entries.filter((name) => names.includes(name as (typeof names)[number]));
		expect(shown.sort()).toEqual(given.sort());
	},
);

describe.each(ofOperations)('$name in $operation', ({ name, operation, field, use }) => {
	const [value, otherValue] = valuesOf(field);
	const filledIn = (chosen: unknown) => ({ [collectionOf(operation)]: { [name]: chosen } });
	const record = { ...appointment, ...(operation !== 'update' && at(9)), [name]: value };
	const onHighLevel = { write: record, has: [appointment], then: [record] };

	it('is sent', async () => {
		const [{ writes }] = await run(operation, onHighLevel, filledIn(value));

		expect(writes).toMatchObject([{ body: { [name]: value } }]);
	});

	it('is refused, unsent, in a form of the API that does not have it, and else sent', async () => {
		const contract = { write: record, credential: PRIVATE_TOKEN };

		const [{ told, writes }] = await run(operation, contract, filledIn(value));

		const isRefused = use.onlyIn !== undefined;
		expect(String(told).includes('works with HighLevel only')).toBe(isRefused);
		expect(writes).toMatchObject(isRefused ? [] : [{ body: { [name]: value } }]);
	});

	if (operation === 'book') return;

	it('is sent again in the same execution where it has another value', async () => {
		const executionId = `setting-${operation}-${name}`;
		const given = { ...onHighLevel, executionId };
		await run(operation, given, filledIn(value));

		const [{ writes }] = await run(operation, given, filledIn(otherValue));

		const isSent = writes.some(({ body }) => (body as IDataObject)[name] === otherValue);
		const file = `nodes/Platform/resources/${operation === 'update' ? 'updateAppointment' : operation}.ts`;
		const advice = `Add '${name}' to the purpose for the ledger in ${file}: another value of it is not sent`;
		expect(isSent ? [] : [advice]).toEqual([]);
	});
});

const recorded = ofOperations.filter(({ name }) => appointmentSettings[name].isInRecord);

it.each(recorded)(
	'where the platform has another $name after $operation, that is told with its label, and put out',
	async ({ name, operation, field }) => {
		const [value, otherValue] = valuesOf(field);
		const record: IDataObject = { ...appointment, ...at(9), [name]: otherValue };
		const parameters = {
			simplify: false,
			[collectionOf(operation)]: { [name]: value, simplify: false },
			options: { ...(operation !== 'update' && { [name]: value }), simplify: false },
		};

		const [{ json, told }] = await run(
			operation,
			{ write: record, has: [appointment], then: [record] },
			parameters,
		);

		const isTold = told.includes(
			`${field.displayName} is ${String(otherValue)}, not ${String(value)}`,
		);
		const advice = `Give '${name}' its label: labelsOfRecordedSettings of nodes/Platform/appointment/settings.ts has none for it`;
		expect(isTold ? [] : [advice]).toEqual([]);
		expect(json).toMatchObject([{ [name]: otherValue }]);
	},
);
