import Ajv from 'ajv';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { act, bookingForAda, slotAt, ZONE } from './platform';
import { byId } from '../../support/e2e/platformParameters';
import type { Form } from '../../../sandbox/profile';
import { FORMS } from '../../support/forms';
import { missingInSchema, schemaFile } from '../../support/outputSchemas';
import { useSandbox } from '../../support/useSandbox';

/*
 * What the editor offers before a run of an operation that takes a slot, its output schema, must come true: no item has a
 * field that the schema does not name, and each field that it names occurs in one of the items, in HighLevel's form, which
 * has all of them.
 */

interface OutputSchema {
	properties: Record<string, object>;
}

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
ajv.addKeyword('version');

const readSchema = (file: string) =>
	JSON.parse(readFileSync(path.resolve(__dirname, '../../..', file), 'utf8')) as OutputSchema;

/** What is wrong with an output schema, by all kinds of items that the operation puts out; empty where it is right. */
function faultsOfSchema(operation: string, form: Form, items: IDataObject[]): string[] {
	const file = schemaFile('platform', operation);
	const schema = readSchema(file);
	const faults = missingInSchema(file, items);
	const validate = ajv.compile(schema);
	for (const item of items)
		if (!validate(item))
			faults.push(
				`Correct ${file}: ${ajv.errorsText(validate.errors)}, in ${JSON.stringify(item)}`,
			);
	if (form === 'contract') return faults;
	const names = items.flatMap((item) => Object.keys(item));
	for (const name of Object.keys(schema.properties))
		if (!names.includes(name)) faults.push(`Remove "${name}" from ${file}: nothing puts it out`);
	return faults;
}

describe.each(FORMS)('$form: the output schema fits what is put out by', ({ form, profile }) => {
	const sandbox = useSandbox({ profile });
	const timezone = byId(ZONE);

	/** Makes somebody else take the slot at this time. */
	const take = (time: string) =>
		sandbox.takeSlot({ calendarId: 'cal-onboarding', ...slotAt(time) });

	/** The one item of a run that must succeed. */
	async function run(operation: string, fields: IDataObject): Promise<IDataObject> {
		const { json, error } = await act(sandbox, operation, fields);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		return json[0];
	}

	const book = async (time: string, fields: IDataObject = {}, options: IDataObject = {}) =>
		await run('appointment.book', {
			...bookingForAda,
			...slotAt(time),
			...fields,
			options: { timezone, title: 'Call', ...options },
		});

	const reschedule = async (appointmentId: unknown, time: string, fields: IDataObject = {}) =>
		await run('appointment.reschedule', {
			...bookingForAda,
			...slotAt(time),
			appointmentId: appointmentId as string,
			...fields,
			options: { timezone, title: 'Call' },
		});

	it('Appointment > Book: booked, booked already, taken, the next free', async () => {
		const booked = await book('09:00');
		const bookedAlready = await book('09:00', {}, { whenAlreadyBooked: 'done' });
		take('10:00');
		const taken = await book('10:00', { whenTaken: 'alternatives' });
		const nextFree = await book('10:00', { whenTaken: 'nextFree' });

		expect(booked).toMatchObject({ booked: true });
		expect(bookedAlready).toMatchObject({ booked: true });
		expect(taken).toMatchObject({ booked: false });
		expect(nextFree).toMatchObject({ booked: true });
		expect(
			faultsOfSchema('appointment.book', form, [booked, bookedAlready, taken, nextFree]),
		).toEqual([]);
	});

	it('Appointment > Reschedule: moved, taken, the next free', async () => {
		const { appointmentId } = await book('09:00');
		take('11:00');

		const moved = await reschedule(appointmentId, '09:30');
		const taken = await reschedule(appointmentId, '11:00', { whenTaken: 'alternatives' });
		const nextFree = await reschedule(appointmentId, '11:00', { whenTaken: 'nextFree' });

		expect(moved).toMatchObject({ rescheduled: true });
		expect(taken).toMatchObject({ rescheduled: false });
		expect(nextFree).toMatchObject({ rescheduled: true });
		expect(faultsOfSchema('appointment.reschedule', form, [moved, taken, nextFree])).toEqual([]);
	});

	it('Appointment > Cancel: canceled, and canceled before', async () => {
		const fields = {
			appointmentId: take('10:00').id,
			options: { whenAlreadyCanceled: 'done' },
		};
		const itemOfBooking = {
			appointmentId: fields.appointmentId,
			contactId: 'contact-ada',
			calendarId: 'cal-onboarding',
		};

		const { json } = await act(sandbox, 'appointment.cancel', fields, { items: [itemOfBooking] });
		const again = await run('appointment.cancel', fields);

		expect(json).toMatchObject([{ canceled: true }]);
		expect(again).toMatchObject({ canceled: true });
		expect(faultsOfSchema('appointment.cancel', form, [...json, again])).toEqual([]);
	});

	it('Calendar > Get Free Slots, with the dates that it proposes', async () => {
		const { json, error } = await act(sandbox, 'calendar.getFreeSlots', {
			calendarId: byId('cal-onboarding'),
			options: { timezone },
		});

		expect(error).toBeUndefined();
		expect(faultsOfSchema('calendar.getFreeSlots', form, json)).toEqual([]);
	});
});
