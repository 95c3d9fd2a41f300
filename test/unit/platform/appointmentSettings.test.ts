import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	appointmentSettings,
	type SettingOperation,
} from '../../../nodes/Platform/appointment/settings';
import { resources } from '../../../nodes/Platform/resources';
import {
	adasAppointment,
	carriesOut,
	FakeCalendar,
	halfHourAt,
	onSaturdayBefore,
	runAppointment,
} from './fakeCalendar';

/** Each holds for each entry of the table in nodes/Platform/appointment/settings.ts: nothing need be added here for a new one. */

onSaturdayBefore();

/** Operations that send at once; Offer Slots and Wait sends what Book does, once a contact has chosen. */
const SENDING = ['book', 'reschedule', 'update'] as const;

const present = adasAppointment(halfHourAt(14));

/** Two values that the setting's field takes, neither of them the platform's present one. */
function valuesOf({ type, options = [] }: INodeProperties): [string | boolean, string | boolean] {
	if (type === 'boolean') return [true, false];
	if (type === 'options') {
		const values = options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
		const others = values.filter((value) => !/confirmed|cancel|invalid/.test(value));
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

it("a status that is only added in the editor is the platform's own, and a length that of most calendars", () => {
	const { properties } = resources.appointment.operations.book;
	const duration = properties.find(({ name }) => name === 'duration');
	expect(appointmentSettings.appointmentStatus.field.default).toBe('confirmed');
	expect(duration?.default).toBe(30);
});

it('Offer Slots and Wait has each setting that the contract has for a booking', () => {
	const ofBooking = names.filter((name) => {
		const use = appointmentSettings[name].operations.book;
		return use && use.onlyIn === undefined;
	});

	const entries = entriesOf('offerSlots', 'options');

	const advice = ofBooking
		.filter((name) => !entries.includes(name))
		.map((name) => `Add offerSlots to the operations of '${name}' in settings.ts`);
	expect(ofBooking.length).toBeGreaterThan(2);
	expect(advice).toEqual([]);
});

const withOwnWords = names.flatMap((name) =>
	(['book', 'offerSlots', 'reschedule', 'update'] as const).flatMap((operation) => {
		const words = appointmentSettings[name].operations[operation]?.description;
		return words === undefined ? [] : [{ name, operation, words }];
	}),
);

it.each(withOwnWords)(
	'$name of $operation is described in the words for that operation',
	({ name, operation, words }) => {
		const { properties } = resources.appointment.operations[operation];
		const collection = properties.find((field) => field.name === collectionOf(operation));
		const entry = (collection?.options as INodeProperties[]).find((field) => field.name === name);
		expect(entry?.description).toContain(words.replace(/\.$/, ''));
	},
);

/** The fields of an operation with a value in the setting. */
const fieldsWith = (
	operation: SettingOperation,
	name: string,
	value: string | boolean,
): IDataObject => ({
	[collectionOf(operation)]: { [name]: value },
});

describe.each(ofOperations)('$name in $operation', ({ name, operation, field, use }) => {
	const [value, otherValue] = valuesOf(field);

	it('is sent', async () => {
		const calendar = new FakeCalendar({ appointments: [present] });

		await runAppointment(operation, calendar, fieldsWith(operation, name, value));

		expect(calendar.writes).toMatchObject([{ body: { [name]: value } }]);
	});

	it('is refused, unsent, in a form of the API that does not have it, and else sent', async () => {
		const calendar = new FakeCalendar({ form: 'contract' });

		const { errorMessage = '' } = await runAppointment(
			operation,
			calendar,
			fieldsWith(operation, name, value),
		);

		const isRefused = use.onlyIn !== undefined;
		const saysSo = errorMessage.includes('works with HighLevel only');
		expect({ errorMessage, saysSo }).toEqual({ errorMessage, saysSo: isRefused });
		expect(calendar.writes).toMatchObject(isRefused ? [] : [{ body: { [name]: value } }]);
	});

	if (operation === 'book') return;

	it('is sent again in the same execution where it has another value', async () => {
		const calendar = new FakeCalendar({ appointments: [present] });
		const executionId = `setting-${operation}-${name}`;
		const first = fieldsWith(operation, name, value);
		const second = fieldsWith(operation, name, otherValue);
		await runAppointment(operation, calendar, first, { executionId });

		await runAppointment(operation, calendar, second, { executionId });

		const isSent = calendar.writes.some(({ body }) => (body as IDataObject)[name] === otherValue);
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
		const calendar = new FakeCalendar({
			appointments: [present],
			reactions: [carriesOut({ [name]: otherValue })],
		});
		const fields = fieldsWith(operation, name, value);
		const ofCollection = fields[collectionOf(operation)] as IDataObject;
		const options = operation === 'update' ? {} : ofCollection;

		const { item, hints } = await runAppointment(operation, calendar, {
			...fields,
			options: { ...options, simplify: false },
		});

		const told = [item?.message, ...hints].join(' ');
		const isTold = told.includes(
			`${field.displayName} is ${String(otherValue)}, not ${String(value)}`,
		);
		const advice = `Give '${name}' its label: labelsOfRecordedSettings of nodes/Platform/appointment/settings.ts has none for it`;
		expect(isTold ? [] : [advice]).toEqual([]);
		expect(item).toMatchObject({ [name]: otherValue });
	},
);
