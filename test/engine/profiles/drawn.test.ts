import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { byId, succeeded } from './scenario';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { openapi } from '../../../sandbox/openapi';
import { arbitraryOf, type Schema } from '../../../sandbox/profiles/drawn';
import { lookUp, type LookUpName } from '../knowledge/knowledge';
import { act, bookingForAda, slotAt } from '../platform/platform';

jest.setTimeout(60_000);

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterAll(async () => await sandbox.close());

/** Any answer that openapi.yaml allows to an operation that succeeded. */
function answersTo(path: string, method: 'get' | 'post'): fc.Arbitrary<IDataObject> {
	const responses = openapi.paths?.[path]?.[method]?.responses as Record<
		string,
		{ content?: Record<string, { schema: Schema }> }
	>;
	const { content } = responses['200'] ?? responses['2XX'];
	// Strings that name an object's prototype are no matter of the contract.
	return arbitraryOf(content?.['application/json'].schema ?? {})
		.map((answer) => JSON.stringify(answer))
		.filter((text) => !text.includes('__proto__'))
		// As it arrives: JSON knows no -0.
		.map((text) => JSON.parse(text) as IDataObject);
}

async function forAny<T>(answers: fc.Arbitrary<T>, check: (body: T) => Promise<void>): Promise<void> {
	const property = fc.asyncProperty(answers, async (body) => {
		await sandbox.reset();
		sandbox.control.addFault({ status: 200, body });
		await check(body);
		expect(sandbox.control.violations()).toEqual([]);
	});
	await fc.assert(property, process.env.TEST_LONG ? { numRuns: 300 } : { numRuns: 15, seed: 1 });
}

describe('any answer that the contract allows is handed on as it is', () => {
	it.each<[LookUpName, string, IDataObject]>([
		['recipe.search', '/v1/recipes/search', { query: 'anything' }],
		['useCase.getAll', '/v1/use-cases', { returnAll: true }],
		['changelogEntry.getAll', '/v1/changelog', { returnAll: true }],
	])('%s', async (name, path, parameters) => {
		await forAny(answersTo(path, 'get'), async (body) => {
			const { json } = succeeded(await lookUp(sandbox, name, parameters));
			expect(json).toEqual(body.results ?? []);
		});
	});

	it.each<[LookUpName, string]>([
		['glossaryTerm.get', '/v1/glossary/{slug}'],
		['feature.get', '/v1/features/{slug}'],
	])('%s', async (name, path) => {
		await forAny(answersTo(path, 'get'), async (body) => {
			const { json } = succeeded(await lookUp(sandbox, name, { slug: 'anything' }));
			expect(json).toEqual([body]);
		});
	});

	it('calendar.getFreeSlots', async () => {
		const days = { startDate: '2099-01-01', endDate: '2099-01-07', output: 'raw' };
		const asked = { calendarId: byId('cal-onboarding'), ...days };
		await forAny(answersTo('/calendars/{calendarId}/free-slots', 'get'), async (body) => {
			const { json } = succeeded(await act(sandbox, 'calendar.getFreeSlots', asked));
			expect(json).toEqual([body]);
		});
	});
});

describe('any response to a write, but text, is a success with status 200', () => {
	it('appointment.book', async () => {
		const slot = slotAt('10:00');
		await forAny(answersTo('/calendars/events/appointments', 'post'), async (body) => {
			const { json } = succeeded(await act(sandbox, 'appointment.book', { ...bookingForAda, ...slot }));
			const { id } = body.appointment as IDataObject;
			expect(json).toMatchObject([{ booked: true, ...slot, ...(id ? { eventId: id } : {}) }]);
		});
	});

	it('webhook.create', async () => {
		const webhook = { name: 'One', url: 'https://example.com/hook', actions: ['ContactCreate'] };
		await forAny(
			answersTo('/locations/{locationId}/customWebhooks', 'post'),
			async (body) => {
				const { json } = succeeded(await act(sandbox, 'webhook.create', webhook));
				expect(json).toMatchObject([body.id ? { id: body.id } : {}]);
			},
		);
	});

	// Other text is a proxy's, and `false` says no.
	const isText = (body: unknown) => typeof body === 'string' || body === false;
	const anything = fc
		.oneof(fc.jsonValue({ maxDepth: 3 }).filter((body) => !isText(body)), fc.constant(''), fc.constant('OK'))
		.filter((body) => !JSON.stringify(body).includes('__proto__'));

	it('appointment.reschedule', async () => {
		const slot = slotAt('11:00');
		await forAny(anything, async () => {
			const moved = { eventId: 'appt-1', ...slot };
			const { json } = succeeded(await act(sandbox, 'appointment.reschedule', moved));
			expect(json).toMatchObject([{ rescheduled: true, ...slot, eventId: 'appt-1' }]);
		});
	});

	it('appointment.cancel', async () => {
		await forAny(anything, async () => {
			const { json } = succeeded(await act(sandbox, 'appointment.cancel', { eventId: 'appt-1' }));
			expect(json).toMatchObject([{ deleted: true, eventId: 'appt-1' }]);
		});
	});
});
