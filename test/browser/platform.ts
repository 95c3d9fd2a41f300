import { fitParameters, takePicture } from '../support/browser/pictures';
import { LOCATION } from '../support/harness';
import { browser, dialog, editor, panel, picture, PLATFORM, harness, step } from './person';

const DAY_MS = 86_400_000;

/** `YYYY-MM-DD`, so many days from now or on the Monday after. */
function nextWorkday(days: number): string {
	const date = new Date(Date.now() + days * DAY_MS);
	const isWeekend = [0, 6].includes(date.getUTCDay());
	return isWeekend ? nextWorkday(days + 1) : date.toISOString().slice(0, 10);
}

/** Booking with the lists, and what stops it. */
export function platform(): void {
	describe('the Platform node', () => {
		beforeAll(async () => await editor.newWorkflow());

		step('its token credential says why a token is refused, and tests the right one', async () => {
			await editor.addNode('calendar', PLATFORM, 'Get many calendars');
			await dialog.create();
			await dialog.chooseMode('Private Integration Token');
			const rest = { platformUrl: harness.sandbox.url, locationId: LOCATION };
			await dialog.fill({ accessToken: 'pit-unknown', ...rest });
			expect(await dialog.saveAndRead()).toContain('The platform rejected the access token');
			await dialog.fill({ accessToken: 'pit-harbor' });
			await dialog.saveAndPass();
			await panel.execute();
			expect(await panel.outputItems()).toHaveLength(2);
			await editor.closeNode();
		});

		step('books: a calendar and a slot from the lists', async () => {
			await editor.newWorkflow();
			await editor.addNode('slot', PLATFORM, 'Book an appointment');
			await panel.chooseCredential('Platform account');
			await panel.list('calendarId');
			await panel.searchList('onboard');
			await panel.chooseFromList('calendarId', 'Onboarding call');
			await panel.fill('contactId', 'contact-ada');
			await panel.choose('slotSource', 'Free Slots List');
			await fitParameters(browser.page);
			await panel.list('slot');
			await takePicture(browser.page, 'platform-slots');
			const slot = await panel.chooseFromList('slot', /10:00 – 10:30/);
			await panel.execute();

			const [booking] = await panel.outputItems();
			expect(booking).toMatchObject({ booked: true, contactId: 'contact-ada' });
			expect(slot).toContain(String(booking.startLocal).slice(0, 16).replace('T', ' '));
			expect(harness.sandbox.control.appointments()).toMatchObject([
				{ id: booking.eventId, calendarId: 'cal-onboarding' },
			]);
		});

		step('offers the nearest free slots in the text that says that a slot is taken', async () => {
			await panel.fill('contactId', 'contact-ben');
			await panel.execute();
			const text = /The slot on .*, 10:00 to 10:30 .* is not available\. Nearest free starts on .* 10:30/;
			expect(await panel.failure.innerText()).toMatch(text);
			await browser.page.getByRole('alert').filter({ hasText: text }).first().waitFor();
			await picture('platform-taken');
			await editor.closeNode();
			expect(await editor.issuesOf('Book an appointment')).toMatch(/is not available/);
		});
	});

	describe('the lists', () => {
		beforeAll(async () => await editor.newWorkflow());

		step('another day, or another time zone, has other slots', async () => {
			await editor.addNode('slot', PLATFORM, 'Book an appointment');
			await panel.chooseCredential('Platform account');
			await panel.chooseFromList('calendarId', 'Dental check-up');
			await panel.choose('slotSource', 'Free Slots List');
			const first = await panel.chooseFromList('slot', / – /);
			const day = nextWorkday(7);
			await panel.fill('slotDay', day);
			expect(await panel.inList('slot')).toBe('');
			expect(first).not.toContain(day);
			const local = await panel.chooseFromList('slot', day);

			await panel.list('timezone');
			await panel.searchList('kathmandu');
			await panel.chooseFromList('timezone', 'Asia/Kathmandu');
			expect(await panel.inList('slot')).toBe('');
			const [minutes] = (await panel.chooseFromList('slot', day)).match(/:\d\d/) ?? [];
			// Nepal's clocks are a quarter of an hour off everybody's.
			expect(local).toMatch(/:[03]0 – /);
			expect(minutes).toMatch(/:[14]5/);
			await editor.closeNode();
		});

		step('name the locations and the webhooks', async () => {
			await editor.newWorkflow();
			await editor.addNode('custom webhook', PLATFORM, 'Get a webhook');
			await panel.chooseCredential('Platform account');
			expect(await panel.chooseFromList('webhookId', 'A test')).toContain('A test');
			await panel.list('locationId');
			await panel.searchList('harbor');
			expect(await panel.chooseFromList('locationId', 'Harbor Dental')).toContain('Harbor');
			await panel.execute();
			expect(await panel.outputItems()).toMatchObject([{ name: 'A test' }]);
			await editor.closeNode();
		});
	});

	describe('a list that cannot be loaded', () => {
		step('says why, and what to do', async () => {
			await editor.newWorkflow();
			await editor.addNode('calendar', PLATFORM, 'Get a calendar');
			await panel.chooseCredential('Platform account');
			harness.sandbox.control.addFault({ method: 'GET', path: '/calendars/', times: 9, status: 403 });
			await panel.list('calendarId');
			expect(await panel.listFailure()).toContain('calendars.readonly');
			harness.sandbox.control.clearFaults();
			await panel.closeList('calendarId');
			expect(await panel.chooseFromList('calendarId', 'Dental check-up')).toContain('cal-checkup');
			await editor.closeNode();
		});
	});
}
