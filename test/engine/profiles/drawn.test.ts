import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { byId, succeeded } from './scenario';
import { isLong } from '../../support/long';
import { useSandbox } from '../../support/useSandbox';
import { lookUp, type LookUpName } from '../knowledge/knowledge';
import { act, bookingForAda, slotAt } from '../platform/platform';

jest.setTimeout(60_000);

const sandbox = useSandbox();
const slot = slotAt('10:00');

/** A record of which the contract declares no field required. */
const record = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }));

async function forAny(bodies: fc.Arbitrary<unknown>, check: (body: IDataObject) => Promise<void>): Promise<void> {
	// As it arrives: JSON knows no -0. Names of an object's prototype are no matter of the contract.
	const sent = bodies.map((body) => JSON.stringify(body)).filter((text) => !text.includes('__proto__'));
	const property = fc.asyncProperty(sent, async (text) => {
		await sandbox.reset();
		const body = JSON.parse(text) as IDataObject;
		sandbox.control.addFault({ status: 200, body });
		await check(body);
	});
	await fc.assert(property, isLong ? { numRuns: 300 } : { numRuns: 5, seed: 1 });
}

describe('any response that the contract allows is handed on as it is', () => {
	const list = fc.record({ results: fc.array(record, { maxLength: 5 }) }, { requiredKeys: [] });
	// An empty one counts as not found.
	const found = record.filter((body) => Object.keys(body).length > 0);

	it.each<[LookUpName, IDataObject, fc.Arbitrary<unknown>]>([
		['recipe.search', { query: 'anything' }, list],
		['useCase.getAll', { returnAll: true }, list],
		['changelogEntry.getAll', { returnAll: true }, list],
		['glossaryTerm.get', { slug: 'anything' }, found],
		['feature.get', { slug: 'anything' }, found],
	])('%s', async (name, parameters, bodies) => {
		await forAny(bodies, async (body) => {
			const expected = bodies === list ? (body.results ?? []) : [body];
			expect(succeeded(await lookUp(sandbox, name, parameters))).toEqual(expected);
		});
	});

	it('calendar.getFreeSlots', async () => {
		const time = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') });
		const slots = fc.tuple(record, time).map(([more, at]) => {
			const text = at.toISOString().replace('Z', '+00:00');
			return { ...more, startTime: text, endTime: text };
		});
		const dates = fc.dictionary(time.map((at) => at.toISOString().slice(0, 10)), fc.array(slots, { minLength: 1 }));
		const asked = { calendarId: byId('cal-onboarding'), startDate: '2099-01-01', endDate: '2099-01-07', output: 'raw' };
		await forAny(fc.record({ _dates_: dates }), async (body) => {
			expect(succeeded(await act(sandbox, 'calendar.getFreeSlots', asked))).toEqual([body]);
		});
	});
});

describe('any response to a write, but text, is a success with status 200', () => {
	// Other text is a proxy's, and `false` says no.
	const isText = (body: unknown) => typeof body === 'string' || body === false;
	const json = fc.jsonValue({ maxDepth: 3 }).filter((body) => !isText(body));
	const anything = fc.oneof(json, fc.constant(''), fc.constant('OK'));
	const booked = fc.tuple(record, fc.string()).map(([more, id]) => ({ appointment: { ...more, id } }));

	it.each<[string, IDataObject, IDataObject, fc.Arbitrary<unknown>]>([
		['book', { ...bookingForAda, ...slot }, { booked: true, ...slot }, booked],
		['reschedule', { eventId: 'appt-1', ...slot }, { rescheduled: true, eventId: 'appt-1', ...slot }, anything],
		['cancel', { eventId: 'appt-1' }, { deleted: true, eventId: 'appt-1' }, anything],
	])('appointment.%s', async (name, parameters, expected, bodies) => {
		await forAny(bodies, async (body) => {
			const { id } = bodies === booked ? (body.appointment as IDataObject) : {};
			const item = { ...expected, ...(id ? { eventId: id } : {}) };
			expect(succeeded(await act(sandbox, `appointment.${name}`, parameters))).toMatchObject([item]);
		});
	});
});
