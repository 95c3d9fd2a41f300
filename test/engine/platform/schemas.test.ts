import Ajv from 'ajv';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { act, bookingForAda, oauthCredential, slotAt, tokenCredential, ZONE } from './platform';
import { createSigningKey } from '../../support/keys';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

const SCHEMAS = path.resolve(__dirname, '../../../nodes/Platform/__schema__/v1.0.0');

interface OutputSchema {
	type: 'object';
	properties: Record<string, object>;
}

function schemaOf(name: string): OutputSchema {
	const file = path.join(SCHEMAS, `${name.replace('.', '/')}.json`);
	return JSON.parse(readFileSync(file, 'utf8')) as OutputSchema;
}

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
ajv.addKeyword('version');

/**
 * What the editor offers before a run must come true: no item has a field that the schema does not
 * name, and each field that it names occurs in one of the items.
 */
function expectToMatch(name: string, items: IDataObject[]): void {
	const schema = schemaOf(name);
	const validate = ajv.compile({ ...schema, additionalProperties: false });
	for (const item of items) {
		validate(item);
		expect([item, validate.errors]).toEqual([item, null]);
	}
	const seen = new Set(items.flatMap((item) => Object.keys(item)));
	expect([...seen].sort()).toEqual(Object.keys(schema.properties).sort());
}

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const calendarId = byId('cal-onboarding');
const timezone = byId(ZONE);

const first = async (...args: Parameters<typeof act>): Promise<IDataObject> => {
	const { json, error } = await act(...args);
	expect(error).toBeUndefined();
	expect(json).toHaveLength(1);
	return json[0];
};
const take = (time: string) =>
	sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slotAt(time) });

describe('the output schema of', () => {
	const book = async (time: string, parameters: IDataObject = {}) =>
		await first(sandbox, 'appointment.book', {
			...bookingForAda,
			...slotAt(time),
			title: 'Call',
			timezone,
			...parameters,
		});

	it('Appointment > Book names what it puts out: booked, already booked, taken, the next free', async () => {
		const booked = await book('09:00');
		const again = await book('09:00', { options: { whenAlreadyBooked: 'done' } });
		take('10:00');
		const taken = await book('10:00', { whenTaken: 'alternatives' });
		const next = await book('10:00', { whenTaken: 'nextFree' });
		expect([booked, again, taken, next].map((item) => item.booked)).toEqual([true, true, false, true]);
		expectToMatch('appointment.book', [booked, again, taken, next]);
		sandbox.control.addFault({ method: 'POST', status: 201, body: '' });
		const withoutId = await book('15:00');
		expect(withoutId.eventId).toBeNull();
		expectToMatch('appointment.book', [booked, again, taken, next, withoutId]);
	});

	it('Appointment > Reschedule: moved, taken, the next free', async () => {
		const { eventId } = await book('09:00');
		const move = async (time: string, parameters: IDataObject = {}) =>
			await first(sandbox, 'appointment.reschedule', {
				eventId,
				calendarId,
				timezone,
				...slotAt(time),
				...parameters,
			});
		const moved = await move('09:30');
		take('11:00');
		const taken = await move('11:00', { whenTaken: 'alternatives' });
		const next = await move('11:00', { whenTaken: 'nextFree' });
		expect([moved, taken, next].map((item) => item.rescheduled)).toEqual([true, false, true]);
		expectToMatch('appointment.reschedule', [moved, taken, next]);
	});

	it('Appointment > Cancel: canceled, and canceled before', async () => {
		const cancel = { eventId: take('10:00').id, options: { whenAlreadyCancelled: 'done' } };
		const cancelled = await first(sandbox, 'appointment.cancel', cancel);
		const again = await first(sandbox, 'appointment.cancel', cancel);
		expectToMatch('appointment.cancel', [cancelled, again]);
	});

	it('Calendar > Get Free Slots', async () => {
		const day = slotAt('10:00').startTime.slice(0, 10);
		const range = { startDate: day, endDate: day };
		const { json } = await act(sandbox, 'calendar.getFreeSlots', { calendarId, timezone, ...range });
		expectToMatch('calendar.getFreeSlots', json);
	});

	it('Webhook > Create and Get Many', async () => {
		const hook = { name: 'One', url: 'https://example.com/hook', actions: ['ContactCreate'] };
		expectToMatch('webhook.create', [await first(sandbox, 'webhook.create', hook)]);
		// The contract shows no more of a listed webhook than its id.
		const { id, name, url, actions } = await first(sandbox, 'webhook.getAll', {});
		expectToMatch('webhook.getAll', [{ id, name, url, actions }]);
	});

	it('Access Token > Get: of a location, and of an agency', async () => {
		const get = async (level: 'agency' | 'location') => {
			const credentials = oauthCredential(sandbox, { level });
			return await first(sandbox, 'accessToken.get', {}, { credentials });
		};
		const token = await first(sandbox, 'accessToken.get', {}, { credentials: tokenCredential(sandbox) });
		// The editor knows no list that may be null; which scopes a private token has is not known.
		expect(token.requestedScopes).toBeNull();
		const items = [await get('location'), await get('agency'), { ...token, requestedScopes: [] }];
		expectToMatch('accessToken.get', items);
	});

	it('Webhook Signature > Verify: valid, and not', async () => {
		const { sign, publicKeyPem } = createSigningKey();
		const rawBody = '{}';
		const verify = async (body: string) =>
			await first(
				sandbox,
				'webhookSignature.verify',
				{ rawBody: body, signatureHeader: sign(rawBody), publicKeyPem },
				{ credentials: {} },
			);
		expectToMatch('webhookSignature.verify', [await verify(rawBody), await verify('[]')]);
	});
});
