import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { offer } from './offerSlotsVisitor';
import { slotAt, ZONE } from './platform';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterEach(async () => {
	expect(sandbox.control.violations()).toEqual([]);
	await sandbox.reset();
});
afterAll(async () => await sandbox.close());

const sent = (operationId: string) => sandbox.control.requests({ operationId });
const TEN = () => Date.parse(slotAt('10:00').startTime);
const inZone = { timezone: { __rl: true, mode: 'id', value: ZONE } };
const far = { daysAhead: 30, ...inZone };

describe('Appointment > Offer Slots and Wait: the run', () => {
	it('puts the execution to wait, without an end where none is given', async () => {
		const { waitTill } = await offer(sandbox);
		expect(waitTill).toEqual(WAIT_INDEFINITELY);
		expect(sent('create_appointment')).toEqual([]);
	});
});

describe('Appointment > Offer Slots and Wait: the page', () => {
	it('shows the name of the calendar, the texts of the node and the free slots', async () => {
		const page = await offer(sandbox, { ...far, title: 'Call with <Ada>', explanation: 'We call you.\nBe there.' });
		const seen = await page.visit({ query: { zone: ZONE }, language: 'en-US' });
		expect(seen).toMatchObject({ status: 200, items: undefined });
		expect(seen.text).toContain('Call with &lt;Ada&gt; Onboarding call 30 minutes We call you. Be there.');
		expect(seen.slots).toContain(TEN());
		expect(seen.headers['content-security-policy']).toMatch(/^sandbox /);
	});

	it('resolves expressions with the item that the node waits with', async () => {
		const page = await offer(
			sandbox,
			{ ...far, contactId: '={{ $json.id }}', title: '={{ "Call with " + $json.name }}' },
			{ items: [{ id: 'contact-ben', name: 'Ben' }] },
		);
		expect((await page.visit()).text).toContain('Call with Ben');
		const { items } = await page.book(TEN());
		expect(items).toMatchObject([{ contactId: 'contact-ben', title: 'Call with Ben' }]);
	});

	it('offers only what the filters leave, and does not book anything else', async () => {
		const page = await offer(sandbox, { ...far, filters: { earliestTime: '10:00', latestTime: '10:00' } });
		const { slots } = await page.visit();
		expect(slots.length).toBeGreaterThan(5);
		expect(slots.every((start) => /10:00/.test(new Date(start).toLocaleTimeString('en-GB', { timeZone: ZONE })))).toBe(true);
		const eleven = Date.parse(slotAt('11:00').startTime);
		expect((await page.book(eleven)).items).toBeUndefined();
		expect(sent('create_appointment')).toEqual([]);
	});

	it('answers whatever a stranger sends, and keeps waiting', async () => {
		const page = await offer(sandbox, { ...far, title: '={{ $json.nothing.here }}' });
		for (const body of [{}, { slot: '<script>' }, { slot: ['1', '2'] }, { slot: '9'.repeat(15) }, []]) {
			const { status, items } = await page.visit({ method: 'POST', body, query: { zone: ['UTC', 'x'] } });
			expect([status, items]).toEqual([expect.any(Number), undefined]);
		}
		expect(sent('create_appointment')).toEqual([]);
	});
});
