import { offer } from './offerSlotsVisitor';
import { slotAt, ZONE } from './platform';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

const sent = (operationId: string) => sandbox.control.requests({ operationId });
const TEN = () => Date.parse(slotAt('10:00').startTime);
const inZone = { timezone: { __rl: true, mode: 'id', value: ZONE } };
const far = { daysAhead: 30, ...inZone };

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

	it('responds to whatever a stranger sends, and keeps waiting', async () => {
		const page = await offer(sandbox, { ...far, title: '={{ $json.nothing.here }}' });
		for (const body of [{}, { slot: '<script>' }, { slot: ['1', '2'] }, { slot: '9'.repeat(15) }, []]) {
			const { status, items } = await page.visit({ method: 'POST', body, query: { zone: ['UTC', 'x'] } });
			expect([status, items]).toEqual([expect.any(Number), undefined]);
		}
		expect(sent('create_appointment')).toEqual([]);
	});
});
