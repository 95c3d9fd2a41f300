import { join } from 'node:path';

import { EXAMPLES_FOLDER } from '../../runtime/examples';
import { sandboxCredentials } from '../../runtime/credentials';
import { isActive } from '../../sandbox/calendars/appointmentBook';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { countEffort } from '../support/browser/effort';
import { LOCATION } from '../support/harness';
import { browser, dialog, editor, harness, panel, PLATFORM, step } from './person';

/** README with a HighLevel token, from an empty n8n to a call that is booked, moved and canceled. */
export function firstBooking(): void {
	describe("README's first booking", () => {
		let sandbox: Sandbox;
		beforeAll(async () => {
			sandbox = await createSandbox({ profile: 'highLevel' });
			await editor.newWorkflow();
		});
		afterAll(async () => {
			const violations = sandbox.violations();
			await sandbox.close();
			expect(violations).toEqual([]);
		});
		const appointments = () => sandbox.appointments();
		const chooseSlot = async (time: string) => {
			await panel.choose('slotSource', 'Free Slots List');
			await panel.chooseFromList('slot', time);
		};

		step('makes the credential, and chooses all from lists, in at most 18 clicks', async () => {
			const effort = await countEffort(browser.page);
			await editor.addFirst('book appointment', PLATFORM, 'Book appointment');
			// With none in the list, the dialog opens at once.
			await dialog.create();
			expect(await dialog.mode()).toBe('Private Integration Token');
			await dialog.choose('api', 'HighLevel');
			const accessToken = 'pit-harbor';
			await dialog.fill({ accessToken, locationId: LOCATION, platformUrl: sandbox.url });
			await dialog.saveAndPass();
			await panel.chooseFromList('calendarId', 'Onboarding call');
			await panel.chooseFromList('contactId', 'Ada');
			await chooseSlot('10:00 – 10:30 AM');
			await panel.execute();
			const { clicks, typed } = await effort();
			// One click and one value are the local platform's address, which HighLevel does not need.
			expect(clicks - 1).toBeLessThanOrEqual(18);
			expect(typed - 1).toBeLessThanOrEqual(4);
			const [{ booked, appointmentId }] = await panel.outputItems();
			expect(booked).toBe(true);
			expect(appointments()).toMatchObject([
				{ id: appointmentId, calendarId: 'cal-onboarding', contactId: 'contact-ada' },
			]);
		});

		step('moves it to another slot, and cancels it, behind it', async () => {
			const [{ id: appointmentId, startTime, endTime }] = appointments();
			const add = async (action: string) => {
				await editor.closeNode();
				await editor.addNode(action.toLowerCase(), PLATFORM, action);
				await panel.chooseCredential('CRM Platform (GoHighLevel) Token account');
			};
			await add('Reschedule appointment');
			await chooseSlot('2:00 – 2:30 PM');
			await panel.execute();
			expect(await panel.outputItems()).toMatchObject([
				{ rescheduled: true, appointmentId, timezone: 'America/New_York' },
			]);
			const [moved, ...others] = appointments();
			expect([moved.startTime === startTime, others]).toEqual([false, []]);
			await add('Cancel appointment');
			await panel.execute();
			expect(await panel.outputItems()).toMatchObject([{ canceled: true, appointmentId }]);
			expect(appointments().filter(isActive)).toEqual([]);
			// For the next step.
			sandbox.takeSlot({ calendarId: 'cal-onboarding', startTime, endTime });
		});

		step(
			'stops at a taken slot with the nearest free ones, in the panel and on the canvas',
			async () => {
				await editor.closeNode();
				await editor.openNode('Book appointment');
				await panel.execute();
				const text =
					/The slot on .*, 10:00 – 10:30 AM .* is not available\. Nearest free starts on .* 10:30/;
				expect(await panel.failure.innerText()).toMatch(text);
				await editor.closeNode();
				await editor.node('Book appointment').getByTestId('node-issues').hover();
				const mark = browser.page.getByText('Issues:').filter({ visible: true }).locator('..');
				expect(await mark.innerText()).toMatch(/is not available/);
			},
		);

		step('imports examples, which have the token and run, or show what they need', async () => {
			const { page } = browser;
			await editor.importFile(join(EXAMPLES_FOLDER, 'monday-pipeline-report.json'));
			await page.getByText('Credentials auto-added').waitFor();
			expect(await editor.nodesWithIssues()).toEqual([]);
			await page.getByTestId('execute-workflow-button').first().click();
			await editor.node('Send Report').getByTestId('canvas-node-status-success').waitFor();

			await editor.importFile(join(EXAMPLES_FOLDER, 'new-contact-books-onboarding-call.json'));
			await page.getByText('Credentials auto-added').first().waitFor();
			expect(await editor.nodesWithIssues()).toEqual([
				...['Contact Created', 'Get Free Slots', 'Find Recipe'],
			]);
		});

		step('is started by an event in the test and in production, and no event is lost', async () => {
			const { page } = browser;
			await editor.newWorkflow();
			await editor.addNode('new contact', PLATFORM, 'On contact created');
			await panel.choose('registration', 'Manual');
			await dialog.create(0);
			await dialog.choose('api', 'HighLevel');
			// HighLevel's own key is known.
			const publicKeys = sandbox.publicKey().publicKeyPem;
			await dialog.fill({ publicKeys, locationIds: LOCATION });
			await dialog.saveAndPass();
			await page.getByText('Webhook URLs', { exact: true }).click();
			const shownUrl = async (kind: string) =>
				(
					await page
						.getByText(new RegExp(`/${kind}/[\\w-]+/webhook`))
						.first()
						.innerText()
				).trim();

			sandbox.setNotificationUrl(await shownUrl('webhook-test'));
			await page.getByTestId('trigger-execute-button').click();
			await page.getByTestId('trigger-listening').waitFor();
			const tested = sandbox.createContact({ firstName: 'Noor' });
			await panel.output.getByTestId('ndv-items-count').waitFor();
			expect(await panel.outputItems()).toMatchObject([{ contactId: tested.id }]);

			await page.getByText('Production URL', { exact: true }).click();
			const url = await shownUrl('webhook');
			await editor.closeNode();
			await editor.publish();
			await harness.api.waitForWebhook(url);
			sandbox.setNotificationUrl(url);
			const before = sandbox.deliveries().length;
			sandbox.createContact({ firstName: 'Lea' });
			sandbox.createContact({ firstName: 'Mia' });
			await sandbox.deliveriesSettled();
			const delivered = sandbox.deliveries().slice(before);
			expect(delivered.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
			const [workflow] = (await harness.api.listWorkflows()).filter(({ active }) => active);
			await harness.api.waitForExecutions(workflow.id, 2);
			await harness.api.deactivate(workflow.id);
		});
	});
}

/** The steps for the OAuth2 credential, in the open node. */
export async function connectOAuth2(slot: number): Promise<void> {
	await dialog.create(slot);
	// With a token credential in the list, the dialog opens for another one.
	if ((await dialog.mode()) !== 'OAuth2') await dialog.chooseMode('OAuth2');
	const { api: _, ...values } = sandboxCredentials(harness.sandbox).oAuth2.data;
	await dialog.fill(values as Record<string, string>);
	await dialog.connect(async (popup) => {
		await popup.getByLabel('Harbor Dental').check();
		await popup.getByRole('button', { name: 'Allow' }).click();
	});
}
