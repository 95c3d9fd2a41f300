import Ajv from 'ajv';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { act, bookingForAda, oauthCredential, slotAt, tokenCredential, ZONE } from './platform';
import { byId } from '../../support/e2e/platformParameters';
import { FORMS } from '../../support/forms';
import { createSigningKey } from '../../support/keys';
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
function expectToMatch(name: string, items: IDataObject[], isLast = true): void {
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
		sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slotAt(time) });

	const book = async (time: string, parameters: IDataObject = {}) => {
		const options = { timezone, title: 'Call', ...(parameters.options as IDataObject | undefined) };
		return await first(sandbox, 'appointment.book', {
			...bookingForAda,
			...slotAt(time),
			...parameters,
			options,
		});
	};

	it('Appointment > Book names what it puts out: booked, already booked, taken, the next free', async () => {
		const booked = await book('09:00');
		const again = await book('09:00', { options: { whenAlreadyBooked: 'done' } });
		take('10:00');
		const taken = await book('10:00', { whenTaken: 'alternatives' });
		const next = await book('10:00', { whenTaken: 'nextFree' });
		expect([booked, again, taken, next].map((item) => item.booked)).toEqual([
			true,
			true,
			false,
			true,
		]);
		expectToMatch('appointment.book', [booked, again, taken, next], isLast);
	});

	it('Appointment > Reschedule: moved, taken, the next free', async () => {
		const { appointmentId } = await book('09:00');
		const move = async (time: string, parameters: IDataObject = {}) => {
			const fields = {
				appointmentId,
				calendarId,
				options: { timezone },
				...slotAt(time),
				...parameters,
			};
			return await first(sandbox, 'appointment.reschedule', fields);
		};
		const moved = await move('09:30');
		take('11:00');
		const taken = await move('11:00', { whenTaken: 'alternatives' });
		const next = await move('11:00', { whenTaken: 'nextFree' });
		expect([moved, taken, next].map((item) => item.rescheduled)).toEqual([true, false, true]);
		expectToMatch('appointment.reschedule', [moved, taken, next], isLast);
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
		expectToMatch('calendar.getFreeSlots', json);
	});
});

describe('contract', () => {
	const sandbox = useSandbox();

	it('the output schemas of Webhook > Create, Get and Get Many', async () => {
		const hook = { name: 'One', url: 'https://example.com/hook', actions: ['ContactCreate'] };
		expectToMatch('webhook.create', [await first(sandbox, 'webhook.create', hook)]);
		// The contract shows no more of a listed webhook than its id.
		const { id, name, url, actions } = await first(sandbox, 'webhook.getAll', {});
		expectToMatch('webhook.getAll', [{ id, name, url, actions }]);
		expect(await first(sandbox, 'webhook.get', { webhookId: byId(String(id)) })).toMatchObject({
			id,
		});
	});

	it('the output schema of Access Token > Get: of a location, and of an agency', async () => {
		const get = async (level: 'agency' | 'location') =>
			await first(
				sandbox,
				'accessToken.get',
				{},
				{ credentials: oauthCredential(sandbox, { level }) },
			);
		// n8n itself stops other expressions in such a switch, and evaluates this one.
		const includeToken = "={{ $fromAI('includeToken', '', 'boolean') }}";
		const given = { credentials: tokenCredential(sandbox), items: [{ includeToken: true }] };
		const token = await first(sandbox, 'accessToken.get', { includeToken }, given);
		expect(token).not.toHaveProperty('accessToken');
		// The editor knows no list that may be null; which scopes a private token has is not known.
		expect(token.requestedScopes).toBeNull();
		const items = [await get('location'), await get('agency'), { ...token, requestedScopes: [] }];
		expectToMatch('accessToken.get', items);
	});

	it('the output schema of Webhook Signature > Verify: valid from a binary file, and not from another text, without a credential', async () => {
		const { sign, publicKeyPem } = createSigningKey();
		const rawBody = '{"name":"Zoë"}';
		const body = { data: Buffer.from(rawBody).toString('base64'), mimeType: 'application/json' };
		const given = { credentials: {}, items: [{ json: {}, binary: { body } }] };
		const verify = async (parameters: IDataObject) => {
			const fields = { signatureHeader: sign(rawBody), publicKeyPem, ...parameters };
			return await first(sandbox, 'webhookSignature.verify', fields, given);
		};
		const items = [
			await verify({ rawBodySource: 'binary', binaryProperty: 'body' }),
			await verify({ rawBody: '[]' }),
		];
		expect(items.map(({ valid }) => valid)).toEqual([true, false]);
		expectToMatch('webhookSignature.verify', items);
	});

	it('API Request > Send finds a contact as docs/reference.md says', async () => {
		const [sentence] = /GET `.*? works/.exec(fileOf('docs/reference.md')) ?? [''];
		const [place, ...names] = [...sentence.matchAll(/`([^`]+)`/g)].map(([, text]) => text);
		const values: Record<string, string> = { locationId: 'loc-harbor', query: 'ada@example.com' };
		const queryParameters = { parameter: names.map((name) => ({ name, value: values[name] })) };
		const found = await first(sandbox, 'apiRequest.send', { path: place, queryParameters });
		expect(JSON.stringify(found)).toContain('"id":"contact-ada"');
	});
});
