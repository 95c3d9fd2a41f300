import { nodeJson, nodeRuns } from '../../runtime/execution';
import { byId } from '../support/e2e/platformParameters';
import { after, asking, linkIn, open, published, send } from '../support/e2e/bookingPage';
import { callPlatform, freeSlots } from '../support/e2e/slots';
import { importExample, publishExample } from '../support/e2e/examples';
import { FORMS } from '../support/forms';
import { LOCATION, useHarness } from '../support/harness';

/** docs/booking-page.md: an appointment that the contact confirms, moves or cancels. */
describe.each(FORMS)('$form', ({ profile, canBeAsked }) => {
	const harness = useHarness({ profile });

	const newContact = () => harness.sandbox.control.createContact({ locationId: LOCATION, firstName: 'Noor' }).id;

	test('canceled, though the response was lost and n8n was asked again; what scanners do before changes nothing', async () => {
		const slot = freeSlots(harness.sandbox, 'cal-onboarding')[22];
		const { begin } = await published(harness.api, harness.n8n.url, asking(harness.use('platformOAuth2Api'), slot));
		const wait = await begin(newContact());
		await open(wait.url, { do: 'cancel' });
		await open(wait.url, { do: 'confirm', slot: '1' });
		expect((await harness.api.getExecution(wait.executionId)).status).toBe('waiting');
		harness.sandbox.control.addFault({ operationId: 'cancel_appointment', drop: 'afterProcessing' });
		const first = await send(wait.url, { do: 'cancel' });
		expect(first.html.includes('Check whether it went through')).toBe(!canBeAsked);
		const last = canBeAsked ? first : await send(wait.url, { do: 'cancel', again: '1' }, first);
		expect(last.title).toMatch(/^Your appointment is canceled/);
		expect(await after(harness.api, wait)).toMatchObject([{ outcome: 'canceled' }]);
	});

	test('the example reminds, takes the choice, and tells the team', async () => {
		const example = await importExample(harness, 'confirm-or-move-appointment.json', {}, {
			'Ask to Confirm': { calendarId: byId('cal-onboarding') },
			// Instead of the day before.
			'Wait Until the Day Before': { dateTime: '={{ $now.plus({ seconds: 1 }).toISO() }}' },
		});
		await publishExample(harness, example);
		const { id } = example;
		const contactId = newContact();
		const slot = freeSlots(harness.sandbox, 'cal-onboarding')[30];
		const booking = { calendarId: 'cal-onboarding', locationId: LOCATION, contactId, ...slot };
		await callPlatform(harness.sandbox, '/calendars/events/appointments', 'POST', booking);
		const appointmentId = harness.sandbox.control.appointments().at(-1)?.id;
		const { executionId, url } = await linkIn(harness.api, id, 'Write Reminder');
		await harness.api.deactivate(id);
		const page = await open(url);
		expect(page.html).toContain('You can use this link until');
		await send(url, { do: 'confirm' }, page);
		const done = await harness.api.waitForExecution(executionId);
		expect(nodeJson(done, 'Tell the Team')).toEqual([
			{ text: expect.stringMatching(new RegExp(`^The contact ${contactId} has confirmed the appointment: \\w+day, .* [AP]M .*\\.$`)), appointmentId },
		]);
		expect(nodeRuns(done, 'Call Them')).toHaveLength(0);
	}, 120_000);
});
