import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { byId, succeeded } from './scenario';
import { isLong } from '../../support/long';
import { useSandbox } from '../../support/useSandbox';
import { lookUp, type LookUpName } from '../knowledge/knowledge';
import { act, bookingForAda, slotAt } from '../platform/platform';

jest.setTimeout(60_000);

const sandbox = useSandbox();

/** A record of which the contract declares no field required. */
const record = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }));
const list = fc.record({ results: fc.array(record, { maxLength: 5 }) }, { requiredKeys: [] });

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
	it.each<[LookUpName, IDataObject]>([
		['recipe.search', { query: 'anything' }],
		['useCase.getAll', { returnAll: true }],
		['changelogEntry.getAll', { returnAll: true }],
	])('%s', async (name, parameters) => {
		await forAny(list, async (body) => {
			expect(succeeded(await lookUp(sandbox, name, parameters)).json).toEqual(body.results ?? []);
		});
	});

	it.each<LookUpName>(['glossaryTerm.get', 'feature.get'])('%s', async (name) => {
		// An empty one counts as not found.
		const found = record.filter((body) => Object.keys(body).length > 0);
		await forAny(found, async (body) => {
			expect(succeeded(await lookUp(sandbox, name, { slug: 'anything' })).json).toEqual([body]);
		});
	});

	it('calendar.getFreeSlots', async () => {
		const time = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') });
		const slot = fc.tuple(record, time).map(([more, at]) => {
			const text = at.toISOString().replace('Z', '+00:00');
			return { ...more, startTime: text, endTime: text };
		});
		const dates = fc.dictionary(time.map((at) => at.toISOString().slice(0, 10)), fc.array(slot, { minLength: 1 }));
		const asked = { calendarId: byId('cal-onboarding'), startDate: '2099-01-01', endDate: '2099-01-07', output: 'raw' };
		await forAny(fc.record({ _dates_: dates }), async (body) => {
			expect(succeeded(await act(sandbox, 'calendar.getFreeSlots', asked)).json).toEqual([body]);
		});
	});
});

describe('any response to a write, but text, is a success with status 200', () => {
	const slot = slotAt('10:00');
	// Other text is a proxy's, and `false` says no.
	const isText = (body: unknown) => typeof body === 'string' || body === false;
	const anything = fc.oneof(
		fc.jsonValue({ maxDepth: 3 }).filter((body) => !isText(body)),
		fc.constant(''),
		fc.constant('OK'),
	);

	it('appointment.book', async () => {
		const booked = fc.tuple(record, fc.string()).map(([more, id]) => ({ appointment: { ...more, id } }));
		await forAny(booked, async (body) => {
			const { json } = succeeded(await act(sandbox, 'appointment.book', { ...bookingForAda, ...slot }));
			const { id } = body.appointment as IDataObject;
			expect(json).toMatchObject([{ booked: true, ...slot, ...(id ? { eventId: id } : {}) }]);
		});
	});

	it.each([
		['appointment.reschedule', { eventId: 'appt-1', ...slot }, { rescheduled: true, ...slot }],
		['appointment.cancel', { eventId: 'appt-1' }, { deleted: true }],
	])('%s', async (name, parameters, expected) => {
		await forAny(anything, async () => {
			const { json } = succeeded(await act(sandbox, name, parameters));
			expect(json).toMatchObject([{ ...expected, eventId: 'appt-1' }]);
		});
	});
});
