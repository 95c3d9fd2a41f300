import Ajv from 'ajv';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { act, bookingForAda, slotAt, ZONE } from './platform';
import { byId } from '../../support/e2e/platformParameters';
import { FORMS } from '../../support/forms';
import { useSandbox } from '../../support/useSandbox';

/** Operations in n8n's engine, over real HTTP. */

const fileOf = (...names: string[]) =>
	readFileSync(path.resolve(__dirname, '../../..', ...names), 'utf8');

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
ajv.addKeyword('version');

const seen = new Map<string, Set<string>>();

/**
 * What the editor offers before a run must come true: no item has a field that the schema does not
 * name, and each field that it names occurs in one of the items of the forms.
 */
function expectToMatch(name: string, items: IDataObject[], isLast: boolean): void {
	const text = fileOf('nodes/Platform/__schema__/v1.0.0', `${name.replace('.', '/')}.json`);
	const schema = JSON.parse(text) as { properties: Record<string, object> };
	const validate = ajv.compile({ ...schema, additionalProperties: false });
	for (const item of items) {
		validate(item);
		expect([item, validate.errors]).toEqual([item, null]);
	}
	const names = [...(seen.get(name) ?? []), ...items.flatMap((item) => Object.keys(item))];
	seen.set(name, new Set(names));
	if (isLast) expect([...new Set(names)].sort()).toEqual(Object.keys(schema.properties).sort());
}

const calendarId = byId('cal-onboarding');
const timezone = byId(ZONE);

const first = async (...args: Parameters<typeof act>): Promise<IDataObject> => {
	const { json, error } = await act(...args);
	expect(error).toBeUndefined();
	expect(json).toHaveLength(1);
	return json[0];
};

describe.each(FORMS)('$form: the output schema of', ({ form, profile }) => {
	const isLast = form === FORMS.at(-1)!.form;
	const sandbox = useSandbox({ profile });
	const take = (time: string) =>
		sandbox.takeSlot({ calendarId: 'cal-onboarding', ...slotAt(time) });

	const run = async (operation: string, time: string, parameters: IDataObject = {}, options = {}) =>
		await first(sandbox, `appointment.${operation}`, {
			...{ ...bookingForAda, ...slotAt(time), ...parameters },
			options: { timezone, title: 'Call', ...options },
		});
	const alternatives = { whenTaken: 'alternatives' };
	const nextFree = { whenTaken: 'nextFree' };

	it('Appointment > Book names what it puts out: booked, already booked, taken, the next free', async () => {
		const items = [await run('book', '09:00')];
		items.push(await run('book', '09:00', {}, { whenAlreadyBooked: 'done' }));
		take('10:00');
		for (const policy of [alternatives, nextFree]) items.push(await run('book', '10:00', policy));
		expect(items.map(({ booked }) => booked)).toEqual([true, true, false, true]);
		expectToMatch('appointment.book', items, isLast);
	});

	it('Appointment > Reschedule: moved, taken, the next free', async () => {
		const { appointmentId } = await run('book', '09:00');
		take('11:00');
		const items = [await run('reschedule', '09:30', { appointmentId })];
		for (const policy of [alternatives, nextFree])
			items.push(await run('reschedule', '11:00', { appointmentId, ...policy }));
		expect(items.map(({ rescheduled }) => rescheduled)).toEqual([true, false, true]);
		expectToMatch('appointment.reschedule', items, isLast);
	});

	it('Appointment > Cancel: canceled, and canceled before', async () => {
		const cancel = { appointmentId: take('10:00').id, options: { whenAlreadyCanceled: 'done' } };
		const items = [{ ...cancel, contactId: 'contact-ada', calendarId: 'cal-onboarding' }];
		const cancelled = await first(sandbox, 'appointment.cancel', cancel, { items });
		const again = await first(sandbox, 'appointment.cancel', cancel);
		expectToMatch('appointment.cancel', [cancelled, again], isLast);
	});

	it('Calendar > Get Free Slots, with the dates that it proposes', async () => {
		const { json, error } = await act(sandbox, 'calendar.getFreeSlots', {
			calendarId,
			options: { timezone },
		});
		expect(error).toBeUndefined();
		expectToMatch('calendar.getFreeSlots', json, true);
	});
});
