import { EVENT_OPTIONS } from '../../nodes/platformApi/events';
import { callPlatform } from '../support/e2e/slots';
import { LOCATION } from '../support/harness';
import { browser, dialog, editor, panel, harness, step, PLATFORM, TRIGGER } from './person';
import { connectOAuth2 } from './firstBooking';

/** From an empty canvas to the first event. */
export function platformTrigger(): void {
	describe('the Platform Trigger', () => {
		beforeAll(async () => await editor.newWorkflow());

		step('comes with the common events, and with none chosen for the others', async () => {
			await editor.addNode('new contact', PLATFORM, 'On other events', (triggers) =>
				expect(triggers).toEqual([
					'On appointment created',
					'On appointment deleted',
					'On appointment updated',
					'On contact created',
					'On contact updated',
					'On form submitted (not with HighLevel)',
					'On message received',
					'On opportunity created',
					'On other events (task, note, invoice, order, tag, user, uninstalled app, and more)',
				]),
			);
			const events = panel.field('events');
			await panel.label('Events').waitFor();
			expect(await panel.parameters.getByText('Events', { exact: true }).count()).toBe(1);
			expect(await events.locator('.el-tag').count()).toBe(0);
			await events.click();
			const options = browser.page.getByRole('option').filter({ visible: true });
			await options.first().waitFor();
			expect(await options.count()).toBe(EVENT_OPTIONS.length);
			await options.filter({ hasText: 'Task Completed' }).click();
			await browser.page.keyboard.press('Escape');
			expect(await events.innerText()).toMatch(/^Task Completed\s*$/);
			await editor.newWorkflow();
		});

		step('comes with the event, and shows what is to be filled in', async () => {
			await editor.addNode('new contact', PLATFORM, 'On contact created');
			expect(await panel.field('events').innerText()).toMatch(/^Contact Created\s*$/);
			expect(await panel.parameters.innerText()).toContain('Credential for Registering Events');
		});

		step("its key's credential tests the key", async () => {
			await dialog.create(0);
			await dialog.fill({ publicKeys: harness.sandbox.publicKey().publicKeyPem });
			await dialog.saveAndPass();
			// The first booking has made one before.
			await panel.credentialIs('CRM Platform (GoHighLevel) Webhook account 2', 0);
		});

		step('its OAuth2 credential connects through the consent page', async () => {
			await connectOAuth2(1);
			await panel.credentialIs('CRM Platform (GoHighLevel) account', 1);
			await browser.page.getByTestId('credential-edit-button').nth(1).click();
			await dialog.connected.waitFor();
			await dialog.close();
			await editor.closeNode();
			await editor.openNode(TRIGGER);
			await browser.page.getByTestId('trigger-execute-button').waitFor();
		});

		step('listens for a test event and shows it', async () => {
			const { page } = browser;
			await page.getByText('Webhook URLs').click();
			const testUrl = await page
				.getByText(/\/webhook-test\/[\w-]+\/webhook/)
				.first()
				.innerText();
			await page.getByTestId('trigger-execute-button').click();
			await page.getByTestId('trigger-listening').waitFor();

			// As the panel says: enter the test URL in the platform's webhook settings.
			const webhook = { name: 'A test', url: testUrl.trim(), actions: ['ContactCreate'] };
			await callPlatform(harness.sandbox, `POST /locations/${LOCATION}/customWebhooks`, webhook);
			harness.sandbox.createContact({
				email: 'noor@example.com',
				firstName: 'Noor',
			});
			await panel.output.getByTestId('ndv-items-count').waitFor();
			expect(await panel.outputItems()).toMatchObject([
				{ type: 'ContactCreate', email: 'noor@example.com', firstName: 'Noor' },
			]);
			await editor.closeNode();
		});
	});
}
