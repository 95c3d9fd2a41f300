import type { Locator, Page } from 'playwright-core';

/** The dialog of one credential. It tests what it saves, and closes when the test has passed. */
export class CredentialDialog {
	readonly root: Locator;
	readonly connected: Locator;

	constructor(private readonly page: Page) {
		this.root = page.getByTestId('editCredential-modal');
		this.connected = this.root.getByTestId('oauth-disconnect-button');
	}

	/** From an open node: "Connect to …" where there is no credential yet, else the list's "Create new". */
	async create(slot = 0): Promise<void> {
		const place = this.page.getByTestId('node-credentials-slot').nth(slot);
		const first = place.getByTestId('node-credentials-empty-state');
		const select = place.getByTestId('node-credentials-select');
		await first.or(select).first().waitFor();
		if (await first.isVisible()) {
			await first.click();
		} else {
			await select.click();
			// The list of another field stays in the document, unseen.
			await this.page
				.getByTestId('node-credentials-select-item-new')
				.filter({ visible: true })
				.click();
		}
		// n8n proposes a name last; saved before that, the credential would be refused.
		await this.root.getByTestId('inline-edit-preview').filter({ hasText: 'account' }).waitFor();
	}

	/** Values by the fields' names. */
	async fill(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) {
			const input = this.root
				.getByTestId(`parameter-input-${name}`)
				.locator('input, textarea')
				.first();
			await input.click();
			await input.fill(value);
		}
	}

	/** An entry of a drop-down list, by the field's name. */
	async choose(name: string, label: string): Promise<void> {
		await this.root.getByTestId(`parameter-input-${name}`).click();
		await this.page.getByRole('option').filter({ hasText: label, visible: true }).first().click();
	}

	/** The way to sign in that is chosen at the top of the dialog. */
	async mode(): Promise<string> {
		return (await this.root.getByTestId('credential-mode-dropdown-trigger').innerText()).trim();
	}

	/** Another way to sign in, from the list at the top of the dialog. */
	async chooseMode(label: string): Promise<void> {
		await this.root.getByTestId('credential-mode-dropdown-trigger').click();
		await this.page.getByRole('menuitem').filter({ hasText: label }).first().click();
	}

	/** Saves, and waits until the dialog has closed because the test passed. */
	async saveAndPass(): Promise<void> {
		await this.root.getByTestId('credential-save-button').click();
		await this.root.waitFor({ state: 'hidden' });
	}

	/** Presses "Connect", gives consent in the window that opens, and waits until both have closed. */
	async connect(consent: (popup: Page) => Promise<void>): Promise<void> {
		const [popup] = await Promise.all([
			this.page.context().waitForEvent('page'),
			this.root.getByTestId('quick-connect-button').click(),
		]);
		const closed = popup.waitForEvent('close');
		await consent(popup);
		await closed;
		await this.root.waitFor({ state: 'hidden' });
	}

	async close(): Promise<void> {
		// Escape would close the node behind it as well.
		await this.root.locator('.el-dialog__headerbtn').click();
		await this.root.waitFor({ state: 'hidden' });
	}
}
